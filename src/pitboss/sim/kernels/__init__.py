"""Kernels that deal, play and settle: plain functions over arrays, which the targets compile.

They look rules up and contain none. The arrays that they read are made in ``sim/tables``;
compilers, devices and the memory of threads are in ``sim/targets``.
"""
