"""Side wagers: what the table shows, sorted into categories that a rulebook prices."""
