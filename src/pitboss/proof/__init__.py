"""Verification: logs decided again, command by command; shoes, books and bankrolls checked.

``log`` makes all checks of an exported log, and every other file makes a single one. The form of an
export is read in ``store/export.py``, a store is checked against its signed heads in
``store/witness``, and the verdict is printed in ``cli/verify.py``.
"""
