"""Commands for those who run a house: serve, backup, restore, witness, repair and security.

They open its store, or a copy of it. Takings are printed by ``cli/report.py``, and an exported log
is checked by ``cli/verify.py``.
"""
