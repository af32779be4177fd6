"""The HTTP API, the page and the sockets of a server; each module has the endpoints of one noun.

`request` has what endpoints share: the person behind a request, rights, and refusals. Not here:
decisions about a command (`tables.gate`), limits (`admission`), and the files of the page (`web`).
"""
