"""The value of a chart as it is, against best play of everything that a chart leaves open."""

from dataclasses import replace
from functools import cache, partial

import numpy as np

from pitboss.cards import Card
from pitboss.charts import CELLS, SPLIT, UPS, Chart
from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.odds.solver import arrays, kernels
from pitboss.odds.solver.acts import ACTS
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.best_play import (
    SolverInput,
    UpValues,
    dealt_origin,
    split_value,
    starts,
    value_pair,
    with_splits,
)
from pitboss.odds.solver.export import LETTERS
from pitboss.odds.solver.hand_values import (
    SplitActs,
    doubled_of,
    hand_workspace,
    standing_of,
    value_doubled,
)
from pitboss.odds.solver.hands import cards_of, hands
from pitboss.odds.solver.offers import plain_and_blackjack
from pitboss.odds.solver.splits import extra_max
from pitboss.strategy import ACTS as NAMES_OF_ACTS
from pitboss.strategy import NAMES

NUMBERS = {NAMES_OF_ACTS[letter]: number for number, letter in enumerate(LETTERS)}


@cache
def _hands() -> tuple[Hand, ...]:
    return tuple(hand_of(cards_of(counts)) for counts in hands())


@cache
def _acts_in(bits: int) -> frozenset[str]:
    """Return the acts of a set of bits, as a chart names them."""
    return frozenset(act for act, number in NUMBERS.items() if bits >> number & 1)


def player_ev(game: SolverInput, best: tuple[UpValues | None, ...], chart: Chart) -> float:
    """Return the player's expectation by a chart, per unit of the initial wager.

    ``best`` is the solved game. Hands that may act after a double do so as in best play, since a
    chart leaves them out.
    """
    by_up = tuple(None if values is None else _value_up(game, values, chart) for values in best)
    plain, blackjack = plain_and_blackjack(game.rules)
    total = 0.0
    for start in starts(game, by_up):
        extra = 0.0
        if start.up == 0:
            is_blackjack = (start.first, start.second) == (0, 9)
            offer = blackjack if is_blackjack else plain
            if offer.even_money and chart.takes_even_money:
                extra = 1.0 - start.value
            elif chart.is_insured:
                extra = offer.share * offer.insurance_ev(start.blackjack_p)
        total += start.probability * (start.value + extra)
    return total


def _value_up(game: SolverInput, best: UpValues, chart: Chart) -> UpValues:
    """Return the values of all hands that a chart plays against one up card."""
    play, up = game.at(best.up), card_of(best.up)
    standing = standing_of(play, arrays.DEALT)
    kernels.stand_parts(np.arange(len(best.acts)), best.outcomes, standing)
    doubled = doubled_of(play, standing, arrays.DEALT, best.doubled_acts)
    value_doubled(game.deal(best.up), dealt_origin(), best.outcomes, doubled)
    acts = _acts(chart, up, play.legal[arrays.DEALT])
    dealt = arrays.DealtHands(best.outcomes, acts, np.zeros((len(acts), ACTS)), doubled)
    work = hand_workspace(standing, acts, doubled, dealt.act_values, is_fixed=True)
    kernels.play_hands(np.arange(len(acts)), game.deal(best.up), dealt_origin(), work)
    none = SplitActs(best.split_acts, best.split_doubled)
    values = with_splits(game, best.up, dealt, none, pairs=(), is_fixed=True)
    is_split, split_values = values.is_split.copy(), values.split_values.copy()
    place = UPS.index(NAMES[best.up])
    for pair in range(len(NAMES)):
        row = chart.pairs.get(NAMES[pair])
        if row and SPLIT in CELLS[row[place]] and np.isfinite(best.split_values[pair]):
            is_split[pair] = True
            split_values[pair] = _split(game, best, chart, pair)
    return replace(values, is_split=is_split, split_values=split_values)


def _acts(chart: Chart, up: Card, legal: Ints, *, is_added: bool = False) -> Ints:
    """Return the act of every hand of two cards or more; ``legal`` (hands,) are bits of acts."""
    acts = np.zeros(len(legal), dtype=np.int64)
    for place, hand in enumerate(_hands()):
        if len(hand.cards) > 1 and legal[place]:
            act = chart.act(hand, up, _acts_in(int(legal[place])), is_added=is_added)
            acts[place] = NUMBERS[act]
    return acts


def _split(game: SolverInput, best: UpValues, chart: Chart, pair: int) -> float:
    """Return the value of a split pair, split again as often as the rules allow."""
    play, up = game.at(best.up), card_of(best.up)
    legal = play.legal[arrays.SPLIT_ACE if pair == 0 else arrays.SPLIT]
    is_free = bool(play.stake[1, pair, arrays.HOUSE])
    mine = np.stack([_acts(chart, up, legal), _acts(chart, up, legal, is_added=is_free)])
    acts = SplitActs(mine, best.split_doubled[pair])
    limit = int(play.split_hands[pair])
    return forced_split(game, best.up, pair, acts, limit, is_fixed=True)


def forced_split(
    game: SolverInput, up: int, pair: int, acts: SplitActs, limit: int, *, is_fixed: bool
) -> float:
    """Return the value of splitting a pair, and every further pair up to ``limit`` hands.

    ``acts`` are those of the split hands; they are found and written unless ``is_fixed``.
    """
    seconds: Floats = np.zeros((2, extra_max(limit) + 1, 10))
    box = partial(split_value, game, up, pair, seconds)
    _, again = value_pair(
        game.deal(up),
        pair,
        acts,
        seconds,
        box,
        hands_max=limit,
        other=-np.inf,
        is_fixed=is_fixed,
    )
    return again


def best_split(game: SolverInput, up: int, pair: int, limit: int) -> float:
    """Return the value of the same split if each hand is played in the best way."""
    count, doubles = game.lattice.counts.shape[0], game.play.doubled_legal.shape[0]
    acts = SplitActs(
        np.zeros((2, count), dtype=np.int64), np.zeros((2, doubles, count), dtype=np.int64)
    )
    return forced_split(game, up, pair, acts, limit, is_fixed=False)
