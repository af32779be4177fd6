"""Players: the solver's strategy, a chart from a file, or one that plays like the dealer."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Protocol, runtime_checkable

from pitboss.arguments import CHECKED_BY_FUNCTION, checked
from pitboss.cards import Card
from pitboss.charts import HIT, SPLIT, STAND, Chart
from pitboss.hands import Hand
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.questions.dealing import must_draw
from pitboss.rulebook.rules import Rules
from pitboss.strategy import Strategy, key_of


@runtime_checkable
class Player(Protocol):
    """The interface between a simulation and a player."""

    @property
    def name(self) -> str:
        """Name of the player, in words."""

    @property
    def sees_cards(self) -> bool:
        """True if the acts depend on the cards that make a total."""

    @property
    def takes_even_money(self) -> bool:
        """True if a blackjack takes even money, when offered, against an ace."""

    def act(
        self,
        hand: Hand,
        up: Card,
        legal: frozenset[str],
        *,
        is_added: bool,
        hole: Card | None = None,
    ) -> str:
        """Return one of the legal acts; ``is_added`` marks a hand whose wager a split added.

        ``hole`` is the dealer's second card if both lie face up.
        """

    def insures(self, hand: Hand) -> bool:
        """Return True if a hand of two cards is insured for half the wager against an ace."""

    def plain(self) -> object:
        """Return the player as plain data, which the fingerprint of an experiment covers."""


@checked
@dataclass(frozen=True, slots=True)
class ByStrategy:
    """A player with a strategy from the solver.

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
        """Class of the strategy."""
        return self.strategy.name

    @property
    def takes_even_money(self) -> bool:
        """The strategy's choice."""
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
        """Return the strategy's act."""
        may_split = SPLIT in legal
        return self.strategy.act(hand, up, may_split=may_split, is_added=is_added, hole=hole)

    def insures(self, hand: Hand) -> bool:
        """Return True if the strategy insures the hand."""
        return key_of(hand.cards) in self.strategy.insured

    def plain(self) -> object:
        """Return the name and a hash of all rows of the strategy."""
        plan = self.strategy
        text = repr(
            (
                plan.name,
                sorted(plan.dealt.items()),
                _sorted(plan.first),
                _sorted(plan.added),
                sorted(plan.pairs.items()),
                sorted(plan.resplits.items()),
                sorted(plan.insured),
                plan.takes_even_money,
            )
        )
        return {"strategy": plan.name, "sha256": hashlib.sha256(text.encode()).hexdigest()}


def _sorted(rows: Mapping[str, Mapping[str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    return sorted((pair, sorted(of_pair.items())) for pair, of_pair in rows.items())


@checked
@dataclass(frozen=True, slots=True)
class LikeDealer:
    """A player who hits and stands like the dealer of ``rules``; never doubles, splits or insures.

    >>> LikeDealer("double_deck").name
    'as the dealer plays'
    """

    rules: Annotated[Rules, CHECKED_BY_FUNCTION]
    """Rules, or any game that ``pitboss.rulebook`` accepts."""
    name: str = "as the dealer plays"
    sees_cards: bool = False
    takes_even_money: bool = False

    if TYPE_CHECKING:

        def __init__(self, rules: Game) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", as_rules(self.rules))

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
        """Return False: this player never insures."""
        del hand
        return False

    def plain(self) -> object:
        """Return the name, which identifies this player."""
        return {"strategy": self.name}


def basic_chart() -> Chart:
    """Return the shipped chart: basic strategy by totals for several decks.

    >>> basic_chart()
    <Chart 'basic strategy by totals': 18 hard, 10 soft, pairs>
    """
    file = files("pitboss.sim").joinpath("charts", "basic.toml")
    return Chart.parse(file.read_text(encoding="utf-8"), name="basic.toml")
