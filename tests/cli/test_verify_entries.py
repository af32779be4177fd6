"""`pitboss verify` on commands: each entry is decided again, with who gave it and when."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.proof.checks import CHECKS
from pitboss.store.entry import Entry, decode_entry
from pitboss.store.export import read_log, write_log
from pitboss.store.sealed_fields import SALT_BYTES, seal
from tests.cli.verifying import (
    TABLES,
    failures,
    more_won,
    played,
    statuses,
    verify,
)
from tests.store.logged import (
    EntryChange,
    change_entry,
    change_event,
    giver,
    place_of,
    rechained,
)

SALT = bytes(range(SALT_BYTES))


def test_an_event_too_many_is_found(tmp_path: Path) -> None:
    def twice(entry: Entry) -> Entry:
        return replace(entry, events=(*entry.events, entry.events[-1]))

    place = place_of(played("house"), PlaceWager)
    faults = failures(change_entry(played("house"), place, twice), tmp_path)
    assert "the engine decides nothing more" in faults["decisions"]


def test_an_event_too_few_is_found(tmp_path: Path) -> None:
    def cut_short(entry: Entry) -> Entry:
        return replace(entry, events=entry.events[:-1])

    place = place_of(played("house"), Deal)
    faults = failures(change_entry(played("house"), place, cut_short), tmp_path)
    assert "the entry breaks off where the engine decides" in faults["decisions"]


def test_a_dropped_entry_is_found(tmp_path: Path) -> None:
    for kind in (PlaceWager, Deal, LoadShoe):
        place = place_of(played("nz"), kind, 1)
        data = change_entry(played("nz"), place, lambda _: None, is_rechained=False)
        after = read_log(data).records[place]
        faults = failures(data, tmp_path)
        assert faults["chain"] == f"the hash chain breaks at entry {after.version}"
        assert faults["versions"].startswith(f"entry {after.version} stands where")
        faults = failures(change_entry(played("nz"), place, lambda _: None), tmp_path)
        assert "chain" not in faults
        assert {"decisions", "commitments"} & set(faults)


def test_entries_out_of_order_are_found(tmp_path: Path) -> None:
    log = read_log(played("house"))
    records = list(log.records)
    place = place_of(played("house"), Deal)
    before, deal = records[place - 1 : place + 1]
    records[place - 1 : place + 1] = [deal, before]
    faults = failures(write_log(log.header, records), tmp_path)
    assert f"entry {deal.version}" in faults["chain"]
    assert faults["versions"].startswith(f"entry {deal.version} stands where")
    faults = failures(write_log(log.header, rechained(log.header, records)), tmp_path)
    assert "decisions" in faults
    assert faults["times"].startswith("entry ")


def other_amount(entry: Entry) -> Entry:
    assert isinstance(entry.command, PlaceWager)
    amounts = tuple(amount + 5_00 for amount in entry.command.amounts)
    return replace(entry, command=replace(entry.command, amounts=amounts))


def other_box(entry: Entry) -> Entry:
    assert isinstance(entry.command, PlaceWager)
    return replace(entry, command=replace(entry.command, box=entry.command.box % 7 + 1))


def no_command(entry: Entry) -> Entry:
    return replace(entry, command=None)


def somebody_else(entry: Entry) -> Entry:
    return replace(entry, who="mallory")


def another_player(entry: Entry) -> Entry:
    other = next(name for name in ("ann", "bob") if name != entry.who)
    return replace(entry, who=other)


def for_the_table(entry: Entry) -> Entry:
    assert entry.who == ""
    return replace(entry, who="ann")


def by_the_table(entry: Entry) -> Entry:
    """As if nobody had given it, as where somebody's time is up."""
    return replace(entry, who="")


def other_id(entry: Entry) -> Entry:
    return replace(entry, id="mallory:1")


def later(entry: Entry) -> Entry:
    return replace(entry, at_ms=entry.at_ms + 1)


def earlier(entry: Entry) -> Entry:
    return replace(entry, at_ms=entry.at_ms - 5)


def wall_later(entry: Entry) -> Entry:
    return replace(entry, wall_ms=entry.wall_ms + 1)


def both_later(entry: Entry) -> Entry:
    """So much later that the entries behind it would have to follow."""
    return replace(entry, at_ms=entry.at_ms + 50, wall_ms=entry.wall_ms + 50)


def own_time(entry: Entry) -> Entry:
    assert isinstance(entry.command, Deal)
    return replace(entry, command=replace(entry.command, at_ms=entry.at_ms + 1))


@pytest.mark.parametrize(
    "kind, change, check, word",
    [
        (PlaceWager, other_amount, "decisions", "amounts is"),
        (PlaceWager, other_box, "decisions", "box is"),
        (PlaceWager, no_command, "decisions", "without a command"),
        (PlaceWager, somebody_else, "decisions", "mallory cannot have given place_wager for"),
        (PlaceWager, another_player, "decisions", "cannot have given"),
        (BuyIn, somebody_else, "decisions", "mallory cannot have given buy_in for bob"),
        (Deal, for_the_table, "decisions", "ann cannot have given deal for the table"),
        (PlaceWager, by_the_table, "decisions", "the table cannot have given a command"),
        (PlaceWager, other_id, "decisions", "with the id 'mallory:1'"),
        (PlaceWager, later, "times", "where"),
        (PlaceWager, earlier, "times", "where"),
        (PlaceWager, wall_later, "times", "where"),
        (PlaceWager, both_later, "times", "where"),
        (Deal, own_time, "times", "the command of entry"),
    ],
    ids=[
        "amount", "box", "none", "who", "player", "buy-in", "table", "nobody", "id", "later",
        "earlier", "wall", "both", "own",
    ],
)  # fmt: skip
def test_a_forged_entry_with_a_new_chain_is_found(
    kind: type, change: EntryChange, check: str, word: str, tmp_path: Path
) -> None:
    place = place_of(played("nz"), kind, 1)
    faults = failures(change_entry(played("nz"), place, change), tmp_path)
    assert list(faults) == [check]
    assert word in faults[check]


