"""Rulebooks: files and their options, the rules that follow, and the questions they answer.

The rulebooks themselves, with their clauses, are data in ``rulebooks``; play is in ``engine``.
"""
