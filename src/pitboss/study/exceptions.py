"""Two cards that are played by another count than their total: exceptions to plays by a count."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.cards import VALUES, Card
from pitboss.hands import hand_of
from pitboss.sim.counting import Index
from pitboss.sim.tables.layout import BUCKETS, COUNT_LOW
from pitboss.strategy import NAMES
from pitboss.study.indices import (
    Cards,
    Expected,
    Floats,
    Solved,
    by_count,
    cells,
    chance_of,
    rows_of,
)

LEAST = 1e-7
"""Exceptions that gain less of a round are left out."""


@dataclass(frozen=True, slots=True)
class Exceptional:
    """Two cards whose play changes elsewhere than that of their total."""

    cards: str
    """The two cards and the up card: ``9 7 v T``."""
    total: str
    """The hand as plays have it: ``16 T``."""
    plays: tuple[str, ...]
    """What is best for these cards, the first that is allowed: ``stand 0 else hit``."""
    usual: tuple[str, ...]
    """What is best for the total, over all its cards."""
    gain: float
    """Of a round, per unit wagered, over playing them as the total is played."""

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {
            "cards": self.cards, "total": self.total, "plays": ", ".join(self.plays),
            "usual": ", ".join(self.usual), "gain": self.gain,
        }  # fmt: skip


def exceptions(looked_at: Sequence[Expected], solved: Solved) -> tuple[Exceptional, ...]:
    """Every exception of two cards that are not a pair, the most valuable first."""
    told = [
        one
        for hands, up, is_pair in cells()
        if not is_pair and len(hands) > 1
        for one in _of_total(looked_at, solved, hands, up)
    ]
    return tuple(sorted(told, key=lambda one: -one.gain))


def _of_total(
    looked_at: Sequence[Expected], solved: Solved, hands: list[Cards], up: Card
) -> Iterator[Exceptional]:
    values, _ = by_count(looked_at, solved, hands, up)
    usual, rows = _acts(values), rows_of(values, hands[0], up, pair=False)
    for cards in hands:
        own, weights = by_count(looked_at, solved, [cards], up)
        best = _acts(own)
        lost = [
            own[act][place] - own[other][place] if other in own else 0.0
            for place, (act, other) in enumerate(zip(best, usual, strict=True))
        ]
        gain = chance_of([cards], up) * float(np.array(lost) @ weights)
        if gain > LEAST:
            low, high = sorted(VALUES[card] for card in cards)
            yield Exceptional(
                f"{NAMES[high - 1]} {NAMES[low - 1]} v {NAMES[VALUES[up] - 1]}",
                _hand(cards, up),
                _told(rows_of(own, cards, up, pair=False), best[0]),
                _told(rows, usual[0]),
                gain,
            )


def _acts(values: Mapping[str, Floats]) -> list[str]:
    """The best act at each count."""
    names = list(values)
    best = np.array([values[name] for name in names]).argmax(axis=0)
    return [names[int(best[place])] for place in range(BUCKETS)]


def _told(rows: Sequence[Index], usual: str) -> tuple[str, ...]:
    return tuple(row.text for row in rows) or (f"{usual} {COUNT_LOW}",)


def _hand(cards: Cards, up: Card) -> str:
    """The total of two cards as plays have it."""
    hand = hand_of(cards)
    return Index(hand.total, hand.is_soft, VALUES[up], COUNT_LOW, "stand").hand
