"""Odds, advice, drills, simulations, studies and reports, worked out apart from the tables.

Questions are answered in a process of their own (`process`), so that tables never wait. Not here:
the solvers (`odds`), simulations (`sim`), studies (`study`), reports (`reports`) and endpoints.
"""
