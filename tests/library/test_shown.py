"""How results show themselves: in a line, as HTML, as data frames; and completion on a shell."""

import sys
from xml.etree import ElementTree

import pytest

import pitboss
from pitboss.extras import NotInstalled
from pitboss.frames import to_pandas

REPR_MAX = 300


def _shown() -> list[object]:
    rules = pitboss.rulebook("double_deck")
    solution = pitboss.solve(rules)
    table = pitboss.Table(rules, seed=1)
    for name in ("ann", "bob", "cy", "dee", "eve"):
        table.sit(name, 100)
    table.bet("ann", 10)
    table.deal()
    script = 'title = "a"\nrulebook = "nz"\nshoe = "Ts 9d 8c 7s Kh"\n[[rounds]]\n'
    verdict = pitboss.replay(script + 'wagers = ["1 ann main 10"]\nacts = ["1 stand"]\n')
    advice = pitboss.advise(rules, "Ts 6d", "9c")
    return [rules, solution, solution.chart(), advice, table, verdict]


def test_everything_shows_itself_in_a_line_and_as_a_table() -> None:
    shown = _shown()
    for thing in shown:
        assert len(repr(thing)) <= REPR_MAX, repr(thing)
        assert repr(thing).startswith("<")
        page = thing._repr_html_()  # type: ignore[attr-defined]
        (caption,) = ElementTree.fromstring(page).iter("caption")
        assert caption.text
    rules, solution, chart, advice, table, _ = shown
    assert repr(rules).startswith("<Rules 'double_deck', revision ")
    assert "house edge 0." in repr(solution)
    assert isinstance(table, pitboss.Table)
    assert "ann, bob, cy, dee and 1 more" in repr(table)
    assert len(repr(solution.strategy)) <= REPR_MAX  # type: ignore[attr-defined]
    for rows in (chart, advice):
        polars, pandas = rows.to_polars(), rows.to_pandas()  # type: ignore[attr-defined]
        assert list(polars.columns) == list(pandas.columns)
        assert len(polars) == len(pandas) > 1


def test_a_package_that_is_missing_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NotInstalled) as missing:
        to_pandas([])
    assert missing.value.hint == "pip install pandas"
