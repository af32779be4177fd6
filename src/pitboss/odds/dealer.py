"""Odds of the dealer's results. Apart from solution because nothing is solved."""

import numpy as np

from pitboss.cards import VALUES, Card, show_card
from pitboss.errors import OddsError
from pitboss.odds.shoe import full_of
from pitboss.odds.solver import kernels
from pitboss.odds.solver.best_play import SolverInput
from pitboss.odds.solver.dealer import RESULTS
from pitboss.rulebook.rules import Rules


def dealer_odds(rules: Rules, up: Card, removed: tuple[Card, ...]) -> dict[str, float]:
    """Return the probability of each result, from a full shoe less the up card and ``removed``."""
    if rules.deal.hole_card_up:
        clause = rules.clause("deal.hole_card_up")
        raise OddsError(
            f"both dealer cards lie face up, so that no up card stands alone [{clause}]",
            place="up",
            hint="ask for another game, or for advise with both cards",
        )
    game = SolverInput(rules, full_of(rules).without(removed))
    value = VALUES[up] - 1
    if game.values[value] < 1:
        raise OddsError(f"the shoe holds no {show_card(up)}", place="up", hint="remove fewer cards")
    out = np.zeros((1, kernels.RESULTS))
    kernels.dealer_outcomes(game.shoe_left(value)[None], game.draws, value, out)
    return dict(zip(RESULTS, out[0].tolist(), strict=True))
