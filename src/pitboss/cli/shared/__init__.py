"""Arguments, numbers, shoes, workers, errors and output that several commands have in common.

There is no command here, and an option of a single command is declared with that command.
"""
