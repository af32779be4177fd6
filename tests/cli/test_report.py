"""`pitboss report`: what it prints of a house's tables, in every form, and what it refuses."""

import csv
import io
from pathlib import Path

import pytest

from pitboss.rulebook.catalog import rules_of
from pitboss.server.security.witness import SQLITE_FILE
from pitboss.store.entry import encode_entry
from pitboss.store.port import TableHeader
from pitboss.store.sql.sqlite import SqliteStore
from tests.cli.commands import refused, run, run_json
from tests.reports.test_report import evening


@pytest.fixture
def data(tmp_path: Path) -> str:
    """The folder of a house with one table, at which an evening was played."""
    at, rules = evening(), rules_of("nz")
    store = SqliteStore(tmp_path / SQLITE_FILE)
    options = {"perfect_pairs": "scale_1"}
    automations = {"cards": False, "procedures": True, "burn": False, "checks": True}
    store.create(TableHeader("seven", "Table 7", "nz", rules.revision, options, automations, 0))
    version = 0
    for entry in at.entries:
        store.append("seven", version, [encode_entry(entry)])
        version = entry.version
    store.close()
    return str(tmp_path)


def test_the_figures_are_data_for_programs(data: str) -> None:
    told = run_json("report", "--data", data, "--table", "seven", "--no-odds")
    assert told["reconciles"] is True
    assert told["out_by"] == "0.00"
    total = told["total"]
    assert (total["drop"], total["win"], total["rounds"]) == ("300.00", "85.00", 2)
    assert total["expected"] is None
    assert [one["name"] for one in told["by_shift"]] == ["seven, shift 1", "seven, shift 2"]
    assert {one["player"]: one["net"] for one in told["players"]} == {
        "guest-3": "-80.00",
        "guest-bob": "-5.00",
    }


def test_expected_figures_come_from_the_odds_of_the_table(data: str) -> None:
    told = run_json("report", "--data", data, "--table", "seven")
    odds = run_json("odds", "nz", "--set", "perfect_pairs=scale_1")
    (main,) = (one for one in told["total"]["wagers"] if one["wager"] == "main")
    assert main["expected"] == f"{odds['house_edge'] * 80:.2f}"
    pairs = {one["wager"]: one["house_edge"] for one in odds["wagers"]}["perfect_pairs"]
    (line,) = (one for one in told["total"]["wagers"] if one["wager"] == "perfect_pairs")
    assert line["expected"] == f"{pairs * 5:.2f}"
    assert told["total"]["deviations"] > 0
    assert "house edge" in told["odds"][0]


def test_a_period_leaves_out_what_lies_beside_it(data: str) -> None:
    shift = ("report", "--data", data, "--table", "seven", "--no-odds")
    before = run_json(*shift, "--to", "2026-11-16T12:00")
    after = run_json(*shift, "--from", "2026-11-16T12:00")
    assert (before["total"]["drop"], after["total"]["drop"]) == ("0.00", "300.00")


def test_a_sheet_and_a_page(data: str, tmp_path: Path) -> None:
    shown = run("report", "--data", data, "--table", "seven", "--no-odds", "--csv")
    rows = list(csv.DictReader(io.StringIO(shown.stdout)))
    assert (rows[0]["win"], shown.exit_code) == ("85.00", 0)
    page = tmp_path / "report.html"
    told = run("report", "--data", data, "--table", "seven", "--no-odds", "--html", str(page))
    assert (told.stdout, told.exit_code) == ("", 0)
    assert "Every figure agrees with the ledger" in page.read_text(encoding="utf-8")


def test_people_read_it_on_the_terminal(data: str) -> None:
    shown = run("report", "--data", data, "--table", "seven", "--no-odds").stdout
    for text in ("Table 7 (seven)", "300.00", "bob (guest)", "every figure agrees with the ledger"):
        assert text in shown
    # The slips of the evening: the opening float, a fill and the drop.
    assert "Slips" in shown
    for kind in ("opening", "fill", "drop"):
        assert f" {kind} " in shown.partition("Slips")[2]


def test_figures_that_do_not_reconcile_are_told(data: str) -> None:
    """Somebody has put a payout into the log that no wager stands behind."""
    store = SqliteStore(Path(data) / SQLITE_FILE)
    last = store.last("seven")
    assert last is not None
    body = last.body.replace(b'"events":[', b'"events":[' + FORGED + b",")
    record = type(last)(last.version + 2, last.at_ms, body, "x:1")
    store.append("seven", last.version, [record])
    store.close()
    told = run_json("report", "--data", data, "--table", "seven", "--no-odds", status=1)
    assert (told["reconciles"], told["out_by"]) == (False, "7.00")
    shown = run("report", "--data", data, "--table", "seven", "--no-odds")
    assert (shown.exit_code, "OUT BY 7.00" in shown.stdout) == (1, True)


FORGED = (
    b'{"event":"stakes_returned","box":3,"player":"guest-3","amount":700,"clause":"NZ-16.5-s2"}'
)


def test_bad_input_is_refused(data: str) -> None:
    assert "there are seven" in refused("report", "--data", data, "--table", "nine")
    assert "not a time" in refused("report", "--data", data, "--table", "seven", "--from", "soon")
    assert "--table" in refused("report", "--data", data)
    both = ("report", "--data", data, "--table", "seven", "--csv", "--json")
    assert "do not go together" in refused(*both)
    refused("report", "--data", f"{data}/nowhere", "--table", "seven")
