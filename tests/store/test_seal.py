"""Sealed fields: the chain covers a commitment, and the content is put back once it is opened."""

import hashlib
import json
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.floor.cut import ContributeCut, CutContributed
from pitboss.engine.floor.taking_back import TakeBack
from pitboss.proof.public import PublicScan
from pitboss.store.chain import broken_link
from pitboss.store.entry import (
    Entry,
    Sealed,
    decode_entry,
    decode_visible,
    encode_entry,
    is_as_written,
)
from pitboss.store.export import export_log, read_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Record, Snapshot, Store
from pitboss.store.sealed_fields import SALT_BYTES, SealError, envelope_fault, read_envelope, seal
from pitboss.store.seals import Seals
from tests.store.records import header

SALT = bytes(range(SALT_BYTES))
WORDS = seal("seven", SALT)
PLAIN = Entry(
    version=2,
    at_ms=9,
    wall_ms=9,
    events=(CutContributed("ann", "seven"), CutContributed("bob", "luck")),
    id="ann:1",
    who="ann",
    command=ContributeCut(by="ann", words="seven"),
)


def sealed(record: Record, value: object, salt: bytes = SALT) -> Record:
    """A row with a value sealed wherever it stands."""
    old = json.dumps(value).encode()
    new = json.dumps({"sealed": seal(value, salt)}, separators=(",", ":")).encode()
    return replace(record, body=record.body.replace(old, new))


def opened(record: Record, value: object, salt: bytes = SALT) -> Record:
    """The row with the value beside it."""
    envelope = {"opened": {seal(value, salt): {"salt": salt.hex(), "value": value}}}
    return replace(record, envelope=json.dumps(envelope, separators=(",", ":")).encode())


def test_anybody_can_work_a_commitment_out() -> None:
    value = {"b": [1, "é"], "a": None}
    plain = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert seal(value, SALT) == hashlib.sha256(SALT + plain).hexdigest()
    assert seal(value, SALT) == seal(dict(reversed(value.items())), SALT)
    assert len({seal(value, SALT), seal(value, bytes(SALT_BYTES)), seal([], SALT)}) == 3


def test_what_is_opened_is_put_back_in_its_place() -> None:
    row = encode_entry(PLAIN)
    assert decode_entry(row) == PLAIN
    closed = sealed(row, "seven")
    assert b"seven" not in closed.body
    assert decode_entry(opened(closed, "seven")) == PLAIN
    assert is_as_written(opened(closed, "seven"), PLAIN)


def test_what_remains_sealed_is_named() -> None:
    closed = sealed(sealed(encode_entry(PLAIN), "seven"), "luck")
    with pytest.raises(Sealed) as told:
        decode_entry(closed)
    assert told.value.fields == ("command.words", "events[0].words", "events[1].words")
    with pytest.raises(Sealed) as told:
        decode_entry(opened(closed, "seven"))
    assert told.value.fields == ("events[1].words",)
    assert "events[1].words of record 2" in str(told.value)


def test_reader_is_refused_an_entry_unless_every_sealed_field_has_a_blank() -> None:
    """The player of an event may be blank; the words of a cut may not."""
    row = encode_entry(PLAIN)
    visible = decode_visible(sealed(row, "bob"))
    assert visible.closed == ("events[1].player",)
    assert visible.events[1] == CutContributed("", "luck")
    with pytest.raises(Sealed):
        decode_visible(sealed(sealed(row, "bob"), "luck"))


@pytest.mark.parametrize(
    "envelope, word",
    [
        ({"opened": {WORDS: {"salt": SALT.hex(), "value": "eight"}}}, "not what was sealed"),
        ({"opened": {WORDS: {"salt": "00" * SALT_BYTES, "value": "seven"}}}, "not what was sealed"),
        ({"opened": {WORDS: {"salt": "00", "value": "seven"}}}, "not what was sealed"),
        ({"opened": {WORDS: {"salt": "tea", "value": "seven"}}}, "not what was sealed"),
        ({"opened": {"0" * 64: {"salt": SALT.hex(), "value": "seven"}}}, "not what was sealed"),
        ({"opened": {seal(1, SALT): {"salt": SALT.hex(), "value": 1}}}, "nothing was sealed"),
        ({"opened": {WORDS: {"salt": SALT.hex()}}}, "cannot be read"),
        ({"tea": {}}, "cannot be read"),
    ],
)
def test_what_was_not_sealed_cannot_be_opened(envelope: Any, word: str) -> None:
    closed = sealed(encode_entry(PLAIN), "seven")
    with pytest.raises(SealError, match=word):
        decode_entry(replace(closed, envelope=json.dumps(envelope).encode()))


