"""One file a kind of side wager; the registry finds them by looking here."""
