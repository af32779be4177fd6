"""Targets that compile and run the kernels: processor, CUDA devices, and Python for one table.

The kernels are in ``sim/kernels``. Tasks are handed out to workers in ``sim/run``, not here.
"""
