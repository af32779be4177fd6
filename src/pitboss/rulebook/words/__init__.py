"""The rules of a table in sentences with their clauses, and the differences between two tables.

The sentences are a table, ``sentences.toml``. The words of events and refusals at the table are
beside them in ``engine``, the short terms of the trade in ``terms``.
"""
