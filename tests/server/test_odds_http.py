"""Odds and rules over HTTP: the same figures as the commands, off the loop, shared and bounded."""

import asyncio
import json
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from pitboss.cli.main import cli
from pitboss.rulebook.catalog import SHIPPED, load_rulebook
from pitboss.server.analysis.simulations import parts
from pitboss.server.http.odds import NOT_ODDS_OPTIONS
from pitboss.sim.experiment import BLOCK
from tests.patience import COMPILED_S, WAIT_S, wait_until
from tests.server.live import Live, Visitor, serving

UNEVEN = "min_bet=99999.99&max_bet=99999.99&chip_unit=0.01"
"""A wager whose payouts have too many sizes to be counted one by one."""
UNKNOWN = "dealer_blackjack_takes=original_only"
"""An option that leads, beside another one changed, to a game that no result is shipped of."""


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with serving(simulations_max=1, simulated_rounds_max=200_000_000) as served:
        yield served


@pytest.fixture
def visitor(live: Live) -> Visitor:
    return live.visitor()


def printed(*arguments: str) -> object:
    """What a command prints as JSON."""
    run = CliRunner().invoke(cli, [*arguments, "--json"])
    assert run.exit_code == 0, run.output
    return json.loads(run.stdout)


def without_time(sheet: object) -> dict[str, object]:
    assert isinstance(sheet, dict)
    return {name: value for name, value in sheet.items() if name != "seconds"}


def test_no_option_is_named_like_a_parameter() -> None:
    options = {name for book in SHIPPED for name in load_rulebook(book).options}
    assert not options & NOT_ODDS_OPTIONS


def test_the_par_sheet_is_that_of_the_command(visitor: Visitor) -> None:
    sheet = visitor.get("/api/odds/nz?variant=blackjack_plus&perfect_pairs=scale_2&removed=As%205d")
    settings = ("--set", "variant=blackjack_plus", "--set", "perfect_pairs=scale_2")
    told = printed("odds", "nz", *settings, "--removed", "As 5d")
    assert without_time(sheet) == without_time(told)


def test_the_charts_are_those_of_the_command(visitor: Visitor) -> None:
    charts = visitor.get("/api/odds/double_deck/strategy?split_match=value")
    assert charts == printed("strategy", "double_deck", "--set", "split_match=value")


def test_what_an_option_changes(visitor: Visitor) -> None:
    edge = visitor.get("/api/odds/double_deck/edge")["house_edge"]
    (row,) = visitor.get("/api/odds/double_deck/effects?of=hole_check")
    there = visitor.get("/api/odds/double_deck/edge?hole_check=none")["house_edge"]
    assert (row["option"], row["value"], row["clause"]) == ("hole_check", "none", "DD-24")
    assert row["house_edge"] == there
    assert row["change"] == pytest.approx(there - edge, abs=1e-15)
    assert visitor.get("/api/odds/double_deck/effects?of=boxes") == []


def test_a_table_of_the_lobby_shares_what_is_known(live: Live, visitor: Visitor) -> None:
    edge = visitor.get("/api/odds/house/edge?boxes=7")["house_edge"]
    listed = {table["rulebook"]: table["house_edge"] for table in visitor.get("/api/tables")}
    assert listed["house"] == edge


def test_what_a_removed_card_changes(visitor: Visitor) -> None:
    rows = {row["removed"]: row for row in visitor.get("/api/odds/double_deck/removal")}
    sheet = visitor.get("/api/odds/double_deck?removed=5s")
    whole = visitor.get("/api/odds/double_deck/edge")
    assert list(rows) == [*"A23456789", "ten"]
    assert rows["5"]["player_ev"] == sheet["player_ev"]
    change = sheet["player_ev"] + whole["house_edge"]
    assert rows["5"]["change"] == pytest.approx(change, abs=1e-15)
    assert rows["A"]["change"] < 0 < change


def test_a_refused_option_names_its_clause(visitor: Visitor) -> None:
    told = visitor.get("/api/odds/nz?decks=3", expect=400)
    assert told["code"] == "refused_options"
    assert told["clause"] == "NZ-3.3-a"
    (problem,) = told["problems"]
    assert problem["option"] == "decks"
    assert "3.3" in problem["text"]
    told = visitor.get("/api/rules/nz?perfect_pairs=scale_1&any_pair=scale_1", expect=400)
    assert told["clause"].startswith("NZ-15")


@pytest.mark.parametrize(
    "path, status, code",
    [
        ("/api/odds/no_such", 404, "unknown_rulebook"),
        ("/api/rules/no_such/clauses", 404, "unknown_rulebook"),
        ("/api/odds/nz/effects?of=nothing", 404, "unknown_option"),
        ("/api/odds/nz/edge?nothing=1", 400, "refused_options"),
        ("/api/odds/nz?removed=Xx", 400, "refused"),
        ("/api/odds/double_deck?removed=As%20As%20As", 400, "refused"),
        (f"/api/odds/nz?decks={'9' * 5000}", 400, "too_long"),
        ("/api/odds/nz/simulation?rounds=999999999999", 400, "too_many"),
        (f"/api/odds/double_deck/simulation?rounds=5000&{UNEVEN}", 400, "refused"),
    ],
)
def test_what_cannot_be_answered_is_told(
    visitor: Visitor, path: str, status: int, code: str
) -> None:
    assert visitor.get(path, expect=status)["code"] == code


