"""The witness: signed heads of every log, kept in the store and a second time outside it."""
