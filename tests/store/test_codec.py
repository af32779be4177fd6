"""Events as JSON: names and fields that logs rely on, lifting old versions, the chain."""

import hashlib
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.engine.chips import ChipsBought
from pitboss.engine.declare import all_commands, all_events
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.store.chain import broken_link, chained, genesis, header_bytes, link, record_bytes
from pitboss.store.codec import (
    EVENT_BYTES_MAX,
    LIFTS,
    VERSION_KEY,
    CodecError,
    Lifts,
    Raw,
    current_version,
    decode_command,
    decode_event,
    encode_command,
    encode_event,
    is_current,
    lift,
    name_of,
)
from pitboss.store.port import Record
from tests.properties.random_floor import FloorTable
from tests.properties.random_play import RandomTable
from tests.properties.test_by_hand import Recorded
from tests.store.records import entry, header, record, records

NAMES = Path(__file__).with_name("event_names.txt")
COMMANDS = Path(__file__).with_name("command_names.txt")

ENTRIES = all_events()


def test_names_and_fields_are_those_that_logs_have() -> None:
    """A field that is renamed or dropped makes old logs unreadable: it needs a lift."""
    lines = sorted(
        f"{kind.__struct_config__.tag}: {' '.join(kind.__struct_encode_fields__)}".rstrip()
        for kind in ENTRIES
    )
    assert NAMES.read_text(encoding="utf-8").splitlines() == lines


def test_names_and_fields_of_commands_are_those_that_logs_have() -> None:
    """Likewise: commands are recorded with their events."""
    lines = sorted(
        f"{kind.__struct_config__.tag}: {' '.join(kind.__struct_encode_fields__)}".rstrip()
        for kind in all_commands()
    )
    assert COMMANDS.read_text(encoding="utf-8").splitlines() == lines
    names = {kind.__struct_config__.tag for kind in all_commands()}
    assert not names & {kind.__struct_config__.tag for kind in ENTRIES}
    assert {kind.__struct_config__.tag_field for kind in all_commands()} == {"do"}


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_asked_for_is_read_as_it_was_written(seed: int) -> None:
    table = Recorded(seed)
    table.play()
    for command, _ in table.sent:
        data = encode_command(command)
        assert decode_command(data) == command
        assert json.loads(data)["do"] == name_of(command)
    with pytest.raises(CodecError, match="cannot be read as"):
        decode_command(b'{"do":"dance"}')


def test_every_version_of_a_command_is_read() -> None:
    lifts: Lifts = {
        ("stand", 1): lambda raw: {**raw, "hand": 2},
        ("pass", 1): lambda raw: {**raw, "do": "stand"},
    }
    for old in ({"do": "stand", "box": 3}, {"do": "pass", "box": 3}):
        assert decode_command(json.dumps(old).encode(), lifts) == Stand(box=3, hand=2)
    data = encode_command(Stand(box=3, hand=1), lifts)
    assert json.loads(data)[VERSION_KEY] == 2
    assert decode_command(data, lifts) == Stand(box=3, hand=1)
    assert is_current(json.loads(data), lifts)
    assert not is_current({"do": "stand", "box": 3}, lifts)


def test_names_are_unlike_and_leave_room_for_the_version() -> None:
    names = [kind.__struct_config__.tag for kind in ENTRIES]
    assert len(set(names)) == len(names)
    for kind in ENTRIES:
        assert kind.__struct_config__.tag_field == "event"
        assert not {"event", VERSION_KEY} & set(kind.__struct_fields__)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_is_read_as_it_was_written(seed: int) -> None:
    for table in (RandomTable(seed), FloorTable(seed)):
        for _ in range(4):
            table.play_round()
        for event in table.log:
            data = encode_event(event)
            assert decode_event(data) == event
            assert b"\n" not in data
            assert json.loads(data)["event"] == name_of(event)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"event":"tea_served"}',
        b'{"event":"chips_bought","player":"ann"}',
        b'{"event":"chips_bought","player":"ann","amount":"5"}',
        b'{"event":"chips_bought","player":"' + b"x" * 500 + b'","amount":1.5}',
        b'{"event":"card_dealt"\xff',
        b" " * (EVENT_BYTES_MAX + 1),
    ],
)
def test_what_is_no_event_is_refused(data: bytes) -> None:
    with pytest.raises(CodecError) as told:
        decode_event(data)
    assert len(str(told.value)) < 300


