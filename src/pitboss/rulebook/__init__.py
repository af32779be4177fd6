"""Rulebooks: reading them, choosing their options, and the questions that they answer."""
