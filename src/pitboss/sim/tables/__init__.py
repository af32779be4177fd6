"""Look-up tables for the kernels."""
