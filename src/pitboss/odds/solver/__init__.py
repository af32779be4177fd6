"""Exact solver of the base game: every hand against every up card, for one class of strategies.

Here are the rulebook's answers as arrays, the kernels that value hands and split boxes, and the
best play. ``odds.solution`` and ``odds.game`` give the result to callers; the distribution of a
round's results is in ``odds.results``, side wagers in ``odds.side_wagers``.
"""
