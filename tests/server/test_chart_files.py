"""Chart files over HTTP: the best chart to take away, and a player's own beside it."""

from collections.abc import Iterator

import pytest

import pitboss
from pitboss import basic_chart
from pitboss.charts import Chart
from pitboss.server.analysis.drills import TEXT_MAX
from tests.server.live import Live, Visitor, serving

ALWAYS_STAND = f'title = "Stand pat"\n[hard]\n"2-21" = "{"S " * 10}"\n'


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with serving() as served:
        yield served


@pytest.fixture
def visitor(live: Live) -> Visitor:
    return live.visitor()


def test_the_chart_taken_away_is_that_of_the_command(visitor: Visitor) -> None:
    answer = visitor.http.get("/api/odds/nz/chart")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text == str(pitboss.solve("nz").chart())
    assert len(answer.text) < TEXT_MAX / 4


@pytest.mark.parametrize("book", ["nz", "pa_free_bet"])
def test_the_best_chart_by_totals_costs_next_to_nothing(visitor: Visitor, book: str) -> None:
    text = visitor.http.get(f"/api/odds/{book}/chart").text
    told = visitor.post(f"/api/odds/{book}/chart", {"text": text})
    assert told["title"] == Chart.parse(text).name
    assert 0 <= told["cost"] < 0.0004
    sheet = visitor.get(f"/api/odds/{book}/drills")
    assert len(told["drills"]) == len(sheet["hands"])
    for hand, act in zip(sheet["hands"], told["drills"], strict=True):
        assert act in hand["values"]


def test_a_poor_chart_costs_what_its_errors_cost(visitor: Visitor) -> None:
    told = visitor.post("/api/odds/double_deck/chart", {"text": ALWAYS_STAND})
    sheet = visitor.get("/api/odds/double_deck/drills")
    # What a chart leaves out is stood on from 12; insurance is declined.
    stood = [
        hand["chance"] * (max(hand["values"].values()) - hand["values"].get("stand", 0))
        for hand in sheet["hands"]
    ]
    assert told["cost"] == pytest.approx(sum(stood), abs=1e-9)
    assert told["cost"] > 0.1
    squares = {(one["chart"], one["row"], one["up"]): one["act"] for one in told["plays"]}
    assert squares["hard", "11", "6"] == squares["pairs", "8,8", "T"] == "stand"
    assert set(told["drills"]) == {"stand", "decline"}


def test_the_basic_chart_insures_nobody_and_says_where_it_differs(visitor: Visitor) -> None:
    text = str(basic_chart())
    told = visitor.post("/api/odds/double_deck/chart", {"text": text})
    insured = visitor.post("/api/odds/double_deck/chart", {"text": f"insurance = true\n{text}"})
    assert "insure" not in told["drills"]
    assert insured["drills"].count("insure") > 0
    assert insured["cost"] > told["cost"]


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "has no rows"),
        ("not toml", "is not a TOML file"),
        ('[hard]\n"16" = "S S"', "has 2 cells"),
        ('[hard]\n"2-99999999999" = "S"', "is not a total"),
        ("x = " + "[" * 5_000, "nested too deeply"),
        ('[hard]\n"16" = "X S S S S S S S S S"', "'X' is not a play"),
    ],
)
def test_what_is_not_a_chart_is_refused_in_a_sentence(
    visitor: Visitor, text: str, said: str
) -> None:
    told = visitor.post("/api/odds/nz/chart", {"text": text}, expect=400)
    assert said in told["text"]


def test_other_refusals(visitor: Visitor) -> None:
    visitor.post("/api/odds/nz/chart", {"text": "x" * (TEXT_MAX + 1)}, expect=400)
    chart = {"text": str(basic_chart())}
    assert (
        "shows both" in visitor.post("/api/odds/double_exposure/chart", chart, expect=400)["text"]
    )
    assert "shows both" in visitor.get("/api/odds/double_exposure/chart", expect=400)["text"]
    visitor.post("/api/odds/nowhere/chart", chart, expect=404)
