"""The shoe: cards loaded into it and drawn from it, and the commitment to their order."""