def test_nothing_is_lifted_today() -> None:
    assert dict(LIFTS) == {}
    assert current_version("card_dealt") == 1
    assert VERSION_KEY not in json.loads(encode_event(ChipsBought("ann", 5)))


def _from_face(raw: Raw) -> Raw:
    return {**raw, "is_up": raw["face"] == "up"}


def _from_place(raw: Raw) -> Raw:
    box, hand = str(raw["place"]).split(".")
    return {**raw, "box": int(box), "hand": int(hand)}


LIFTS_LATER: Lifts = {
    ("card_dealt", 1): _from_place,
    ("card_dealt", 2): _from_face,
    ("card_drawn", 1): lambda raw: {**raw, "event": "card_dealt"},
}
"""How the table would look after two changes of one event, which first had another name."""


@pytest.mark.parametrize(
    "old",
    [
        {"event": "card_dealt", "place": "3.1", "card": 7, "face": "down"},
        {"event": "card_dealt", "v": 2, "box": 3, "hand": 1, "card": 7, "face": "down"},
        {"event": "card_dealt", "v": 3, "box": 3, "hand": 1, "card": 7, "is_up": False},
        {"event": "card_drawn", "place": "3.1", "card": 7, "face": "down"},
    ],
    ids=["first", "second", "today", "renamed"],
)
def test_every_version_of_an_event_is_read(old: Raw) -> None:
    data = json.dumps(old).encode()
    assert decode_event(data, LIFTS_LATER) == CardDealt(3, 1, 7, is_up=False)


def test_events_are_written_in_their_last_version() -> None:
    event = CardDealt(3, 1, 7, is_up=False)
    data = encode_event(event, LIFTS_LATER)
    assert json.loads(data)[VERSION_KEY] == 3
    assert decode_event(data, LIFTS_LATER) == event
    assert VERSION_KEY not in json.loads(encode_event(ChipsBought("ann", 5), LIFTS_LATER))
    with pytest.raises(CodecError):
        decode_event(b'{"event":"card_dealt","v":"x"}', LIFTS_LATER)
    assert lift({"event": "card_dealt", "v": 9}, LIFTS_LATER) == {"event": "card_dealt"}


@pytest.mark.parametrize(
    "first, keys",
    [
        (record(1, "c1", "Ä"), ["version", "at_ms", "command", "event"]),
        (entry(1, 1, "Ä"), ["version", "at_ms", "id", "entry"]),
    ],
    ids=["1", "2"],
)
def test_the_chain_is_what_anybody_can_work_out(first: Record, keys: list[str]) -> None:
    whole = json.loads(record_bytes(first))
    assert list(whole) == keys
    plain = json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode()
    assert plain == record_bytes(first)
    start = hashlib.sha256(header_bytes(header())).hexdigest()
    assert genesis(header()) == start
    assert link(start, first) == hashlib.sha256(start.encode() + plain).hexdigest()


def test_a_header_is_the_same_whatever_the_order_of_its_options() -> None:
    one = replace(header(), options={"a": "1", "b": "2"})
    other = replace(header(), options={"b": "2", "a": "1"})
    assert genesis(one) == genesis(other) != genesis(header())


def test_a_shoe_is_written_small() -> None:
    shoe = ShoeLoaded(tuple(range(52)) * 8, is_shuffle=True)
    assert len(encode_event(shoe)) < 2_000


@pytest.mark.parametrize("change", ["body", "id", "at_ms", "chain"])
def test_a_changed_record_breaks_the_chain(change: str) -> None:
    written = chained(genesis(header()), 0, [*records(0, 2, "c1"), entry(3, 1, "c2"), entry(5, 2)])
    assert broken_link(header(), written) == 0
    other = {"body": b"no json", "id": "c9", "at_ms": 1, "chain": "0" * 64}
    for place, version in ((0, 1), (1, 2), (2, 3), (3, 5)):
        changed = written.copy()
        changed[place] = replace(changed[place], **{change: other[change]})
        assert broken_link(header(), changed) == version
        assert broken_link(header("t2"), changed) == 1


def test_what_lies_beside_an_entry_is_not_in_the_chain() -> None:
    plain = entry(2, 2, "c1")
    assert link("x", replace(plain, envelope=b'{"opened":{}}')) == link("x", plain)
