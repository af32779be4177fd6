"""Odds of side wagers."""
