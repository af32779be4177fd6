"""A solved game: its value, its best play, each number with its condition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, TypedDict

import numpy as np

from pitboss.arguments import Within, checked
from pitboss.cards import VALUES, Card, rank, show_card, show_cards
from pitboss.charts import UPS, cell_of
from pitboss.charts import Chart as LearnedChart
from pitboss.errors import OddsError, UnknownName, close_to
from pitboss.money import Cents
from pitboss.notebook import table_html
from pitboss.odds.results.rounds import RoundResults, results
from pitboss.odds.results.spots import deviation
from pitboss.odds.shoe import Shoe, card_of, full_of
from pitboss.odds.solver.acts import SURRENDER, best_first
from pitboss.odds.solver.best_play import SolverInput, Start, UpValues, solve_all, starts
from pitboss.odds.solver.chart_play import TotalChart, solve_up_by_total
from pitboss.odds.solver.classes import CLASSES, EXACT
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.export import LETTERS, strategy_of
from pitboss.odds.solver.given_chart import best_split, player_ev
from pitboss.odds.solver.hands import place_of_values
from pitboss.odds.solver.offers import both_up_refused
from pitboss.playing_cards import Card as PlayingCard
from pitboss.playing_cards import CardLike, CardsLike, card_number, card_numbers
from pitboss.rulebook.catalog import Game as GivenGame
from pitboss.rulebook.catalog import as_rules
from pitboss.rulebook.questions.dealing import surrenders_early
from pitboss.rulebook.questions.stakes import ante_due
from pitboss.rulebook.rules import Rules
from pitboss.strategy import ACTS, BLACKJACK_SHOWN, BOTH, NAMES, SHOWN, Strategy, shown_number

PAIRS_OF_VALUES = 55
"""Number of hands of two cards by value."""


HANDS_MAX = 8
"""Most hands of a forced split: more never come."""
SplitHands = Annotated[int, Within(2, HANDS_MAX)]


class CellValue(TypedDict):
    """The value of each act on two cards; None for an act that is not allowed."""

    hand: str
    """The values of both cards, ace first: ``A7``, ``TT``."""
    up: str
    best: str
    ev: float
    """The value of the best act, per unit of the initial wager."""
    stand: float | None
    hit: float | None
    double: float | None
    double_half: float | None
    split: float | None
    surrender: float | None


@dataclass(frozen=True, repr=False)
class Solution:
    """A game solved for one class of strategies, off the top of the given shoe.

    Values are per unit of the initial wager, payouts not rounded; with several dealer hands on one
    up card, per unit of equal wagers on all spots together.

    >>> import pitboss
    >>> solution = pitboss.solve("double_deck")
    >>> solution
    <Solution 'double_deck', composition_dependent: house edge 0.5026%, 104 cards>
    >>> round(solution.player_ev, 6)
    -0.005026
    """

    rules: Rules
    shoe: Shoe
    strategy_class: str
    """A key of ``CLASSES``."""
    game: SolverInput = field(compare=False)
    by_up: tuple[UpValues | None, ...] = field(compare=False)
    """Values against each of ``SHOWN``; None if the dealer cannot show it."""
    starts: tuple[Start, ...] = field(compare=False)
    charts: tuple[TotalChart | None, ...] = field(default=(), compare=False)
    free_charts: tuple[TotalChart | None, ...] = field(default=(), compare=False)

    @cached_property
    def player_ev(self) -> float:
        """Player's expectation per unit, insurance and even money taken if they pay."""
        return sum(s.probability * (s.value + s.offers_value) for s in self.starts)

    @property
    def house_edge(self) -> float:
        """House edge per unit of the initial wager."""
        return -self.player_ev

    @cached_property
    def offers_ev(self) -> float:
        """Part of ``player_ev`` from insurance and even money."""
        return sum(s.probability * s.offers_value for s in self.starts)

    @cached_property
    def strategy(self) -> Strategy:
        """The play with this value."""
        return strategy_of(self.game, self.by_up, list(self.starts), name=self.strategy_class)

    @cached_property
    def results(self) -> RoundResults:
        """Results of rounds under this play; ``RoundResults`` says which are exact."""
        return results(self.game, self.by_up, list(self.starts))

    @checked
    def spot_deviation(self, spots: int) -> float | None:
        """Return the standard deviation of equal wagers on this many dealer hands.

        Per unit of all of them, within 0.0001 for two decks or more; None if the dealer peeks.
        """
        return deviation(
            self.game,
            self.by_up,
            list(self.starts),
            spots=spots,
            mean=self.player_ev - self.offers_ev,
            single=self.results.standard_deviation,
        )

    @checked
    def ev_with_ante(self, wager: Cents) -> float:
        """Return the player's expectation per unit of a main wager in cents, less the ante."""
        return self.player_ev - ante_due(self.rules, wager) / wager

    def acts(
        self,
        first: CardLike | CardsLike,
        second: CardLike | CardsLike,
        up: CardLike | None = None,
        hole: CardLike | None = None,
    ) -> dict[str, float]:
        """Return the value of every act on two dealt cards, best first.

        Give the hand and the up card, or the three cards one by one; give both dealer cards if
        both are face up. If the dealer peeks, the values hold once there is no blackjack; with
        early surrender, before the peek.

        >>> import pitboss
        >>> solution = pitboss.solve("tribal")
        >>> next(iter(solution.acts("Ts 6d", "Tc")))
        'hit'
        >>> solution.acts("Ts", "6d", "Tc") == solution.acts("Ts 6d", "Tc")
        True
        """
        cards = [*_as_cards(first), *_as_cards(second)]
        cards += [card_number(card) for card in (up, hole) if card is not None]
        if not 3 <= len(cards) <= 4:
            text = f"{show_cards(cards)}: give the two cards of a hand and the up card"
            raise OddsError(text, place="hand", hint="write acts('Ts 6d', 'Tc')")
        return self.values_of(*cards)

    def values_of(
        self, first: Card, second: Card, up: Card, hole: Card | None = None
    ) -> dict[str, float]:
        """Return the same values for cards as the engine's numbers."""
        for card in (first, second, up):
            PlayingCard.of(card)  # Refuses what is not the number of a card.
        both_up_refused(self.rules, hole)
        number = shown_number(up, hole)
        values = self.by_up[number]
        if values is None:
            raise OddsError(f"the shoe holds no {show_card(up)} for an up card", place="up")
        low, high = sorted((VALUES[first] - 1, VALUES[second] - 1))
        may_split = low == high and self.game.at(number).split_hands[low] > 1
        if may_split and low == 9 and self.game.play.is_rank_pair:
            may_split = rank(first) == rank(second)
        return start_acts(self.game, values, low, high, may_split=may_split)

    def values(self) -> list[CellValue]:
        """Return a row for every hand of two cards against every up card, the value of each act.

        >>> import pitboss
        >>> rows = pitboss.solve("double_deck").values()
        >>> len(rows), rows[0]["hand"], rows[0]["up"], rows[0]["best"], round(rows[0]["ev"], 4)
        (550, 'AA', 'A', 'split', 0.1574)
        """
        rows: list[CellValue] = []
        for up in self.game.ups:
            if self.by_up[up] is None or up == BLACKJACK_SHOWN:
                continue
            for first, second in BOTH:
                acts = self.values_of(card_of(first), card_of(second), *map(card_of, SHOWN[up]))
                best = next(iter(acts))
                rows.append(
                    {
                        "hand": f"{NAMES[first]}{NAMES[second]}",
                        "up": "".join(NAMES[value] for value in SHOWN[up]),
                        "best": best,
                        "ev": acts[best],
                        "stand": acts.get("stand"),
                        "hit": acts.get("hit"),
                        "double": acts.get("double"),
                        "double_half": acts.get("double_half"),
                        "split": acts.get("split"),
                        "surrender": acts.get("surrender"),
                    }
                )
        return rows

    @checked
    def split(self, pair: str, up: CardLike, *, hands: SplitHands = 4) -> float:
        """Return the value of splitting a pair, and each further pair, up to this many hands.

        ``pair`` is a card value such as ``8``, ``T`` or ``A``. Splits are forced, whether they pay
        or not and whatever the rules say of resplits; each hand is then played in the best way. If
        the dealer peeks, the value holds once there is no blackjack.

        >>> import pitboss
        >>> round(pitboss.solve("6D H17 DAS").split("8", "Tc", hands=4), 6)
        -0.474894
        """
        if pair not in tuple(NAMES):
            meant = close_to(pair[:1], tuple(NAMES))
            raise UnknownName(
                f"{pair!r:.80} is not the value of a pair",
                place=pair,
                hint=f"write {meant!r}" if meant else f"write one of {', '.join(NAMES)}",
            )
        value, number = NAMES.index(pair), shown_number(card_number(up))
        solved = self.by_up[number] if not self.rules.deal.hole_card_up else None
        if solved is None or self.game.shoe_left(number)[value] < 2:
            raise OddsError(
                f"this shoe deals no pair of {pair} against {NAMES[VALUES[card_number(up)] - 1]}",
                place="pair",
                hint="solve a game with more cards and one up card",
            )
        blackjack_p = float(solved.outcomes[place_of_values(value, value), BLACKJACK])
        scale = 1.0 - blackjack_p if self.game.play.is_peeked[number] else 1.0
        return best_split(self.game, number, value, hands) / scale

    def cost_of_second_best(
        self, first: CardLike, second: CardLike, up: CardLike
    ) -> tuple[str, float] | None:
        """Return the second-best act on two cards and its cost; None if there is no choice."""
        ranked = list(self.acts(first, second, up).items())
        return None if len(ranked) < 2 else (ranked[1][0], ranked[0][1] - ranked[1][1])

    @cached_property
    def learned(self) -> Solution:
        """Total-dependent play, a local optimum; this solution itself if it is total-dependent."""
        return self if self.charts else by_chart(self)

    def chart(self) -> LearnedChart:
        """Return the best chart by totals, in the form that ``Chart`` and ``--strategy`` read.

        Rows of games that distinguish the number of cards are named ``16/3``, the last of them for
        all greater numbers; hands that the house put up have rows of their own. A chart has a
        column for each up card; it cannot be made if the dealer shows both cards.
        """
        if self.rules.deal.hole_card_up:
            clause = self.rules.clause("deal.hole_card_up")
            raise OddsError(
                f"a chart has one column for each up card, and this dealer shows both [{clause}]",
                hint="ask for one hand at a time with advise, and give both dealer cards",
            )
        best = self.learned
        hard, soft = _rows_of(best.charts)
        free_hard, free_soft = _rows_of(best.free_charts)
        is_own = (free_hard, free_soft) != (hard, soft)
        plan = best.strategy
        places = [NAMES.index(up) for up in UPS]
        return LearnedChart(
            name=f"{self.rules.title}: best play by totals",
            hard=hard,
            soft=soft,
            pairs={
                value: tuple(plan.pairs[value][place] for place in places)
                for value in NAMES
                if value in plan.pairs
            },
            is_insured=len(plan.insured) >= PAIRS_OF_VALUES,
            takes_even_money=plan.takes_even_money,
            free_hard=free_hard if is_own else {},
            free_soft=free_soft if is_own else {},
        )

    def __repr__(self) -> str:
        return (
            f"<Solution {self.rules.rulebook!r}, {self.strategy_class}: "
            f"house edge {self.house_edge:.4%}, {self.shoe.size} cards>"
        )

    def _repr_html_(self) -> str:
        figures = {
            "strategy": self.strategy_class.replace("_", "-"),
            "house edge": f"{self.house_edge:.4%}",
            "standard deviation": f"{self.results.standard_deviation:.4f}",
            "insurance and even money": f"{self.offers_ev:+.6f}",
        }
        return table_html(self.rules.title, ({"figure": k, "value": v} for k, v in figures.items()))


