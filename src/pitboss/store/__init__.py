"""Stores: an append-only log of each table, hash-chained, with one writer at a time."""
