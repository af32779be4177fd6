"""Several servers on one database: leases of tables, and commands on their way to the writer.

Not here: the SQL behind leases and forwarding (`store.sql.cluster`).
"""
