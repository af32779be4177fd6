"""What a round comes to: how likely each result is, its spread, and what is staked.

Rounds without a split are exact. In rounds with a split the number of hands is exact, and so is
each hand with its second card; how several hands of one box fall together is taken as independent
given the dealer's result. The expectation reported with a solution does not rest on this.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.odds import kernels
from pitboss.odds.lattice import hands, place_of_values
from pitboss.odds.play import Game, Start, UpValues, rank_pairs
from pitboss.odds.reached import finish_hands, reach_hands

Floats = NDArray[np.float64]
Law = dict[tuple[int, float], float]
"""Probability by hands won less hands lost, and net units."""

MODES = 4
"""How a hand may end: not doubled, doubled in full, for half, or free."""


@dataclass(frozen=True)
class Results:
    """Results of a round, per unit of the initial wager, insurance left aside."""

    win_p: float
    """That more hands of the box win than lose."""
    push_p: float
    loss_p: float
    net: dict[float, float]
    """Probability of each net result in units of the initial wager."""
    mean: float
    """The mean of ``net``: the exact expectation but for what split rounds approximate."""
    standard_deviation: float
    average_wager: float
    """Real units staked on the main wager with its doubles and splits."""
    square_unsplit: float
    """The exact part that rounds without a split have in the mean square of ``net``."""
    split_p: float
    """That the round has a split: the part in which joint results are approximate."""


def results(game: Game, solved: tuple[UpValues | None, ...], first: list[Start]) -> Results:
    """The results of rounds played by a solved strategy."""
    law: Law = {}
    staked, split_p = 1.0, 0.0
    split_law: Law = {}
    for values in solved:
        if values is None:
            continue
        mine = [start for start in first if start.up == values.up]
        staked += _dealt(game, values, mine, law)
        for start in mine:
            if start.may_split and values.is_split[start.first]:
                part, extra = _split(game, values, start)
                open_p = 1.0
                if game.play.is_peeked[values.up]:
                    open_p -= start.blackjack_p
                    _add(split_law, (-1, -1.0), start.probability * start.blackjack_p)
                for key, chance in part.items():
                    _add(split_law, key, start.probability * open_p * chance)
                staked += start.probability * open_p * extra
                split_p += start.probability * open_p
    square_unsplit = sum(net * net * chance for (_, net), chance in law.items())
    for key, chance in split_law.items():
        _add(law, key, chance)
    net: dict[float, float] = {}
    for (_, value), chance in sorted(law.items()):
        net[value] = net.get(value, 0.0) + chance
    mean = sum(value * chance for value, chance in net.items())
    square = sum(value * value * chance for value, chance in net.items())
    return Results(
        win_p=sum(c for (sign, _), c in law.items() if sign > 0),
        push_p=sum(c for (sign, _), c in law.items() if sign == 0),
        loss_p=sum(c for (sign, _), c in law.items() if sign < 0),
        net=dict(sorted(net.items())),
        mean=mean,
        standard_deviation=sqrt(max(0.0, square - mean * mean)),
        average_wager=staked,
        square_unsplit=square_unsplit,
        split_p=split_p,
    )


def _add(law: Law, key: tuple[int, float], chance: float) -> None:
    if chance > 0:
        law[key] = law.get(key, 0.0) + chance


def _dealt(game: Game, values: UpValues, first: list[Start], law: Law) -> float:
    """Add the rounds against one up card that are not split; what doubles stake is returned."""
    up = values.up
    count = len(hands())
    reach = np.zeros(count)
    for start in first:
        if start.may_split and values.is_split[start.first]:
            continue
        reach[place_of_values(start.first, start.second)] += start.probability
        if game.play.is_peeked[up]:
            is_natural = (start.first, start.second) == (0, 9)
            tie = float(game.play.blackjack_tie[up])
            key = (int(tie > 0), tie) if is_natural else (-1, -1.0)
            _add(law, key, start.probability * start.blackjack_p)
    left = game.beside(up)
    reach_hands(left, game.lattice, values.acts, reach)
    stands, over = np.zeros((4, count)), np.zeros((4, 2))
    given = finish_hands(reach, left, game.lattice, game.play, values.acts, up, stands, over)
    hand = Wagered(kind=0, added=0, stake=1.0, free=0.0)
    for part in _compare(game, up, values.outcomes, stands, over, given, hand=hand):
        for key, chance in part.items():
            _add(law, key, chance)
    alive = 0.0 if game.play.is_peeked[up] else 1.0
    staked = 0.0
    for mode in (1, 2):
        seen = stands[mode] @ (1.0 - (1.0 - alive) * values.outcomes[:, kernels.BLACKJACK])
        extra = float(game.play.double[mode])
        staked += extra * (float(seen) + float(over[mode, 0] + alive * over[mode, 1]))
    return staked


@dataclass(frozen=True)
class Wagered:
    """A hand as its result depends on it: dealt (0) or split (1), whose wager, and its stakes."""

    kind: int
    added: int
    stake: float
    free: float


def _compare(
    game: Game,
    up: int,
    outcomes: Floats,
    stands: Floats,
    over: Floats,
    given: float,
    *,
    hand: Wagered,
) -> Iterator[Law]:
    """The law of one hand's result with each of the dealer's results in turn.

    Hands over 21 and surrendered are spread over those as they fall on average; with one hand this
    changes nothing.
    """
    is_open = bool(game.play.is_open[up])
    weight = stands.sum(axis=0) @ outcomes
    weight[kernels.BLACKJACK] *= is_open
    spread = weight / weight.sum() if weight.sum() > 0 else np.full(8, 1 / 8)
    for result in range(kernels.RESULTS):
        law: Law = {}
        is_natural = result == kernels.BLACKJACK
        if is_natural and not is_open:
            yield law
            continue
        share = 1.0
        if not is_natural:
            share = float(spread[result] / (1.0 - spread[kernels.BLACKJACK]))
        for mode in range(MODES):
            _standing(game, up, outcomes, stands, hand, mode, result, law)
            cost = hand_cost(game, hand, mode, is_natural=is_natural, is_bust=True)
            is_lost = cost > 0 or not is_natural
            _add(law, (-1 if is_lost else 0, -cost), float(over[mode, int(is_natural)]) * share)
        _add(law, (-1, -0.5 * hand.stake), given * float(spread[result]))
        yield law


def hand_cost(game: Game, hand: Wagered, mode: int, *, is_natural: bool, is_bust: bool) -> float:
    """What a losing hand costs, or what a dealer's blackjack takes of it."""
    extra = float(game.play.double[mode]) if mode in (1, 2) else 0.0
    if not is_natural:
        return hand.stake + extra
    of_stake, of_extra = game.play.take[hand.added, int(is_bust)]
    return float(hand.stake * of_stake + extra * of_extra)


