"""Seals: values that depend on hidden cards are encrypted in their entry's envelope.

Those that depend on cards to come are opened when the shoe is over, cards that lie face down when
their round is. Every shoe has its own key, derived from the house's key, the table and the
commitment to the shoe; no server hands out either. ``cryptography`` is imported on first use.

Figures for the staff are sealed without a key, and opened in the envelope at once: the staff reads
them there, and an export for outsiders leaves the opening out.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.engine.declare import (
    Command,
    Event,
    faces_by_tag,
    sealed_fields,
    staff_fields_by_tag,
    withheld_from_outsiders,
)
from pitboss.store.chain import Body, encode_body, read_body
from pitboss.store.codec import encode_command, encode_event
from pitboss.store.entry import NO_COMMAND, Entry, encode_entry
from pitboss.store.key_file import read_key_file, write_key_file
from pitboss.store.port import Record, Snapshot, StoreError
from pitboss.store.sealed_fields import (
    SALT_BYTES,
    TEXT,
    Envelope,
    Opening,
    commitment_in,
    places_in,
    read_envelope,
    seal,
    sealed_place,
)

KEY_BYTES = 32
NONCE_BYTES = 12
_SNAPSHOT = b"sealed "
"""The first bytes of a sealed snapshot; an older one is plain JSON."""
_LABEL = "pitboss seal 1"
_PADDED_TO = 64

Draw = Callable[[int], bytes]
"""This many random bytes."""


class SealKeyError(StoreError):
    """A key that is not there, cannot be used, or is not the one of this house."""


class Seals:
    """Seals and opens with the key of a house."""

    def __init__(self, key: bytes) -> None:
        assert len(key) == KEY_BYTES
        self._key = key
        self.id = hashlib.sha256(f"{_LABEL} id".encode() + key).hexdigest()[:32]
        """Name of the key, which does not reveal the key itself."""
        self.since_ms: int | None = None
        """The time since when the key is in use; None if unknown."""

    def encoded(
        self, entry: Entry, table: str, shoe: str, draw: Draw, *, down: Container[int] = ()
    ) -> Record:
        """Encode an entry, with its secrets sealed for this shoe.

        ``down``: numbers of events whose cards lie face down.
        """
        closing = _Closing(draw, shoe, _cipher(self._derive_key(table, shoe)) if shoe else None)
        return closing.encoded(entry, down)

    def opened(self, record: Record, table: str, *, only: Container[str] | None = None) -> Record:
        """Return a record with every field opened that this key opens.

        ``only``: the commitments to open; all if None.
        """
        if not record.envelope:
            return record
        envelope = read_envelope(record.envelope)
        if not envelope.sealed:
            return record
        openings = dict(envelope.opened)
        for commitment, content in envelope.sealed.items():
            if only is not None and commitment not in only:
                continue
            opening = self._open(commitment, content, table)
            if opening is not None:
                openings[commitment] = opening
        rest = {
            commitment: text
            for commitment, text in envelope.sealed.items()
            if commitment not in openings
        }
        return replace(record, envelope=msgspec.json.encode(Envelope(openings, rest)))

    def close_snapshot(self, table: str, snapshot: Snapshot, draw: Draw) -> Snapshot:
        """Seal a snapshot as a whole, because the coming cards are in it."""
        nonce, key = draw(NONCE_BYTES), self._derive_key("snapshot", table)
        sealed = _SNAPSHOT + nonce + _cipher(key).encrypt(nonce, snapshot.state, _place(table))
        return replace(snapshot, state=sealed)

    def open_snapshot(self, table: str, snapshot: Snapshot) -> Snapshot | None:
        """Return the snapshot with its state opened; None if another key sealed it."""
        state = snapshot.state
        if not state.startswith(_SNAPSHOT):
            return snapshot
        content = state[len(_SNAPSHOT) :]
        key = self._derive_key("snapshot", table)
        plain = _decrypt(key, content, _place(table))
        return None if plain is None else replace(snapshot, state=plain)

    def close_text(self, place: str, text: str, draw: Draw) -> str:
        """Encrypt a secret so that it opens only in its place."""
        nonce, key = draw(NONCE_BYTES), self._derive_key("text", place)
        content = _cipher(key).encrypt(nonce, text.encode(), _place(place))
        return base64.b64encode(nonce + content).decode()

    def open_text(self, place: str, sealed: str) -> str | None:
        """Return a secret; None if it was sealed with another key or for another place."""
        plain = _decrypt(self._derive_key("text", place), base64.b64decode(sealed), _place(place))
        return None if plain is None else plain.decode()

    def _open(self, commitment: str, text: str, table: str) -> Opening | None:
        shoe, _, content = text.partition(" ")
        try:
            data = base64.b64decode(content, validate=True)
        except ValueError:
            return None
        plain = _decrypt(self._derive_key(table, shoe), data, _place(commitment))
        try:
            opening = msgspec.json.decode(plain, type=Opening) if plain is not None else None
            is_kept = opening and seal(opening.value, bytes.fromhex(opening.salt)) == commitment
        except (ValueError, AssertionError):
            return None
        return opening if is_kept else None

    def _derive_key(self, *names: str) -> bytes:
        """Derive a key for one purpose: HMAC-SHA-256, one block of HKDF."""
        info = "\n".join((_LABEL, *names)).encode()
        return hmac.digest(self._key, info + b"\x01", "sha256")


def encoded_openly(entry: Entry, draw: Draw) -> Record:
    """Encode an entry of a table with no secrets but those of the staff, each opened beside it."""
    return _Closing(draw).encoded(entry)


class _Closing:
    """Seals one entry: for a shoe, if there is one, and for the staff."""

    def __init__(self, draw: Draw, shoe: str = "", aead: Any = None) -> None:
        self._draw = draw
        self._shoe = shoe
        self._cipher = aead
        self._envelope = Envelope({}, {})

    def encoded(self, entry: Entry, down: Container[int] = ()) -> Record:
        """Encode the entry; the cards of the events numbered in ``down`` lie face down."""
        plain = encode_entry(entry)
        command = NO_COMMAND if entry.command is None else self._seal_fields(entry.command)
        events = tuple(
            msgspec.Raw(self._seal_fields(event, has_faces=number in down))
            for number, event in entry.numbered()
        )
        if not (self._envelope.opened or self._envelope.sealed):
            return plain
        body = encode_body(Body(entry.wall_ms, entry.who, msgspec.Raw(command), events))
        return replace(plain, body=body, envelope=msgspec.json.encode(self._envelope))

    def _seal_fields(self, thing: Command | Event, *, has_faces: bool = False) -> bytes:
        """Return a command or an event as it is written, with commitments to its secrets."""
        data = encode_command(thing) if isinstance(thing, Command) else encode_event(thing)
        secrets = _secrets_of(thing, has_faces=has_faces) if self._shoe else ()
        for_staff = withheld_from_outsiders(thing)
        if not (secrets or for_staff):
            return data
        raw: dict[str, Any] = msgspec.json.decode(data)
        for field in (*secrets, *for_staff):
            salt = self._draw(SALT_BYTES)
            commitment, opening = seal(raw[field], salt), Opening(salt.hex(), raw[field])
            if field in for_staff:
                self._envelope.opened[commitment] = opening
                raw[field] = sealed_place(commitment)
            else:
                text = self._encrypt(commitment, opening)
                self._envelope.sealed[commitment] = text
                raw[field] = sealed_place(commitment, text)
        return msgspec.json.encode(raw)

    def _encrypt(self, commitment: str, opening: Opening) -> str:
        nonce, plain = self._draw(NONCE_BYTES), _pad(msgspec.json.encode(opening))
        content = self._cipher.encrypt(nonce, plain, _place(commitment))
        return f"{self._shoe} {base64.b64encode(nonce + content).decode()}"


def staff_places(record: Record) -> frozenset[str]:
    """Return the commitments to the staff's figures in a record.

    They have no encrypted text: a place with one is sealed for a shoe.
    """
    if not any(not place.digest for place in places_in(record.body)):
        return frozenset()
    body, by_tag = read_body(record.body), staff_fields_by_tag()
    raws = [msgspec.json.decode(part) for part in (body.command, *body.events)]
    fields = [
        raw.get(name)
        for raw in raws
        if isinstance(raw, dict)
        for name in by_tag.get(str(raw.get("event", raw.get("do"))), ())
    ]
    places = [commitment_in(part) for part in fields if isinstance(part, dict) and TEXT not in part]
    return frozenset(place for place in places if place is not None)


def without_staff(record: Record) -> Record:
    """Return a record without the openings of the staff's figures."""
    hidden = staff_places(record)
    if not hidden:
        return record
    envelope = read_envelope(record.envelope)
    opened = {name: opening for name, opening in envelope.opened.items() if name not in hidden}
    rest = Envelope(opened, envelope.sealed)
    is_left = bool(opened or envelope.sealed)
    return replace(record, envelope=msgspec.json.encode(rest) if is_left else b"")


