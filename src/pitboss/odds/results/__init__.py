"""Distribution of a round's results."""
