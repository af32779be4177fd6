"""Side wagers: settlement, prizes, meters and checks of payouts.

They are placed like main wagers, in ``engine.betting``. The cards that win, and what they pay, are
in ``pitboss.wagers`` and in the rulebook.
"""
