"""The HTTP API, the page and the sockets of a server."""
