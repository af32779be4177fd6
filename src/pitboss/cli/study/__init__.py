"""`pitboss study` and `pitboss counts`: their options and output.

Studies are made and answered in ``pitboss.study``; their rounds are played in ``pitboss.sim``.
"""
