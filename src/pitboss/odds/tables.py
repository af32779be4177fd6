"""The rulebook's questions about hands, asked once for every hand and kept as arrays."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import parse_cards
from pitboss.hands import Hand, hand_of
from pitboss.odds.acts import (
    MAY_DOUBLE,
    MAY_DOUBLE_HALF,
    MAY_HIT,
    MAY_STAND,
    MAY_SURRENDER,
)
from pitboss.odds.lattice import example, hands, low_of
from pitboss.odds.shoe import card_of
from pitboss.rulebook.acts import (
    double_refused,
    hit_refused,
    is_complete,
    is_free_double,
    is_free_split,
    split_refused,
    stand_refused,
    surrender_refused,
)
from pitboss.rulebook.dealing import blackjack_is_paid_after_deal, is_open_to_blackjack, peeks
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.settle import (
    Outcome,
    Result,
    Riding,
    blackjack_losses,
    blackjack_outcome,
    main_outcome,
)
from pitboss.rulebook.stakes import double_stakes

STAKE = 200
"""A wager in cents by which stakes are asked about; every answer is divided by it."""

DEALER = tuple(
    hand_of(parse_cards(text))
    for text in ("Td 7d", "Td 8d", "Td 9d", "Td Jd", "Td 5d 6d", "Td 5d 7d", "Td 6d 7d", "Ad Td")
)
"""A dealer's hand for each of ``dealer.RESULTS``."""


class Play(NamedTuple):
    """What the rulebook says of every hand, hands in the order of the lattice."""

    win: NDArray[np.float64]
    """(2, hands, 8): what a unit gains against each dealer's result, before and after a split."""
    loss: NDArray[np.float64]
    """(2, hands, 8): 1 where the wager is lost."""
    legal: NDArray[np.int64]
    """(3, hands): bits (``acts``) of what a hand may do; for hands dealt, split, and from split
    aces. A hand that is over may stand."""
    free: NDArray[np.bool_]
    """(hands,): whether the house pays for doubling it."""
    double: NDArray[np.float64]
    """(3,): what no double, a full and a half one add, in units of the wager."""
    take: NDArray[np.float64]
    """(2, 2, 2): what share a dealer's blackjack found after play takes of the original wager or
    of one added by splitting, still in play or over 21: of its stake, and of its double."""
    stake: NDArray[np.float64]
    """(2, 10, 2): the real and the free stake on the first hand of a split pair and on others."""
    is_open: NDArray[np.float64]
    """(10,): 1 where a dealer's blackjack may turn up after play, by up card."""
    is_peeked: NDArray[np.bool_]
    """(10,): whether the dealer looks for a blackjack before play, by up card."""
    blackjack_tie: NDArray[np.float64]
    """(10,): what a player's blackjack gains against a dealer's, by up card."""
    split_hands: NDArray[np.int64]
    """(10,): how many hands a pair of each value may become; 1 where it may not be split."""
    is_rank_pair: bool
    """Whether two ten-value cards must be of one rank to be split."""
    is_coupled: bool
    """Whether a dealer's blackjack takes an added wager only where the original hand is over."""
    alike: NDArray[np.int64]
    """(hands,): the first hand that after a split wins and loses as this one does."""
    cards_told: int
    """How many cards a chart must tell apart: none, or up to five where five cards matter."""


def tabulate(rules: Rules) -> Play:
    """Ask the rulebook about every hand; the answers of a rule set are kept."""
    key = (
        rules.deal, rules.blackjack, rules.insurance, rules.draw, rules.double, rules.split,
        rules.surrender, rules.dealer, rules.settlement,
    )  # fmt: skip
    return _tabulate(key, _Kept(rules))


