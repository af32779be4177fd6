"""Play: decisions for hands, the chips added to them, and turns.

The deal, the dealer's hand and the settlement of hands are modules of ``engine`` itself. The rules
on each act are in ``pitboss.rulebook.questions.acts``.
"""
