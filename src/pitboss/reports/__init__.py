"""Reports of tables: takings and payments from their logs, reconciled with the ledger."""
