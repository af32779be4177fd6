"""A solved game: what it is worth, how it is best played, each number with its condition."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pitboss.cards import VALUES, Card, rank
from pitboss.money import Cents
from pitboss.odds.export import LETTERS, strategy_of
from pitboss.odds.lattice import place_of_values
from pitboss.odds.multiple_action import deviation
from pitboss.odds.play import Game, Start, UpValues, solve_all, starts
from pitboss.odds.rounds import EXACT, Results, results
from pitboss.odds.shoe import Shoe, full
from pitboss.odds.total import Chart, solve_up_by_total
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.stakes import ante_due
from pitboss.strategy import ACTS, NAMES, Strategy

CLASSES: Mapping[str, str] = {
    "composition_dependent": (
        "Best play by the values of the hand's own cards and of the up card. After a split it also "
        "sees which pair was split and whether the wager is the original or an added one, and is "
        "the best for a pair split once (the class known as CDP1); it sees neither the cards nor "
        "the number of the other hands. Pairs are split again wherever that is better than never."
    ),
    "total_dependent": (
        "Best chart by the hand's total, hard or soft, and the up card (and by the number of "
        "cards where the rulebook pays for five); pairs are split by value. The same chart serves "
        "after a split; free hands have their own."
    ),
}
"""What a strategy of each class may see."""


@dataclass(frozen=True)
class Solution:
    """A game solved for one class of strategies, off the top of the given shoe.

    Every value is per unit of the initial wager, rounding of payouts left aside. With several
    dealer hands on one up card it is per unit of all spots together, equal wagers on each.
    """

    rules: Rules
    shoe: Shoe
    strategy_class: str
    """A key of ``CLASSES``."""
    game: Game
    by_up: tuple[UpValues | None, ...]
    """Values against each up card, ace first; None where the shoe has no such card."""
    starts: tuple[Start, ...]
    charts: tuple[Chart | None, ...] = ()
    free_charts: tuple[Chart | None, ...] = ()

    @cached_property
    def player_ev(self) -> float:
        """What the player gains on average, insurance and even money taken where they pay."""
        return sum(s.probability * (s.value + s.offers_value) for s in self.starts)

    @property
    def house_edge(self) -> float:
        """What the house gains on average."""
        return -self.player_ev

    @cached_property
    def offers_ev(self) -> float:
        """The part of ``player_ev`` that insurance and even money bring."""
        return sum(s.probability * s.offers_value for s in self.starts)

    @cached_property
    def strategy(self) -> Strategy:
        """The play that has this value."""
        return strategy_of(self.game, self.by_up, list(self.starts), name=self.strategy_class)

    @cached_property
    def results(self) -> Results:
        """How rounds come out under this play; see there what is exact."""
        return results(self.game, self.by_up, list(self.starts))

    def spot_deviation(self, spots: int) -> float | None:
        """The standard deviation of equal wagers on so many dealer hands, per unit of all of them.

        Within 0.0001 for two decks or more; None where the dealer looks for a blackjack.
        """
        return deviation(
            self.game,
            self.by_up,
            list(self.starts),
            spots=spots,
            mean=self.player_ev - self.offers_ev,
            one=self.results.standard_deviation,
        )

    def ev_with_ante(self, wager: Cents) -> float:
        """The player's expectation per unit of a main wager of so many cents, the ante paid."""
        return self.player_ev - ante_due(self.rules, wager) / wager

    def acts(self, first: Card, second: Card, up: Card) -> dict[str, float]:
        """The value of every act on two dealt cards, best first.

        Given that the dealer has no blackjack, where he looks for one before play.
        """
        values = self.by_up[VALUES[up] - 1]
        assert values is not None, "the shoe has no such up card"
        low, high = sorted((VALUES[first] - 1, VALUES[second] - 1))
        may_split = low == high and self.game.play.split_hands[low] > 1
        if may_split and low == 9 and self.game.play.is_rank_pair:
            may_split = rank(first) == rank(second)
        return start_acts(self.game, values, low, high, may_split=may_split)

    def cost_of_second_best(self, first: Card, second: Card, up: Card) -> tuple[str, float] | None:
        """The second-best act on two cards and what it costs; None where there is no choice."""
        ranked = list(self.acts(first, second, up).items())
        return None if len(ranked) < 2 else (ranked[1][0], ranked[0][1] - ranked[1][1])

    def chart(self, *, free: bool = False) -> dict[str, dict[str, str]]:
        """The chart of total-dependent play: ``hard``, ``soft`` and ``pairs``, rows by up card.

        A cell is the act, then what to do where it is not allowed: ``DH``, ``S``. Rows of games
        that tell the number of cards apart are named ``16/3`` (five: or more).
        """
        charts = self.free_charts if free else self.charts
        told = next(chart.rows for chart in charts if chart is not None)
        table: dict[str, dict[str, str]] = {"hard": {}, "soft": {}, "pairs": {}}
        for place in sorted(range(len(told.names)), key=lambda p: told.names[p]):
            is_soft, total, cards = told.names[place]
            if cards == 1 or total < (12 if is_soft else 4):
                continue
            name = f"{total}/{cards}" if cards else str(total)
            cells = ["-" if c is None else _cell(c, place) for c in charts]
            table["soft" if is_soft else "hard"][name] = " ".join(cells)
        table["pairs"] = dict(self.strategy.pairs)
        return table


