"""Who is let in, and who comes first."""
