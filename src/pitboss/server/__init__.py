"""Live tables: one writer for each, numbered messages, and nobody sees what they may not."""
