"""The best play of a game and its value: every hand, every up card, one class of strategies."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import TEN
from pitboss.errors import OddsError
from pitboss.odds.shoe import Shoe, blackjack_value
from pitboss.odds.solver.acts import FULL, HALF
from pitboss.odds.solver.arrays import (
    DEALT,
    DealtHands,
    Floats,
    Ints,
    Lattice,
    Origin,
    SolverDeal,
    lattice,
)
from pitboss.odds.solver.busted_plus_one import busted_plus_one_loss, reply_in_turn
from pitboss.odds.solver.dealer import BLACKJACK, Draws, draws
from pitboss.odds.solver.hand_values import SplitActs, dealt_workspace, value_dealt, value_split
from pitboss.odds.solver.hands import place_of_values
from pitboss.odds.solver.offers import plain_and_blackjack
from pitboss.odds.solver.rule_tables import RuleTables, tabulate
from pitboss.odds.solver.splits import box_value, extra_max
from pitboss.rulebook.file.bonuses import bonuses
from pitboss.rulebook.rules import Rules
from pitboss.strategy import BLACKJACK_SHOWN, BOTH_UP, SHOWN, UPS

ROUND_CARDS = 4
"""Minimum number of cards of a round with a hole card."""


@dataclass(frozen=True)
class SolverInput:
    """A rule set and a shoe, in the form that kernels take."""

    rules: Rules
    shoe: Shoe
    play: RuleTables = field(init=False)
    draws: Draws = field(init=False)
    lattice: Lattice = field(init=False)
    by_up: tuple[RuleTables, ...] = field(init=False)
    """Rule tables for each of ``SHOWN``; all the same unless a bonus depends on the up card."""

    def __post_init__(self) -> None:
        play = tabulate(self.rules)
        has_22 = bool(
            np.any(play.win[:, :, 5] != play.win[:, :, 6])
            or np.any(play.loss[:, :, 5] != play.loss[:, :, 6])
        )
        if play.doubled_legal.shape[0]:
            _check_doubled(self.rules, play)
        object.__setattr__(self, "play", play)
        asks_up = any(bonus.against >= 0 for bonus in bonuses(self.rules.settlement.bonuses))
        tables = [tabulate(self.rules, up) if asks_up else play for up in range(UPS)]
        object.__setattr__(self, "by_up", (*tables, *[play] * len(BOTH_UP)))
        object.__setattr__(self, "draws", draws(self.rules, has_22=has_22))
        object.__setattr__(self, "lattice", lattice())

    @cached_property
    def values(self) -> Floats:
        """Number of cards of each value in the shoe."""
        return np.array(self.shoe.values, dtype=np.float64)

    @property
    def size(self) -> float:
        """Number of cards in the shoe."""
        return float(self.values.sum())

    def beside(self, up: int) -> Floats:
        """Return the shoe without the cards that the dealer shows."""
        left = self.values.copy()
        for value in SHOWN[up]:
            left[value] -= 1
        return left

    @property
    def ups(self) -> range:
        """Indices in ``SHOWN`` that the dealer may show."""
        return BOTH_UP if self.rules.deal.hole_card_up else range(UPS)

    def shown_p(self, up: int) -> float:
        """Return the probability that the dealer shows ``SHOWN[up]``."""
        chance, left, size = 1.0, self.values.copy(), self.size
        for value in SHOWN[up]:
            chance *= float(max(left[value], 0.0)) / size
            left[value] -= 1
            size -= 1
        return chance * len(set(SHOWN[up]))

    def deal(self, up: int) -> SolverDeal:
        """Return the kernel arguments for hands against this up card."""
        return SolverDeal(up, self.beside(up), self.lattice, self.at(up), self.draws)

    def at(self, up: int) -> RuleTables:
        """Return the rule tables against this up card."""
        return self.by_up[up]

    def reply(self, up: int, pair: int, acts: SplitActs) -> None:
        """Improve the acts of two split hands until each is the best reply to the other."""
        reply_in_turn(self.deal(up), pair, acts)


def _check_doubled(rules: Rules, play: RuleTables) -> None:
    """Raise for rules that are not solved together with acts after a double."""
    is_plain = play.double[FULL] == play.double[HALF] and not play.free.any()
    if not is_plain or play.stake[1, :, 1].any():
        paths = ("double.times", "double.draws_on", "surrender.doubled")
        clauses = ", ".join(dict.fromkeys(map(rules.clause, paths)))
        raise OddsError(
            "hands that go on after a double are solved only where a double is for the full amount "
            f"and nothing is free [{clauses}]"
        )


@dataclass(frozen=True)
class UpValues:
    """Solved play against one up card.

    Values are per unit of the initial wager. If the dealer peeks, his blackjack counts 0 in them:
    divided by the probability that he has none, they are the values after the peek.
    """

    up: int
    """Value of the up card, 0 for an ace; the index in ``SHOWN`` if both cards are face up."""
    acts: Ints
    """(hands,): act of each hand that was not split, leaving splits aside."""
    act_values: Floats
    """(hands, acts): value of each act; minus infinity if it is not allowed."""
    outcomes: Floats
    """(hands, 8): probability of each dealer's result, given the hand."""
    split_acts: Ints
    """(10, 2, hands): acts of hands from each split pair, original and added."""
    second: tuple[Floats | None, ...]
    """(2, extra + 1, 10) by pair: value of a split hand by second card; None if not valued."""
    split_values: Floats
    """(10,): value of splitting each pair; minus infinity if it may not be split."""
    is_split: NDArray[np.bool_]
    """(10,): True if a dealt pair is split."""
    is_resplit: NDArray[np.bool_]
    """(10,): True if further pairs are split again, as far as the rules allow."""
    doubled_acts: Ints
    """(doubles, hands): act of each unsplit hand by its number of doubles."""
    split_doubled: Ints
    """(10, 2, doubles, hands): the same for hands from each split pair."""

    def best(self, place: int) -> float:
        """Return the value of the chosen act, leaving splits aside."""
        return float(self.act_values[place, self.acts[place]])


