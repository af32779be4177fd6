"""Par sheets, strategy charts, checks and practice questions."""
