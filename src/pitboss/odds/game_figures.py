"""The solved base game in the form that par sheets, charts and commands want."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter

from pitboss.cards import Card
from pitboss.hands import Hand, hand_of
from pitboss.odds.advice import advise_cards
from pitboss.odds.errors import OddsError
from pitboss.odds.games import COMPUTED
from pitboss.odds.hand_advice import HandAdvice
from pitboss.odds.shoe import Shoe
from pitboss.odds.side_wagers.chances import Results
from pitboss.odds.solution import Solution, by_chart, solve
from pitboss.odds.solver.classes import BEST, class_text
from pitboss.odds.strategy_stats import next_act
from pitboss.odds.suited import SuitedShoe, shoe_of
from pitboss.rulebook.rules import Rules

WHOLE = 1e-9
"""How far probabilities may come from one by rounding."""


@dataclass(frozen=True)
class SolvedGame:
    """A table with a shoe, solved. Values are per unit of the initial wager, off the top."""

    solution: Solution
    source: str = COMPUTED

    @property
    def strategy_class(self) -> str:
        """The name of the class of strategies."""
        return self.solution.strategy_class

    @property
    def strategy_text(self) -> str:
        """What a strategy of that class may see."""
        return class_text(self.solution.strategy_class, self.solution.rules)

    @property
    def player_ev(self) -> float:
        """What the player can expect, insurance and even money taken where they pay."""
        return self.solution.player_ev

    @property
    def house_edge(self) -> float:
        """What the house keeps."""
        return self.solution.house_edge

    @property
    def standard_deviation(self) -> float:
        """Of the result of a round, insurance left aside."""
        return self.solution.results.standard_deviation

    @property
    def spread(self) -> str:
        """How the standard deviation was found, a key of ``classes.SPREADS``."""
        return self.solution.results.spread

    @cached_property
    def spot_deviations(self) -> Mapping[int, float]:
        """By number of dealer hands bet against, the standard deviation of all together."""
        dealer = self.solution.rules.dealer
        spots = range(max(2, dealer.hands_min), dealer.hands + 1)
        deviations = {count: self.solution.spot_deviation(count) for count in spots}
        return {count: value for count, value in deviations.items() if value is not None}

    @property
    def joint_p(self) -> float:
        """The part of rounds, with three hands or more, whose results are approximate."""
        return self.solution.results.joint_p

    @property
    def average_wager(self) -> float:
        """Units staked on the main wager, with doubles and splits."""
        return self.solution.results.average_wager

    @property
    def outcomes(self) -> Mapping[str, float]:
        """How likely each net result of a round is, in units of the initial wager."""
        return {f"{net:g}": p for net, p in self.solution.results.net.items()}

    @property
    def results(self) -> Results:
        """How likely a round is won, pushed and lost, by more hands won than lost."""
        law = self.solution.results
        return Results(law.win_p, law.push_p, law.loss_p)

    @cached_property
    def learned_ev(self) -> float:
        """What the player can expect by the best chart of totals."""
        return by_chart(self.solution).player_ev

    def values(self, hand: Hand, up: Card, hole: Card | None = None) -> Mapping[str, float]:
        """The expectation of every act on two dealt cards, best first; ``hole`` where it shows.

        Given that the dealer has no blackjack, where he looks for one before play.
        """
        first, second = hand.cards
        return self.solution.values_of(first, second, up, hole)

    def act(self, hand: Hand, up: Card) -> str:
        """The best act for a hand that has not been split."""
        return next_act(self.solution, hand.cards, up).act


def solve_game(rules: Rules, shoe: SuitedShoe | None = None) -> SolvedGame:
    """The base game of a table, solved for a shoe; for whole decks, if none is given."""
    whole = shoe or shoe_of(rules)
    solution = solve(rules, shoe=Shoe(whole.ranks), strategy_class=BEST)
    if abs(sum(start.probability for start in solution.starts) - 1) > WHOLE:
        raise OddsError(
            "the shoe has too few cards for a round", hint="give a shoe with more cards"
        )
    return SolvedGame(solution)


def advise_hand(
    rules: Rules,
    cards: tuple[Card, ...],
    up: Card,
    *,
    shoe: SuitedShoe,
    hole: Card | None = None,
) -> HandAdvice:
    """Value every legal act for a hand; its cards and the dealer's are among those of the shoe."""
    start = perf_counter()
    hand = hand_of(cards)
    if hand.is_bust:
        raise OddsError(f"{hand} is a bust: it makes {hand.total}")
    shoe.without((*cards, up) if hole is None else (*cards, up, hole))
    advice = advise_cards(rules, cards, up, shoe=Shoe(shoe.ranks), hole=hole)
    return HandAdvice(hand, up, advice, perf_counter() - start, hole=hole)
