"""The open tables of a server, their bots, and the records of closed ones."""
