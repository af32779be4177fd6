"""The books: double entry, derived from events, summing to zero after each of them."""
