"""Play: the decisions for hands, what bettors add to them, and whose turn it is."""
