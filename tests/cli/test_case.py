"""`pitboss case`: a complaint is decided from the log alone, offline."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from msgspec.structs import replace

import pitboss
from pitboss.engine.declare import Event
from pitboss.engine.payouts import WagerSettled
from pitboss.store.export import read_log, write_log
from pitboss.store.witness.receipts import write_receipts
from tests.cli.commands import refused, run, run_json
from tests.proof.test_forgeries import played
from tests.proof.test_receipts import FIRST, LAST, REWRITES, decided, entries_of, receipts_of
from tests.store.logged import change_event

ROUND = FIRST


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "nz.log.jsonl"
    path.write_bytes(played("nz"))
    return path


def test_a_time_and_a_name_lead_to_the_rounds(file: Path) -> None:
    (first, *_) = run_json("case", str(file), "--player", "ann", "--tz", "UTC", status=3)["rounds"]
    when = datetime.strptime(first["began"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    local = f"{when + timedelta(hours=12):%Y-%m-%d %H:%M}"
    told = run_json("case", str(file), "--at", local, "--tz", "+12:00", "--player", "ann", status=3)
    assert (told["player"], told["zone"]) == ("ann", "+12:00")
    assert [one["round"] for one in told["rounds"]] == list(range(1, LAST + 1))
    early = f"{when - timedelta(hours=1):%Y-%m-%d %H:%M}"
    none = run_json("case", str(file), "--at", early, "--tz", "UTC", status=3)
    assert none["rounds"] == []
    wide = run_json("case", str(file), "--at", early, "--tz", "UTC", "--within", "90", status=3)
    assert len(wide["rounds"]) == LAST
    assert run_json("case", str(file), "--player", "eve", status=3)["rounds"] == []
    assert "no round of this log fits" in run("case", str(file), "--player", "eve").stdout


def test_a_round_is_told_card_by_card_with_what_was_paid_and_owed(file: Path) -> None:
    (played_round,) = run_json("case", str(file), "--round", str(ROUND), status=3)["rounds"]
    texts = [line["text"] for line in played_round["lines"]]
    assert "Box 1: ann bets 10.00 on main." in texts
    assert any(" gets the " in text for text in texts)
    assert texts[-1] == f"Round {ROUND} is over."
    for payment in played_round["payments"]:
        assert (payment["paid"], payment["right"]) == (payment["owed"], True)
        assert payment["clause_text"]
        chain = payment["chain"]
        assert (chain["net"], chain["clause"]) == (payment["paid"], payment["clause"])
        assert chain["arithmetic"]
    assert {"ann", "bob"} <= {payment["player"] for payment in played_round["payments"]}
    assert played_round["digest"] in {record.chain for record in read_log(played("nz")).records}
    words = run("case", str(file), "--round", str(ROUND))
    assert words.exit_code == 3
    assert f"code {played_round['code']}" in words.stdout
    assert words.stdout.count("Why, ") == len(played_round["payments"])
    assert words.stdout.endswith("the log is not proven: witness (not made)\n")


def short_paid(event: Event) -> Event:
    assert isinstance(event, WagerSettled)
    return replace(event, net=event.net - 250)


def test_a_wrong_payment_is_named_with_player_box_time_clause_and_sum(
    file: Path, tmp_path: Path
) -> None:
    log = pitboss.read_log(file)
    won = [one for played in log.rounds for one in played.payments if one.paid > 0]
    place = [one for played in log.rounds for one in played.payments].index(won[0])
    forged, _ = change_event(played("nz"), WagerSettled, short_paid, number=place)
    file.write_bytes(forged)
    (number,) = (played.number for played in log.rounds if won[0] in played.payments)
    page = tmp_path / "case.html"
    told = run("case", str(file), "--round", str(number), "--tz", "UTC")
    right, wrong = won[0].paid, won[0].paid - Decimal("2.50")
    sentence = (
        f"{won[0].player}'s main on box {won[0].box} was paid {wrong:+}, "
        f"and {won[0].clause} gives {right:+}"
    )
    assert told.exit_code == 1
    assert sentence in told.stdout
    assert "the log does not hold" in told.stdout
    check = next(line for line in told.stdout.splitlines() if line.startswith("FAILED  decisions"))
    for word in (f"round {number}", won[0].player, f"box {won[0].box}", won[0].clause, f"{wrong}"):
        assert word in check, word
    assert run("case", str(file), "--round", str(number), "--html", str(page)).exit_code == 1
    html = page.read_text(encoding="utf-8")
    assert "Wrong payments" in html
    assert f"Round {number}" in html


def test_a_receipt_decides_about_a_rewritten_log(file: Path, tmp_path: Path) -> None:
    log = read_log(played("nz"))
    kept = tmp_path / "ann.receipts.jsonl"
    kept.write_bytes(write_receipts(receipts_of(log)))
    named = ("--round", str(ROUND), "--receipt", str(kept))
    told = run("case", str(file), *named)
    last = "the log holds: the receipts of ann vouch for it"
    assert (told.exit_code, told.stdout.splitlines()[-1]) == (0, last)
    file.write_bytes(decided(log, REWRITES["bet 10 is 5"](entries_of(log))))
    told = run("case", str(file), *named)
    assert told.exit_code == 1
    assert f"FAILED  witness: round {ROUND} is the first that differs" in told.stdout


def test_the_library_reads_a_log_round_by_round(file: Path) -> None:
    log = pitboss.read_log(file)
    assert (log.header.table, log.header.rulebook, log.fault) == ("nz", "nz", "")
    assert [one.number for one in log.rounds] == list(range(1, LAST + 1))
    assert pitboss.read_log(played("nz")) == log
    assert all(one.is_right for played in log.rounds for one in played.payments)
    assert repr(log.rounds[0].payments[0]).startswith("Payment(")


def test_sealed_cards_leave_what_is_owed_open() -> None:
    log = read_log(played("nz"))
    closed = write_log(log.header, [replace(one, envelope=b"") for one in log.records])
    rounds = pitboss.read_log(closed).rounds
    assert len(rounds) == LAST


def test_bad_input_is_refused_with_a_hint(file: Path, tmp_path: Path) -> None:
    assert "--at, --player or --round" in refused("case", str(file))
    assert "write --at" in refused("case", str(file), "--at", "nine o'clock")
    assert "not a time zone" in refused("case", str(file), "--round", "1", "--tz", "Mars/Olympus")
    (tmp_path / "tea").write_text("tea", encoding="utf-8")
    assert "cannot be read as a log" in refused("case", str(tmp_path / "tea"), "--round", "1")
