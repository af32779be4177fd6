"""What par sheets, charts and side wagers need of a solved base game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from pitboss.cards import Card
from pitboss.hands import Hand
from pitboss.odds.sights import Results


class Valued(Protocol):
    """A game in which every act has a value, per unit of the initial wager."""

    @property
    def strategy_class(self) -> str:
        """What the strategy may see, in words."""

    def values(self, hand: Hand, up: Card) -> Mapping[str, float]:
        """The expectation of each legal act for a hand that has not been split."""


class BaseGame(Valued, Protocol):
    """A solved game, per unit of the initial wager, off the top of its shoe."""

    @property
    def house_edge(self) -> float:
        """What the house keeps."""

    @property
    def player_ev(self) -> float:
        """What the player can expect."""

    @property
    def standard_deviation(self) -> float | None:
        """Of the result of a round; none where it is not known."""

    @property
    def outcomes(self) -> Mapping[str, float]:
        """How likely each net result of a round is; empty where it is not known."""

    @property
    def results(self) -> Results | None:
        """How likely a round is won, pushed and lost, by hands; none where it is not known."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Play by the highest expectation of the base game."""

    game: Valued

    def act(self, hand: Hand, up: Card) -> str:
        """The best act."""
        values = self.game.values(hand, up)
        return max(values, key=lambda act: values[act])
