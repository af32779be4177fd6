"""Wagers before the deal: placed, taken back, and what refuses them."""
