"""Bonuses on a winning hand: by the number of its cards, by their ranks, by their suits.

Written as in ``5 cards: 3 to 2``, ``678 suited: 2 to 1``, ``777 suited against 7: 50 to 1``, and
for a blackjack ``diamonds: 2 to 1`` or ``AJ spades: 10 to 1``.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

import msgspec

from pitboss.cards import RANK_NAMES, RANKS, SUIT_NAMES, Card, rank, suit
from pitboss.hands import Hand
from pitboss.money import Odds, parse_odds
from pitboss.rulebook.file.sections import SUITED

_PATTERN = (
    rf"(?:([0-9]+) cards|([{RANKS}]{{2,}}))?"
    rf" ?({SUITED}|{'|'.join(SUIT_NAMES)})?"
    rf"(?: against ([{RANKS}]))?: ([1-9][0-9]* to [1-9][0-9]*)"
)


class Bonus(msgspec.Struct, frozen=True, gc=False):
    """A hand that pays more than others, and its odds."""

    pays: Odds
    cards: int = 0
    """Least number of cards; 0 if any number will do."""
    ranks: tuple[int, ...] = ()
    """The exact ranks of the hand, in order; empty if any will do."""
    suits: str = ""
    """``suited``, or the name of the one suit of all cards; empty if any will do."""
    against: int = -1
    """Rank of the dealer's up card, for a hand that was not split; -1 if any will do."""

    def is_met(self, hand: Hand, up: Card) -> bool:
        """Return True if a hand earns this bonus."""
        if self.cards > len(hand.cards):
            return False
        if self.ranks and self.ranks != ranks_of(hand.cards):
            return False
        if self.against >= 0 and (hand.is_split or rank(up) != self.against):
            return False
        if not self.suits:
            return True
        suits = {suit(card) for card in hand.cards}
        wanted = SUIT_NAMES.index(self.suits) if self.suits in SUIT_NAMES else min(suits)
        return suits == {wanted}

    def __str__(self) -> str:
        ranks = " ".join(RANK_NAMES[number] for number in self.ranks)
        what = f"{self.cards} cards or more" if self.cards else ranks
        if self.suits == SUITED:
            what = f"{what} of one suit" if what else "one suit"
        elif self.suits:
            what = f"{what} of {self.suits}" if what else self.suits
        if self.against >= 0:
            what = f"{what} against a dealer's {RANK_NAMES[self.against]}"
        return f"{what} at {self.pays}"


def ranks_of(cards: Iterable[Card]) -> tuple[int, ...]:
    """Return the ranks of cards, in order."""
    return tuple(sorted(rank(card) for card in cards))


@lru_cache(maxsize=256)
def bonuses(texts: tuple[str, ...]) -> tuple[Bonus, ...]:
    """Parse bonuses, and sort them by odds, highest first."""
    read = (_parsed(text) for text in texts)
    return tuple(sorted(read, key=lambda bonus: bonus.pays.ratio, reverse=True))


def _parsed(text: str) -> Bonus:
    match = re.fullmatch(_PATTERN, text)
    assert match is not None, "a rulebook is read by this pattern"
    cards, ranks, suits, against, pays = match.groups()
    return Bonus(
        parse_odds(pays),
        int(cards or 0),
        tuple(sorted(RANKS.index(letter) for letter in ranks or "")),
        suits or "",
        RANKS.index(against) if against else -1,
    )


@lru_cache(maxsize=4096)
def ranks_on_the_way(texts: tuple[str, ...]) -> frozenset[tuple[int, ...]]:
    """Return the ranks of hands that earn a bonus, and of hands that may still become one."""
    return frozenset(
        part
        for bonus in bonuses(texts)
        for count in range(1, len(bonus.ranks) + 1)
        for part in combinations(bonus.ranks, count)
    )


def ask_suits(*texts: tuple[str, ...]) -> bool:
    """Return True if any of these bonuses depends on suits."""
    return any(bonus.suits for listed in texts for bonus in bonuses(listed))


def best_bonus(texts: tuple[str, ...], hand: Hand, up: Card) -> Bonus | None:
    """Return the best bonus of a hand, or None."""
    return next((bonus for bonus in bonuses(texts) if bonus.is_met(hand, up)), None)