class _Kept:
    """Rules as an argument that a cache does not look at: the key beside it says the same."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _tabulate(_key: tuple[Any, ...], kept: _Kept) -> Play:
    rules = kept.rules
    count = len(hands())
    win, loss = np.zeros((2, count, 8)), np.zeros((2, count, 8))
    legal = np.zeros((3, count), dtype=np.int64)
    free = np.zeros(count, dtype=np.bool_)
    asked: dict[tuple[int, bool, int], list[int]] = {}
    for place, counts in enumerate(hands()):
        asked.setdefault((low_of(counts), counts[0] > 0, sum(counts)), []).append(place)
    for places in asked.values():
        counts = hands()[places[0]]
        kinds = (
            example(counts),
            example(counts, is_split=True),
            example(counts, is_split=True, is_split_ace=True),
        )
        for kind, hand in enumerate(kinds):
            legal[kind, places] = _legal(rules, hand)
        free[places] = is_free_double(rules, kinds[0])
        for kind, hand in enumerate(kinds[:2]):
            for result, dealer in enumerate(DEALER):
                outcome = main_outcome(rules, hand, dealer)
                win[kind, places, result] = _gain(outcome)
                loss[kind, places, result] = outcome.result is Result.LOSS
    ups = [card_of(value) for value in range(10)]
    return Play(
        win=win,
        loss=loss,
        legal=legal,
        free=free,
        double=np.array([0.0, *_doubles(rules)]),
        take=_takes(rules),
        stake=_stakes(rules),
        is_open=np.array([float(is_open_to_blackjack(rules, up)) for up in ups]),
        is_peeked=np.array([peeks(rules, up) for up in ups]),
        blackjack_tie=np.array([_tie(rules, up) for up in ups]),
        split_hands=np.array([_split_hands(rules, value) for value in range(10)]),
        is_rank_pair=split_refused(rules, hand_of(parse_cards("Td Kd")), hands=1) is not None,
        is_coupled=_is_coupled(rules),
        alike=_alike(np.concatenate([win[1], loss[1]], axis=1)),
        cards_told=_cards_told(win[0], legal[0]),
    )


def _alike(results: NDArray[np.float64]) -> NDArray[np.int64]:
    _, first, where = np.unique(results, axis=0, return_index=True, return_inverse=True)
    alike: NDArray[np.int64] = first[where.ravel()]
    return alike


def _cards_told(win: NDArray[np.float64], legal: NDArray[np.int64]) -> int:
    by_cards: dict[tuple[int, bool], set[bytes]] = {}
    for place, counts in enumerate(hands()):
        if sum(counts) > 2:
            says = win[place].tobytes() + legal[place].tobytes()
            by_cards.setdefault((low_of(counts), counts[0] > 0), set()).add(says)
    return 0 if all(len(said) == 1 for said in by_cards.values()) else 5


def _legal(rules: Rules, hand: Hand) -> int:
    """The acts of a hand other than splitting; one that is over can only stand."""
    if is_complete(rules, hand, hands=rules.split.hands_max):
        return MAY_STAND
    half = _doubles(rules)[1] < 1
    can_double = double_refused(rules, hand) is None
    allowed = {
        MAY_STAND: stand_refused(rules, hand) is None,
        MAY_HIT: hit_refused(rules, hand) is None,
        MAY_DOUBLE: can_double,
        MAY_DOUBLE_HALF: can_double and half and not is_free_double(rules, hand),
        MAY_SURRENDER: surrender_refused(rules, hand) is None,
    }
    return sum(bit for bit, is_allowed in allowed.items() if is_allowed)


def _doubles(rules: Rules) -> tuple[float, float]:
    """What a full double adds, and one for half where the house sells exactly that.

    Where any amount up to the wager may be added, the value is linear in it: between a full double
    and one card for nothing, which hitting is never worse than. So no other amount is asked about.
    """
    stakes = double_stakes(rules, STAKE)
    return stakes.high / STAKE, (stakes.low if stakes.only else stakes.high) / STAKE


def _gain(outcome: Outcome) -> float:
    return float(outcome.odds.ratio) if outcome.odds else 0.0


def _tie(rules: Rules, up: int) -> float:
    if blackjack_is_paid_after_deal(rules, up):
        return float(rules.blackjack.pays.ratio)
    hole = card_of(0) if up >= card_of(9) else card_of(9)
    return _gain(blackjack_outcome(rules, hand_of((up, hole))))


def _takes(rules: Rules) -> NDArray[np.float64]:
    """What a dealer's blackjack takes of a wager, the original one being still in play beside it.

    Where it takes one wager besides the busted ones, it is counted here as the original; what that
    leaves out, when the original hand is over and another is not, is in ``coupling``.
    """
    takes = np.zeros((2, 2, 2))
    first = Riding(STAKE, 0, is_original=True, is_bust=False)
    for is_bust in (False, True):
        for added in (False, True):
            before = [first] if added else []
            plain, doubled = (
                blackjack_losses(
                    rules,
                    [*before, Riding(STAKE, extra, is_original=not added, is_bust=is_bust)],
                )[-1]
                for extra in (0, STAKE)
            )
            takes[int(added), int(is_bust)] = (plain / STAKE, (doubled - plain) / STAKE)
    return takes


def _is_coupled(rules: Rules) -> bool:
    over, live = (Riding(STAKE, 0, is_original=True, is_bust=b) for b in (True, False))
    added = Riding(STAKE, 0, is_original=False, is_bust=False)
    return blackjack_losses(rules, [over, added])[1] != blackjack_losses(rules, [live, added])[1]


def _stakes(rules: Rules) -> NDArray[np.float64]:
    stakes = np.zeros((2, 10, 2))
    stakes[:, :, 0] = 1.0
    for value in range(10):
        pair = hand_of((card_of(value), card_of(value)))
        if is_free_split(rules, pair):
            stakes[1, value] = (0.0, 1.0)
    return stakes


def _split_hands(rules: Rules, value: int) -> int:
    cards = (card_of(value), card_of(value))
    if split_refused(rules, hand_of(cards), hands=1):
        return 1
    count = 2
    pair = hand_of(cards, is_split=True, is_split_ace=value == 0)
    while split_refused(rules, pair, hands=count) is None:
        count += 1
    return count