def _standing(
    game: Game,
    up: int,
    outcomes: Floats,
    stands: Floats,
    hand: Wagered,
    mode: int,
    result: int,
    law: Law,
) -> None:
    """Add the hands that are compared with one of the dealer's results."""
    places = np.nonzero(stands[mode])[0]
    if not len(places):
        return
    is_natural = result == kernels.BLACKJACK
    chances = stands[mode, places] * outcomes[places, result]
    won = game.play.win[hand.kind, places, result]
    lost = game.play.loss[hand.kind, places, result]
    if hand.kind == 0 and is_natural:
        won = np.where(places == place_of_values(0, 9), game.play.blackjack_tie[up], won)
    cost = hand_cost(game, hand, mode, is_natural=is_natural, is_bust=False)
    real = hand.stake + (float(game.play.double[mode]) if mode in (1, 2) else 0.0)
    nets = (real + hand.free + (mode == MODES - 1)) * won - cost * lost
    signs = np.sign(won) - (lost if cost > 0 or not is_natural else 0.0)
    codes, where = np.unique(np.round(signs * 1000 + nets, 9), return_inverse=True)
    for code, chance in zip(codes, np.bincount(where, chances, len(codes)), strict=True):
        sign = round(float(code) / 1000)
        _add(law, (sign, round(float(code) - 1000 * sign, 9)), float(chance))


