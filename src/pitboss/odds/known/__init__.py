"""Known results of games, shipped or cached."""
