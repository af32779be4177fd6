"""What advice on a hand says: the acts with their values, insurance and even money."""

from dataclasses import dataclass
from typing import Annotated, Any

from pitboss.arguments import Within, checked
from pitboss.cards import Card
from pitboss.hands import Hand
from pitboss.notebook import table_html, to_pandas, to_polars
from pitboss.odds.games import COMPUTED


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """The plays of a hand with their values, best first.

    >>> import pitboss
    >>> advice = pitboss.advise("nz", "Ts 6d", "9c")
    >>> advice.best, round(advice.values["stand"], 4)
    ('hit', -0.5425)
    """

    values: dict[str, float]
    """By act, per unit of the initial wager. Given that the dealer has no blackjack where he has
    looked; with his blackjack counted in where he has not."""
    blackjack_p: float
    """That the dealer has a blackjack, before he looks."""
    insurance_ev: float | None = None
    """Of a unit of insurance; None where none is offered."""
    even_money: bool | None = None
    """Whether even money is better than playing on; None where it is not offered."""

    @property
    def best(self) -> str:
        """The best play."""
        return next(iter(self.values))

    @property
    def second_cost(self) -> float | None:
        """What the second-best play costs; None if there is no choice."""
        worth = list(self.values.values())
        return worth[0] - worth[1] if len(worth) > 1 else None

    def rows(self) -> list[dict[str, object]]:
        """A row for each play: ``act``, ``ev`` and what it ``costs`` against the best."""
        most = max(self.values.values(), default=0.0)
        return [{"act": act, "ev": ev, "costs": most - ev} for act, ev in self.values.items()]

    def to_polars(self) -> Any:
        """The plays as a Polars data frame."""
        return to_polars(self.rows())

    def to_pandas(self) -> Any:
        """The plays as a pandas data frame."""
        return to_pandas(self.rows())

    def __repr__(self) -> str:
        told = ", ".join(f"{act} {ev:+.4f}" for act, ev in self.values.items())
        return f"<Advice: {told}>"

    def __hash__(self) -> int:
        return hash((frozenset(self.values.items()), self.blackjack_p, self.insurance_ev))

    def _repr_html_(self) -> str:
        return table_html("Advice", self.rows())


@checked
@dataclass(frozen=True, slots=True)
class Situation:
    """A hand after a split or a double, as far as its value depends on it."""

    is_added: bool = False
    """Whether its wager was added by splitting."""
    hands: Annotated[int, Within(1)] = 1
    """How many hands the box has now; one is a hand that was not split."""
    doubles: Annotated[int, Within(0)] = 0
    """How often the hand was doubled."""


@dataclass(frozen=True, slots=True)
class HandAdvice:
    """The value of every legal act for one hand, with the hand and the time it took."""

    hand: Hand
    up: Card
    advice: Advice
    seconds: float
    source: str = COMPUTED
    """``games.CACHED`` or ``games.COMPUTED``."""
    hole: Card | None = None
    """The dealer's second card, where both lie face up."""
