"""Plays that change with a count: the best for a game, the few worth most, and exceptions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from pitboss.arguments import Risk, checked
from pitboss.notebook import table_html, to_pandas, to_polars
from pitboss.odds import Shoe, solve
from pitboss.rulebook.catalog import Game as Given
from pitboss.rulebook.catalog import rules_given
from pitboss.sim.counting import Count, Index, load_count
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import basic_chart
from pitboss.study.errors import StudyError
from pitboss.study.exceptions import Exceptional, exceptions
from pitboss.study.indices import Change, Values, changes_of, depths, plays_text, solved_at


@dataclass(frozen=True)
class Plays:
    """Plays by the count, grouped by hand; the most valuable hand comes first.

    >>> from pitboss.study import best_plays
    >>> plays = best_plays("double_deck", "hi_lo")
    >>> plays.title
    'Double Deck Blackjack, 2 decks, by the Hi-Lo count'
    >>> plays.insurance
    3
    """

    title: str
    count: str
    changes: tuple[Change, ...]
    insurance: int | None
    """Insure from this count on."""
    exceptions: tuple[Exceptional, ...] = ()
    """Two cards that are better played by another count than their total."""

    @property
    def indices(self) -> tuple[Index, ...]:
        """The plays for ``run_study(plays=...)``, to give with ``insurance_at``."""
        return tuple(change.index for change in self.changes)

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands that change with the count."""
        return tuple(dict.fromkeys(change.hand for change in self.changes))

    @checked
    def best(self, hands: int) -> "Plays":
        """The plays of the ``hands`` most valuable hands, if you do not want to learn them all."""
        kept = self.hands[:hands]
        return replace(self, changes=tuple(c for c in self.changes if c.hand in kept))

    def rows(self) -> list[Mapping[str, object]]:
        """Hand, play, and what it gains a round per unit, at a flat bet."""
        return [
            {"hand": change.hand, "play": change.index.text, "gain": change.gain}
            for change in self.changes
        ]

    def to_pandas(self) -> Any:
        """The rows as a pandas data frame."""
        return to_pandas(self.rows())

    def to_polars(self) -> Any:
        """The rows as a Polars data frame."""
        return to_polars(self.rows())

    def __str__(self) -> str:
        """The text of a file that ``--plays`` reads."""
        return plays_text(self.title, self.changes, self.insurance)

    def __repr__(self) -> str:
        return f"<{self.title}: plays for {len(self.hands)} hands, insurance at {self.insurance}>"

    def _repr_html_(self) -> str:
        return table_html(repr(self)[1:-1], self.rows())


@checked
def best_plays(game: Given, count: Count | str, *, penetration: Risk | None = None) -> Plays:
    """The best plays by the count at this table, from exact values at each count.

    ``count`` is the name of a shipped count, or a count of your own. ``penetration`` is the share
    of the shoe before the cutting card; without it the table's default.

    >>> len(best_plays("double_deck", "hi_lo").changes) > 50
    True
    """
    rules = rules_given(game)
    if rules.deal.hole_card_up:
        clause = rules.clause("deal.hole_card_up")
        raise StudyError(f"plays go by an up card, and both dealer cards lie face up [{clause}]")
    counted = load_count(count) if isinstance(count, str) else count
    behind = Experiment(rules, basic_chart(), penetration=penetration).behind
    looked_at = depths(counted, rules, behind)

    def solver(ranks: tuple[float, ...]) -> Values:
        # What a shoe holds on average need not be whole cards.
        return solve(rules, shoe=Shoe(cast("tuple[int, ...]", ranks))).values_of

    solved = solved_at(looked_at, solver)
    changes, insurance = changes_of(rules, looked_at, solved)
    title = f"{rules.title}, {rules.decks_in_play} decks, by the {counted.name} count"
    return Plays(title, counted.name, changes, insurance, exceptions(looked_at, solved))
