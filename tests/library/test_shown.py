"""How results show themselves: in a line, as HTML, as data frames; and completion on a shell."""

import re
import sys
from xml.etree import ElementTree

import pytest

import pitboss
from pitboss.charts import TINTS
from pitboss.errors import NotInstalled
from pitboss.notebook import to_pandas

REPR_MAX = 200


def _shown() -> list[object]:
    rules = pitboss.rules("double_deck")
    solution = pitboss.solve(rules)
    table = pitboss.Table(rules, seed=1)
    for name in ("ann", "bob", "cy", "dee", "eve"):
        table.sit(name, 100)
    table.bet("ann", 10)
    table.deal()
    script = 'title = "a"\nrulebook = "nz"\nshoe = "Ts 9d 8c 7s Kh"\n[[rounds]]\n'
    verdict = pitboss.replay(script + 'wagers = ["1 ann main 10"]\nacts = ["1 stand"]\n')
    advice = pitboss.advise(rules, "Ts 6d", "9c")
    wager = pitboss.par_sheet("house").wager("match_dealer")
    return [rules, solution, solution.chart(), advice, table, verdict, wager, table.view("ann")]


def test_everything_shows_itself_in_a_line_and_as_a_table() -> None:
    shown = _shown()
    for thing in shown:
        assert len(repr(thing)) <= REPR_MAX, repr(thing)
        assert repr(thing).startswith("<")
        page = thing._repr_html_()  # type: ignore[attr-defined]
        (caption,) = ElementTree.fromstring(page).iter("caption")
        assert caption.text
    rules, solution, chart, advice, table, _, wager, view = shown
    assert repr(rules).startswith("<Rules 'double_deck', revision ")
    page = rules._repr_html_()  # type: ignore[attr-defined]
    assert "<tr><td>min_bet</td><td>5.00</td></tr>" in page
    assert "house edge 0." in repr(solution)
    assert isinstance(table, pitboss.Table)
    assert "ann, bob, cy, dee and 1 more" in repr(table)
    (hand,) = table.rows()
    page = view._repr_html_()  # type: ignore[attr-defined]
    assert f"<td>1.1 ann</td><td>{hand['cards']}</td>" in page
    assert f"<td>dealer</td><td>{table.dealer[0]} ??</td>" in page
    assert len(repr(solution.strategy)) <= REPR_MAX  # type: ignore[attr-defined]
    page = chart._repr_html_()  # type: ignore[attr-defined]
    tinted = re.findall(r'<td style="background:(#\w+);[^>]*>D</td>', page)
    assert set(tinted) == {TINTS["double"]}
    for rows in (chart, advice, wager):
        polars, pandas = rows.to_polars(), rows.to_pandas()  # type: ignore[attr-defined]
        assert list(polars.columns) == list(pandas.columns)
        assert len(polars) == len(pandas) > 1


def test_a_par_sheet_has_each_wager_by_name() -> None:
    sheet = pitboss.par_sheet("house")
    assert sheet.wager("insurance") is sheet.wagers[0]
    with pytest.raises(pitboss.Error, match="no wager 'lucky'") as unknown:
        sheet.wager("lucky")
    assert unknown.value.hint == "choose one of insurance, match_dealer, over_13, under_13"


def test_a_package_that_is_missing_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NotInstalled) as missing:
        to_pandas([])
    assert missing.value.hint == "pip install '.[notebooks]'"
