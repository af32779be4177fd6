"""Pictures of a result: what they show, as SVG in a page."""

import re
from xml.etree import ElementTree

import pytest

from pitboss.pictures.figure import Figure, Line, figures, powers, short_number, ticks
from pitboss.pictures.page import result_page
from pitboss.pictures.svg import svg
from pitboss.sim.paths import QUANTILES, Fan
from pitboss.sim.results import CountSums, Moment, Result, WagerSums

RESULT = Result(
    1000, 500, -2, (400, 0, 100, 0, 2500), (WagerSums("main", 1000, 3000, 4200, 11600, 500),),
    (CountSums(-1, 500, -20, 900), CountSums(0, 2490, 4210, 10_000), CountSums(1, 10, 10, 700)),
)  # fmt: skip
TRACE = (Moment(1000, 0.1, 0.03), Moment(2000, 0.05, 0.02), Moment(3000, 0.07, 0.01))
FAN = Fan(50_000, 4000, (0, 100), ((50_000.0,) * 5, (0.0, 2e4, 5e4, 6e4, 9e4)), (0.0, 0.07))
TITLES = [
    "Convergence", "Results of a round", "Expectation by count", "How often each count comes",
    "Bankrolls",
]  # fmt: skip
SVG = "{http://www.w3.org/2000/svg}"
"""Without it no browser shows a picture that is a file of its own."""


def drawn() -> tuple[Figure, ...]:
    return figures(RESULT, TRACE, FAN)


def test_there_is_a_picture_for_all_that_there_is_to_see() -> None:
    assert [figure.title for figure in drawn()] == TITLES
    alone = Result(RESULT.unit, RESULT.grain, RESULT.low, RESULT.counts, RESULT.wagers)
    assert [figure.title for figure in figures(alone)] == ["Results of a round"]
    by_count = drawn()[2]
    # Ten rounds at a count say nothing.
    assert [x for x, _ in by_count.lines[0].points] == [0]
    assert dict(drawn()[1].bars) == {-1.0: pytest.approx(100 * 4 / 30), 0.0: pytest.approx(10 / 3),
                                     1.0: pytest.approx(100 * 25 / 30)}  # fmt: skip
    fan = drawn()[4]
    assert fan.bands[0].spans[1].high == 900
    assert "7.00%" in fan.note
    assert QUANTILES[2] == 0.5


def test_svg_is_well_formed_and_draws_every_point() -> None:
    for figure in drawn():
        root = ElementTree.fromstring(svg(figure))
        assert root.tag == f"{SVG}svg"
        kinds = [element.tag.removeprefix(SVG) for element in root.iter()]
        assert kinds.count("rect") == len(figure.bars)
        assert kinds.count("polygon") == len(figure.bands)
        assert kinds.count("polyline") == len(figure.lines)
        for element in root.iter(f"{SVG}rect"):
            assert float(element.get("height", "-1")) >= 0


def test_a_picture_brings_its_style_and_says_which_line_is_which() -> None:
    lines = (Line("Hi-Lo", ((1.0, 2.0), (2.0, 3.0))), Line("K&O", ((1.0, 1.0), (2.0, 2.0))))
    two = Figure("SCORE", "by count", "count", "SCORE", lines=lines)
    text = svg(two)
    root = ElementTree.fromstring(text)
    assert ".figure .line {" in (root.findtext(f"{SVG}style") or "")
    assert [key.text for key in root.iter(f"{SVG}text") if key.get("class") == "key"] == [
        "Hi-Lo", "K&O",
    ]  # fmt: skip
    looks = {line.get("style") for line in root.iter(f"{SVG}polyline")}
    assert len(looks) == 2
    assert 'class="key"' not in svg(Figure("t", "n", "x", "y", lines=lines[:1]))
    assert two._repr_html_().startswith("<figure><h2>SCORE</h2>")
    assert repr(two) == "<Figure 'SCORE': SCORE by count>"


def test_a_page_needs_nothing_else() -> None:
    page = result_page("A <table>", "about", RESULT, numbers={"rounds": "3"}, figures=drawn())
    assert "A &lt;table&gt;" in page
    assert page.count("<svg") == 5
    assert "<script" not in page
    assert set(re.findall(r"https?:[^\"]*", page)) == {SVG.strip("{}")}
    assert "+0.700000" in page


def test_axes_have_round_numbers() -> None:
    assert ticks(-0.013, 0.021) == (-0.01, 0.0, 0.01, 0.02)
    assert ticks(0, 100) == (0, 20, 40, 60, 80, 100)
    assert ticks(3, 3) == (3,)
    assert powers(4096, 3e6) == (1e4, 1e5, 1e6)
    assert powers(2000, 8000) == (2000, 4000, 8000)
    assert [short_number(x) for x in (-0.5, 1500, 20_000, 3e6, 1e12)] == [
        "-0.5", "1500", "20k", "3M", "1T",
    ]  # fmt: skip
    flat = Figure("t", "n", "x", "y", lines=(Line("l", ((1.0, 2.0), (2.0, 2.0))),))
    assert "polyline" in svg(flat)
