"""Known."""