def _as_cards(cards: CardLike | CardsLike) -> tuple[Card, ...]:
    """Return one card, or several, as a tuple."""
    return card_numbers(cards) if isinstance(cards, Iterable) else (card_number(cards),)


def _rows_of(
    charts: tuple[TotalChart | None, ...],
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return the rows of hard and of soft totals, ten cells each in the order of a chart."""
    names = next(chart.rows.names for chart in charts if chart is not None)
    rows: tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]] = ({}, {})
    by_up = [charts[NAMES.index(up)] for up in UPS]
    for place in sorted(range(len(names)), key=lambda place: names[place]):
        is_soft, total, cards = names[place]
        if cards == 1 or total < (12 if is_soft else 4):
            continue
        name = f"{total}/{cards}" if cards else str(total)
        rows[is_soft][name] = tuple("-" if c is None else _cell(c, place) for c in by_up)
    return rows


@checked
def standard_deviation(solution: Solution) -> float | None:
    """Return the exact standard deviation of a round's result, per unit of the initial wager.

    Against one dealer hand, without insurance. It takes seconds if boxes may have three hands or
    more; ``Solution.results`` has it within 0.000001 in less. None if pairs of hands do not decide
    it: busted plus one in such a box, or tens split by rank.
    """
    law = results(solution.game, solution.by_up, list(solution.starts), is_exact=True)
    return law.standard_deviation if law.spread == EXACT else None


def _cell(chart: TotalChart, row: int) -> str:
    first, then = chart.order[row][:2]
    return cell_of(LETTERS[first] if first < 2 else LETTERS[first] + LETTERS[then])


def start_acts(
    game: SolverInput, values: UpValues, first: int, second: int, *, may_split: bool
) -> dict[str, float]:
    """Return the value of every act on two dealt values, best first, after any peek.

    If the hand may be surrendered before the peek, the values are those before it.
    """
    if values.up == BLACKJACK_SHOWN:
        return {}
    place = place_of_values(first, second)
    acts = values.act_values[place]
    scale, lost = 1.0, 0.0
    if game.play.is_peeked[values.up]:
        blackjack_p = float(values.outcomes[place, 7])
        is_early = np.isfinite(acts[SURRENDER]) and surrenders_early(game.rules, values.up * 4)
        scale, lost = (1.0, blackjack_p) if is_early else (1.0 - blackjack_p, 0.0)
    evs = {
        ACTS[LETTERS[act]]: float(value) / scale - lost
        for act, value in enumerate(acts)
        if np.isfinite(value)
    }
    if may_split:
        evs["split"] = float(values.split_values[first]) / scale - lost
    return best_first(evs)


@checked
def solve(
    game: GivenGame,
    *,
    shoe: Shoe | None = None,
    removed: CardsLike = (),
    strategy_class: str = "composition_dependent",
) -> Solution:
    """Solve a game for a class of strategies, from a full shoe less ``removed`` or a given one."""
    if strategy_class not in CLASSES:
        meant = f"there are {' and '.join(CLASSES)}"
        raise UnknownName(f"there is no class of strategies {strategy_class!r}", hint=meant)
    rules = as_rules(game)
    left = (shoe or full_of(rules)).without(card_numbers(removed))
    dealt = SolverInput(rules, left)
    by_up = solve_all(dealt)
    best = Solution(rules, left, "composition_dependent", dealt, by_up, tuple(starts(dealt, by_up)))
    return best if strategy_class == best.strategy_class else by_chart(best)


def by_chart(best: Solution) -> Solution:
    """Solve the same game for total-dependent play by a chart, as ``chart_play`` improves it."""
    solved = [
        (None, None, None) if values is None else solve_up_by_total(best.game, values)
        for values in best.by_up
    ]
    by_up, charts, free_charts = zip(*solved, strict=True)
    return Solution(
        best.rules,
        best.shoe,
        "total_dependent",
        best.game,
        by_up,
        tuple(starts(best.game, by_up)),
        charts,
        free_charts,
    )


def chart_ev(game: GivenGame, chart: LearnedChart) -> tuple[float, float]:
    """Return the player's expectation by a chart, and by best play."""
    best = solve(game)
    return player_ev(best.game, best.by_up, chart), best.player_ev


@checked
def removal_effects(game: GivenGame, *, shoe: Shoe | None = None) -> dict[str, float]:
    """Return the change of the player's expectation if one card of a value is removed, by value."""
    rules = as_rules(game)
    base = shoe or full_of(rules)
    full_ev = solve(rules, shoe=base).player_ev
    return {
        NAMES[value]: solve(rules, shoe=base.without([value * 4])).player_ev - full_ev
        for value in range(10)
        if base.values[value]
    }
