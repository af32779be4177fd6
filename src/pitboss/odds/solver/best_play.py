"""The best play of a game and its value: every hand, every up card, one class of strategies."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import TEN
from pitboss.errors import OddsError
from pitboss.odds.shoe import Shoe, blackjack_value
from pitboss.odds.solver import arrays
from pitboss.odds.solver.acts import FULL, HALF
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.busted_plus_one import busted_plus_one_loss, reply_in_turn
from pitboss.odds.solver.dealer import BLACKJACK, Draws, draws
from pitboss.odds.solver.hand_values import SplitActs, dealt_workspace, value_dealt, value_split
from pitboss.odds.solver.hands import place_of_values
from pitboss.odds.solver.offers import plain_and_blackjack
from pitboss.odds.solver.rule_tables import RuleTables, tabulate
from pitboss.odds.solver.splits import box_value, extra_max
from pitboss.rulebook.file.bonuses import bonuses
from pitboss.rulebook.questions.acts import asks_up
from pitboss.rulebook.rules import Rules
from pitboss.strategy import BLACKJACK_SHOWN, BOTH, BOTH_UP, SHOWN, UPS

ROUND_CARDS = 4
"""Minimum number of cards of a round with a hole card."""


@dataclass(frozen=True)
class SolverInput:
    """A rule set and a shoe, in the form that kernels take."""

    rules: Rules
    shoe: Shoe
    play: RuleTables = field(init=False)
    draws: Draws = field(init=False)
    lattice: arrays.Lattice = field(init=False)
    by_up: tuple[RuleTables, ...] = field(init=False)
    """Rule tables for each of ``SHOWN``; the same unless a bonus or an act asks for the up card."""

    def __post_init__(self) -> None:
        play = tabulate(self.rules)
        has_22 = bool(
            np.any(play.win[:, :, 5] != play.win[:, :, 6])
            or np.any(play.loss[:, :, 5] != play.loss[:, :, 6])
        )
        if play.doubled_legal.shape[0]:
            _check_doubled(self.rules, play)
        object.__setattr__(self, "play", play)
        by_bonus = any(bonus.against >= 0 for bonus in bonuses(self.rules.settlement.bonuses))
        is_by_up = by_bonus or asks_up(self.rules)
        tables = [tabulate(self.rules, up) if is_by_up else play for up in range(UPS)]
        object.__setattr__(self, "by_up", (*tables, *[play] * len(BOTH_UP)))
        object.__setattr__(self, "draws", draws(self.rules, has_22=has_22))
        object.__setattr__(self, "lattice", arrays.lattice())

    @cached_property
    def values(self) -> Floats:
        """Number of cards of each value in the shoe."""
        return np.array(self.shoe.values, dtype=np.float64)

    @property
    def size(self) -> float:
        """Number of cards in the shoe."""
        return float(self.values.sum())

    def shoe_left(self, up: int) -> Floats:
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

    def deal(self, up: int) -> arrays.SolverDeal:
        """Return the kernel arguments for hands against this up card."""
        return arrays.SolverDeal(up, self.shoe_left(up), self.lattice, self.at(up), self.draws)

    def at(self, up: int) -> RuleTables:
        """Return the rule tables against this up card."""
        return self.by_up[up]


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


def dealt_origin() -> arrays.Origin:
    """Return the origin of a hand that was not split."""
    return arrays.Origin(arrays.DEALT, 0, place_of_values(0, 9), stake=1.0, free=0.0)


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
        np.zeros((10, 2, count), dtype=np.int64), np.zeros((10, 2, doubles, count), dtype=np.int64)
    )
    return with_splits(game, up, dealt, split_acts, pairs=pairs, is_fixed=False)


def with_splits(
    game: SolverInput,
    up: int,
    dealt: arrays.DealtHands,
    split_acts: SplitActs,
    *,
    pairs: tuple[int, ...],
    is_fixed: bool,
) -> UpValues:
    """Add the value of splitting each pair to the values of unsplit hands.

    ``split_acts`` has the acts of every pair along its first axis.
    """
    left = game.shoe_left(up)
    outcomes, acts, act_values, doubled = dealt
    second: list[Floats | None] = [None] * 10
    split_values = np.full(10, -np.inf)
    is_split = np.zeros(10, dtype=np.bool_)
    is_resplit = np.zeros(10, dtype=np.bool_)
    for pair in pairs:
        hands_max = int(game.at(up).split_hands[pair])
        if hands_max < 2 or left[pair] < 2:
            continue
        mine = SplitActs(split_acts.plain[pair], split_acts.doubled[pair])
        seconds = np.zeros((2, extra_max(hands_max) + 1, 10))
        box = partial(split_value, game, up, pair, seconds)
        other = float(act_values[place_of_values(pair, pair)].max())
        once, again = value_pair(
            game.deal(up),
            pair,
            mine,
            seconds,
            box,
            hands_max=hands_max,
            other=other,
            is_fixed=is_fixed,
        )
        second[pair] = seconds
        is_resplit[pair] = hands_max > 2 and again >= once
        split_values[pair] = max(once, again)
        place = place_of_values(pair, pair)
        is_split[pair] = split_values[pair] > act_values[place, acts[place]]
    return UpValues(
        up=up,
        acts=acts,
        act_values=act_values,
        outcomes=outcomes,
        split_acts=split_acts.plain,
        second=tuple(second),
        split_values=split_values,
        is_split=is_split,
        is_resplit=is_resplit,
        doubled_acts=doubled.acts,
        split_doubled=split_acts.doubled,
    )


def value_pair(
    deal: arrays.SolverDeal,
    pair: int,
    acts: SplitActs,
    seconds: Floats,
    box: Callable[[int], float],
    *,
    hands_max: int,
    other: float,
    is_fixed: bool = False,
    can_reply: bool = True,
) -> tuple[float, float]:
    """Return the value of splitting a pair once, and of splitting as far as the rules allow.

    ``box`` gives the value of a box of at most this many hands; it reads ``seconds`` (2, extra + 1,
    10), the values of a hand by its second card, which are written. So are ``acts``, unless
    ``is_fixed``. Under busted plus one a loss depends on other hands: acts are then improved if
    they ``can_reply`` to each other, and a split that is worth less than ``other``, the best other
    act, needs only a bound of the loss.
    """
    play, up, limits = deal.play, deal.up, (2, hands_max)
    value_split(deal, pair, acts, seconds, is_fixed=is_fixed)
    values = [box(limit) for limit in limits]
    if play.is_busted_plus_one and play.blackjack_after_play[up]:
        if can_reply and not is_fixed and max(values) > other:
            # The loss left out only lowers the value: a split that is worse stays worse.
            reply_in_turn(deal, pair, acts)
            value_split(deal, pair, acts, seconds, is_fixed=True)
            values = [box(limit) for limit in limits]
        left = deal.shoe.copy()
        left[pair] -= 2
        for place, limit in enumerate(limits):
            joint_max = limit if values[place] > other else 2
            values[place] -= busted_plus_one_loss(
                play, up, pair, acts, left, hands_max=limit, joint_max=joint_max
            )
    once, again = values
    return once, again


def split_value(game: SolverInput, up: int, pair: int, second: Floats, hands: int) -> float:
    """Return the value of splitting a pair into at most this many hands.

    If tens must be of one rank, it is the average over ranks, for a player who sees values only.
    """
    left = game.shoe_left(up)
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
    for shown_p, ranks in _ranks_shown(shoe, SHOWN[up].count(TEN)):
        for ten, count in enumerate(shoe.tens):
            cards = count - ranks.count(ten)
            if cards >= 2:
                chance = shown_p * cards * (cards - 1) / (size * (size - 1))
                pairs.append((chance, float(cards)))
    return pairs


def _ranks_shown(shoe: Shoe, count: int) -> list[tuple[float, tuple[int, ...]]]:
    """List the ranks that this many of the dealer's tens may have, with their probability."""
    shown: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    for _ in range(count):
        left = sum(shoe.tens) - len(shown[0][1])
        shown = [
            (chance * (cards - ranks.count(ten)) / left, (*ranks, ten))
            for chance, ranks in shown
            for ten, cards in enumerate(shoe.tens)
            if cards > ranks.count(ten)
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


def two_cards(left: Floats) -> Iterator[tuple[int, int, float]]:
    """Yield every two values of a shoe, the lower first, with the probability of their deal."""
    size = float(left.sum())
    for first, second in BOTH:
        ways = left[first] * (left[second] - (first == second)) * (1 + (first != second))
        yield first, second, max(0.0, float(ways / (size * (size - 1))))


def starts(game: SolverInput, solved: tuple[UpValues | None, ...]) -> list[Start]:
    """List every start of a round with its probability and value."""
    listed: list[Start] = []
    plain, blackjack = plain_and_blackjack(game.rules)
    blackjack_place = place_of_values(0, 9)
    for values in solved:
        if values is None:
            continue
        up, left = values.up, game.shoe_left(values.up)
        for first, second, dealt_p in two_cards(left):
            chance = dealt_p * game.shown_p(up)
            if chance <= 0:
                continue
            place = place_of_values(first, second)
            blackjack_p = _blackjack_p(left, up, first, second)
            closed = 0.0
            if game.play.is_peeked[up]:
                tie = game.play.blackjack_tie[up] if place == blackjack_place else -1.0
                closed = blackjack_p * float(tie)
            value = values.best(place) + closed
            extra = 0.0
            if up == 0:
                offer = blackjack if place == blackjack_place else plain
                extra = 0.0 if offer.replaces else offer.gain(blackjack_p)
                if offer.even_money:
                    extra = max(extra, 1.0 - value)
            for may_split, p in _pair_parts(game, up, first, second, chance):
                is_split = may_split and values.is_split[first]
                best = float(values.split_values[first]) + closed if is_split else value
                listed.append(Start(up, first, second, p, may_split, blackjack_p, best, extra))
    return listed


def _pair_parts(
    game: SolverInput, up: int, first: int, second: int, chance: float
) -> list[tuple[bool, float]]:
    """List (may split, probability) of two cards; two rows if their ranks decide it."""
    if first != second or game.at(up).split_hands[first] < 2:
        return [(False, chance)]
    if first != 9 or not game.play.is_rank_pair:
        return [(True, chance)]
    same = game.shown_p(up) * sum(weight for weight, _ in rank_pairs(game.shoe, up))
    return [(True, same), (False, chance - same)]


def _blackjack_p(left: Floats, up: int, first: int, second: int) -> float:
    need = blackjack_value(up)
    if need < 0:
        return float(up == BLACKJACK_SHOWN)
    cards = float(left[need]) - (first == need) - (second == need)
    return cards / (float(left.sum()) - 2)


def solve_all(game: SolverInput) -> tuple[UpValues | None, ...]:
    """Solve best play against every index of ``SHOWN``; None if the shoe cannot deal it."""
    if game.shoe.size < ROUND_CARDS:
        text = "the shoe has too few cards for a round"
        raise OddsError(text, place="shoe", hint=f"leave {ROUND_CARDS} cards or more")
    room = 2 + len(SHOWN[game.ups[-1]])
    return tuple(
        solve_up(game, up) if up in game.ups and game.shown_p(up) > 0 and game.size > room else None
        for up in range(game.ups[-1] + 1)
    )
