"""The value of every act for any hand of a table, looked up once an up card has been solved."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from pitboss.cards import VALUES, Card, composition
from pitboss.hands import Hand, hand_of
from pitboss.odds.lattice import index
from pitboss.odds.shoe import Shoe
from pitboss.odds.sights import OddsError, Results
from pitboss.odds.play import NATURAL, Game, UpValues, solve_all, solve_up, starts
from pitboss.odds.suited import SuitedShoe, shoe_of_decks
from pitboss.rulebook.acts import is_complete, split_refused
from pitboss.rulebook.rules import Rules

ACTS = ("stand", "hit", "double", "double_half", "surrender")
"""The acts of the kernels in their order."""

WHOLE = 1e-9
"""How far probabilities may come from one by rounding."""

STRATEGY_CLASS = (
    "Composition-dependent best play of one box: an act may depend on all cards of the hand and "
    "on the up card; after a split, on the cards of that hand, the pair split and the up card."
)


@dataclass
class Solved:
    """A table with a shoe. Up cards are solved when they are first asked for."""

    rules: Rules
    shoe: SuitedShoe
    _ups: dict[int, UpValues] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._game = Game(self.rules, Shoe(self.shoe.ranks))

    @property
    def strategy_class(self) -> str:
        """What play may depend on."""
        return STRATEGY_CLASS

    def values(self, hand: Hand, up: Card) -> Mapping[str, float]:
        """The expectation of each legal act, per unit of the initial wager.

        For a hand that has not been split; where the dealer looks for a blackjack first, given
        that he has none. The cards of the hand and the up card are among those of the shoe.
        """
        counts = composition(hand.cards)
        place = index().get(counts)
        if place is None or is_complete(self.rules, hand, hands=1):
            raise OddsError(f"a hand of {hand.total} takes no act")
        solved = self._solved(VALUES[up] - 1)
        known = self._no_blackjack_p(counts, VALUES[up] - 1)
        found = {
            act: float(value) / known
            for act, value in zip(ACTS, solved.act_values[place], strict=True)
            if np.isfinite(value)
        }
        if split_refused(self.rules, hand, hands=1) is None:
            split = float(solved.split_values[VALUES[hand.cards[0]] - 1])
            if np.isfinite(split):
                found["split"] = split / known
        return found

    def act(self, hand: Hand, up: Card) -> str:
        """The best act."""
        values = self.values(hand, up)
        return max(values, key=lambda act: values[act])

    def is_peeked(self, up: Card) -> bool:
        """Whether the dealer looks for a blackjack under this card before anyone plays."""
        return bool(self._game.play.is_peeked[VALUES[up] - 1])

    def _solved(self, up: int) -> UpValues:
        if up not in self._ups:
            self._ups[up] = solve_up(self._game, up)
        return self._ups[up]

    def _no_blackjack_p(self, counts: tuple[int, ...], up: int) -> float:
        """How likely it is that the dealer who looks finds no blackjack, given the hand."""
        if not self._game.play.is_peeked[up]:
            return 1.0
        left = self._game.beside(up) - np.array(counts)
        return 1.0 - float(left[NATURAL[up]]) / float(left.sum())


@dataclass
class SolvedGame(Solved):
    """A table with every up card solved, and what a round is worth."""

    player_ev: float = field(init=False)
    """Per unit of the initial wager, off the top, insurance and even money taken where they pay."""

    def __post_init__(self) -> None:
        super().__post_init__()
        solved = solve_all(self._game)
        self._ups = {values.up: values for values in solved if values is not None}
        first = starts(self._game, solved)
        if abs(sum(start.probability for start in first) - 1) > WHOLE:
            raise OddsError("the shoe has too few cards for a round")
        self.player_ev = sum(s.probability * (s.value + s.offers_value) for s in first)

    @property
    def house_edge(self) -> float:
        """What the house keeps of a unit of the initial wager."""
        return -self.player_ev

    @property
    def standard_deviation(self) -> float | None:
        """Not known here."""
        return None

    @property
    def outcomes(self) -> Mapping[str, float]:
        """Not known here."""
        return {}

    @property
    def results(self) -> Results | None:
        """Not known here."""
        return None


@dataclass(frozen=True, slots=True)
class Advice:
    """The value of every legal act for one hand, best first."""

    hand: Hand
    up: Card
    ranked: tuple[tuple[str, float], ...]
    strategy_class: str
    condition: str
    insurance_ev: float | None
    """Per unit of insurance, where the up card is an ace."""
    seconds: float

    @property
    def best(self) -> str:
        """The best act."""
        return self.ranked[0][0]

    @property
    def values(self) -> Mapping[str, float]:
        """The expectation of each act."""
        return dict(self.ranked)


def advise(
    rules: Rules, hand: tuple[Card, ...], up: Card, *, shoe: SuitedShoe | None = None
) -> Advice:
    """Value every legal act for a hand and an up card.

    ``shoe`` holds the cards that have not been seen elsewhere, those of the hand and the up card
    included; the whole decks of the table, if it is not given.
    """
    start = perf_counter()
    whole = shoe or shoe_of_decks(rules.decks_in_play)
    rest = whole.without((*hand, up))
    held = hand_of(hand)
    solved = Solved(rules, whole)
    values = solved.values(held, up)
    peeked = solved.is_peeked(up)
    condition = "Given that the dealer has looked and has no blackjack." if peeked else ""
    insurance = None
    if VALUES[up] == 1 and len(hand) == 2:
        tens = rest.values[9] / rest.size
        insurance = tens * float(rules.insurance.pays.ratio) - (1 - tens)
    ranked = tuple(sorted(values.items(), key=lambda item: -item[1]))
    return Advice(held, up, ranked, STRATEGY_CLASS, condition, insurance, perf_counter() - start)
