"""A table of forgeries: whoever writes the whole file, and chains it again, never has it hold."""

import asyncio
import os
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command, Event
from pitboss.engine.floor.closing import ShoeVoided, VoidShoe
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.proof.checks import Report
from pitboss.proof.log import verify_log
from pitboss.store.entry import Entry, decode_entry, decode_visible
from pitboss.store.export import ExportedLog, export_log, read_log, write_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Record
from pitboss.store.sealed_fields import Envelope, read_envelope
from pitboss.store.seals import faces_of, shoe_of
from tests.server.live import SEALS, house
from tests.server.test_face_down import deal, settle
from tests.server.test_sealed_shoes import new_shoe
from tests.store.logged import rechained
from tests.verdicts import failed, unheld

SHOES, ROUNDS = 2, 5
FORGED_MAX = 10
"""Settlements that are forged."""


@cache
def played(table: str) -> bytes:
    """The whole log of a table that is closed: all of it is open."""
    store = MemoryStore()

    async def play() -> None:
        async with house(store) as lobby:
            for shoe in range(SHOES):
                for _ in range(ROUNDS):
                    actor, _ = await deal(lobby, table)
                    await settle(actor)
                    for name in ("ann", "bob"):
                        more = BuyIn(player=name, amount=9_000)
                        assert (await actor.submit(name, f"buy {actor.version}", more)).ok
                if shoe + 1 < SHOES:
                    await new_shoe(lobby, table)
            await lobby.close(lobby.tables[table])

    asyncio.run(play())
    return export_log(store, table)


def entries_of(log: ExportedLog) -> list[Entry]:
    return [decode_visible(record) for record in log.records]


def sealed_again(log: ExportedLog, entries: list[Entry]) -> list[Record]:
    """Entries as a server writes them before anything of their shoes is opened."""
    records, shoe = [], ""
    for entry in entries:
        for event in entry.events:
            shoe = event.commitment if isinstance(event, ShoeCommitted) else shoe
        records.append(SEALS.encoded(entry, log.header.table, shoe, os.urandom))
    return records


def written(log: ExportedLog, records: list[Record]) -> Report:
    """The verdict on a log whose chain was made again."""
    return verify_log(write_log(log.header, rechained(log.header, records)))


def changed(entry: Entry, kind: type, change: Callable[[Any], Event]) -> Entry:
    events = tuple(change(one) if isinstance(one, kind) else one for one in entry.events)
    return replace(entry, events=events)


def lost(event: Event) -> Event:
    """A wager that was won is lost."""
    if isinstance(event, WagerSettled) and event.net > 0:
        return replace(event, net=-event.net, result="loss")
    return event


def all_lost(entries: list[Entry]) -> list[Entry]:
    """Won settlements become losses, as far as they are many."""
    forged = []
    count = 0
    for entry in entries:
        other = changed(entry, WagerSettled, lost) if count < FORGED_MAX else entry
        count += other != entry
        forged.append(other)
    assert count
    return forged


def is_of(kind: type) -> Callable[[Entry], bool]:
    return lambda entry: any(isinstance(event, kind) for event in entry.events)


def place_of(entries: list[Entry], kind: type, number: int = 0) -> int:
    return [place for place, entry in enumerate(entries) if is_of(kind)(entry)][number]


def void_of(entries: list[Entry], place: int, commitment: str) -> Entry:
    """An entry that declares a shoe void between two rounds."""
    before = entries[place - 1]
    event = ShoeVoided((commitment,), "the key to its sealed order is lost", "H-rules-1")
    command: Command = VoidShoe(commitments=(commitment,))
    return Entry(before.version + 1, before.at_ms, before.wall_ms, (event,), "", "", command)


TABLES = ("nz", "house", "double-deck")


@pytest.mark.parametrize("table", TABLES)
def test_the_log_as_it_was_played_is_sound(table: str) -> None:
    assert not unheld(verify_log(played(table)))


@pytest.mark.parametrize("table", TABLES)
def test_settlements_behind_seals_that_are_never_opened_fail(table: str) -> None:
    """The seed stands in the same log: its shoe must be open, and its order decides again."""
    log = read_log(played(table))
    entries = all_lost(entries_of(log))
    report = written(log, sealed_again(log, entries))
    told = {check.name: check.text for check in failed(report)}
    assert "reveals the seed of its shoe" in told["sealed"]
    assert "net is -" in told["decisions"]


@pytest.mark.parametrize("table", TABLES)
def test_seals_of_an_older_form_are_no_way_round_that(table: str) -> None:
    log = read_log(played(table))
    records = []
    for record in sealed_again(log, all_lost(entries_of(log))):
        raw = msgspec.json.decode(record.body)
        for thing in (raw["command"], *raw["events"]):
            for value in (thing or {}).values():
                if isinstance(value, dict):
                    value.pop("text", None)
        records.append(replace(record, body=msgspec.json.encode(raw)))
    assert {"sealed", "decisions"} <= {check.name for check in failed(written(log, records))}


