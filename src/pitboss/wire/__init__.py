"""Messages between server and client, as JSON: commands in, events, views and refusals out.

Not here: the answers of the HTTP API (`server.http`), and the entries of a log (`store.entry`).
"""
