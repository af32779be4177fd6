"""Numbered messages from a table to its viewers."""
