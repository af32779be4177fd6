"""Who plays: the solver's strategy, a chart from a file, or one who does as the dealer does."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Protocol, runtime_checkable

from pitboss.arguments import READ, checked
from pitboss.cards import Card
from pitboss.charts import (
    ACTS,
    CELLS,
    DOUBLE,
    DOUBLE_HALF,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    UPS,
    Chart,
    ChartError,
    parse_chart,
    read_chart,
)
from pitboss.hands import Hand
from pitboss.rulebook.catalog import Game, rules_given
from pitboss.rulebook.questions.dealing import must_draw
from pitboss.rulebook.rules import Rules
from pitboss.strategy import Strategy, key_of

__all__ = [
    "ACTS", "CELLS", "DOUBLE", "DOUBLE_HALF", "HIT", "SPLIT", "STAND", "SURRENDER", "UPS",
    "ByStrategy", "Chart", "ChartError", "LikeDealer", "Player", "basic_chart", "parse_chart",
    "read_chart",
]  # fmt: skip


@runtime_checkable
class Player(Protocol):
    """What a simulation needs to know of a player."""

    @property
    def name(self) -> str:
        """Who this is, in words."""

    @property
    def sees_cards(self) -> bool:
        """Whether the acts depend on which cards make a total."""

    @property
    def takes_even_money(self) -> bool:
        """Whether a blackjack takes even money against an ace where it is offered."""

    def act(
        self,
        hand: Hand,
        up: Card,
        legal: frozenset[str],
        *,
        is_added: bool,
        hole: Card | None = None,
    ) -> str:
        """One of the legal acts; ``is_added`` is a hand whose wager came with a split.

        ``hole`` is the dealer's second card, where both lie face up.
        """

    def insures(self, hand: Hand) -> bool:
        """Whether the first two cards are insured for half the wager against an ace."""

    def plain(self) -> object:
        """The player as plain data, from which an experiment has its fingerprint."""


@checked
@dataclass(frozen=True, slots=True)
class ByStrategy:
    """Plays a strategy from the solver.

    ``sees_cards`` is true if the strategy looks at the cards of a hand, and false if it looks only
    at totals.

    >>> import pitboss
    >>> ByStrategy(pitboss.solve("double_deck").strategy).name
    'composition_dependent'
    """

    strategy: Strategy
    sees_cards: bool = True

    @property
    def name(self) -> str:
        """The class of the strategy."""
        return self.strategy.name

    @property
    def takes_even_money(self) -> bool:
        """As the strategy says."""
        return self.strategy.takes_even_money

    def act(
        self,
        hand: Hand,
        up: Card,
        legal: frozenset[str],
        *,
        is_added: bool,
        hole: Card | None = None,
    ) -> str:
        """The strategy's act."""
        may_split = SPLIT in legal
        return self.strategy.act(hand, up, may_split=may_split, is_added=is_added, hole=hole)

    def insures(self, hand: Hand) -> bool:
        """As the strategy says."""
        return key_of(hand.cards) in self.strategy.insured

    def plain(self) -> object:
        """A fingerprint of all rows."""
        plan = self.strategy
        text = repr((
            plan.name, sorted(plan.dealt.items()), _sorted(plan.first), _sorted(plan.added),
            sorted(plan.pairs.items()), sorted(plan.resplits.items()), sorted(plan.insured),
            plan.takes_even_money,
        ))  # fmt: skip
        return {"strategy": plan.name, "sha256": hashlib.sha256(text.encode()).hexdigest()}


def _sorted(rows: Mapping[str, Mapping[str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    return sorted((pair, sorted(of_pair.items())) for pair, of_pair in rows.items())


@checked
@dataclass(frozen=True, slots=True)
class LikeDealer:
    """Plays like the dealer of ``rules``; never doubles, splits, surrenders or insures.

    >>> LikeDealer("double_deck").name
    'as the dealer plays'
    """

    rules: Annotated[Rules, READ]
    """Or any game, as ``pitboss.rulebook`` takes it."""
    name: str = "as the dealer plays"
    sees_cards: bool = False
    takes_even_money: bool = False

    if TYPE_CHECKING:

        def __init__(self, rules: Game) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", rules_given(self.rules))

    def act(
        self,
        hand: Hand,
        up: Card,
        legal: frozenset[str],
        *,
        is_added: bool,
        hole: Card | None = None,
    ) -> str:
        """Hit if the dealer would."""
        del up, is_added, hole
        wanted = HIT if must_draw(self.rules, hand) else STAND
        return wanted if wanted in legal else STAND

    def insures(self, hand: Hand) -> bool:
        """Never."""
        del hand
        return False

    def plain(self) -> object:
        """Its name says all."""
        return {"strategy": self.name}


def basic_chart() -> Chart:
    """The shipped chart: basic strategy by totals for several decks.

    >>> basic_chart()
    <Chart 'basic strategy by totals': 18 hard, 10 soft, pairs>
    """
    file = files("pitboss.sim").joinpath("charts", "basic.toml")
    return parse_chart(file.read_text(encoding="utf-8"), name="basic.toml")
