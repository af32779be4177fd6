"""The logs of tables as a server reads them: replay, rounds, proofs, audits and round scripts.

Not here: how entries are stored and chained (`store`), how they are written (`tables.log_writer`),
the proof of a whole log (`proof`), and the security log (`security.log`).
"""
