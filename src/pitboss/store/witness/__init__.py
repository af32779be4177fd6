"""The witness: signed heads of every log, kept in the store and a second time outside it.

Here are its statements, the outside copy, and the check of a store against both. The check of one
exported log is in ``proof/witness.py``, repairs are in ``store/repair.py``, and the start of a
server under its witness is in ``server/security``.
"""
