"""Results of games that need not be solved: shipped with the program or cached on disk.

Here is how a result is named, packed and found. What a caller asks for is in ``odds.game``; the
solver itself is ``odds.solver``. Known odds of side wagers are in ``odds.side_wagers.known``.
"""
