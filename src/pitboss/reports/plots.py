"""What the plots of a report show: the win as rounds add up, and the progressive meter."""

from pitboss.pictures.figure import Band, Figure, Line, Span
from pitboss.reports.figures import HouseReport, WinPoint

WIDE = 2
"""Standard deviations of the shaded part: nineteen runs of twenty lie within."""


def plots(report: HouseReport) -> tuple[Figure, ...]:
    """The plots that there is something to show in."""
    drawn = [_win(report)] if len(report.win_by_round) > 1 else []
    return (*drawn, *([_meter(report)] if len(report.meter) > 1 else []))


def _win(report: HouseReport) -> Figure:
    first = report.win_by_round[0]
    start = WinPoint(0, 0, 0, None if first.expected is None else 0, 0)
    points = (start, *report.win_by_round)
    lines = [Line("win", tuple((one.rounds, one.win / 100) for one in points))]
    spans = tuple(
        Span(
            one.rounds,
            (one.expected - WIDE * one.deviation) / 100,
            (one.expected + WIDE * one.deviation) / 100,
        )
        for one in points
        if one.expected is not None and one.deviation is not None
    )
    bands = (Band("expected", spans),) if spans else ()
    shaded = (
        " The shaded part is the expected range, two standard deviations on either side."
        if spans
        else ""
    )
    return Figure(
        title="Win of the house",
        note=f"What the house has won as the rounds add up, in table currency.{shaded}",
        x_label="rounds",
        y_label="win",
        bands=bands,
        lines=tuple(lines),
        has_zero=True,
    )


def _meter(report: HouseReport) -> Figure:
    points = tuple((float(place), one.meter / 100) for place, one in enumerate(report.meter, 1))
    return Figure(
        title="Progressive meter",
        note="What the meter showed whenever it moved; a fall is a win that was paid from it.",
        x_label="moves of the meter",
        y_label="meter",
        lines=(Line("meter", points),),
    )
