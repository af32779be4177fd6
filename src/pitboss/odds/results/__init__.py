"""Distribution of a round's results under a solved strategy: net units, spread, stakes.

Here is how hands of a box end together, and what rounds of one spot or several give. The strategy
and its value come from ``odds.solver``; results of simulated rounds are in ``sim.results``.
"""