def shows_staff_figures(record: Record, entry: Entry) -> bool:
    """Return True if an older record shows the staff's figures in plain text.

    ``entry`` is the decoded record.
    """
    things: list[Command | Event] = [*entry.events]
    if entry.command is not None:
        things.append(entry.command)
    fields = sum(len(withheld_from_outsiders(thing)) for thing in things)
    return bool(fields) and len(staff_places(record)) < fields


def shoe_of(record: Record) -> str:
    """Return the commitment to the shoe that a record is sealed for, or ""."""
    sealed = read_envelope(record.envelope).sealed if record.envelope else {}
    return next((text.partition(" ")[0] for text in sealed.values()), "")


def faces_of(record: Record) -> frozenset[str]:
    """Return the commitments to cards that lie face down and are not opened yet."""
    sealed = read_envelope(record.envelope).sealed if record.envelope else {}
    if not sealed:
        return frozenset()
    body, faces = read_body(record.body), faces_by_tag()
    raws = [msgspec.json.decode(part) for part in body.events]
    fields = [raw[name] for raw in raws for name in faces.get(str(raw["event"]), ())]
    commitments = [commitment_in(part) for part in fields if isinstance(part, dict)]
    return frozenset(place for place in commitments if place in sealed)


def first_unopenable(seals: Seals, table: str, records: Sequence[Record]) -> Record | None:
    """Return the first record with a sealed field that this key does not open."""
    for record in records:
        left = seals.opened(record, table)
        if left.envelope and read_envelope(left.envelope).sealed:
            return record
    return None


