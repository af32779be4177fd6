"""Exports of a table with books: the figures of the staff stay closed for everybody else."""

import json
import os
import typing
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.engine import do
from pitboss.engine.declare import all_commands, all_events, staff_fields
from pitboss.engine.floor.staff import StaffAssigned
from pitboss.engine.payouts import WagerSettled
from pitboss.proof.log import verify_log
from pitboss.proof.public import PublicScan
from pitboss.store.entry import Entry, decode_visible, encode_entry
from pitboss.store.export import export_log, read_log, write_log
from pitboss.store.memory import MemoryStore
from pitboss.store.sealed_fields import envelope_fault, read_envelope
from pitboss.store.seals import encoded_openly, staff_places, without_staff
from tests.server.live import BY_DEALER, serving
from tests.server.test_by_hand import Crew
from tests.server.test_reports import log_in
from tests.store.logged import rechained
from tests.verdicts import HELD_BACK, failed, unheld

FIGURE = 31_337
"""Chips of one value: nothing else at the table is this many."""
LOG = "/api/tables/floor/log"
DEPENDS = ("sealed", "money", "replay", "decisions")
"""Checks that cannot be made over the events of the books."""


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    """A table dealt by hand whose float was counted, filled and counted again."""
    with serving(pace=BY_DEALER) as live:
        crew = Crew(live, "cards_by_hand", "nz")
        crew.accept(crew.dan, do.CountFloat(kind="opening", chips={"50": FIGURE}))
        crew.accept(crew.sue, do.ConfirmSlip(number=1))
        crew.accept(crew.sue, do.MoveChips(kind="fill", chips={"500": 20}))
        crew.accept(crew.dan, do.ConfirmSlip(number=2))
        crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(10_00,)))
        crew.accept(crew.dan, do.Deal())
        crew.enter("Ts", "9d", "7h")
        crew.accept(crew.ann, do.Stand(box=1))
        crew.enter("Th")
        crew.accept(crew.dan, do.RemoveDrop(amount=FIGURE))
        crew.accept(crew.sue, do.ConfirmSlip(number=3))
        sue = log_in(live, "sue")
        body = {"id": "s1", "password": "password of sue"}
        assert sue.post("/api/tables/floor/sign-off", body)["ok"]
        yield crew


def test_only_auditors_and_supervisors_get_the_figures_of_the_staff(crew: Crew) -> None:
    live = crew.live
    staff = [log_in(live, name).http.get(LOG).content for name in ("art", "sue")]
    others = [
        one.http.get(LOG).content for one in (live.visitor(), crew.guest, log_in(live, "dan"))
    ]
    for log in staff:
        assert log.count(str(FIGURE).encode()) > 3
        assert not unheld(verify_log(log))
    for log in others:
        assert str(FIGURE).encode() not in log
        for record in read_log(log).records:
            assert not staff_places(record) & read_envelope(record.envelope).opened.keys()


def test_an_export_without_them_is_proven_but_for_these_events(crew: Crew) -> None:
    report = verify_log(crew.guest.http.get(LOG).content)
    assert report.verdict == "not_proven"
    assert not unheld(report, *DEPENDS)
    told = {check.name: check for check in report.checks}
    assert "figures that only the staff may see were left out" in told["sealed"].text
    closed = {
        number for entry in map(decode_visible, read_log(crew.guest.http.get(LOG).content).records)
        for number, _ in entry.numbered() if entry.closed
    }  # fmt: skip
    last = max(number for check in report.checks for _, number in check.events)
    for name in DEPENDS:
        made = {n for first, end in told[name].events for n in range(first, end + 1)}
        assert made == set(range(1, last + 1)) - closed


def test_everything_else_in_it_is_decided_again(crew: Crew) -> None:
    log = read_log(crew.guest.http.get(LOG).content)
    for field, value in (("net", -9_00), ("result", "win")):
        records = list(log.records)
        place = next(
            place for place, one in enumerate(records)
            if any(isinstance(event, WagerSettled) for event in decode_visible(one).events)
        )  # fmt: skip
        raw = json.loads(records[place].body)
        for event in raw["events"]:
            if event["event"] == "wager_settled":
                event[field] = value
        body = json.dumps(raw, separators=(",", ":")).encode()
        records[place] = replace(records[place], body=body)
        report = verify_log(write_log(log.header, rechained(log.header, records)))
        assert "decisions" in {check.name for check in failed(report)}


