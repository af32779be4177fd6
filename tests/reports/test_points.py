"""The points of a report's plots, and the moments that its expected range is made of."""

from collections import Counter
from itertools import accumulate
from math import prod

import pytest
from msgspec.structs import replace

from pitboss.pictures.figure import Span
from pitboss.reports.edges import edges_of
from pitboss.reports.expected import Edges, SideEdge, moments_of
from pitboss.reports.figures import HouseReport, MeterPoint, WinPoint
from pitboss.reports.page import plots
from pitboss.reports.tally import MARKS_MAX, Findings, Mark
from pitboss.rulebook.catalog import choose, load_rulebook
from tests.clauses.options import rules_of
from tests.reports.logs import NOON_MS
from tests.reports.test_report import table

KEY = (0, "main")


def marked(rounds: int) -> Findings:
    """Findings of rounds that each win one cent more than the one before."""
    findings = Findings()
    for number in range(1, rounds + 1):
        findings.mark(Mark(NOON_MS + number, 1, number, {KEY: Counter({(1, 100, 0): 1})}))
    return findings


def test_rules_are_known_again_by_their_options() -> None:
    findings = Findings()
    one, six = (choose(load_rulebook("tribal"), {"decks": decks}) for decks in (1, 6))
    again = choose(load_rulebook("tribal"), {"decks": 1})
    assert again is not one
    assert [findings.number_of(rules) for rules in (one, six, again, six)] == [0, 1, 0, 1]
    assert findings.rules == [one, six]


@pytest.mark.parametrize("rounds", [MARKS_MAX, MARKS_MAX + 1, MARKS_MAX + 2, 2_503])
def test_points_above_the_limit_are_joined_and_nothing_is_lost(rounds: int) -> None:
    marks = marked(rounds).marks
    assert MARKS_MAX / 2 < len(marks) <= MARKS_MAX
    assert (len(marks) == rounds) == (rounds <= MARKS_MAX)
    ends = list(accumulate(mark.rounds for mark in marks))
    assert ends[-1] == rounds
    # The win of a run of rounds is the sum of their numbers.
    assert [mark.at_ms - NOON_MS for mark in marks] == ends
    assert list(accumulate(mark.win for mark in marks)) == [end * (end + 1) // 2 for end in ends]
    assert all(mark.exposure == {KEY: {(1, 100, 0): mark.rounds}} for mark in marks)


def report_of(*, wins: int = 0, meters: int = 0) -> HouseReport:
    """A report with so many points of each plot."""
    known = tuple(
        WinPoint(NOON_MS, number, 300 * number, 100 * number, 50 * number)
        for number in range(1, wins + 1)
    )
    meter = tuple(MeterPoint("t1", NOON_MS, number, 500) for number in range(meters))
    return replace(table().report(), win_by_round=known, meter=meter)


@pytest.mark.parametrize("points", [0, 1])
def test_less_than_two_points_are_no_plot(points: int) -> None:
    assert plots(report_of(wins=points, meters=points)) == ()


def test_win_is_plotted_with_two_deviations_around_what_is_expected() -> None:
    (win,) = plots(report_of(wins=2))
    (line,), (band,) = win.lines, win.bands
    assert line.points == ((0, 0), (1, 3), (2, 6))
    assert band.spans[1:] == (Span(1, 0, 2), Span(2, 0, 4))
    (_, meter) = plots(report_of(wins=2, meters=2))
    assert meter.lines[0].points == ((1, 5), (2, 5))


def test_moments_at_a_meter_are_those_of_its_outcomes() -> None:
    """A wager of one that pays one, the meter, or nothing."""

    def moments(meter: int) -> tuple[float, float]:
        outcomes = {-1: 0.69, 1: 0.3, (meter - 100) / 100: 0.01}
        mean = -sum(map(prod, outcomes.items()))
        return mean, sum(p * gain**2 for gain, p in outcomes.items()) - mean**2

    edge, variance = moments(2_000)
    side = SideEdge(100, edge, variance, meter=2_000, meter_p=0.01)
    edges = Edges(0.01, {1: 1.1}, {"prize": (side,)}, "test")
    for meter in (2_000, 900, 5_000):
        edge, variance = moments(meter)
        came = moments_of(edges, "prize", spots=1, stake=100, meter=meter)
        assert came == pytest.approx((edge * 100, variance * 100**2))


def test_insurance_has_the_variance_of_a_bet_at_two_to_one() -> None:
    rules = rules_of("nz")
    (insurance,) = edges_of(rules).sides["insurance"]
    tens, others = 16 * rules.decks_in_play, 52 * rules.decks_in_play - 1
    wins = tens / others
    assert insurance.edge == pytest.approx(1 - 3 * wins)
    assert insurance.variance == pytest.approx(9 * wins * (1 - wins))
