"""Live tables: one writer for each, numbered messages, and views without hidden cards."""
