"""Values of every hand against one up card: allocate the kernels' arrays and call the kernels."""

from typing import NamedTuple

import numpy as np

from pitboss.odds.solver import arrays, kernels
from pitboss.odds.solver.acts import ACTS
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.rule_tables import RuleTables
from pitboss.rulebook.file.sections import DOUBLES_MAX

NO_ACT_VALUES = np.zeros((DOUBLES_MAX, 0, ACTS))
"""Empty arrays, by number of doubles, for act values that are not needed."""


class SplitActs(NamedTuple):
    """Acts of the two hands of a split pair, original and added."""

    plain: Ints
    """(2, hands): act of each."""
    doubled: Ints
    """(2, doubles, hands): act of each doubled hand."""


def standing_of(play: RuleTables, kind: int) -> arrays.Standing:
    """Return the gains and losses of standing hands of a kind, not summed yet."""
    is_split = min(kind, 1)
    return arrays.Standing(
        play.win[is_split], play.loss[is_split], np.zeros((play.free.shape[0], 2))
    )


def doubled_of(
    play: RuleTables, standing: arrays.Standing, kind: int, acts: Ints | None = None
) -> arrays.DoubledHands:
    """Allocate arrays for doubled hands of a kind; ``acts`` (doubles, hands) if they are given.

    ``standing`` is that of hands not doubled, and is used if doubled ones win and lose alike.
    """
    doubles, count = play.doubled_legal.shape[0], play.free.shape[0]
    if play.doubled_pays_differently:
        win, loss = play.doubled_win[min(kind, 1)], play.doubled_loss[min(kind, 1)]
        standing = arrays.Standing(win, loss, np.zeros((count, 2)))
    return arrays.DoubledHands(
        standing,
        np.zeros((doubles, count), dtype=np.int64) if acts is None else acts,
        np.zeros((doubles + 1 if doubles else 0, count)),
        np.zeros((doubles, count, ACTS)),
        kernels.UNUSED,
        is_fixed=acts is not None,
    )


def hand_workspace(
    standing: arrays.Standing,
    acts: Ints,
    doubled: arrays.DoubledHands,
    act_values: Floats,
    *,
    costs: Floats = kernels.UNUSED,
    is_fixed: bool = False,
) -> arrays.HandWorkspace:
    """Allocate the rest of the arrays that ``kernels.play_hands`` reads and writes."""
    values = np.zeros(len(acts))
    return arrays.HandWorkspace(
        standing, acts, values, act_values, costs, is_fixed, doubled, np.empty(ACTS)
    )


def value_doubled(
    deal: arrays.SolverDeal,
    origin: arrays.Origin,
    outcomes: Floats,
    doubled: arrays.DoubledHands,
    places: Ints | None = None,
) -> None:
    """Value doubled hands; ``outcomes`` (places, 8) are the dealer's results given each hand."""
    places = np.arange(outcomes.shape[0]) if places is None else places
    if deal.play.doubled_pays_differently:
        kernels.stand_parts(places, outcomes, doubled.standing)
    if doubled.acts.shape[0]:
        kernels.play_doubled(places, deal, origin, doubled)


def dealt_workspace(play: RuleTables) -> arrays.DealtHands:
    """Allocate the results for all dealt hands."""
    count = play.free.shape[0]
    return arrays.DealtHands(
        outcomes=np.zeros((count, kernels.RESULTS)),
        acts=np.zeros(count, dtype=np.int64),
        act_values=np.zeros((count, ACTS)),
        doubled=doubled_of(play, standing_of(play, arrays.DEALT), arrays.DEALT),
    )


def value_dealt(
    deal: arrays.SolverDeal,
    origin: arrays.Origin,
    dealt: arrays.DealtHands,
    held: Ints | None = None,
) -> None:
    """Value every act of every hand against one up card, and choose the best.

    With ``held`` (10,), cards by value, only hands that hold these cards are valued.
    """
    counts = deal.lattice.counts
    places = np.arange(len(counts))
    if held is not None:
        places = np.nonzero((counts >= held).all(axis=1))[0]
    outcomes = np.empty((len(places), kernels.RESULTS))
    kernels.dealer_outcomes(deal.shoe - counts[places], deal.draws, deal.up, outcomes)
    dealt.outcomes[places] = outcomes
    standing = standing_of(deal.play, origin.kind)
    kernels.stand_parts(places, outcomes, standing)
    apart = doubled_of(deal.play, standing, origin.kind).standing
    doubled = dealt.doubled._replace(standing=apart)
    value_doubled(deal, origin, outcomes, doubled, places)
    work = hand_workspace(standing, dealt.acts, doubled, dealt.act_values)
    kernels.play_hands(places, deal, origin, work)


def value_split(
    deal: arrays.SolverDeal, pair: int, acts: SplitActs, second: Floats, *, is_fixed: bool
) -> None:
    """Value one hand of a split pair by the best or the given acts.

    ``acts`` and ``second`` are written, as in ``SplitHands``; the pair is still in the shoe.
    """
    may_act_again = acts.doubled.shape[1] > 0
    value = kernels.split_hands_again if may_act_again else kernels.split_hands
    value(deal, pair, split_workspace(deal, pair, acts, second, is_fixed=is_fixed))


def split_workspace(
    deal: arrays.SolverDeal, pair: int, acts: SplitActs, second: Floats, *, is_fixed: bool
) -> arrays.SplitHands:
    """Allocate the work arrays for one hand of a split pair."""
    lattice = deal.lattice
    held = np.nonzero(lattice.counts[:, pair])[0]
    is_alone = lattice.cards[held] == 1
    start, places = int(held[is_alone][0]), held[~is_alone]
    count, rows = len(lattice.cards), len(places)
    kind = arrays.SPLIT_ACE if pair == 0 else arrays.SPLIT
    standing = standing_of(deal.play, kind)
    room = arrays.SplitWorkspace(
        standing=standing,
        shoe=np.empty(10),
        marks=np.empty(count, dtype=np.int64),
        places=np.empty(rows, dtype=np.int64),
        compared=np.empty(rows, dtype=np.int64),
        rest=np.empty((rows, 10)),
        outcomes=np.empty((rows, kernels.RESULTS)),
        values=np.zeros(count),
        unused=kernels.UNUSED,
        doubled=doubled_of(deal.play, standing, kind)._replace(act_values=NO_ACT_VALUES),
        evs=np.empty(ACTS),
    )
    return arrays.SplitHands(start, places, acts.plain, second, acts.doubled, is_fixed, room)
