"""`pitboss verify`: sound logs hold, and each planted fault is found and named."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine.chips import ChipsBought
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.wagers.placing import WagerPlaced
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.store.codec import Entry, decode_event, encode_event
from pitboss.store.log import export_log, read_log, write_log
from pitboss.store.notes import ShoeCommitted, ShoeRevealed
from pitboss.store.port import Record, TableHeader
from pitboss.testing.verify import CHECKS
from tests.cli.commands import refused, run
from tests.properties.test_by_hand import Physical, Recorded
from tests.store.logged import Change, LoggedTable, change_entry, rechained

TABLES: dict[str, dict[str, str]] = {
    "tribal": {
        "additional_wager": "over_under_13",
        "match_play": "true",
        "streak": "true",
        "surrender": "true",
    },
    "nz": {"variant": "antes_up", "ante": "0.50", "super_sevens": "true"},
    "pa_free_bet": {"push_22": "a", "even_money": "true"},
    "house": {},
    "double_deck": {},
}


@cache
def played(rulebook: str, seed: int = 1) -> bytes:
    """The log of a table on which a few shoes were played."""
    table = LoggedTable(rulebook, TABLES[rulebook], seed)
    for number in range(9):
        if number % 4 == 3:
            table.shuffle()
        table.play_round()
    table.reveal()
    return export_log(table.store, "t1")


def verify(data: bytes, folder: Path) -> dict[str, Any]:
    """What the command says of a log, with its exit status."""
    path = folder / "t1.log.jsonl"
    path.write_bytes(data)
    result = run("verify", str(path), "--json")
    assert result.stderr == ""
    report: dict[str, Any] = json.loads(result.stdout)
    assert result.exit_code == (0 if report["ok"] else 1)
    assert [check["check"] for check in report["checks"]] == list(CHECKS)
    return report


def failures(data: bytes, folder: Path) -> dict[str, str]:
    """The checks that fail, with what they say."""
    checks = verify(data, folder)["checks"]
    return {check["check"]: check["text"] for check in checks if check["status"] == "failed"}


@pytest.mark.parametrize("rulebook", TABLES)
def test_a_log_of_every_rulebook_holds(rulebook: str, tmp_path: Path) -> None:
    report = verify(played(rulebook), tmp_path)
    assert [check["status"] for check in report["checks"]] == ["ok"] * len(CHECKS), report
    assert report["ok"] is True
    assert (report["table"], report["rulebook"]) == ("t1", rulebook)


def test_it_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "t1.log.jsonl"
    path.write_bytes(played("nz"))
    result = run("verify", str(path))
    assert result.exit_code == 0
    assert result.stdout.startswith("Table 1 (t1): nz, ")
    assert result.stdout.endswith("the log holds\n")
    path.write_bytes(change_entry(played("nz"), RoundEnded, lambda _: None)[0])
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert "FAILED   chain" in result.stdout
    assert result.stdout.endswith("the log does NOT hold\n")


def other_card(entry: Entry) -> Entry:
    assert isinstance(entry, CardDealt)
    return replace(entry, card=(entry.card + 1) % 52)


def more_won(entry: Entry) -> Entry:
    assert isinstance(entry, WagerSettled)
    return replace(entry, net=entry.net + 500)


def less_lost(entry: Entry) -> Entry:
    assert isinstance(entry, WagerSettled)
    return replace(entry, stake=entry.stake - 50, net=entry.net + 50)


def other_clause(entry: Entry) -> Entry:
    assert isinstance(entry, WagerSettled)
    return replace(entry, clause="NZ-1.1")


def larger_wager(entry: Entry) -> Entry:
    assert isinstance(entry, WagerPlaced)
    return replace(entry, amounts=(entry.amounts[0] + 100_000_00,))


def more_chips(entry: Entry) -> Entry:
    assert isinstance(entry, ChipsBought)
    return replace(entry, amount=-5)


@pytest.mark.parametrize(
    "kind, change",
    [
        (CardDealt, other_card),
        (WagerSettled, more_won),
        (WagerSettled, other_clause),
        (WagerPlaced, larger_wager),
        (ChipsBought, more_chips),
    ],
    ids=["card", "payout", "clause", "wager", "chips"],
)
def test_a_changed_record_is_found(kind: type, change: Change, tmp_path: Path) -> None:
    data, version = change_entry(played("nz"), kind, change, number=1)
    assert failures(data, tmp_path)["chain"] == f"the hash chain breaks at record {version}"


@pytest.mark.parametrize(
    "kind, change, check, word",
    [
        (CardDealt, other_card, "replay", "in 6 decks"),
        (CardDealt, other_card, "decisions", "card is"),
        (WagerSettled, more_won, "decisions", "net is"),
        (WagerSettled, other_clause, "decisions", "clause is"),
        (WagerPlaced, larger_wager, "decisions", "refused"),
        (WagerPlaced, larger_wager, "money", "player"),
        (ChipsBought, more_chips, "replay", "less than nothing"),
        (RoundEnded, lambda _: None, "decisions", "round_ended"),
        (CardDealt, lambda _: None, "decisions", "the engine decides"),
    ],
    ids=[
        "card", "card-decided", "payout", "clause", "wager", "books", "chips", "round", "dropped",
    ],
)  # fmt: skip
def test_a_forged_record_with_a_new_chain_is_found(
    kind: type, change: Change, check: str, word: str, tmp_path: Path
) -> None:
    """Whoever can write the log can chain it anew; the rulebook still does not lead to it."""
    data, version = change_entry(played("nz"), kind, change, number=1, is_rechained=True)
    found = failures(data, tmp_path)
    assert "chain" not in found
    assert "versions" not in found
    assert word in found[check]
    assert f"record {version}" in found[check]


@pytest.mark.parametrize("rulebook", TABLES)
def test_every_forged_payout_is_found(rulebook: str, tmp_path: Path) -> None:
    log = read_log(played(rulebook))
    settled = sum(b'"wager_settled"' in record.event for record in log.records)
    assert settled > 4
    for number in range(0, settled, max(1, settled // 4)):
        data, version = change_entry(
            played(rulebook), WagerSettled, more_won, number=number, is_rechained=True
        )
        assert f"record {version} (wager_settled)" in failures(data, tmp_path)["decisions"]


def test_chips_that_stay_on_a_box_are_found(tmp_path: Path) -> None:
    log = read_log(played("house"))
    settled = [record.event for record in log.records if b'"wager_settled"' in record.event]
    number = next(place for place, event in enumerate(settled) if b'"result":"loss"' in event)
    data, _ = change_entry(
        played("house"), WagerSettled, less_lost, number=number, is_rechained=True
    )
    assert "the boxes hold 0.00, by the books 0.50" in failures(data, tmp_path)["money"]


def test_a_dropped_record_is_found(tmp_path: Path) -> None:
    data, version = change_entry(played("nz"), CardDealt, lambda _: None, number=4)
    found = failures(data, tmp_path)
    assert found["chain"] == f"the hash chain breaks at record {version + 1}"
    assert found["versions"] == f"record {version + 1} stands where {version} is due"


def test_records_out_of_order_are_found(tmp_path: Path) -> None:
    log = read_log(played("house"))
    records = list(log.records)
    records[20], records[21] = records[21], records[20]
    found = failures(write_log(log.header, records), tmp_path)
    assert "record 22" in found["chain"]
    assert found["versions"] == "record 22 stands where 21 is due"
    found = failures(write_log(log.header, rechained(log.header, records)), tmp_path)
    assert "decisions" in found


def test_a_cut_off_log_is_found(tmp_path: Path) -> None:
    """Records missing at the end: the footer counts them, and the round is not whole."""
    log = read_log(played("house"))
    whole = played("house").splitlines(keepends=True)
    found = failures(b"".join([*whole[:-4], whole[-1]]), tmp_path)
    assert "the footer names another last record" in found["chain"]
    assert "the footer counts" in found["versions"]
    ends = [p for p, r in enumerate(log.records) if b'"round_ended"' in r.event]
    found = failures(write_log(log.header, list(log.records[: ends[0]])), tmp_path)
    assert list(found) == ["decisions"]
    assert "the log breaks off" in found["decisions"]


def test_a_command_carried_out_twice_is_found(tmp_path: Path) -> None:
    log = read_log(played("house"))
    records = list(log.records)
    again = replace(records[0], version=len(records) + 1)
    found = failures(write_log(log.header, rechained(log.header, [*records, again])), tmp_path)
    assert list(found) == ["versions"]
    assert found["versions"].startswith("command c1 of record 1 comes again")


def test_a_changed_header_is_found(tmp_path: Path) -> None:
    lines = played("house").splitlines(keepends=True)
    lines[0] = lines[0].replace(b"Table 1", b"Table 2")
    assert "the header" in failures(b"".join(lines), tmp_path)["chain"]


@pytest.mark.parametrize(
    "change, word",
    [
        ({"options": {"decks": "seven"}}, "decks"),
        ({"options": {"tea": "green"}}, "tea"),
        ({"rulebook": "tea_party"}, "tea_party"),
    ],
    ids=["value", "option", "rulebook"],
)
def test_a_table_that_cannot_be_opened_fails(
    change: dict[str, Any], word: str, tmp_path: Path
) -> None:
    log = read_log(played("house"))
    header = replace(log.header, **change)
    report = verify(write_log(header, rechained(header, list(log.records))), tmp_path)
    statuses = {check["check"]: check["status"] for check in report["checks"]}
    assert statuses["rulebook"] == "failed"
    assert word in report["checks"][CHECKS.index("rulebook")]["text"]
    assert statuses["decisions"] == "skipped"
    assert not report["ok"]


def test_other_options_lead_elsewhere(tmp_path: Path) -> None:
    """A log that is told as that of another table is not what that table would have done."""
    log = read_log(played("nz"))
    header = replace(log.header, options={**log.header.options, "decks": "8"})
    found = failures(write_log(header, rechained(header, list(log.records))), tmp_path)
    assert "8 decks" in found["replay"]
    assert "decisions" in found


def test_another_revision_is_a_warning(tmp_path: Path) -> None:
    log = read_log(played("house"))
    changed = replace(log.header, revision=log.header.revision + 1)
    data = write_log(changed, rechained(changed, list(log.records)))
    report = verify(data, tmp_path)
    assert report["ok"] is True
    warned = [check for check in report["checks"] if check["status"] == "warning"]
    assert [check["check"] for check in warned] == ["rulebook"]
    forged, _ = change_entry(data, WagerSettled, more_won, is_rechained=True)
    assert "another revision" in failures(forged, tmp_path)["decisions"]


def test_an_event_that_nobody_knows_is_found(tmp_path: Path) -> None:
    log = read_log(played("house"))
    records = list(log.records)
    records[5] = replace(records[5], event=b'{"event":"tea_served"}')
    found = failures(write_log(log.header, rechained(log.header, records)), tmp_path)
    assert list(found) == ["format"]
    assert "record 6" in found["format"]


def wrong_seed(entry: Entry) -> Entry:
    assert isinstance(entry, ShoeRevealed)
    return replace(entry, seed="00" * 32)


def short_seed(entry: Entry) -> Entry:
    assert isinstance(entry, ShoeRevealed)
    return replace(entry, seed="some seed")


def other_commitment(entry: Entry) -> Entry:
    assert isinstance(entry, ShoeCommitted)
    return replace(entry, commitment="0" * 64)


@pytest.mark.parametrize(
    "kind, change, word",
    [
        (ShoeRevealed, wrong_seed, "the seed does not give the commitment"),
        (ShoeRevealed, short_seed, "not 32 bytes"),
        (ShoeRevealed, lambda _: None, "is missing"),
        (ShoeCommitted, other_commitment, "no shoe was committed to"),
        (ShoeCommitted, lambda _: None, "no shoe was committed to"),
    ],
    ids=["seed", "form", "hidden", "commitment", "uncommitted"],
)
def test_a_broken_commitment_is_found(
    kind: type, change: Change, word: str, tmp_path: Path
) -> None:
    data, _ = change_entry(played("nz"), kind, change, is_rechained=True)
    found = failures(data, tmp_path)
    assert list(found) == ["commitments"]
    assert word in found["commitments"]


@pytest.mark.parametrize("place", [2, 100_000], ids=["first", "last"])
def test_a_file_with_a_bad_line_fails(place: int, tmp_path: Path) -> None:
    lines = played("house").splitlines()
    lines[min(place, len(lines)) - 1] = b'{"tea":1}'
    report = verify(b"\n".join(lines), tmp_path)
    assert report["checks"][0]["status"] == "failed"
    assert f"line {min(place, len(lines))}" in report["checks"][0]["text"]
    assert {check["status"] for check in report["checks"][1:]} == {"skipped"}
    path = tmp_path / "t1.log.jsonl"
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert "FAILED   format" in result.stdout


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"{}", b"title = 'a'\n", b"[]\n{}\n"])
def test_a_file_that_is_no_log_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    assert "is no exported log" in refused("verify", str(path))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refused("verify", str(tmp_path / "missing.jsonl"))
    assert "cannot be read" in refused("verify", str(tmp_path))


def test_a_log_without_commitments_is_a_warning(tmp_path: Path) -> None:
    log = read_log(played("house"))
    plain = [
        record
        for record in log.records
        if not isinstance(decode_event(record.event), ShoeCommitted | ShoeRevealed)
    ]
    assert len(plain) < len(log.records)
    report = verify(write_log(log.header, rechained(log.header, plain)), tmp_path)
    assert report["ok"] is True
    assert report["checks"][-1]["status"] == "warning"


def test_a_log_of_cards_entered_by_hand_holds(tmp_path: Path) -> None:
    auto = next(table for table in map(Recorded, range(200, 300)) if is_plain(table))
    auto.play()
    table = Physical(auto)
    for command, events in auto.sent:
        table.follow(command, events)
    automations = {"cards": False}
    header = TableHeader("t2", "By hand", auto.rules.rulebook, 1, {}, automations, 1_000)
    records = [Record(0, 1, encode_event(event)) for event in table.log]
    report = verify(write_log(header, rechained(header, records)), tmp_path)
    assert report["ok"] is True
    assert "physical" in report["checks"][-1]["text"]


def is_plain(table: Recorded) -> bool:
    """Whether a random table has every option at its default."""
    return table.rules.options == choose(load_rulebook(table.rules.rulebook), {}).options


def test_an_event_that_cannot_be_applied_is_found(tmp_path: Path) -> None:
    def nowhere(entry: Entry) -> Entry:
        assert isinstance(entry, CardDealt)
        return replace(entry, box=77)

    data, version = change_entry(played("house"), CardDealt, nowhere, is_rechained=True)
    found = failures(data, tmp_path)
    assert found["replay"].startswith(f"after record {version} (card_dealt): it cannot be applied")
    assert "box is 77" in found["decisions"]