def test_values_that_lie_too_deep_are_refused() -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    with pytest.raises(SealError):
        read_envelope(b'{"opened":{"x":{"salt":"","value":' + deep + b"}}}")
    body = encode_entry(PLAIN).body.replace(b'"seven"', b'{"sealed":1,"x":' + b"[" * 900)
    body = body.replace(b"[" * 900, b"[" * 900 + b"]" * 900 + b"}")
    # Python 3.12 goes down as far as that, and then finds that it is not the text of an event.
    with pytest.raises(Exception, match=r"deep|is no|cannot be read as event"):
        decode_entry(replace(encode_entry(PLAIN), body=body))


def test_a_place_for_what_is_encrypted_is_kept() -> None:
    """Ciphertext has its place beside an entry; so far nobody writes any."""
    envelope = b'{"sealed":{"%b":"c2VjcmV0"}}' % WORDS.encode()
    closed = replace(sealed(encode_entry(PLAIN), "seven"), envelope=envelope)
    assert read_envelope(envelope).sealed == {WORDS: "c2VjcmV0"}
    with pytest.raises(Sealed):
        decode_entry(closed)


def test_to_open_a_value_changes_no_hash(store: Store) -> None:
    closed = sealed(encode_entry(PLAIN), "seven")
    store.create(header())
    store.append("t1", 0, [opened(closed, "seven")])
    again = MemoryStore()
    again.create(header())
    again.append("t1", 0, [closed])
    (open_record,), (hidden,) = store.read("t1"), again.read("t1")
    assert open_record.chain == hidden.chain
    assert replace(open_record, envelope=b"") == hidden
    for one in (store, again):
        log = read_log(export_log(one, "t1"))
        assert log.records == tuple(one.read("t1"))
        assert broken_link(log.header, log.records) == 0
    assert json.loads(export_log(store, "t1").splitlines()[1])["opened"][WORDS]["value"] == "seven"
    # What nobody may look into yet is not for everybody.
    assert (PublicScan().advance(store, "t1"), PublicScan().advance(again, "t1")) == (2, 0)


def test_beside_an_entry_lies_one_thing_for_each_sealed_place() -> None:
    row = encode_entry(PLAIN)
    closed = sealed(row, "seven")
    opening = json.loads(opened(closed, "seven").envelope)["opened"]
    other = {seal("luck", SALT): {"salt": SALT.hex(), "value": "luck"}}
    text = {WORDS: "shoe AAAA"}
    upper = {WORDS: {"salt": SALT.hex().upper(), "value": "seven"}}

    def fault(body: bytes, envelope: object) -> str:
        return envelope_fault(body, json.dumps(envelope, separators=(",", ":")).encode())

    assert envelope_fault(row.body, b"") == ""
    assert fault(closed.body, {"opened": opening}) == ""
    assert fault(closed.body, {"sealed": text}) == ""
    assert "neither an opening nor a sealed text" in envelope_fault(closed.body, b"")
    assert "neither an opening nor a sealed text" in fault(closed.body, {"opened": other})
    assert "nothing was sealed under" in fault(closed.body, {"opened": {**opening, **other}})
    assert "nothing was sealed under" in fault(row.body, {"sealed": text})
    assert "opened and sealed at once" in fault(closed.body, {"opened": opening, "sealed": text})
    assert "not what was sealed" in fault(closed.body, {"opened": upper})
    assert "not written as a table writes it" in envelope_fault(
        closed.body, json.dumps({"opened": opening}).encode()
    )
    assert "cannot be read" in envelope_fault(closed.body, b"\x8e")


@pytest.mark.parametrize(
    "command, later",
    [
        (Deal(by="dan", at_ms=7), b'"is_face_down":false,'),
        (TakeBack(by="dan", reason="mistyped"), b'"back_to":"entry",'),
    ],
)
def test_a_row_of_before_a_field_was_added_is_as_written(command: Command, later: bytes) -> None:
    row = encode_entry(replace(PLAIN, command=command))
    assert row.body.count(later) == 1
    old = replace(row, body=row.body.replace(later, b""))
    assert decode_visible(old).command == command
    assert is_as_written(old, decode_visible(old))
    # Nothing else differs from what a table writes.
    for spaced in (old.body.replace(b'"by":', b'"by": '), old.body.replace(b'"by"', b'"x":1,"by"')):
        forged = replace(old, body=spaced)
        assert not is_as_written(forged, decode_visible(forged))


def test_a_sealed_snapshot_opens_at_its_table_only() -> None:
    seals, plain = Seals(bytes(range(32))), Snapshot(7, b'{"shoe":[1,2]}')
    closed = seals.close_snapshot("t1", plain, bytes)
    assert plain.state not in closed.state
    assert seals.open_snapshot("t1", closed) == plain
    assert seals.open_snapshot("t1", plain) == plain
    assert seals.open_snapshot("t2", closed) is None
    assert Seals(bytes(32)).open_snapshot("t1", closed) is None


def test_a_sealed_text_opens_in_its_place_only() -> None:
    seals = Seals(bytes(range(32)))
    closed = seals.close_text("ann", "the secret", bytes)
    assert seals.open_text("ann", closed) == "the secret"
    assert seals.open_text("bob", closed) is None
    assert Seals(bytes(32)).open_text("ann", closed) is None