@pytest.mark.parametrize("table", TABLES)
def test_a_shoe_in_play_that_is_sealed_is_not_proven_and_forged_payouts_fail(table: str) -> None:
    """Some order fits what was dealt in the open, and the rules lead from there to no other pay."""
    log = read_log(played(table))
    entries = entries_of(log)
    end = place_of(entries, ShoeRevealed, 1)
    sound = written(log, _in_play(log, entries[:end]))
    assert (sound.verdict, failed(sound)) == ("not_proven", [])
    decisions = next(check for check in sound.checks if check.name == "decisions")
    assert decisions.status == "not_made"
    report = written(log, _in_play(log, all_lost(entries[:end])))
    assert "decisions" in {check.name for check in failed(report)}
    later = _forge_last(entries[:end])
    report = written(log, _in_play(log, later))
    assert "decisions" in {check.name for check in failed(report)}


def _in_play(log: ExportedLog, entries: list[Entry]) -> list[Record]:
    """Entries of which only those of the last shoe are sealed."""
    revealed = [one for one in entries if is_of(ShoeRevealed)(one)]
    last = revealed[-1].version if revealed else 0
    return [
        record if entry.version > last else SEALS.opened(record, log.header.table)
        for record, entry in zip(sealed_again(log, entries), entries, strict=True)
    ]


def _forge_last(entries: list[Entry]) -> list[Entry]:
    """The last won settlement becomes a loss."""
    for place in reversed(range(len(entries))):
        other = changed(entries[place], WagerSettled, lost)
        if other != entries[place]:
            return [*entries[:place], other, *entries[place + 1 :]]
    raise AssertionError("nobody has won")


@pytest.mark.parametrize("table", TABLES)
def test_a_shoe_that_is_declared_void_hides_no_settlement(table: str) -> None:
    log = read_log(played(table))
    entries = entries_of(log)
    end = place_of(entries, ShoeRevealed, 1)
    notes = [
        e.commitment for one in entries[:end] for e in one.events if isinstance(e, ShoeCommitted)
    ]
    for forge in (None, all_lost, _forge_last):
        kept = entries[:end] if forge is None else forge(entries[:end])
        records = _in_play(log, kept)
        void = SEALS.encoded(void_of(kept, len(kept), notes[-1]), log.header.table, "", os.urandom)
        report = written(log, [*records, void])
        # The clause of this void shoe is that of no rulebook: only that may be wrong with it.
        wrong = [one.text for one in failed(report) if "shoe_voided" not in one.text]
        assert bool(wrong) == (forge is not None), wrong
        assert report.verdict != "holds"


def test_a_void_shoe_of_an_open_or_an_older_shoe_fails() -> None:
    log = read_log(played("nz"))
    entries = entries_of(log)
    notes = [e.commitment for one in entries for e in one.events if isinstance(e, ShoeCommitted)]
    end = place_of(entries, ShoeRevealed, 1)
    for commitment, word in (
        (notes[1], "its order is on record"),
        (notes[0], "its order is on record"),
        ("0" * 64, "was not in play"),
    ):
        forged = [*entries[:end], void_of(entries, end, commitment)]
        report = written(log, [SEALS.encoded(one, "nz", "", os.urandom) for one in forged])
        assert word in next(one.text for one in failed(report) if one.name == "commitments")


def test_a_void_shoe_whose_seed_is_revealed_after_all_fails() -> None:
    log = read_log(played("nz"))
    entries = entries_of(log)
    end = place_of(entries, ShoeRevealed, 1)
    note = next(e for e in entries[end].events if isinstance(e, ShoeRevealed))
    forged = [*entries[:end], void_of(entries, end, note.commitment), *entries[end:]]
    report = written(log, [SEALS.encoded(one, "nz", "", os.urandom) for one in forged])
    assert "commitments" in {one.name for one in failed(report)}


def test_a_face_of_a_round_that_is_over_must_be_open() -> None:
    log = read_log(played("house"))
    entries = entries_of(log)
    end = place_of(entries, ShoeRevealed, 1)
    records = _in_play(log, entries[:end])
    place = next(
        place for place, entry in enumerate(entries)
        if place_of(entries, ShoeRevealed) < place < end and not is_of(RoundEnded)(entry)
        and any(isinstance(one, CardDealt) and not one.is_up for one in entry.events)
    )  # fmt: skip
    entry = entries[place]
    down = {n for n, one in entry.numbered() if isinstance(one, CardDealt) and not one.is_up}
    assert any(is_of(RoundEnded)(later) for later in entries[place:end])
    closed = SEALS.encoded(entry, "house", "f" * 64, os.urandom, down=down)
    assert faces_of(closed)
    records[place] = closed
    assert "its round ended with event" in failed(written(log, records))[0].text


def without_openings(record: Record) -> Record:
    return replace(record, envelope=b"")


def opened_wrongly(record: Record) -> Record:
    """Openings in the places of others: a value with its salt that does not lead there."""
    opened = dict(read_envelope(record.envelope).opened)
    names = list(opened)
    if len(names) < 2:
        return record
    opened[names[0]], opened[names[1]] = opened[names[1]], opened[names[0]]
    return replace(record, envelope=msgspec.json.encode(Envelope(opened)))


