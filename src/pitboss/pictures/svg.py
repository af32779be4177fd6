"""Figures as SVG with their own style; a page around them may choose other colours."""

from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from importlib import resources
from math import log10

from pitboss.pictures.figure import (
    MORE_COLOURS,
    Band,
    Figure,
    Line,
    Span,
    bar_width,
    powers,
    short_number,
    ticks,
)

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 62, 14, 12, 42
"""Room around the axes."""
MARGIN = 0.05
"""Share of the range that is left free above and below."""
DASHES = ("6 3", "2 3", "9 3 2 3")
"""Lines after the first differ in more than their colour."""

Scale = Callable[[float], float]


def svg(figure: Figure) -> str:
    """Return the figure as one SVG element."""
    (x_low, x_high), (y_low, y_high) = figure.ranges()
    if figure.bars:
        half = bar_width(x for x, _ in figure.bars) / 2
        x_low, x_high = x_low - half, x_high + half
    room = MARGIN * (y_high - y_low) or 1.0
    y_high += room
    if not (y_low == 0 and (figure.bars or figure.has_zero)):
        y_low -= room
    x = _log_scale(x_low, x_high) if figure.is_log else _scale(x_low, x_high, LEFT, WIDTH - RIGHT)
    y = _scale(y_low, y_high, HEIGHT - BOTTOM, TOP)
    x_ticks = powers(x_low, x_high) if figure.is_log else ticks(x_low, x_high, wanted=10)
    parts = [
        *_y_axis(y, ticks(y_low, y_high)),
        *_x_axis(x, x_ticks),
        *(_band(band, x, y) for band in figure.bands),
        *_bars(figure.bars, x, y),
        *(_error(span, x, y) for span in figure.errors),
    ]
    if y_low < 0 < y_high:
        parts.append(f'<path class="zero" d="M{LEFT} {y(0):.1f}H{WIDTH - RIGHT}"/>')
    for place, line in enumerate(figure.lines):
        points = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line.points)
        parts.append(f'<polyline class="line"{_stroke(place)} points="{points}"/>')
        if figure.errors:
            parts += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3"/>' for a, b in line.points]
    if len(figure.lines) > 1:
        parts += _key(figure.lines)
    parts += _names(figure)
    label = escape(f"{figure.title}: {figure.y_label} by {figure.x_label}", quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="figure" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
        f"<style>{_style()}</style>{''.join(parts)}</svg>"
    )


def figure_html(figure: Figure) -> str:
    """Return the figure under its title, with its note below."""
    return (
        f"<figure><h2>{escape(figure.title)}</h2>\n{svg(figure)}\n"
        f"<figcaption>{escape(figure.note)}</figcaption></figure>"
    )


@cache
def _style() -> str:
    return (resources.files("pitboss.sim") / "figure.css").read_text(encoding="utf-8")


def _scale(low: float, high: float, first: float, last: float) -> Scale:
    width = high - low or 1.0
    return lambda value: first + (value - low) / width * (last - first)


def _log_scale(low: float, high: float) -> Scale:
    plain = _scale(log10(low), log10(high), LEFT, WIDTH - RIGHT)
    return lambda value: plain(log10(value))


def _y_axis(y: Scale, values: Iterable[float]) -> Iterable[str]:
    for value in values:
        place = y(value)
        yield f'<path class="grid" d="M{LEFT} {place:.1f}H{WIDTH - RIGHT}"/>'
        yield f'<text class="right" x="{LEFT - 6}" y="{place + 4:.1f}">{short_number(value)}</text>'


def _x_axis(x: Scale, values: Iterable[float]) -> Iterable[str]:
    foot = HEIGHT - BOTTOM
    yield f'<path class="axis" d="M{LEFT} {foot}H{WIDTH - RIGHT}"/>'
    for value in values:
        yield f'<path class="axis" d="M{x(value):.1f} {foot}v4"/>'
        yield f'<text x="{x(value):.1f}" y="{foot + 17}">{short_number(value)}</text>'


def _band(band: Band, x: Scale, y: Scale) -> str:
    there = [f"{x(s.x):.1f},{y(s.high):.1f}" for s in band.spans]
    back = [f"{x(s.x):.1f},{y(s.low):.1f}" for s in reversed(band.spans)]
    points = " ".join((*there, *back))
    return (
        f'<polygon class="band" fill-opacity="{band.weight}" points="{points}">'
        f"<title>{escape(band.label)}</title></polygon>"
    )


def _bars(bars: tuple[tuple[float, float], ...], x: Scale, y: Scale) -> Iterable[str]:
    width = bar_width(place for place, _ in bars)
    for place, height in bars:
        left, right = x(place - width / 2), x(place + width / 2)
        yield (
            f'<rect x="{left:.1f}" y="{y(height):.1f}" width="{right - left:.1f}" '
            f'height="{y(0) - y(height):.1f}">'
            f"<title>{short_number(place)}: {height:.4g}</title></rect>"
        )


def _stroke(place: int) -> str:
    """Return the style of a line by its place; the first has the page's own colour."""
    if not place:
        return ""
    place = (place - 1) % len(DASHES)
    return f' style="stroke:{MORE_COLOURS[place]};stroke-dasharray:{DASHES[place]}"'


def _key(lines: Iterable[Line]) -> Iterable[str]:
    for place, line in enumerate(lines):
        up = TOP + 14 + 16 * place
        yield f'<path class="line"{_stroke(place)} d="M{LEFT + 10} {up - 4}h26"/>'
        yield f'<text class="key" x="{LEFT + 42}" y="{up}">{escape(line.label)}</text>'


def _error(span: Span, x: Scale, y: Scale) -> str:
    place = x(span.x)
    return (
        f'<path class="error" d="M{place:.1f} {y(span.low):.1f}V{y(span.high):.1f}'
        f'M{place - 3:.1f} {y(span.low):.1f}h6M{place - 3:.1f} {y(span.high):.1f}h6"/>'
    )


def _names(figure: Figure) -> Iterable[str]:
    middle = (LEFT + WIDTH - RIGHT) / 2
    yield f'<text x="{middle:.0f}" y="{HEIGHT - 6}">{escape(figure.x_label)}</text>'
    up = (TOP + HEIGHT - BOTTOM) / 2
    yield (f'<text transform="translate(12 {up:.0f}) rotate(-90)">{escape(figure.y_label)}</text>')