def test_only_what_is_for_the_staff_may_be_left_out(crew: Crew) -> None:
    """By its declaration: any other field that is closed without a text beside it fails."""
    log = read_log(log_in(crew.live, "art").http.get(LOG).content)
    records = list(log.records)
    for place, name in ((2, "player"), (len(records) - 1, "by")):
        raw = json.loads(records[place].body)
        raw["events"][0][name] = {"sealed": "0" * 64}
        body = json.dumps(raw, separators=(",", ":")).encode()
        forged = [*records[:place], replace(records[place], body=body), *records[place + 1 :]]
        report = verify_log(write_log(log.header, rechained(log.header, forged)))
        assert [check.name for check in failed(report)] == ["format"]


def test_what_the_staff_reads_is_covered_by_the_chain(crew: Crew) -> None:
    log = read_log(log_in(crew.live, "art").http.get(LOG).content)
    place = next(place for place, one in enumerate(log.records) if staff_places(one))
    record = log.records[place]
    changed = record.envelope.replace(str(FIGURE).encode(), b"31336")
    assert changed != record.envelope
    assert not envelope_fault(record.body, record.envelope)
    assert "is not what was sealed" in envelope_fault(record.body, changed)
    gone = without_staff(record).envelope
    assert "neither an opening nor a sealed text" in envelope_fault(record.body, gone)
    assert not envelope_fault(record.body, gone, may_lack=staff_places(record))


def older(crew: Crew) -> MemoryStore:
    """The log as a server wrote it before these figures were sealed."""
    log = read_log(log_in(crew.live, "art").http.get(LOG).content)
    plain = [encode_entry(decode_visible(record)) for record in log.records]
    store = MemoryStore()
    store.create(log.header)
    store.append("floor", 0, plain)
    return store


def test_a_log_of_before_is_public_up_to_the_first_figure(crew: Crew) -> None:
    store, scan = older(crew), PublicScan()
    whole = export_log(store, "floor")
    assert not unheld(verify_log(whole))
    last = read_log(whole).records[-1].version
    until = scan.advance(store, "floor")
    assert 0 < until < last
    assert scan.advance(store, "floor", is_for_staff=True) == last
    assert scan.advance(store, "floor", is_closed=True) == until
    public = export_log(store, "floor", until=until, behind=last - until, is_for_staff=False)
    assert str(FIGURE).encode() not in public
    assert str(FIGURE).encode() in whole
    assert not unheld(verify_log(public), HELD_BACK)


@pytest.mark.parametrize("kinds", [all_commands, all_events])
def test_every_declared_field_of_the_staff_is_closed_in_an_export(
    kinds: Callable[[], tuple[type, ...]],
) -> None:
    tried = 0
    for kind in kinds():
        if not (fields := staff_fields(kind)):
            continue
        hints = {name: one.type for name, one in _fields(kind).items()}
        thing = kind(**{name: _value(hints[name]) for name in hints})
        events = (thing,) if kind in all_events() else (StaffAssigned("dee", "dealer"),)
        command = None if kind in all_events() else thing
        entry = Entry(1, 1, 1, events, "", "", command)
        record = encoded_openly(entry, os.urandom)
        assert len(staff_places(record)) == len(fields)
        assert decode_visible(record) == entry
        seen = decode_visible(without_staff(record))
        assert {path.rpartition(".")[2] for path in seen.closed} == set(fields)
        tried += 1
    assert tried > 3


def _fields(kind: type) -> dict[str, Any]:
    return {one.name: one for one in msgspec.structs.fields(kind)}


def _value(kind: Any) -> Any:
    text = str(kind)
    if "Literal" in text:
        return typing.get_args(kind)[0]
    return {str: "x", int: 7, bool: True}.get(kind, {"5": 1} if "dict" in text else 7)
