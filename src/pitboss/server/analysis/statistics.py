"""A player's own figures: results and the luck in them, decisions and their cost, by wager."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.state import MAIN
from pitboss.money import Cents
from pitboss.reports.expected import Edges, Moments, moments_of
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.options.changes import shown_options
from pitboss.rulebook.rules import Rules
from pitboss.server.analysis.coach import Advice, Question, advise_table
from pitboss.server.analysis.own_play import DECLINE, INSURE, Decision, OwnRound, Stake
from pitboss.server.analysis.solver import Options

MISTAKES_MAX = 20
"""The costliest are shown."""
NEAR = 5e-5
"""Two acts whose values lie nearer than this are the same to a player, per unit of the wager."""
KEPT_MAX = 4096

Key = tuple[str, Options]
"""A rulebook with every option."""


class RoundFigures(msgspec.Struct, frozen=True):
    """The result of a round and its expectation, in cents."""

    table: str
    number: int
    at_ms: int
    staked: Cents
    net: Cents
    expected: float
    """Expected net result by the exact odds: best play, off the top of a full shoe."""
    variance: float
    """Variance of the result by those odds, in cents squared; boxes are taken as independent."""


class OwnWager(msgspec.Struct, frozen=True):
    """One kind of wager, in cents."""

    wager: str
    settled: int
    staked: Cents
    """Total stakes, including doubles and splits."""
    net: Cents
    expected: float | None
    """None if the odds of the wager are not known."""
    deviation: float
    """Standard deviation of the net result."""


class Mistake(msgspec.Struct, frozen=True):
    """A decision that another act would have bettered."""

    table: str
    round: int
    at_ms: int
    cards: tuple[Card, ...]
    up: Card
    act: str
    best: str
    cost: float
    """In cents, by the exact odds off the top of a full shoe."""


class Decided(msgspec.Struct, frozen=True):
    """All decisions together."""

    count: int
    right: int
    cost: float
    """Total loss through the other decisions, in cents."""
    mistakes: tuple[Mistake, ...]
    """The costliest first."""


class Statistics(msgspec.Struct, frozen=True):
    """A player's figures over some rounds."""

    player: str
    rounds: tuple[RoundFigures, ...]
    """The oldest first."""
    wagers: tuple[OwnWager, ...]
    decisions: Decided
    corrected: Cents
    """Net amount of the floor's corrections; they belong to no round."""
    net: Cents
    """Net result of all rounds."""
    has_more: bool
    """Older rounds were left out."""


@dataclass(frozen=True, slots=True)
class TableRound:
    """A round with the table that it was played at."""

    table: str
    played: OwnRound


def key_of(rules: Rules) -> Key:
    """Return the rulebook and options by which the odds of a table are looked up."""
    return rules.rulebook, tuple(shown_options(rules).items())


def table_edges(rulebook: str, options: Options) -> Edges:
    """Return the odds of every wager of a table; imports the kernels: for another process."""
    from pitboss.reports.edges import edges_of  # noqa: PLC0415

    return edges_of(choose(load_rulebook(rulebook), dict(options)))


def value_decisions(
    rulebook: str, options: Options, questions: Sequence[Question]
) -> tuple[Advice, ...]:
    """Return the values of the acts of hands; runs in another process too."""
    return tuple(_value(rulebook, options, question) for question in questions)


@lru_cache(KEPT_MAX)
def _value(rulebook: str, options: Options, question: Question) -> Advice:
    return advise_table(rulebook, options, question)


def canonical_question(question: Question) -> Question:
    """Return a question without suits, box and hand number, so that equal ones are asked once."""
    cards = tuple(card - card % 4 for card in question.cards)
    hole = None if question.hole is None else question.hole - question.hole % 4
    return replace(
        question, box=0, hand=0, cards=cards, up=question.up - question.up % 4, hole=hole
    )


def decisions_by_rules(
    rounds: Iterable[TableRound],
) -> dict[Key, list[tuple[TableRound, Decision]]]:
    """Group decisions by the rules that they were taken under."""
    sorted_out: dict[Key, list[tuple[TableRound, Decision]]] = {}
    for table_round in rounds:
        if table_round.played.decisions:
            taken = sorted_out.setdefault(key_of(table_round.played.rules), [])
            taken += [(table_round, decision) for decision in table_round.played.decisions]
    return sorted_out


def cost_of_decisions(taken: Iterable[tuple[TableRound, Decision, Advice]]) -> Decided:
    """Return the cost of decisions against the best play."""
    count = right = 0
    cost = 0.0
    mistakes: list[Mistake] = []
    for table_round, decision, advice in taken:
        valued = _cost(decision, advice)
        if valued is None:
            continue
        lost, best = valued
        count += 1
        if lost < NEAR * decision.stake:
            right += 1
            continue
        cost += lost
        question, played = decision.question, table_round.played
        mistakes.append(
            Mistake(
                table_round.table,
                played.number,
                played.at_ms,
                question.cards,
                question.up,
                decision.act,
                best,
                lost,
            )
        )
    mistakes.sort(key=lambda mistake: -mistake.cost)
    return Decided(count, right, cost, tuple(mistakes[:MISTAKES_MAX]))


def _cost(decision: Decision, advice: Advice) -> tuple[float, str] | None:
    """Return an act's loss in cents and the best act; None if a value is not known."""
    if decision.question.is_insurance:
        ev = advice.insurance_ev
        if ev is None:
            return None
        is_insured = decision.act == INSURE
        lost = max(0.0, -ev if is_insured else ev) * decision.stake
        return lost, INSURE if ev > 0 else DECLINE
    act = next((value for value in advice.acts if value.act == decision.act), None)
    return None if act is None else (act.cost * decision.stake, advice.acts[0].act)


def round_figures(table_round: TableRound, edges: Edges) -> RoundFigures:
    """Return the result of a round and its expectation."""
    expected = variance = 0.0
    for stake in table_round.played.stakes:
        mean, spread = _moments(edges, stake) or (0.0, 0.0)
        expected -= mean
        variance += spread
    played = table_round.played
    return RoundFigures(
        table_round.table,
        played.number,
        played.at_ms,
        played.staked,
        played.net,
        expected,
        variance,
    )


def wager_figures(rounds: Iterable[TableRound], edges: Mapping[Key, Edges]) -> tuple[OwnWager, ...]:
    """Return results by wager, the main one first."""
    sums: dict[str, list[int]] = {}
    means: dict[str, list[float]] = {}
    unknown: set[str] = set()
    for table_round in rounds:
        known = edges[key_of(table_round.played.rules)]
        for wager, parts in table_round.played.by_wager.items():
            mine = sums.setdefault(wager, [0, 0, 0])
            for place, part in enumerate(parts):
                mine[place] += part
        for stake in table_round.played.stakes:
            moments = _moments(known, stake)
            if moments is None:
                unknown.add(stake.wager)
                continue
            total = means.setdefault(stake.wager, [0.0, 0.0])
            total[0] -= moments[0]
            total[1] += moments[1]
    figures: list[OwnWager] = []
    for wager, (settled, staked, net) in sums.items():
        mean, variance = means.get(wager, [0.0, 0.0])
        expected = None if wager in unknown else mean
        figures.append(OwnWager(wager, settled, staked, net, expected, sqrt(variance)))
    return tuple(sorted(figures, key=lambda table_round: table_round.wager != MAIN))


def _moments(edges: Edges, stake: Stake) -> Moments | None:
    """Return the house's mean win from a wager and its variance; None if its odds are unknown."""
    return moments_of(edges, stake.wager, spots=stake.spots, stake=stake.amount, meter=stake.meter)
