"""Tables for the kernels: the rulebook's answers and a player's decisions as arrays.

Every question about a hand is asked here, once, and the layout of all arrays is declared here. The
functions that read them are in ``sim/kernels``; rules themselves are in ``rulebook``.
"""
