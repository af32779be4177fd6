"""The security log, the key that seals shoes, and the witness that signs the store.

Not here: passwords, sessions and second factors (`people`), limits on requests (`admission`), and
the signing itself (`store.witness`).
"""
