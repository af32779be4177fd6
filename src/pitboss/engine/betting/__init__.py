"""Wagers before the deal: placed, taken back, and what refuses them.

Insurance is offered after the deal, in ``engine.insurance``; chips are added to a hand in
``engine.play.elections``. Ranges of stakes are in ``pitboss.rulebook.questions.stakes``.
"""
