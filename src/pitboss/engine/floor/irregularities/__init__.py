"""Irregularities: the rulebook names the effect, and no past event is ever edited."""
