"""The shoe: how cards get into it, and how they leave it."""
