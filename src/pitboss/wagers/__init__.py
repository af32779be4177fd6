"""Side wagers: what the table shows, sorted into categories that a rulebook prices.

Here are the base of a kind, the kinds that come with the package, their usual scales, and the
registry. What a category pays is in a rulebook, how likely it is in ``odds.side_wagers``.
"""
