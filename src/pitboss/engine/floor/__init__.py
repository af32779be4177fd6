"""The floor: staff, procedures, irregularities, rulings, notices, and cards dealt by hand.

Slips and counts are in ``books``, mishaps in ``irregularities``. Accounts and passwords of the
staff are in ``pitboss.server``; their duties at a table are in ``engine.duties``.
"""
