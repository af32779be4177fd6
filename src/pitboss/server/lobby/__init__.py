"""The open tables of a server: opening, closing, seats, bots, and the records of closed ones.

Not here: what happens at one table (`tables`), and lists for a browser (`http.tables`).
"""
