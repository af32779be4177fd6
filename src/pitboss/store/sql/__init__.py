"""SQLite and PostgreSQL: connections, statements, rows and migrations of the stores.

With them come the leases and news of servers that share a PostgreSQL database, and the rescue of a
damaged SQLite file. The meaning of a row is defined in ``pitboss.store``, and the migrations are
SQL files in ``store/migrations``.
"""
