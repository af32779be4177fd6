"""Live tables: the only writer of each log, the gate of commands, timers and time banks.

Not here: the rules of play (`engine`), the messages to viewers (`feed`), opening and closing tables
and their seats (`lobby`), and tables that several servers share (`cluster`).
"""
