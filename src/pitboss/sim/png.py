"""Figures as one PNG, drawn by matplotlib where it is installed."""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from pitboss.errors import package
from pitboss.pictures.figure import MORE_COLOURS, Figure, bar_width, powers, short_number

INK = "#0f5e46"
WIDTH_IN, HEIGHT_IN = 8.0, 3.8
"""Inches of one figure."""


def check_png() -> None:
    """Raise where no picture can be drawn, before anything is played."""
    _canvas()


def write_png(path: Path, title: str, figures: Sequence[Figure]) -> None:
    """Write the figures one below the other."""
    figure_of, canvas_of = _canvas()
    height = HEIGHT_IN * len(figures) + 0.5
    sheet = figure_of(figsize=(WIDTH_IN, height), dpi=120, layout="constrained")
    canvas_of(sheet)
    sheet.suptitle(title, fontsize=12)
    axes = sheet.subplots(len(figures), squeeze=False)
    for axis, figure in zip(axes[:, 0], figures, strict=True):
        _draw(axis, figure)
    sheet.savefig(path, format="png")


def _canvas() -> tuple[Any, Any]:
    # Without pyplot: no windows, no state that outlives the call.
    figure = package("matplotlib.figure").Figure
    return figure, package("matplotlib.backends.backend_agg").FigureCanvasAgg


def _draw(axis: Any, figure: Figure) -> None:
    for band in figure.bands:
        xs, lows, highs = zip(*((s.x, s.low, s.high) for s in band.spans), strict=True)
        axis.fill_between(
            xs, lows, highs, color=INK, alpha=band.weight, linewidth=0, label=band.label
        )
    if figure.bars:
        places, heights = zip(*figure.bars, strict=True)
        axis.bar(places, heights, width=bar_width(places), color=INK)
    for line, colour in zip(figure.lines, cycle((INK, *MORE_COLOURS)), strict=False):
        xs, ys = zip(*line.points, strict=True)
        axis.plot(xs, ys, color=colour, label=line.label, marker="o" if figure.errors else None)
    for span in figure.errors:
        axis.vlines(span.x, span.low, span.high, color=INK, linewidth=1)
    (x_low, x_high), (y_low, y_high) = figure.ranges()
    if figure.has_zero or y_low < 0 < y_high:
        axis.axhline(0, color="black", linewidth=0.8, linestyle="--")
    if figure.is_log:
        axis.set_xscale("log")
        axis.set_xticks(powers(x_low, x_high))
        axis.minorticks_off()
    axis.xaxis.set_major_formatter(lambda x, _place: short_number(x))
    axis.yaxis.set_major_formatter(lambda y, _place: short_number(y))
    axis.set(title=figure.title, xlabel=figure.x_label, ylabel=figure.y_label)
    axis.grid(axis="y", linewidth=0.4)
    if figure.bands or len(figure.lines) > 1:
        axis.legend(frameon=False, fontsize=8)
