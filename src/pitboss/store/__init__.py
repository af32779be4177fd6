"""Stores: an append-only log of each table, hash-chained, with one writer at a time.

Here are the bytes of a log and of its export, sealed fields, bankrolls, backups and repairs. The
databases are in ``sql``, the signed heads in ``witness``. Events and commands are declared in
``pitboss.engine``; the check of a whole log is in ``pitboss.proof``.
"""
