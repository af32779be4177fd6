"""Counts of all ways in which a round can go."""
