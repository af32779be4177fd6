"""Reports of tables: takings and payments from their logs, reconciled with the ledger.

One pass over each log fills tallies, and these become figures, a page or rows. The exact odds
behind expected figures come from ``pitboss.odds``. The statistics of one account are in
``server/analysis``, and the command is in ``cli/report.py``.
"""
