"""Admission: priorities of clients and limits on what each may ask for.

Connections, requests, sockets, log-ins and work in threads are limited here, before a table or an
endpoint sees them. Not here: permissions (`http.request`) and the rules of a table (`tables.gate`).
"""