def test_rules_clauses_and_differences_are_those_of_the_commands(visitor: Visitor) -> None:
    assert visitor.get("/api/rules/nz?decks=8") == printed("rules", "nz", "--set", "decks=8")
    assert visitor.get("/api/rules/house/clauses") == printed("clauses", "house")
    told = printed("diff", "tribal", "tribal", "--set-b", "surrender=true")
    assert visitor.get("/api/rules/tribal/diff/tribal?b.surrender=true") == told
    listed = visitor.get("/api/rulebooks")
    assert [book["id"] for book in listed] == list(SHIPPED)


def events(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    for line in answer.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


def test_a_simulation_is_that_of_the_command(visitor: Visitor) -> None:
    path = "/api/odds/double_deck/simulation?rounds=100000&seed=7"
    with visitor.http.stream("GET", path) as answer:
        told = list(events(answer))
    seen = [event["rounds"] for event in told]
    assert len(seen) > 10
    assert seen == sorted(seen)
    last = told[-1]
    command = ("simulate", "double_deck", "--rounds", "100000", "--seed", "7", "--every-round")
    expected = printed(*command)
    assert isinstance(expected, dict)
    for name in ("rounds", "player_ev", "standard_error", "standard_deviation"):
        assert last[name] == expected[name]
    assert sum(one["share"] for one in last["distribution"]) == pytest.approx(1)


def test_one_more_simulation_is_refused_until_the_first_is_left(visitor: Visitor) -> None:
    path = "/api/odds/double_deck/simulation?rounds=200000000"
    with visitor.http.stream("GET", path) as answer:
        watched = events(answer)
        next(watched)
        told = visitor.get("/api/odds/nz/simulation?rounds=5000", expect=503)
        assert told["code"] == "busy"
    again = "/api/odds/double_deck/simulation?rounds=5000"
    wait_until(
        lambda: visitor.http.get(again).status_code != 503,
        "the run goes on though nobody watches it",
    )


def test_the_server_answers_while_it_calculates(visitor: Visitor) -> None:
    """Health is told again and again while the solver has much to do."""

    async def ask() -> int:
        async with httpx.AsyncClient(base_url=visitor.live.url, timeout=COMPILED_S) as client:
            work = [
                asyncio.create_task(client.get(f"/api/odds/nz/edge?decks={decks}&{UNKNOWN}"))
                for decks in (4, 5, 7)
            ]
            told = 0
            while not any(task.done() for task in work):
                await client.get("/healthz")
                told += 1
            answers = await asyncio.gather(*work)
            assert all(answer.status_code == 200 for answer in answers)
        return told

    # Where it waited for the solver there would be one answer, or two.
    assert asyncio.run(ask()) > 5


@pytest.mark.parametrize("rounds", [1, BLOCK, 100_000, 30_000_000])
def test_parts_make_up_the_run(rounds: int) -> None:
    at = 0
    played = 0
    for first, blocks, each in parts(rounds):
        assert first == at
        at += blocks
        played += blocks * each
    assert played == rounds


def test_a_server_stops_at_once_while_a_simulation_is_watched(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without an end of its own the run would not be cut off before the test gives up.
    monkeypatch.setattr("pitboss.server.app.STOP_S", 10 * WAIT_S)
    with serving() as live:
        path = "/api/odds/double_deck/simulation?rounds=900000000&player=dealer"
        seen: list[str] = []

        def watch() -> None:
            with live.visitor().http.stream("GET", path) as told:
                for line in told.iter_lines():
                    seen.append(line)
                    has_begun.set()

        has_begun = threading.Event()
        watcher = threading.Thread(target=watch)
        watcher.start()
        assert has_begun.wait(COMPILED_S)
        live._server.should_exit = True
        watcher.join(WAIT_S)
        live._thread.join(WAIT_S)
        assert not watcher.is_alive()
        assert not live._thread.is_alive()
        assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_figures_of_shipped_games_are_there_at_once() -> None:
    with serving() as fresh:
        visitor = fresh.visitor()
        edges = [table["house_edge"] for table in visitor.get("/api/tables")]
        assert len(edges) == len(SHIPPED)
        assert all(isinstance(edge, float) for edge in edges)
        for path in ("edge?surrender=true", "strategy?decks=8", "?streak=true"):
            told = visitor.get(f"/api/odds/tribal/{path}".replace("/?", "?"))
            assert told.get("source", "cached") == "cached"
        solver = fresh.site.lobby.solver
        assert solver._calculator._process is None
        assert solver._adviser._process is None


def test_a_sheet_is_saved_in_three_forms(visitor: Visitor) -> None:
    path = "/api/odds/double_deck/file?hole_check=none&form="
    answers = {form: visitor.http.get(path + form) for form in ("xlsx", "csv", "memo")}
    assert {answer.status_code for answer in answers.values()} == {200}
    for form, ending in (("xlsx", "xlsx"), ("csv", "csv"), ("memo", "html")):
        named = answers[form].headers["content-disposition"]
        assert named == f'attachment; filename="double_deck.{ending}"'
    assert answers["xlsx"].content.startswith(b"PK")
    assert "insurance" in answers["csv"].text
    assert "pitboss odds double_deck --set hole_check=none" in answers["memo"].text
    assert "Exact beside simulated" in answers["memo"].text
    assert visitor.http.get(path + "docx").status_code == 400
