"""Numbered messages from a table to its viewers, each with what that viewer may see.

Not here: who may see a card (`engine.state.visibility`), the shape of messages (`wire`), and the
sockets that carry them (`http.socket`).
"""
