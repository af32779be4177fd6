"""House."""
