"""`pitboss verify`: sound logs hold, and each planted fault is found and named."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss import __version__
from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.chips import ChipsBought
from pitboss.engine.declare import Event
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe, ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.proof.checks import CHECKS
from pitboss.rulebook.catalog import load_rulebook
from pitboss.store.entry import decode_entry, encode_entry
from pitboss.store.export import read_log, write_log
from tests.cli.commands import refused, run
from tests.cli.verifying import (
    TABLES,
    entry_of,
    failures,
    larger_wager,
    less_lost,
    more_chips,
    more_won,
    nowhere,
    other_card,
    other_clause,
    played,
    statuses,
    verify,
    wrong_seed,
)
from tests.store.logged import Change, change_event, rechained


@pytest.mark.parametrize("rulebook", TABLES)
def test_a_log_of_every_rulebook_is_sound(rulebook: str, tmp_path: Path) -> None:
    report = verify(played(rulebook), tmp_path)
    assert statuses(report) == {**dict.fromkeys(CHECKS, "ok"), "witness": "not_made"}, report
    assert (report["ok"], report["verdict"]) == (False, "not_proven")
    assert (report["table"], report["rulebook"]) == ("t1", rulebook)
    book = load_rulebook(rulebook)
    judged = report["judged_under"]
    assert (judged["rulebook"], judged["in_force_from"]) == (rulebook, book.in_force_from)
    assert (judged["digest"], judged["program"]) == (book.digest, __version__)
    assert judged["options"].keys() | judged["readings"].keys() == book.options.keys()


def test_it_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "t1.log.jsonl"
    path.write_bytes(played("nz"))
    result = run("verify", str(path))
    assert result.exit_code == 3
    assert result.stdout.startswith("Table 1 (t1): nz, ")
    assert result.stdout.endswith("the log is not proven: witness (not made)\n")
    path.write_bytes(change_event(played("nz"), RoundEnded, lambda _: None)[0])
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert "FAILED   chain" in result.stdout
    assert result.stdout.endswith("the log does not hold\n")


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
def test_a_changed_event_is_found(kind: type, change: Change, tmp_path: Path) -> None:
    data, version = change_event(played("nz"), kind, change, number=1)
    assert (
        failures(data, tmp_path)["chain"]
        == f"the hash chain breaks at entry {entry_of(data, version)}"
    )


@pytest.mark.parametrize(
    "kind, change, check, word",
    [
        (CardDealt, other_card, "replay", "and not 6"),
        (CardDealt, other_card, "decisions", "card is"),
        (WagerSettled, more_won, "decisions", "net is"),
        (WagerSettled, other_clause, "decisions", "clause is"),
        (WagerPlaced, larger_wager, "decisions", "amounts is"),
        (WagerPlaced, larger_wager, "money", "player"),
        (ChipsBought, more_chips, "replay", "less than nothing"),
        (CardDealt, lambda _: None, "decisions", "the engine decides"),
    ],
    ids=[
        "card", "card-decided", "payout", "clause", "wager", "books", "chips", "dropped",
    ],
)  # fmt: skip
def test_a_forged_event_with_a_new_chain_is_found(
    kind: type, change: Change, check: str, word: str, tmp_path: Path
) -> None:
    """Whoever can write the log can chain it again; the rulebook still does not lead to it."""
    data, version = change_event(played("nz"), kind, change, number=1, is_rechained=True)
    faults = failures(data, tmp_path)
    assert "chain" not in faults
    assert "versions" not in faults
    assert word in faults[check]
    assert f"event {version}" in faults[check]


@pytest.mark.parametrize("rulebook", TABLES)
def test_every_forged_payout_is_found(rulebook: str, tmp_path: Path) -> None:
    log = read_log(played(rulebook))
    settled = sum(record.body.count(b'"wager_settled"') for record in log.records)
    assert settled > 4
    for number in range(0, settled, max(1, settled // 4)):
        data, version = change_event(
            played(rulebook), WagerSettled, more_won, number=number, is_rechained=True
        )
        assert f"event {version} (wager_settled)" in failures(data, tmp_path)["decisions"]


def test_chips_that_stay_on_a_box_are_found(tmp_path: Path) -> None:
    log = read_log(played("house"))
    events = [event for record in log.records for event in decode_entry(record).events]
    settled = [event for event in events if isinstance(event, WagerSettled)]
    number = next(place for place, event in enumerate(settled) if event.result == "loss")
    data, _ = change_event(
        played("house"), WagerSettled, less_lost, number=number, is_rechained=True
    )
    assert "the boxes hold 0.00, by the books 0.50" in failures(data, tmp_path)["money"]


def test_a_dropped_event_is_found(tmp_path: Path) -> None:
    data, version = change_event(played("nz"), CardDealt, lambda _: None, number=4)
    faults = failures(data, tmp_path)
    whole = entry_of(played("nz"), version)
    assert faults["chain"] == f"the hash chain breaks at entry {whole}"
    assert faults["versions"] == f"entry {whole} stands where {whole - 1} is due"


def test_a_cut_off_log_is_found(tmp_path: Path) -> None:
    """Entries missing at the end: the footer counts them; whole ones cannot be told otherwise."""
    log = read_log(played("house"))
    whole = played("house").splitlines(keepends=True)
    faults = failures(b"".join([*whole[:-4], whole[-1]]), tmp_path)
    assert "the footer names another last entry" in faults["chain"]
    assert "the footer counts" in faults["versions"]
    ends = [p for p, r in enumerate(log.records) if b'"round_ended"' in r.body]
    data = write_log(log.header, list(log.records[: ends[0] + 1]))
    cut = change_event(data, RoundEnded, lambda _: None, is_rechained=True)[0]
    faults = failures(cut, tmp_path)
    assert list(faults) == ["decisions"]
    assert "the entry breaks off where the engine decides round_ended" in faults["decisions"]


def test_a_command_carried_out_twice_is_found(tmp_path: Path) -> None:
    log = read_log(played("house"))
    again = replace(log.records[0], version=10**6)
    later = replace(decode_entry(again), at_ms=10**6, wall_ms=10**6)
    records = [*log.records, encode_entry(later)]
    faults = failures(write_log(log.header, rechained(log.header, records)), tmp_path)
    assert list(faults) == ["versions"]
    assert faults["versions"].startswith("command ann:c1 of entry 1 comes again")


def test_a_changed_header_is_found(tmp_path: Path) -> None:
    lines = played("house").splitlines(keepends=True)
    lines[0] = lines[0].replace(b"Table 1", b"Table 2")
    assert "the header" in failures(b"".join(lines), tmp_path)["chain"]


@pytest.mark.parametrize(
    "change, word",
    [
        ({"options": {"decks": "seven"}}, "decks"),
        ({"options": {"tea": "green"}}, "tea"),
    ],
    ids=["value", "option"],
)
def test_a_table_that_cannot_be_opened_fails(
    change: dict[str, Any], word: str, tmp_path: Path
) -> None:
    log = read_log(played("house"))
    header = replace(log.header, **change)
    report = verify(write_log(header, rechained(header, list(log.records))), tmp_path)
    told = statuses(report)
    assert told["rulebook"] == "failed"
    assert word in report["checks"][CHECKS.index("rulebook")]["text"]
    assert told["decisions"] == "not_made"
    assert report["verdict"] == "fails"


@pytest.mark.parametrize("rulebook", ["tea_party", "club.toml", "/etc/hostname"])
def test_a_log_without_its_rulebook_is_not_proven(rulebook: str, tmp_path: Path) -> None:
    """A path in a log is not followed either: the file may come from anybody."""
    log = read_log(played("house"))
    header = replace(log.header, rulebook=rulebook)
    report = verify(write_log(header, rechained(header, list(log.records))), tmp_path)
    unmade = {name for name, status in statuses(report).items() if status == "not_made"}
    assert unmade == {"witness", "rulebook", "replay", "money", "decisions", "commitments"}
    assert report["verdict"] == "not_proven"


def test_other_options_lead_elsewhere(tmp_path: Path) -> None:
    """A log that is told as that of another table is not what that table would have done."""
    log = read_log(played("nz"))
    header = replace(log.header, options={**log.header.options, "decks": "8"})
    faults = failures(write_log(header, rechained(header, list(log.records))), tmp_path)
    assert "and not 8" in faults["replay"]
    assert "decisions" in faults


def test_another_revision_is_not_proven(tmp_path: Path) -> None:
    log = read_log(played("house"))
    changed = replace(log.header, revision=log.header.revision + 1)
    data = write_log(changed, rechained(changed, list(log.records)))
    report = verify(data, tmp_path)
    assert report["verdict"] == "not_proven"
    unmade = [check for check in report["checks"] if check["status"] == "not_made"]
    assert [check["check"] for check in unmade] == ["witness", "rulebook"]
    forged, _ = change_event(data, WagerSettled, more_won, is_rechained=True)
    report = verify(forged, tmp_path)
    decisions = report["checks"][CHECKS.index("decisions")]
    assert (report["verdict"], decisions["status"]) == ("not_proven", "not_made")
    assert "another revision" in decisions["text"]


def test_an_event_that_nobody_knows_is_found(tmp_path: Path) -> None:
    log = read_log(played("house"))
    records = list(log.records)
    version = records[5].version
    for tea in ((b'"event":"', b'"event":"tea_'), (b'"do":"', b'"do":"tea_')):
        records[5] = replace(records[5], body=log.records[5].body.replace(*tea))
        faults = failures(write_log(log.header, rechained(log.header, records)), tmp_path)
        assert list(faults) == ["format"]
        assert f"entry {version}" in faults["format"]


def short_seed(event: Event) -> Event:
    assert isinstance(event, ShoeRevealed)
    return replace(event, seed="some seed")


def other_commitment(event: Event) -> Event:
    assert isinstance(event, ShoeCommitted)
    return replace(event, commitment="0" * 64)


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
    data, _ = change_event(played("nz"), kind, change, is_rechained=True)
    faults = failures(data, tmp_path)
    assert set(faults) - {"decisions"} == {"commitments"}
    assert word in faults["commitments"]


@pytest.mark.parametrize("place", [2, 100_000], ids=["first", "last"])
def test_a_file_with_a_bad_line_fails(place: int, tmp_path: Path) -> None:
    lines = played("house").splitlines()
    lines[min(place, len(lines)) - 1] = b'{"tea":1}'
    report = verify(b"\n".join(lines), tmp_path)
    assert report["checks"][0]["status"] == "failed"
    assert f"line {min(place, len(lines))}" in report["checks"][0]["text"]
    assert {check["status"] for check in report["checks"][1:]} == {"not_made"}
    path = tmp_path / "t1.log.jsonl"
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert "FAILED   format" in result.stdout


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"{}", b"title = 'a'\n", b"[]\n{}\n"])
def test_a_file_that_is_no_log_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    assert "is not an exported log" in refused("verify", str(path))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refused("verify", str(tmp_path / "missing.jsonl"))
    assert "cannot be read" in refused("verify", str(tmp_path))


def test_a_log_without_commitments_is_not_proven(tmp_path: Path) -> None:
    log = read_log(played("house"))
    shoes = (CommitShoe, RevealShoe)
    plain = [one for one in log.records if not isinstance(decode_entry(one).command, shoes)]
    assert len(plain) < len(log.records)
    report = verify(write_log(log.header, rechained(log.header, plain)), tmp_path)
    assert report["verdict"] == "not_proven"
    assert report["checks"][-1]["status"] == "not_made"
    assert report["checks"][-1]["events"] == []


def test_an_event_that_cannot_be_applied_is_found(tmp_path: Path) -> None:
    data, version = change_event(played("house"), CardDealt, nowhere, is_rechained=True)
    faults = failures(data, tmp_path)
    assert faults["replay"].startswith(f"after event {version} (card_dealt): it cannot be applied")
    assert "box is 77" in faults["decisions"]
