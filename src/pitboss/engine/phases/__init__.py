"""What may happen in each part of a round, and what follows from it by the rules."""
