"""Plays that change with a count: the best for a game, the most valuable few, and exceptions.

Two cards that are played by another count than their total: exceptions to plays by a count.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict, cast

import numpy as np

from pitboss.arguments import Risk, checked
from pitboss.cards import VALUES, Card, rank
from pitboss.errors import StudyError
from pitboss.hands import hand_of
from pitboss.notebook import table_html, to_pandas, to_polars
from pitboss.odds import Shoe
from pitboss.odds.advice import advise_cards
from pitboss.rulebook.catalog import Game as Given
from pitboss.rulebook.catalog import as_rules
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import BUCKETS, COUNT_LOW, Count, Index, load_count
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import basic_chart
from pitboss.strategy import NAMES
from pitboss.study import indices
from pitboss.study.indices import Cards, Deviation, Expected, Solved

LEAST = 1e-7
"""Gain of a round below which an exception is left out."""


@dataclass(frozen=True, slots=True)
class CompositionException:
    """Two cards whose play changes at another count than that of their total."""

    cards: str
    """The two cards and the up card: ``9 7 v T``."""
    total: str
    """The hand as in a file of plays: ``16 T``."""
    plays: tuple[str, ...]
    """Best plays for these cards, the first legal one counts: ``stand 0 else hit``."""
    usual: tuple[str, ...]
    """Best plays for the total, over all its cards."""
    gain: float
    """Gain of a round over playing the cards as their total, per unit wagered."""

    def plain(self) -> dict[str, object]:
        """Return the exception as plain data."""
        plays = {"plays": ", ".join(self.plays), "usual": ", ".join(self.usual)}
        return {"cards": self.cards, "total": self.total, **plays, "gain": self.gain}


def exceptions(expected: Sequence[Expected], solved: Solved) -> tuple[CompositionException, ...]:
    """Return every exception of two cards that are not a pair, the most valuable first."""
    exceptional = [
        exception
        for hands, up, is_pair in indices.cells()
        if not is_pair and len(hands) > 1
        for exception in _of_total(expected, solved, hands, up)
    ]
    return tuple(sorted(exceptional, key=lambda exception: -exception.gain))


def _of_total(
    expected: Sequence[Expected], solved: Solved, hands: list[Cards], up: Card
) -> Iterator[CompositionException]:
    values, _ = indices.by_count(expected, solved, hands, up)
    usual, rows = _acts(values), indices.rows_of(values, hands[0], up, pair=False)
    for cards in hands:
        own, weights = indices.by_count(expected, solved, [cards], up)
        best = _acts(own)
        lost = [
            own[act][place] - own[other][place] if other in own else 0.0
            for place, (act, other) in enumerate(zip(best, usual, strict=True))
        ]
        gain = indices.chance_of([cards], up) * float(np.array(lost) @ weights)
        if gain > LEAST:
            low, high = sorted(VALUES[card] for card in cards)
            yield CompositionException(
                f"{NAMES[high - 1]} {NAMES[low - 1]} v {NAMES[VALUES[up] - 1]}",
                _hand(cards, up),
                _texts(indices.rows_of(own, cards, up, pair=False), best[0]),
                _texts(rows, usual[0]),
                gain,
            )


def _acts(values: Mapping[str, indices.Floats]) -> list[str]:
    """Return the best act at each count."""
    names = list(values)
    best = np.array([values[name] for name in names]).argmax(axis=0)
    return [names[int(best[place])] for place in range(BUCKETS)]


def _texts(rows: Sequence[Index], usual: str) -> tuple[str, ...]:
    return tuple(row.text for row in rows) or (f"{usual} {COUNT_LOW}",)


def _hand(cards: Cards, up: Card) -> str:
    """Return the total of two cards as in a file of plays."""
    hand = hand_of(cards)
    return Index(hand.total, hand.is_soft, VALUES[up], COUNT_LOW, "stand").hand


class PlayRow(TypedDict):
    """A play that changes with the count."""

    hand: str
    """The hand and the up card: ``16 T``, ``s18 9``, ``TT 6``."""
    play: str
    """The act and the count from which it applies: ``stand 0``."""
    gain: float
    """Gain of a round per unit at a flat bet."""


@dataclass(frozen=True)
class Plays:
    """Plays by the count, grouped by hand; the most valuable hand comes first.

    >>> import pitboss
    >>> plays = pitboss.indices("double_deck", "hi_lo")
    >>> plays.title
    'Double Deck Blackjack, 2 decks, by the Hi-Lo count'
    >>> plays.insurance
    2
    """

    title: str
    count: str
    changes: tuple[Deviation, ...]
    insurance: int | None
    """Count from which to insure; None for never."""
    exceptions: tuple[CompositionException, ...] = ()
    """Two cards that are better played by another count than their total."""

    @property
    def indices(self) -> tuple[Index, ...]:
        """The plays for ``Study.play(plays=...)``, to give with ``insurance_at``."""
        return tuple(change.index for change in self.changes)

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands that change with the count."""
        return tuple(dict.fromkeys(change.hand for change in self.changes))

    @checked
    def best(self, hands: int) -> "Plays":
        """Return the plays of the ``hands`` most valuable hands: fewer to learn."""
        kept = self.hands[:hands]
        return replace(self, changes=tuple(c for c in self.changes if c.hand in kept))

    def rows(self) -> list[PlayRow]:
        """Return a row for each play."""
        return [
            {"hand": change.hand, "play": change.index.text, "gain": change.gain}
            for change in self.changes
        ]

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame."""
        return to_pandas(self.rows())

    def to_polars(self) -> Any:
        """Return the rows as a Polars data frame."""
        return to_polars(self.rows())

    def __str__(self) -> str:
        """Return the text of a file that ``--plays`` reads."""
        return indices.plays_text(self.title, self.changes, self.insurance)

    def __repr__(self) -> str:
        return f"<{self.title}: plays for {len(self.hands)} hands, insurance at {self.insurance}>"

    def _repr_html_(self) -> str:
        return table_html(repr(self)[1:-1], self.rows())


def solver_of(rules: Rules) -> indices.Solver:
    """Return the exact values of two cards for the expected rest of a shoe."""

    def solver(left: tuple[float, ...], first: Card, second: Card, up: Card) -> indices.Acts:
        # The average cards of a shoe need not be whole numbers.
        ranks = list(left)
        for card in (first, second, up):
            ranks[rank(card)] += 1
        shoe = Shoe(cast("tuple[int, ...]", tuple(ranks)))
        return advise_cards(rules, (first, second), up, shoe=shoe).values

    return solver


@checked
def best_plays(game: Given, count: Count | str, *, penetration: Risk | None = None) -> Plays:
    """Return the best plays by the count at this table, from exact values at each count.

    ``count`` is the name of a shipped count, or a count of your own. ``penetration`` is the share
    of the shoe before the cutting card; without it the table's default.

    >>> len(best_plays("double_deck", "hi_lo").changes) > 50
    True
    """
    rules = as_rules(game)
    if rules.deal.hole_card_up:
        clause = rules.clause("deal.hole_card_up")
        raise StudyError(f"plays go by an up card, and both dealer cards lie face up [{clause}]")
    counted = load_count(count) if isinstance(count, str) else count
    behind = Experiment(rules, basic_chart(), penetration=penetration).behind
    expected = indices.depths(counted, rules, behind)

    solved = indices.solved_by(solver_of(rules))
    changes, insurance = indices.changes(rules, expected, solved)
    title = f"{rules.title}, {rules.decks_in_play} decks, by the {counted.name} count"
    return Plays(title, counted.name, changes, insurance, exceptions(expected, solved))
