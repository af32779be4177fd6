"""Targets that compile and run the kernels."""