def dealt_origin() -> Origin:
    """Return the origin of a hand that was not split."""
    return Origin(DEALT, 0, place_of_values(0, 9), stake=1.0, free=0.0)


def solve_up(game: SolverInput, up: int, *, pairs: tuple[int, ...] = tuple(range(10))) -> UpValues:
    """Solve composition-dependent play against one index of ``SHOWN``."""
    count = game.lattice.counts.shape[0]
    dealt = dealt_workspace(game.play)
    if up == BLACKJACK_SHOWN:
        # The round is over: nothing is played, and nothing but the blackjack counts.
        dealt.outcomes[:, BLACKJACK] = 1.0
        dealt.act_values[:, 1:] = -np.inf
        pairs = ()
    else:
        value_dealt(game.deal(up), dealt_origin(), dealt)
    doubles = game.play.doubled_legal.shape[0]
    split_acts = SplitActs(
        np.zeros((10, 2, count), dtype=np.int64),
        np.zeros((10, 2, doubles, count), dtype=np.int64),
    )
    return with_splits(game, up, dealt, split_acts, pairs=pairs, is_fixed=False)


def with_splits(
    game: SolverInput,
    up: int,
    dealt: DealtHands,
    split_acts: SplitActs,
    *,
    pairs: tuple[int, ...],
    is_fixed: bool,
) -> UpValues:
    """Add the value of splitting each pair to the values of unsplit hands.

    ``split_acts`` has the acts of every pair along its first axis.
    """
    left = game.beside(up)
    outcomes, acts, act_values, doubled = dealt
    second: list[Floats | None] = [None] * 10
    split_values = np.full(10, -np.inf)
    is_split = np.zeros(10, dtype=np.bool_)
    is_resplit = np.zeros(10, dtype=np.bool_)
    for pair in pairs:
        hands_max = int(game.play.split_hands[pair])
        if hands_max < 2 or left[pair] < 2:
            continue
        mine = SplitActs(split_acts.plain[pair], split_acts.doubled[pair])
        seconds = _seconds(game, up, pair, mine, is_fixed=is_fixed)
        other = float(act_values[place_of_values(pair, pair)].max())
        once, again = (split_value(game, up, pair, seconds, hands=h) for h in (2, hands_max))
        if game.play.is_busted_plus_one and game.play.blackjack_after_play[up]:
            if not is_fixed and max(once, again) > other:
                # The loss left out only lowers the value: a split that is worse stays worse.
                game.reply(up, pair, mine)
                seconds = _seconds(game, up, pair, mine, is_fixed=True)
            once, again = (
                _coupled_value(game, up, pair, mine, seconds, hands=h, other=other)
                for h in (2, hands_max)
            )
        second[pair] = seconds
        is_resplit[pair] = hands_max > 2 and again >= once
        split_values[pair] = max(once, again)
        place = place_of_values(pair, pair)
        is_split[pair] = split_values[pair] > act_values[place, acts[place]]
    return UpValues(
        up, acts, act_values, outcomes, split_acts.plain, tuple(second), split_values, is_split,
        is_resplit, doubled.acts, split_acts.doubled,
    )  # fmt: skip


