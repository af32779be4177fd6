"""What other programs call: a table to play at, and questions with one answer each."""
