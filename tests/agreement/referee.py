"""Blackjack in one line, played out by itself: nothing of the package is used here.

An error in what engine, odds and simulator share would be in all three. So this is written from
the words of the terms alone: it deals every order of a small shoe, plays the acts that it is told,
refuses those that a term forbids, and pays. Cards are their values, an ace is 1.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

Cards = tuple[int, ...]
Shoe = tuple[int, ...]
"""How many cards there are of each value, from 1 to 10."""


@dataclass(frozen=True)
class Played:
    """A hand with what lies on it."""

    cards: Cards
    stake: float = 1
    is_split: bool = False
    is_added: bool = False
    """Its wager was put up for a split."""
    is_over: bool = False
    doubles: int = 0
    is_given: bool = False
    """Given up after a double."""


Chooser = Callable[[Played, int, bool], str]
"""The act for a hand against an up card; the last tells whether it may be split."""


def total(cards: Cards) -> int:
    low = sum(cards)
    return low + 10 if 1 in cards and low <= 11 else low


def is_blackjack(cards: Cards) -> bool:
    return sorted(cards) == [1, 10]


def draws(shoe: Shoe) -> Iterator[tuple[int, float, Shoe]]:
    """Each card that may come, how likely it is, and what is left then."""
    size = sum(shoe)
    assert size, "the shoe is too small for this game"
    for value, count in enumerate(shoe, start=1):
        if count:
            left = (*shoe[: value - 1], count - 1, *shoe[value:])
            yield value, count / size, left


@dataclass
class Referee:
    """One game, told by its terms."""

    terms: frozenset[str]
    choose: Chooser
    insures: Callable[[Cards], bool]
    takes_even_money: bool
    doubles: int = 1
    """How often a hand may be doubled; each time adds all that lies on it."""
    draws_on: bool = False
    """Whether a doubled hand may draw on."""
    rescues: bool = False
    """Whether a doubled hand may be given up for half of all that lies on it."""
    known: dict[object, float] = field(default_factory=dict)

    def expectation(self, shoe: Shoe) -> float:
        """What a round brings on average, in units of the first wager."""
        gained = 0.0
        for first, p1, rest in draws(shoe):
            for up, p2, again in draws(rest):
                for second, p3, left in draws(again):
                    gained += p1 * p2 * p3 * self.dealt((first, second), up, left)
        return gained

    def dealt(self, cards: Cards, up: int, left: Shoe) -> float:
        """What two cards bring against an up card."""
        if is_blackjack(cards) and up == 1 and self.takes_even_money and "3:2" in self.terms:
            return 1.0
        side = 0.0
        if up == 1 and self.insures(cards):
            tens = left[9] / sum(left)
            side = tens * 1.0 - (1 - tens) * 0.5
        if self.is_dealt_last:
            return side + self.turn(((Played(cards)),), up, 0, left)
        # The hole card is dealt now, and seen by nobody but the dealer.
        return side + sum(
            p * self.looked(Played(cards), up, hole, rest) for hole, p, rest in draws(left)
        )

    @property
    def is_dealt_last(self) -> bool:
        """Whether the dealer's second card comes after play."""
        return bool({"ENHC", "OBO", "BB+1"} & self.terms)

    def looked(self, hand: Played, up: int, hole: int, left: Shoe) -> float:
        has_blackjack = is_blackjack((up, hole))
        if up in (1, 10) and self.gives_up(hand, up, is_early=True):
            return -0.5
        if has_blackjack:
            return 0.0 if is_blackjack(hand.cards) else -1.0
        return self.turn((hand,), up, hole, left)

    def gives_up(self, hand: Played, up: int, *, is_early: bool) -> bool:
        if is_blackjack(hand.cards) or ("ES" in self.terms) != is_early:
            return False
        return self.choose(hand, up, self.may_split(hand, 1)) == "surrender"

    def may_split(self, hand: Played, hands: int) -> bool:
        if len(hand.cards) != 2 or hand.cards[0] != hand.cards[1]:
            return False
        if hand.is_split and hand.cards[0] == 1 and "RSA" not in self.terms:
            return False
        return f"SPL{hands}" not in self.terms and hands < 4

    def may_double(self, hand: Played) -> bool:
        if hand.doubles >= self.doubles or (hand.is_split and "NDAS" in self.terms):
            return False
        if not hand.doubles and len(hand.cards) != 2:
            return False
        lowest = 9 if "D9" in self.terms else 10 if "D10" in self.terms else 0
        return not lowest or lowest <= total(hand.cards) <= 11

    def turn(self, hands: tuple[Played, ...], up: int, hole: int, left: Shoe) -> float:
        """What the hands bring from here on; a hole card of 0 is still in the shoe."""
        key = (hands, up, hole, left)
        if key not in self.known:
            self.known[key] = self._turn(hands, up, hole, left)
        return self.known[key]

    def _turn(self, hands: tuple[Played, ...], up: int, hole: int, left: Shoe) -> float:
        place = next((n for n, hand in enumerate(hands) if not hand.is_over), None)
        if place is None:
            return self.dealer(hands, up, hole, left)
        hand, before, after = hands[place], hands[:place], hands[place + 1 :]

        def drawn(grown: Played) -> float:
            return sum(
                p * self.turn((*before, _with(grown, value), *after), up, hole, rest)
                for value, p, rest in draws(left)
            )

        if len(hand.cards) == 1:
            return drawn(hand)
        over = _with(hand, is_over=True)
        may_split = self.may_split(hand, len(hands))
        if total(hand.cards) >= 21:
            return self.turn((*before, over, *after), up, hole, left)
        is_one_card = hand.is_split and hand.cards[0] == 1
        if is_one_card and not may_split:
            return self.turn((*before, over, *after), up, hole, left)
        if hand.doubles and not (self.draws_on or self.rescues or self.may_double(hand)):
            return self.turn((*before, over, *after), up, hole, left)
        act = self.choose(hand, up, may_split)
        if hand.doubles and act == "surrender":
            assert self.rescues
            given = _with(hand, is_over=True, is_given=True)
            return self.turn((*before, given, *after), up, hole, left)
        if act == "split":
            assert may_split
            one = Played(hand.cards[:1], is_split=True, is_added=hand.is_added)
            two = Played(hand.cards[:1], is_split=True, is_added=True)
            return self.turn((*before, one, two, *after), up, hole, left)
        if act == "surrender":
            assert (len(hands), len(hand.cards)) == (1, 2)
            assert {"LS", "ES"} & self.terms
            # Given up in turn: late, or early where no look comes before.
            assert "LS" in self.terms or not hole or up not in (1, 10)
            return self._given_up(up, hole, left)
        if is_one_card or act == "stand":
            return self.turn((*before, over, *after), up, hole, left)
        if act == "double":
            assert self.may_double(hand)
            return drawn(_with(hand, stake=2 * hand.stake, doubles=hand.doubles + 1))
        assert act == "hit"
        assert self.draws_on or not hand.doubles
        return drawn(hand)

    def _given_up(self, up: int, hole: int, left: Shoe) -> float:
        """Half; all where the dealer's blackjack is found later, and surrender was late."""
        if hole or "ES" in self.terms:
            return -0.5
        return sum(p * (-1.0 if is_blackjack((up, one)) else -0.5) for one, p, _ in draws(left))

    def dealer(self, hands: tuple[Played, ...], up: int, hole: int, left: Shoe) -> float:
        """What all hands bring together once the dealer has drawn."""
        if not hole:
            return sum(p * self.dealer(hands, up, one, rest) for one, p, rest in draws(left))
        if is_blackjack((up, hole)):
            # Only without a hole card does it come to this.
            return -self.taken(hands)
        return self.drawn_out(hands, (up, hole), left)

    def taken(self, hands: tuple[Played, ...]) -> float:
        """What a dealer's blackjack takes: all, the first wager, or busted ones and one more."""
        lost, has_taken = 0.0, False
        for hand in hands:
            if is_blackjack(hand.cards) and not hand.is_split:
                continue
            if hand.is_given:
                lost += hand.stake / 2
            elif "OBO" in self.terms:
                lost += 0.0 if hand.is_added else 1.0
            elif "BB+1" not in self.terms or total(hand.cards) > 21:
                lost += hand.stake
            elif not has_taken:
                lost, has_taken = lost + 1.0, True
        return lost

    def drawn_out(self, hands: tuple[Played, ...], cards: Cards, left: Shoe) -> float:
        has = total(cards)
        is_soft_17 = has == 17 and sum(cards) == 7
        if has < 17 or (is_soft_17 and "H17" in self.terms):
            key = ("dealer", hands, tuple(sorted(cards)), left)
            if key not in self.known:
                self.known[key] = sum(
                    p * self.drawn_out(hands, (*cards, value), rest)
                    for value, p, rest in draws(left)
                )
            return self.known[key]
        return sum(self.paid(hand, has) for hand in hands)

    def paid(self, hand: Played, dealer: int) -> float:
        mine = total(hand.cards)
        if hand.is_given:
            return -hand.stake / 2
        if mine > 21:
            return -hand.stake
        if is_blackjack(hand.cards) and not hand.is_split:
            return {"3:2": 1.5, "6:5": 1.2, "1:1": 1.0}[next(iter(self.terms & PRICES))]
        if dealer > 21 or mine > dealer:
            return hand.stake
        return 0.0 if mine == dealer else -hand.stake


PRICES = frozenset({"3:2", "6:5", "1:1"})


def _with(hand: Played, *cards: int, **changes: Any) -> Played:
    return replace(hand, cards=(*hand.cards, *cards), **changes)
