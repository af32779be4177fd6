"""Kernels that play rounds."""
