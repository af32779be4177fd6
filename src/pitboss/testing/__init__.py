"""Public kits: round scripts that anyone can write, and their judge."""
