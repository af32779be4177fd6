"""The pure table: ``decide`` judges commands, ``evolve`` applies events, ``view`` redacts.

The package has the state of a table, its commands and events, and the order of a round. A command
or an event is declared with its subject: betting, play, shoe, side wagers or floor. It has no
clock, no randomness, and no input or output: the server and the library bring these. The rules are
in ``pitboss.rulebook``, accounts in ``pitboss.ledger``.
"""
