"""Irregularities: the rulebook names the effect, and no past event is ever edited.

A report leads to its effect in ``effects``. Rulings that need no report, such as a rebuilt round,
are in ``engine.floor.rulings``, and corrections of payouts in ``engine.floor.corrections``.
"""
