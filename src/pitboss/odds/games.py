"""What par sheets, charts and pages need of a solved base game."""

from collections.abc import Mapping
from typing import Protocol

from pitboss.cards import Card
from pitboss.hands import Hand
from pitboss.odds.side_wagers.chances import Results

CACHED, COMPUTED = "cached", "computed"
"""Where a solved game comes from: it was solved before, or now."""


class BaseGame(Protocol):
    """A solved game, per unit of the initial wager, off the top of its shoe."""

    @property
    def source(self) -> str:
        """``CACHED`` or ``COMPUTED``."""

    @property
    def strategy_class(self) -> str:
        """The name of the class of strategies."""

    @property
    def strategy_text(self) -> str:
        """What a strategy of that class may see."""

    @property
    def house_edge(self) -> float:
        """What the house keeps."""

    @property
    def player_ev(self) -> float:
        """What the player can expect."""

    @property
    def learned_ev(self) -> float:
        """What the player can expect by the best chart of totals."""

    @property
    def standard_deviation(self) -> float:
        """Of the result of a round."""

    @property
    def spread(self) -> str:
        """How the standard deviation was found, a key of ``classes.SPREADS``."""

    @property
    def spot_deviations(self) -> Mapping[int, float]:
        """By number of dealer hands bet against, the standard deviation of all together."""

    @property
    def joint_p(self) -> float:
        """The part of rounds, with three hands or more, whose results are approximate."""

    @property
    def average_wager(self) -> float:
        """Units staked on the main wager, with doubles and splits."""

    @property
    def outcomes(self) -> Mapping[str, float]:
        """How likely each net result of a round is."""

    @property
    def results(self) -> Results:
        """How likely a round is won, pushed and lost, by hands."""

    def values(self, hand: Hand, up: Card, hole: Card | None = None) -> Mapping[str, float]:
        """The expectation of each legal act on two dealt cards; ``hole`` where it lies face up."""

    def act(self, hand: Hand, up: Card) -> str:
        """The best act for a hand that has not been split."""
