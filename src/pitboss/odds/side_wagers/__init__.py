"""Side wagers."""
