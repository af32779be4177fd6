"""Public objects as values: short in a prompt, equal to their copies, keys if they are frozen."""

import copy
import pickle
from typing import Any

import pytest

import pitboss
from pitboss import odds, sim, study
from pitboss.client import ClientError
from pitboss.engine.views import View
from pitboss.round_scripts.format import ScriptError
from pitboss.sim.counting import load_count
from pitboss.testing.conformance import Nonconforming


def refused() -> pitboss.Refused:
    table = pitboss.Table("nz", cards="As 6d 6h 9c Tc 5s")
    table.sit("ann", 100)
    table.bet("ann", 10)
    table.deal()
    with pytest.raises(pitboss.Refused) as told:
        table.act("double")
    return told.value


def unknown() -> pitboss.RulebookError:
    with pytest.raises(pitboss.RulebookError) as told:
        pitboss.rules("nz", decks=3)
    return told.value


ERRORS = (refused, unknown)
MADE = (
    ClientError("unknown", "there is no such table"),
    ScriptError("a.toml", 3, "'10s' is not a card"),
    Nonconforming("my kind", ("it has no categories",)),
)


def again(value: Any) -> list[Any]:
    return [pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]


@pytest.mark.parametrize("error", [*(made() for made in ERRORS), *MADE], ids=lambda e: e.code)
def test_a_copy_of_an_error_says_all_that_it_said(error: pitboss.Error) -> None:
    for one in again(error):
        assert type(one) is type(error)
        assert str(one) == str(error)
        assert vars(one) == vars(error)


SCRIPT = """title = "a"
rulebook = "nz"
shoe = "Ts 9d 8c 7s Kh"
[[rounds]]
wagers = ["1 ann main 10"]
acts = ["1 stand"]
"""


def _seen(viewer: str) -> View:
    table = pitboss.Table("nz", cards="Ts 9d 8c 7s Kh")
    table.sit("ann", 100)
    table.sit("bob", 100)
    table.bet("ann", 10)
    table.deal()
    return table.view(viewer)


def values() -> dict[str, Any]:
    rules = pitboss.rules("double_deck")
    solution = pitboss.solve(rules)
    return {
        "card": pitboss.Card("Ts"),
        "rules": rules,
        "solution": solution,
        "chart": solution.chart(),
        "strategy": solution.strategy,
        "advice": pitboss.advise(rules, "Ts 6d", "9c"),
        "result": pitboss.simulate(rules, 100, player="basic"),
        "experiment": sim.Experiment(rules, pitboss.basic_chart()),
        "shoe": odds.full(2),
        "mistakes": study.Mistakes(0.1),
        "others": study.Others(2),
        "count": load_count("hi_lo"),
        "verdict": pitboss.replay(SCRIPT),
        "view": _seen("ann"),
    }


def test_a_copy_is_equal_and_the_same_key() -> None:
    for name, value in values().items():
        for one in again(value):
            assert one == value, name
            assert hash(one) == hash(value), name
            assert {value: 1}[one] == 1, name


def test_what_differs_is_not_equal() -> None:
    assert pitboss.rules("nz") != pitboss.rules("nz", decks=8)
    assert pitboss.solve("double_deck") != pitboss.solve("double_deck", by="totals")
    assert pitboss.solve("double_deck") != pitboss.solve("double_deck", removed="As")
    assert len({_seen("ann"), _seen("ann"), _seen("bob")}) == 2
    other = SCRIPT.replace("main 10", "main 20")
    assert len({pitboss.replay(SCRIPT), pitboss.replay(SCRIPT), pitboss.replay(other)}) == 2


def test_a_prompt_shows_a_short_line() -> None:
    table = pitboss.Table("tribal", cards="Ts 6d 5h Td 4c 9s")
    house = pitboss.rules("house")
    sheet = pitboss.par_sheet("double_deck")
    shown = {
        **values(),
        "table": table,
        "state": table.state,
        "book": house.book,
        "wager": next(iter(house.wagers.values())),
        "side": study.side_odds(house, "over_13"),
        "sheet": sheet,
        "chart of a sheet": sheet.charts()[0],
        "results": pitboss.solve("double_deck").results,
    }
    for name, value in shown.items():
        assert len(repr(value)) <= 200, name
        assert "\n" not in repr(value), name
