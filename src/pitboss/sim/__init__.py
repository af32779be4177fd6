"""Simulation: the rulebook's answers as tables, and kernels that play millions of rounds."""
