"""Decisions to practise on, with the exact value of every act, and charts of a player's own."""

import hashlib
from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.cards import HIDDEN, Card
from pitboss.charts import Chart
from pitboss.hands import hand_of
from pitboss.odds.sheets.charts import square_of
from pitboss.odds.sheets.drills import Drill
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.server.analysis.process import Unanswerable
from pitboss.server.analysis.solver import Options

CLOSE = (0.002, 0.12)
"""Least and greatest cost of the second best play of a hand of the day."""
DIGITS = 7
"""Decimal places of the values; more would only make the answer longer."""


class DrillSheet(msgspec.Struct, frozen=True):
    """Every first decision of a table that has a choice."""

    rulebook: str
    options: dict[str, str]
    """All of them, as they are written on the command line."""
    kinds: tuple[str, ...]
    """The sorts of hands that there are, in the order in which they are learned."""
    hands: tuple[Drill, ...]


def drill_sheet(rulebook: str, options: Options) -> DrillSheet:
    """Work out every first decision; imports the kernels, so it runs in another process."""
    from pitboss.odds.sheets.drills import KINDS, drills  # noqa: PLC0415
    from pitboss.odds.solution import solve  # noqa: PLC0415

    hands = tuple(
        replace(
            drill,
            values={act: round(value, DIGITS) for act, value in drill.values.items()},
            chance=round(drill.chance, DIGITS + 2),
        )
        for drill in drills(solve(choose(load_rulebook(rulebook), dict(options))))
    )
    there = {kind for hand in hands for kind in hand.kinds}
    kinds = tuple(kind for kind in KINDS if kind in there)
    return DrillSheet(rulebook, dict(options), kinds, hands)


class DayHand(msgspec.Struct, frozen=True):
    """The hand of one day (UTC), the same for all viewers."""

    day: str
    rulebook: str
    title: str
    cards: tuple[Card, Card]
    total: int
    dealer: tuple[Card, ...]
    """Cards before the dealer; -1 for a hole card that is face down."""
    values: dict[str, float]
    """Value of every act per unit of the main wager, off the top of a full shoe."""
    free: tuple[str, ...]
    """Acts that the house pays for."""


def hand_of_day(day: str, rulebook: str, options: Options) -> DayHand:
    """Draw a close decision by the date; imports the kernels, so it runs in another process."""
    hands = [hand for hand in drill_sheet(rulebook, options).hands if _is_close(hand)]
    number = int.from_bytes(hashlib.sha256(f"{day} {rulebook}".encode()).digest())
    drawn, rules = hands[number % len(hands)], choose(load_rulebook(rulebook), dict(options))
    unseen = (HIDDEN,) if rules.deal.hole_card else ()
    dealer = (drawn.up, *(unseen if drawn.hole is None else (drawn.hole,)))
    total = hand_of(drawn.cards).total
    return DayHand(day, rulebook, rules.title, drawn.cards, total, dealer, drawn.values, drawn.free)


def _is_close(hand: Drill) -> bool:
    """Return True if the best play is neither obvious nor a matter of a hair."""
    best, second, *_ = sorted(hand.values.values(), reverse=True)
    return "decline" not in hand.values and CLOSE[0] <= best - second <= CLOSE[1]


TEXT_MAX = 12_000
"""Characters of a chart file; the longest that `pitboss strategy --chart` writes has 6,000."""
TITLE_MAX = 80


class ChartFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a chart file, as `pitboss strategy --chart` writes it."""

    text: Annotated[str, msgspec.Meta(max_length=TEXT_MAX)]
    name: Annotated[str, msgspec.Meta(max_length=TITLE_MAX)] = "chart.toml"
    """Name of the file in refusals."""


class ChartedPlay(msgspec.Struct, frozen=True):
    """A play of a chart at one square of the strategy charts."""

    chart: str
    row: str
    up: str
    act: str


class OwnChart(msgspec.Struct, frozen=True):
    """The plays of a player's chart at a table."""

    title: str
    plays: tuple[ChartedPlay, ...]
    drills: tuple[str, ...]
    """Its play for each hand of the table's drills, in their order."""
    cost: float
    """Loss per round through its plays of the first two cards, per unit of the main wager."""


def chart_text(rulebook: str, options: Options) -> str:
    """Return the best chart by totals as a file; imports the kernels: for another process."""
    from pitboss.errors import OddsError  # noqa: PLC0415
    from pitboss.odds.solution import solve  # noqa: PLC0415

    try:
        return str(solve(choose(load_rulebook(rulebook), dict(options))).chart())
    except OddsError as error:
        raise Unanswerable(str(error)) from None


def own_chart(file: ChartFile, sheet: DrillSheet) -> OwnChart:
    """Return the plays of a chart file at the table of a drill sheet; raise ``ChartError``."""
    chart = Chart.parse(file.text, name=file.name)
    if any(hand.hole is not None for hand in sheet.hands):
        raise Unanswerable("a chart has a column for each up card, and this dealer shows both")
    acts = tuple(_act(chart, hand) for hand in sheet.hands)
    played = list(zip(sheet.hands, acts, strict=True))
    cost = sum(hand.chance * (max(hand.values.values()) - hand.values[act]) for hand, act in played)
    return OwnChart(chart.name[:TITLE_MAX], tuple(dict.fromkeys(_squares(played))), acts, cost)


def _act(chart: Chart, hand: Drill) -> str:
    """Return the chart's play; insurance and even money are the same for every hand."""
    if "decline" in hand.values:
        (taken,) = hand.values.keys() - {"decline"}
        wants = chart.takes_even_money if taken == "take_even_money" else chart.is_insured
        return taken if wants else "decline"
    return chart.act(hand_of(hand.cards), hand.up, frozenset(hand.values))


def _squares(played: list[tuple[Drill, str]]) -> Iterator[ChartedPlay]:
    for hand, act in played:
        may_split = "split" in hand.values
        square = square_of(hand_of(hand.cards), hand.up, may_split=may_split)
        if square is not None and "decline" not in hand.values:
            yield ChartedPlay(square.chart, square.hand, square.up, act)
