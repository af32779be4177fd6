"""The options of a rulebook: from what is chosen to the rules, and changes at an open table.

How a single value is read and shown is in ``file.options``; the rules that come out are in
``rules``.
"""
