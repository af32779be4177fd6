"""The answers of the rules on a hand: its acts, the stakes allowed, and its payment.

These are pure functions of ``Rules`` and ``Hand``, which the engine, odds and simulations all ask.
The state of a table, and what happens at it, is in ``engine``.
"""