def openings(seals: Seals, table: str, records: Sequence[Record], shoe: str) -> list[Record]:
    """Return the records that are sealed for a shoe and that this key opens, opened."""
    own = [seals.opened(record, table) for record in records if shoe_of(record) == shoe]
    return [record for record in own if read_envelope(record.envelope).opened]


def _secrets_of(thing: Command | Event, *, has_faces: bool = False) -> tuple[str, ...]:
    """Return the fields to seal: secret ones that are not empty."""
    fields = sealed_fields(type(thing))
    if has_faces and isinstance(thing, Event) and thing.audience.is_of_faces:
        fields += thing.audience.fields
    # The ace of spades is card 0.
    return tuple(field for field in fields if getattr(thing, field) not in ("", ()))


def _pad(plain: bytes) -> bytes:
    """Pad JSON with blanks, so that its length reveals nothing about a card."""
    return plain.ljust(-(-len(plain) // _PADDED_TO) * _PADDED_TO)


def _place(text: str) -> bytes:
    """Return the context of a sealed text: in any other place, it does not open."""
    return f"{_LABEL}\n{text}".encode()


def _cipher(key: bytes) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    return AESGCM(key)


def _decrypt(key: bytes, content: bytes, place: bytes) -> bytes | None:
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415

    try:
        plain = _cipher(key).decrypt(content[:NONCE_BYTES], content[NONCE_BYTES:], place)
    except (InvalidTag, ValueError):
        return None
    return bytes(plain)


def load_seal_key(path: Path) -> bytes:
    """Load a key; a file that other accounts can read is refused, as it may have been copied."""
    try:
        key = bytes.fromhex(read_key_file(path, SealKeyError).decode("ascii"))
    except ValueError as error:
        raise SealKeyError(f"the key {path} cannot be read: {error}") from None
    if len(key) != KEY_BYTES:
        raise SealKeyError(f"{path} holds no key of {KEY_BYTES} bytes in hexadecimal")
    return key


def save_seal_key(path: Path, key: bytes) -> None:
    """Write a key to a new file; a crash leaves no partial file behind."""
    write_key_file(path, f"{key.hex()}\n".encode())