def _seconds(game: SolverInput, up: int, pair: int, acts: SplitActs, *, is_fixed: bool) -> Floats:
    """Return (2, extra + 1, 10) values of a split hand by its second card; ``acts`` are written."""
    most = extra_max(int(game.play.split_hands[pair]))
    seconds = np.zeros((2, most + 1, 10))
    value_split(game.deal(up), pair, acts, seconds, is_fixed=is_fixed)
    return seconds


def _coupled_value(
    game: SolverInput,
    up: int,
    pair: int,
    acts: SplitActs,
    second: Floats,
    *,
    hands: int,
    other: float,
) -> float:
    """Return the value of a split under busted plus one, in which a loss depends on other hands.

    ``other`` is the value of the best other act; a split that is worth less needs only a bound.
    """
    value = split_value(game, up, pair, second, hands=hands)
    left = game.beside(up)
    left[pair] -= 2
    joint_max = hands if value > other else 2
    return value - busted_plus_one_loss(
        game.play, up, pair, acts, left, hands_max=hands, joint_max=joint_max
    )


def split_value(game: SolverInput, up: int, pair: int, second: Floats, *, hands: int) -> float:
    """Return the value of splitting a pair into at most this many hands.

    If tens must be of one rank, it is the average over ranks, for a player who sees values only.
    """
    left = game.beside(up)
    left[pair] -= 2
    if pair != 9 or not game.play.is_rank_pair:
        return box_value(hands, second, left, pair=pair, pair_cards=float(left[pair]))
    total, weight = 0.0, 0.0
    for chance, cards in rank_pairs(game.shoe, up):
        value = box_value(hands, second, left, pair=pair, pair_cards=cards - 2)
        total += chance * value
        weight += chance
    return total / weight if weight else -np.inf


def rank_pairs(shoe: Shoe, up: int) -> list[tuple[float, float]]:
    """List the ways to be dealt tens of one rank: probability, and cards of the rank not shown."""
    size = shoe.size - len(SHOWN[up])
    pairs: list[tuple[float, float]] = []
    for shown_p, gone in _shown_tens(shoe, SHOWN[up].count(TEN)):
        for ten, count in enumerate(shoe.tens):
            cards = count - gone.count(ten)
            if cards >= 2:
                chance = shown_p * cards * (cards - 1) / (size * (size - 1))
                pairs.append((chance, float(cards)))
    return pairs


