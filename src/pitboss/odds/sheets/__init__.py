"""Figures arranged for readers: par sheets, strategy charts, checks, effects, practice questions.

Nothing is worked out here but means over hands: the base game comes from ``odds.game``, prices of
side wagers from ``odds.side_wagers``. Pictures of simulated results are in ``pictures``.
"""