def one_too_many(record: Record) -> Record:
    opened = dict(read_envelope(record.envelope).opened)
    if not opened:
        return record
    first = next(iter(opened.values()))
    return replace(record, envelope=msgspec.json.encode(Envelope(opened, {"0" * 64: first.salt})))


def spaced(record: Record) -> Record:
    return replace(record, envelope=record.envelope.replace(b'"salt":"', b'"salt": "'))


def upper(record: Record) -> Record:
    """Another spelling of a salt: the same bytes, and not those that were written."""
    opened = {
        name: replace(one, salt=one.salt.upper())
        for name, one in read_envelope(record.envelope).opened.items()
    }
    return replace(record, envelope=msgspec.json.encode(Envelope(opened)) if opened else b"")


@pytest.mark.parametrize("forge", [without_openings, opened_wrongly, one_too_many, spaced, upper])
def test_what_lies_beside_an_entry_is_covered(forge: Callable[[Record], Record]) -> None:
    """No hash of the chain is touched."""
    log = read_log(played("nz"))
    records = [forge(record) for record in log.records]
    assert records != list(log.records)
    report = verify_log(write_log(log.header, records))
    assert [check.name for check in failed(report)] == ["format"]


@pytest.mark.parametrize("table", TABLES)
def test_a_sealed_text_that_was_changed_fails(table: str) -> None:
    log = read_log(played(table))
    entries = entries_of(log)
    end = place_of(entries, ShoeRevealed, 1)
    records = _in_play(log, entries[:end])
    chained = rechained(log.header, records)
    assert verify_log(write_log(log.header, chained)).verdict == "not_proven"
    place = next(place for place, one in enumerate(chained) if shoe_of(one))
    envelope = read_envelope(chained[place].envelope)
    for forged in (
        {name: text[:-6] + "AAAA==" for name, text in envelope.sealed.items()},
        {name: f"{'f' * 64} {text.partition(' ')[2]}" for name, text in envelope.sealed.items()},
        {},
    ):
        data = msgspec.json.encode(Envelope(envelope.opened, forged))
        other = [*chained[:place], replace(chained[place], envelope=data), *chained[place + 1 :]]
        report = verify_log(write_log(log.header, other))
        assert [check.name for check in failed(report)] == ["format"]


def test_a_field_that_no_table_seals_fails() -> None:
    """A settlement under seal would be decided by nobody."""
    log = read_log(played("nz"))
    entries = entries_of(log)
    place = place_of(entries, WagerSettled)
    for field, value in (("net", b'{"sealed":"%b"}'), ("player", b'{"sealed":"%b"}')):
        raw = msgspec.json.decode(log.records[place].body)
        for event in raw["events"]:
            if event["event"] == "wager_settled":
                event[field] = msgspec.Raw(value % (b"0" * 64))
        body = msgspec.json.encode(raw)
        for envelope in (b"", msgspec.json.encode(Envelope({}, {"0" * 64: f"{'f' * 64} AAAA"}))):
            records = list(log.records)
            records[place] = replace(records[place], body=body, envelope=envelope)
            report = written(log, records)
            assert {check.name for check in failed(report)} & {"format", "sealed"}


def test_an_end_that_is_cut_off_is_not_proven_whatever_the_footer_says() -> None:
    log = read_log(played("nz"))
    for keep in (len(log.records) // 2, len(log.records) - 1):
        short = write_log(log.header, list(log.records[:keep]))
        assert verify_log(short).verdict == "not_proven"
        behind = short.rstrip(b"}\n") + b',"behind":9}\n'
        report = verify_log(behind)
        versions = next(check for check in report.checks if check.name == "versions")
        assert (report.verdict, versions.status) == ("not_proven", "not_made")


def test_cards_in_an_order_of_nobodys_commitment_are_not_proven() -> None:
    """The table itself can put cards there for a script; no online table does between rounds."""
    log = read_log(played("nz"))
    entries = entries_of(log)
    place = next(
        place for place in range(len(entries) - 1, 0, -1)
        if is_of(RoundEnded)(entries[place - 1])
    )  # fmt: skip
    order = tuple(range(52)) * 6
    before = entries[place - 1]
    forged = Entry(
        before.version + 1, before.at_ms, before.wall_ms,
        (ShoeLoaded(order, is_shuffle=False),), "", "", LoadShoe(cards=order, is_shuffle=False),
    )  # fmt: skip
    records = [*log.records[:place], SEALS.encoded(forged, "nz", "", os.urandom)]
    report = written(log, records)
    commitments = next(check for check in report.checks if check.name == "commitments")
    assert report.verdict != "holds"
    assert commitments.status == "not_made"


def test_what_was_opened_is_what_was_decided() -> None:
    """The helper of these tests seals and opens as a server does."""
    log = read_log(played("house"))
    entries = [decode_entry(record) for record in log.records]
    records = [SEALS.opened(one, "house") for one in sealed_again(log, entries)]
    assert not unheld(written(log, records))
