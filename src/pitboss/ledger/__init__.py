"""Double-entry books, derived from events; they sum to zero after each one."""
