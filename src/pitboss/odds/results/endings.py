"""Endings of one hand of a split box: the cards drawn, and the gain.

Hands that bust by hitting all gain the same, and outnumber all others. They are left out: they are
what remains of the probability when the others are summed.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.solver import kernels
from pitboss.odds.solver.acts import FREE, MODES, PLAIN
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.hands import BUST, hands
from pitboss.odds.solver.rule_tables import RuleTables
from pitboss.odds.solver.split_endings import SURRENDERED, list_endings
from pitboss.rulebook.questions.settlement import PUSHED

OVER = 2 * MODES
"""Added to the mode of a hand that busts by doubling."""


@dataclass(frozen=True, slots=True)
class Endings:
    """Endings of one hand of a split box, other than a bust by a hit.

    A result is a row of gains, one for each of the dealer's results; row 0 is a bust by a hit.
    """

    codes: Ints
    """(endings,): cards drawn to the pair card, as one number."""
    orders: Floats
    """(endings, 2): number of orders, by whether the second card made a pair."""
    rows: Ints
    """(endings,): row of the result."""
    nets: Floats
    """(rows, 8): units of the initial wager gained."""
    signs: Floats
    """(rows, 8): 1 if the hand wins, -1 if it loses, ``PUSHED`` if neither."""
    extra: Floats
    """(rows,): real units that doubling adds."""
    is_settled: NDArray[np.bool_]
    """(rows,): True if a dealer's blackjack has no wager left to take."""


def endings_of(
    play: RuleTables, up: int, pair: int, acts: Ints, doubled: Ints, *, added: int
) -> Endings:
    """List the endings of a split hand played by ``acts``, and by ``doubled`` after a double."""
    count = len(hands())
    ends = list_endings(play, pair, acts, doubled, has_hit_busts=False)
    first_alike = play.alike[(ends.modes != PLAIN).astype(np.int64), ends.places]
    alike = np.where(ends.is_bust | (ends.modes >= SURRENDERED), 0, first_alike)
    results = np.where(ends.is_bust, ends.modes + OVER, ends.modes) * count + alike
    names, first, rows = np.unique(results, return_index=True, return_inverse=True)
    table = [_gains(play, up, pair, added, mode=OVER, place=BUST)]
    for name, at in zip(names.tolist(), ends.places[first].tolist(), strict=True):
        table.append(_gains(play, up, pair, added, mode=name // count, place=at))
    gains = map(np.array, zip(*table, strict=True))
    return Endings(ends.codes, ends.orders, rows.ravel() + 1, *gains)


def _gains(
    play: RuleTables, up: int, pair: int, added: int, *, mode: int, place: int
) -> tuple[Floats, Floats, float, bool]:
    """Return gains and signs by dealer's result, units that doubling added, and True if settled."""
    stake, free = (float(part) for part in play.stake[added, pair])
    is_bust, is_surrendered = mode >= OVER, SURRENDERED <= mode < OVER
    doubled = mode % MODES
    extra = float(play.double[doubled])
    wins, losses = (play.doubled_win, play.doubled_loss) if doubled else (play.win, play.loss)
    nets, signs = np.zeros(kernels.RESULTS), np.zeros(kernels.RESULTS)
    for result in range(kernels.RESULTS):
        is_blackjack = result == BLACKJACK
        if is_blackjack and not play.blackjack_after_play[up]:
            continue
        cost = stake + extra
        if is_blackjack:
            of_stake, of_extra = play.loss_to_blackjack[added, int(is_bust)]
            cost = float(stake * of_stake + extra * of_extra)
        is_lost = float(cost > 0 or not is_blackjack)
        if is_surrendered:
            share = float(play.surrender_loss[1, up]) if is_blackjack and not doubled else 0.5
            nets[result], signs[result] = -share * (stake + extra), -1.0
        elif is_bust:
            nets[result], signs[result] = -cost, -is_lost
        else:
            won, lost = float(wins[1, place, result]), float(losses[1, place, result])
            nets[result] = (stake + extra + free + (doubled == FREE)) * won - cost * lost
            signs[result] = np.sign(won) - lost * is_lost
    signs[signs == 0] = PUSHED
    is_settled = is_bust or is_surrendered or not losses[1, place, BLACKJACK]
    return nets, signs, extra, bool(is_settled)
