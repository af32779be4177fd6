"""Commands of a house: serve, backup, restore, witness, repair and security.

They open the store, or a copy. Takings are printed by ``cli/report.py``, and an exported log
is checked by ``cli/verify.py``.
"""
