"""Reports of the house: what tables took and paid, from their logs, reconciled with the ledger."""
