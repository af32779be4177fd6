"""The rulebooks themselves, as data: one folder each with rules.toml and clauses.csv."""
