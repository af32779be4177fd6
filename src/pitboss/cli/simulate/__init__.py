"""`pitboss simulate`: its options, the plays by a count, and its output.

The rounds are played in ``pitboss.sim``; a study of all bets at once is in ``cli/study``.
"""
