"""The library for other programs: a table to play at, and questions with one answer each.

Hints for a refused command and players by name are here too. Rules are in ``rulebook``, play is in
``engine``; odds and simulations, which the questions ask, are in ``odds`` and ``sim``.
"""
