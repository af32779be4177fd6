"""Guests, accounts and sessions, and the register in the store that they are written to.

Not here: play money (`server.bankrolls`), seats (`lobby`), and the limit on log-ins (`admission`).
"""