def standard_deviation(solution: Solution) -> float | None:
    """The exact standard deviation of a round's result, per unit of the initial wager.

    Against one dealer hand, insurance left aside. In seconds, where boxes may have three hands or
    more; ``Solution.results`` has it within 0.000001 in less. None where two hands at a time do
    not tell: a dealer's blackjack that takes one wager besides the busted ones of such a box, or
    tens split by rank.
    """
    law = results(solution.game, solution.by_up, list(solution.starts), is_exact=True)
    return law.standard_deviation if law.spread == EXACT else None


def _cell(chart: Chart, row: int) -> str:
    order = chart.order[row]
    letters = LETTERS[order[0]]
    return letters if order[0] < 2 else letters + LETTERS[order[1]]


def start_acts(
    game: Game, values: UpValues, first: int, second: int, *, may_split: bool
) -> dict[str, float]:
    """The value of every act on two dealt values, best first, once the dealer has looked."""
    place = place_of_values(first, second)
    scale = 1.0
    if game.play.is_peeked[values.up]:
        scale = 1.0 - float(values.outcomes[place, 7])
    worth = {
        ACTS[LETTERS[act]]: float(value) / scale
        for act, value in enumerate(values.act_values[place])
        if np.isfinite(value)
    }
    if may_split:
        worth["split"] = float(values.split_values[first]) / scale
    return dict(sorted(worth.items(), key=lambda item: -item[1]))


def solve(
    rules: Rules,
    *,
    shoe: Shoe | None = None,
    removed: Iterable[Card] = (),
    strategy_class: str = "composition_dependent",
) -> Solution:
    """Solve a game for a class of strategies, from a full shoe less ``removed`` or a given one."""
    assert strategy_class in CLASSES, f"there is no class {strategy_class!r}"
    left = (shoe or full(rules.decks_in_play)).without(removed)
    game = Game(rules, left)
    by_up = solve_all(game)
    best = Solution(rules, left, "composition_dependent", game, by_up, tuple(starts(game, by_up)))
    return best if strategy_class == best.strategy_class else by_chart(best)


def by_chart(best: Solution) -> Solution:
    """The same game solved for total-dependent play: the best chart that a person can learn."""
    solved = [
        None if values is None else solve_up_by_total(best.game, values) for values in best.by_up
    ]
    by_up = tuple(None if one is None else one[0] for one in solved)
    return Solution(
        best.rules,
        best.shoe,
        "total_dependent",
        best.game,
        by_up,
        tuple(starts(best.game, by_up)),
        tuple(None if one is None else one[1] for one in solved),
        tuple(None if one is None else one[2] for one in solved),
    )


def removal_effects(rules: Rules, *, shoe: Shoe | None = None) -> dict[str, float]:
    """By how much the player's expectation changes when one card of each value is taken out."""
    base = shoe or full(rules.decks_in_play)
    whole = solve(rules, shoe=base).player_ev
    return {
        NAMES[value]: solve(rules, shoe=base, removed=[value * 4]).player_ev - whole
        for value in range(10)
        if base.values[value]
    }
