"""The library for other programs: a table to play at, and questions with one answer each."""
