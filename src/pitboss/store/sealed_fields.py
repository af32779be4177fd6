"""Sealed fields: the chain covers a commitment, and the content is in the entry's envelope.

Any value in the command or the events of an entry may be written as ``{"sealed": "<commitment>"}``.
The commitment is the SHA-256 of a random salt and the value, so that the value cannot be guessed
from it, and its writer cannot change it. An opened value is in the envelope with its salt; opening
it changes no hash.

A value that is encrypted until then is written with the SHA-256 of the encrypted text, as
``{"sealed": "<commitment>", "text": "<digest>"}``, so that the chain covers that too. Older
logs have no digest: their encrypted text is not covered until it is opened.
"""

import hashlib
import re
from collections.abc import Container, Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss.store.port import UNREADABLE, StoreError

SALT_BYTES = 32
SEALED = "sealed"
"""The key of the commitment in an object that stands for a sealed value."""
TEXT = "text"
"""The key of the digest of its encrypted text, if it has one."""
_HASH = re.compile("[0-9a-f]{64}")
_PLACE = re.compile(rb'\{"sealed":"([0-9a-f]{64})"(?:,"text":"([0-9a-f]{64})")?\}')
"""A sealed value in an entry; within a text its marks would be escaped."""
_CANONICAL = msgspec.json.Encoder(order="sorted")


class Place(NamedTuple):
    """An object that stands for a sealed value."""

    commitment: str
    digest: str = ""
    """SHA-256 of the encrypted text beside the entry; "" if the chain covers none."""


class SealError(StoreError):
    """An opened value that is not the one that was sealed."""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An opened value with its salt."""

    salt: str
    """As hexadecimal."""
    value: Any


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry's openings and encrypted values, by commitment; its hash does not cover them."""

    opened: dict[str, Opening] = {}
    sealed: dict[str, str] = {}
    """Encrypted values that are not opened yet: see ``store/seals.py``."""


_ENVELOPE = msgspec.json.Decoder(Envelope)


def seal(value: object, salt: bytes) -> str:
    """Return the commitment to a value, as hexadecimal."""
    assert len(salt) == SALT_BYTES
    return hashlib.sha256(salt + _CANONICAL.encode(value)).hexdigest()


def sealed_place(commitment: str, text: str | None = None) -> dict[str, str]:
    """Return the object that is written for a sealed value, with its encrypted text if it has one.

    >>> sealed_place("9f86")
    {'sealed': '9f86'}
    """
    return {SEALED: commitment} if text is None else {SEALED: commitment, TEXT: digest_of(text)}


def digest_of(text: str) -> str:
    """Return the SHA-256 of an encrypted text, as hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def places_in(data: bytes) -> tuple[Place, ...]:
    """Return every sealed place of an entry, in order."""
    return tuple(
        Place(*(part.decode() for part in match.groups(b""))) for match in _PLACE.finditer(data)
    )


def read_envelope(data: bytes) -> Envelope:
    """Read an entry's envelope, and check every opening in it."""
    if not data:
        return Envelope()
    try:
        envelope = _ENVELOPE.decode(data)
    except UNREADABLE as error:
        raise SealError(f"what lies beside it cannot be read: {error}") from None
    for commitment, opening in envelope.opened.items():
        if not _is_kept(commitment, opening):
            raise SealError(f"the value opened for {commitment[:16]}... is not what was sealed")
    return envelope


def envelope_fault(body: bytes, envelope: bytes, *, may_lack: Container[str] = ()) -> str:
    """Return the fault of an entry's envelope, or "".

    Each sealed place of the body has exactly one of the two, which matches its commitment or the
    digest of its text; nothing else is there, and all of it is written as a table writes it.
    ``may_lack``: commitments whose opening an export may leave out.
    """
    places = places_in(body)
    if not places and not envelope:
        return ""
    try:
        there = read_envelope(envelope)
    except SealError as error:
        return str(error)
    if envelope and envelope != msgspec.json.encode(there):
        return "what lies beside it is not written as a table writes it"
    for place in places:
        text, short = there.sealed.get(place.commitment), f"{place.commitment[:16]}..."
        is_open = place.commitment in there.opened
        if is_open and text is not None:
            return f"{short} is opened and sealed at once"
        if not is_open and text is None and place.commitment not in may_lack:
            return f"neither an opening nor a sealed text for {short} lies beside it"
        if text is not None and place.digest and digest_of(text) != place.digest:
            return f"the sealed text for {short} is not the one that was written"
    left = {*there.opened, *there.sealed} - {place.commitment for place in places}
    if left:
        return f"{min(left)[:16]}... lies beside it, and nothing was sealed under it"
    return ""


def _is_kept(commitment: str, opening: Opening) -> bool:
    if not _HASH.fullmatch(opening.salt):
        return False
    salt = bytes.fromhex(opening.salt)
    try:
        return len(salt) == SALT_BYTES and seal(opening.value, salt) == commitment
    except UNREADABLE:
        return False


NO_BLANKS: Mapping[str, Any] = {}


def put_back(
    data: msgspec.Raw,
    opened: Mapping[str, Opening],
    path: str,
    blanks: Mapping[str, Any] = NO_BLANKS,
) -> tuple[msgspec.Raw, list[str]]:
    """Return JSON with opened values in their places, and the paths of fields that remain sealed.

    ``blanks``: the values that replace those fields, by field name.
    """
    closed: list[str] = []
    try:
        value = _put_back(msgspec.json.decode(data), opened, path, closed, blanks)
        return msgspec.Raw(msgspec.json.encode(value)), closed
    except RecursionError:
        raise SealError("a value lies too deep") from None
    except UNREADABLE as error:
        raise SealError(f"a value cannot be read: {error}") from None


def _put_back(
    value: Any,
    opened: Mapping[str, Opening],
    path: str,
    closed: list[str],
    blanks: Mapping[str, Any],
) -> Any:
    if isinstance(value, list):
        return [
            _put_back(part, opened, f"{path}[{place}]", closed, blanks)
            for place, part in enumerate(value)
        ]
    if not isinstance(value, dict):
        return value
    if (commitment := commitment_in(value)) is None:
        return {
            name: _put_back(part, opened, f"{path}.{name}", closed, blanks)
            for name, part in value.items()
        }
    if commitment in opened:
        return opened[commitment].value
    closed.append(path)
    return blanks.get(path.rpartition(".")[2], value)


def commitment_in(value: dict[str, Any]) -> str | None:
    """Return the commitment of an object that stands for a sealed value; None for any other."""
    if value.keys() not in ({SEALED}, {SEALED, TEXT}):
        return None
    is_place = all(isinstance(text, str) and _HASH.fullmatch(text) for text in value.values())
    return str(value[SEALED]) if is_place else None


def opened_in_place(data: bytes, opened: Mapping[str, Opening]) -> bytes:
    """Return the bytes of an entry with every opened value in its place."""

    def value_of(place: re.Match[bytes]) -> bytes:
        opening = opened.get(place[1].decode())
        return place[0] if opening is None else msgspec.json.encode(opening.value)

    return _PLACE.sub(value_of, data)