def _shown_tens(shoe: Shoe, count: int) -> list[tuple[float, tuple[int, ...]]]:
    """List the ranks that this many of the dealer's tens may have, with their probability."""
    shown: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    for _ in range(count):
        left = sum(shoe.tens) - len(shown[0][1])
        shown = [
            (chance * (cards - gone.count(ten)) / left, (*gone, ten))
            for chance, gone in shown
            for ten, cards in enumerate(shoe.tens)
            if cards > gone.count(ten)
        ]
    return shown


@dataclass(frozen=True)
class Start:
    """The first two cards and the up card, with the value of the round from there."""

    up: int
    first: int
    second: int
    """Values, 0 for an ace; ``first`` is at most ``second``."""
    probability: float
    """Probability of these three cards in a round, the first two in either order."""
    may_split: bool
    """True if the two are a pair that may be split."""
    blackjack_p: float
    """Probability that the dealer has a blackjack, given these cards."""
    value: float
    """Value of the main wager per unit, a dealer's blackjack included, insurance excluded."""
    offers_value: float
    """Value that insurance or even money adds."""


def starts(game: SolverInput, solved: tuple[UpValues | None, ...]) -> list[Start]:
    """List every start of a round with its probability and value."""
    listed: list[Start] = []
    plain, blackjack = plain_and_blackjack(game.rules)
    natural_place = place_of_values(0, 9)
    for values in solved:
        if values is None:
            continue
        up = values.up
        left = game.beside(up)
        size = float(left.sum())
        for first in range(10):
            for second in range(first, 10):
                ways = left[first] * (left[second] - (first == second))
                chance = ways / (size * (size - 1)) * (1 if first == second else 2)
                chance = float(chance) * game.shown_p(up)
                if chance <= 0:
                    continue
                place = place_of_values(first, second)
                ace_p = _blackjack_p(left, up, first, second)
                closed = 0.0
                if game.play.is_peeked[up]:
                    lost = -1.0
                    if place == natural_place:
                        lost = float(game.play.blackjack_tie[up])
                    closed = ace_p * lost
                value = values.best(place) + closed
                extra = 0.0
                if up == 0:
                    offer = blackjack if place == natural_place else plain
                    extra = 0.0 if offer.replaces else offer.gain(ace_p)
                    if offer.even_money:
                        extra = max(extra, 1.0 - value)
                parts = _pair_parts(game, up, first, second, chance)
                for may_split, part in parts:
                    worth = value
                    if may_split and values.is_split[first]:
                        worth = float(values.split_values[first]) + closed
                    listed.append(Start(up, first, second, part, may_split, ace_p, worth, extra))
    return listed


def _pair_parts(
    game: SolverInput, up: int, first: int, second: int, chance: float
) -> list[tuple[bool, float]]:
    """List (may split, probability) of two cards; two rows if their ranks decide it."""
    if first != second or game.play.split_hands[first] < 2:
        return [(False, chance)]
    if first != 9 or not game.play.is_rank_pair:
        return [(True, chance)]
    same = game.shown_p(up) * sum(weight for weight, _ in rank_pairs(game.shoe, up))
    return [(True, same), (False, chance - same)]


def _blackjack_p(left: Floats, up: int, first: int, second: int) -> float:
    if up == BLACKJACK_SHOWN:
        return 1.0
    need = blackjack_value(up)
    if need < 0:
        return 0.0
    cards = float(left[need]) - (first == need) - (second == need)
    return cards / (float(left.sum()) - 2)


def solve_all(game: SolverInput) -> tuple[UpValues | None, ...]:
    """Solve best play against every index of ``SHOWN``; None if the shoe cannot deal it."""
    if game.shoe.size < ROUND_CARDS:
        told = "the shoe has too few cards for a round"
        raise OddsError(told, place="shoe", hint=f"leave {ROUND_CARDS} cards or more")
    room = 2 + len(SHOWN[game.ups[-1]])
    return tuple(
        solve_up(game, up) if up in game.ups and game.shown_p(up) > 0 and game.size > room else None
        for up in range(game.ups[-1] + 1)
    )
