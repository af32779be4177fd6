"""Exact solver of the base game."""
