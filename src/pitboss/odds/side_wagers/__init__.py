"""Odds of side wagers: the probability of each category, and the house edge at each price.

Here is every exact sum over the cards that a wager may see, insurance included. The kinds of
wagers are in ``wagers.kinds``, their settlement in ``engine.side_wagers``; ``odds.solver`` values
the main wager.
"""
