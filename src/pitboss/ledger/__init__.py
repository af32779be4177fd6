"""Double-entry books, derived from events; they sum to zero after each one.

The transfers themselves are declared with each event in ``pitboss.engine``, and the names of
accounts in ``pitboss.money``. Play money between tables is in the server's bankrolls.
"""