def with_command(data: bytes, place: int, command: Command) -> bytes:
    """The log with the command of an entry replaced by another, which was given rightly."""
    who = giver(command)
    return change_entry(
        data, place, lambda one: replace(one, command=command, who=who, id=f"{who}:x")
    )


@pytest.mark.parametrize("rulebook", TABLES)
def test_every_changed_command_is_found(rulebook: str, tmp_path: Path) -> None:
    """Any entry with the command of another one behind it does not lead to its events."""
    data = played(rulebook)
    entries = [decode_entry(record) for record in read_log(data).records]
    noticed = tried = 0
    for place in range(len(entries) - 1):
        one, other = entries[place], entries[place + 1]
        if one.command is None or other.command in (None, one.command):
            continue
        tried += 1
        if tried % 5 == 0:
            forged = with_command(data, place, other.command)
            noticed += "decisions" in failures(forged, tmp_path)
    assert noticed == tried // 5 > 3


def test_bytes_that_no_table_writes_are_found(tmp_path: Path) -> None:
    log = read_log(played("house"))
    place = place_of(played("house"), PlaceWager)
    for old, new in ((b'"do":', b'"tea":1,"do":'), (b'"who":"', b'"who": "')):
        records = list(log.records)
        body = records[place].body
        assert old in body
        records[place] = replace(records[place], body=body.replace(old, new))
        faults = failures(write_log(log.header, rechained(log.header, records)), tmp_path)
        assert faults["format"].startswith(f"entry {records[place].version}: ")


def seal_in(data: bytes, place: int, value: object, *, is_opened: bool = False) -> bytes:
    """The log with a value of an entry sealed, and perhaps opened again."""
    log = read_log(data)
    records = list(log.records)
    plain, commitment = json.dumps(value, separators=(",", ":")), seal(value, SALT)
    body = records[place].body.replace(plain.encode(), b'{"sealed":"%b"}' % commitment.encode())
    assert body != records[place].body
    opened: dict[str, Any] = {"opened": {commitment: {"salt": SALT.hex(), "value": value}}}
    content = opened if is_opened else {"sealed": {commitment: "9f86 c2VjcmV0"}}
    envelope = json.dumps(content, separators=(",", ":")).encode()
    records[place] = replace(records[place], body=body, envelope=envelope)
    return write_log(log.header, rechained(log.header, records))


def without_last_reveal(data: bytes) -> bytes:
    """The log up to before its last shoe is revealed."""
    log = read_log(data)
    return write_log(log.header, list(log.records[:-1]))


def order_of(data: bytes, place: int) -> list[int]:
    """The cards that the command of an entry puts into the shoe."""
    command = decode_entry(read_log(data).records[place]).command
    assert isinstance(command, LoadShoe)
    return list(command.cards)


def test_what_was_sealed_and_opened_is_decided_again(tmp_path: Path) -> None:
    data = played("nz")
    place = place_of(data, LoadShoe, 1)
    opened = seal_in(data, place, order_of(data, place), is_opened=True)
    assert b'"opened":{' in opened
    report = verify(opened, tmp_path)
    assert statuses(report) == {**dict.fromkeys(CHECKS, "ok"), "witness": "not_made"}, report
    # What is opened must be what was sealed, although no hash covers it.
    salt = SALT.hex().encode()
    faults = failures(opened.replace(salt, bytes(len(salt)).replace(b"\0", b"0")), tmp_path)
    assert "is not what was sealed" in faults["format"]


def test_what_remains_sealed_is_said_not_to_have_been_looked_into(tmp_path: Path) -> None:
    data = without_last_reveal(played("nz"))
    place = place_of(data, LoadShoe, 2)
    closed = seal_in(data, place, order_of(data, place))
    sealed = read_log(closed).records[place]
    before, last = read_log(closed).records[place - 1].version, read_log(closed).records[-1].version
    report = verify(closed, tmp_path)
    said = {check["check"]: check for check in report["checks"]}
    assert report["verdict"] == "not_proven"
    assert said["sealed"]["status"] == "not_made"
    assert f"command.cards of entry {sealed.version}" in said["sealed"]["text"]
    for name in ("replay", "decisions", "commitments"):
        assert said[name]["status"] == "not_made"
        assert said[name]["events"][0][0] == 1
        assert said[name]["events"][-1][1] in (before, sealed.version - 1)
    for name in ("format", "chain", "versions", "times", "money"):
        assert (said[name]["status"], said[name]["events"]) == ("ok", [[1, last]])
    # What comes before it is judged as ever, and so is the form of what comes behind it.
    forged, version = change_event(data, WagerSettled, more_won, is_rechained=True)
    assert (
        f"event {version}"
        in failures(seal_in(forged, place, order_of(data, place)), tmp_path)["decisions"]
    )
    log = read_log(closed)
    records = list(log.records)
    records[-1] = replace(records[-1], body=records[-1].body.replace(b'"do":"', b'"do":"tea_'))
    faults = failures(write_log(log.header, rechained(log.header, records)), tmp_path)
    assert list(faults) == ["format"]