def _split(game: Game, values: UpValues, start: Start) -> tuple[Law, float]:
    """The law of a split box where play goes on, and the real units that it adds on average."""
    up, pair = values.up, start.first
    left = game.beside(up)
    left[pair] -= 1
    hands_max = int(game.play.split_hands[pair]) if values.is_resplit[pair] else 2
    pair_cards = float(left[pair] - 1)
    if pair == 9 and game.play.is_rank_pair:
        found = rank_pairs(game.shoe, up)
        pair_cards = sum(w * c for w, c in found) / sum(w for w, _ in found) - 2
    laws: dict[tuple[int, str], list[Law]] = {}
    extras: dict[tuple[int, str], float] = {}
    for added in (0, 1):
        for what in "NA":
            laws[added, what], extras[added, what] = _hand(
                game, values, pair, added, left, pair_cards if what == "N" else 0.0
            )
    total: Law = {}
    staked = 0.0
    paid = float(game.play.stake[1, pair, 0])
    size = float(left.sum()) - 1
    for path, chance in _paths(hands_max, pair_cards, size):
        keys = [(int(place > 0), what) for place, what in enumerate(path)]
        staked += chance * (sum(extras[key] for key in keys) + (len(keys) - 1) * paid)
        for result in range(kernels.RESULTS):
            joint, result_p = _together([laws[key][result] for key in keys])
            for key, part in joint.items():
                _add(total, key, chance * result_p * part)
    whole = sum(total.values())
    return {key: chance / whole for key, chance in total.items()}, staked


def _together(laws: list[Law]) -> tuple[Law, float]:
    """The sum of hands that are independent given the dealer's result, and how likely that is."""
    masses = [sum(law.values()) for law in laws]
    if min(masses) <= 0:
        return {}, 0.0
    joint: Law = {(0, 0.0): 1.0}
    for law, mass in zip(laws, masses, strict=True):
        more: Law = {}
        for (sign, net), chance in joint.items():
            for (step, gain), part in law.items():
                key = (sign + step, round(net + gain, 9))
                more[key] = more.get(key, 0.0) + chance * part / mass
        joint = more
    return joint, sum(masses) / len(masses)


def _paths(hands_max: int, pair_cards: float, size: float) -> Iterator[tuple[str, float]]:
    """The second cards of a split box, N for no pair card and A for any, with their probability."""

    def deal(
        path: str, hands_now: int, waiting: int, pairs: int, drawn: int, chance: float
    ) -> Iterator[tuple[str, float]]:
        if chance <= 0:
            return
        if waiting == 0 or hands_now == hands_max:
            yield path + "A" * waiting, chance
            return
        pair_p = max(0.0, (pair_cards - pairs) / (size - drawn))
        yield from deal(path, hands_now + 1, waiting + 1, pairs + 1, drawn + 1, chance * pair_p)
        yield from deal(path + "N", hands_now, waiting - 1, pairs, drawn + 1, chance * (1 - pair_p))

    yield from deal("", 2, 2, 0, 0, 1.0)


def _hand(
    game: Game, values: UpValues, pair: int, added: int, left: Floats, barred: float
) -> tuple[list[Law], float]:
    """One split hand on its own: its law by the dealer's result, and the units its doubles add."""
    count = len(hands())
    start = place_of_values(pair)
    shares = left.copy()
    shares[pair] -= 1 + barred
    shares = np.maximum(shares, 0.0) / np.maximum(shares, 0.0).sum()
    reach = np.zeros(count)
    for card in range(10):
        reach[game.lattice.child[start, card]] = shares[card]
    acts = values.split_acts[pair, added]
    reach_hands(left, game.lattice, acts, reach)
    stands, over = np.zeros((4, count)), np.zeros((4, 2))
    given = finish_hands(reach, left, game.lattice, game.play, acts, values.up, stands, over)
    places = np.nonzero(stands.sum(axis=0))[0]
    outcomes = np.zeros((count, kernels.RESULTS))
    rows = np.zeros((len(places), kernels.RESULTS))
    kernels.dealer_outcomes(left - game.lattice.counts[places], game.draws, values.up, rows)
    outcomes[places] = rows
    stake = game.play.stake[added, pair]
    hand = Wagered(kind=1, added=added, stake=float(stake[0]), free=float(stake[1]))
    laws = list(_compare(game, values.up, outcomes, stands, over, given, hand=hand))
    extra = sum(
        float(game.play.double[mode]) * float(stands[mode].sum() + over[mode].sum())
        for mode in (1, 2)
    )
    return laws, extra
