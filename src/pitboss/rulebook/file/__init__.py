"""A rulebook file: its shape, its sections of values, and how it is read and checked.

Here are TOML, problems with their lines, rulebooks that extend others, and the JSON Schema. Which
files there are is in ``catalog``; what follows from chosen options is in ``options``.
"""
