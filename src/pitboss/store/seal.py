"""Sealed fields: the chain covers a commitment, and the content lies beside the entry.

Any value in the command or the events of an entry may be written as ``{"sealed": "<commitment>"}``.
The commitment is the SHA-256 of a random salt and the value, so that nobody can guess the value
from it, and its writer cannot change it. Once the value is opened it lies beside the
entry with its salt. To open it changes no hash.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pitboss.store.port import StoreError

SALT_BYTES = 32
SEALED = "sealed"
"""The one key of an object that stands for a sealed value."""

_HASH = re.compile("[0-9a-f]{64}")
_PLACE = re.compile(rb'\{"sealed":"([0-9a-f]{64})"\}')
"""A sealed value in an entry; within a text its marks would be escaped."""
_CANONICAL = msgspec.json.Encoder(order="sorted")


class SealError(StoreError):
    """An opened value that is not the one that was sealed."""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a commitment stands for."""

    salt: str
    """As hexadecimal."""
    value: Any


class Beside(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies beside an entry, outside of its hash; both by commitment."""

    opened: dict[str, Opening] = {}
    sealed: dict[str, str] = {}
    """Values that are not opened yet, encrypted: ``store/sealing.py``."""


_BESIDE = msgspec.json.Decoder(Beside)


def seal(value: object, salt: bytes) -> str:
    """The commitment to a value, as hexadecimal."""
    assert len(salt) == SALT_BYTES
    return hashlib.sha256(salt + _CANONICAL.encode(value)).hexdigest()


def sealed_place(commitment: str) -> dict[str, str]:
    """What stands in an entry for a sealed value."""
    return {SEALED: commitment}


def read_beside(data: bytes) -> Beside:
    """What lies beside an entry; every opened value is checked against its commitment."""
    if not data:
        return Beside()
    try:
        beside = _BESIDE.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise SealError(f"what lies beside it cannot be read: {error}") from None
    for commitment, opening in beside.opened.items():
        if not _is_kept(commitment, opening):
            raise SealError(f"the value opened for {commitment[:16]}... is not what was sealed")
    return beside


def beside_fault(body: bytes, beside: bytes) -> str:
    """Return what is wrong with the bytes beside an entry, or "" if nothing is.

    For each sealed place in the body there is one opening or one sealed text, and nothing more.
    """
    places = {commitment.decode() for commitment in _PLACE.findall(body)}
    if not places and not beside:
        return ""
    try:
        content = read_beside(beside)
    except SealError as error:
        return str(error)
    if beside and msgspec.json.encode(content) != beside:
        return "what lies beside it is not in the form in which it is written"
    opened, sealed = content.opened.keys(), content.sealed.keys()
    if missing := places - opened - sealed:
        return f"what was sealed under {_shown(missing)} is gone"
    if unknown := (opened | sealed) - places:
        return f"nothing was sealed under {_shown(unknown)}, and something lies beside it"
    if twice := opened & sealed:
        return f"{_shown(twice)} is opened, and its sealed text is still there"
    return ""


def _shown(commitments: Iterable[str]) -> str:
    return f"{min(commitments)[:16]}..."


def _is_kept(commitment: str, opening: Opening) -> bool:
    try:
        salt = bytes.fromhex(opening.salt)
    except ValueError:
        return False
    is_as_written = len(salt) == SALT_BYTES and salt.hex() == opening.salt
    return is_as_written and seal(opening.value, salt) == commitment


NO_BLANKS: Mapping[str, Any] = {}


def put_back(
    data: msgspec.Raw, opened: Mapping[str, Opening], path: str,
    blanks: Mapping[str, Any] = NO_BLANKS,
) -> tuple[msgspec.Raw, list[str]]:  # fmt: skip
    """JSON with everything opened in its place, and the paths of what remains sealed.

    ``blanks`` says by the name of a field what stands for what remains sealed.
    """
    closed: list[str] = []
    try:
        value = _put_back(msgspec.json.decode(data), opened, path, closed, blanks)
        return msgspec.Raw(msgspec.json.encode(value)), closed
    except RecursionError:
        raise SealError("a value lies too deep") from None


def _put_back(
    value: Any, opened: Mapping[str, Opening], path: str, closed: list[str],
    blanks: Mapping[str, Any],
) -> Any:  # fmt: skip
    if isinstance(value, list):
        return [
            _put_back(one, opened, f"{path}[{place}]", closed, blanks)
            for place, one in enumerate(value)
        ]
    if not isinstance(value, dict):
        return value
    if (commitment := commitment_in(value)) is None:
        return {
            name: _put_back(one, opened, f"{path}.{name}", closed, blanks)
            for name, one in value.items()
        }
    if commitment in opened:
        return opened[commitment].value
    closed.append(path)
    return blanks.get(path.rpartition(".")[2], value)


def commitment_in(value: dict[str, Any]) -> str | None:
    """The commitment of an object that stands for a sealed value; nothing for any other."""
    commitment = value.get(SEALED)
    is_sealed = len(value) == 1 and isinstance(commitment, str) and _HASH.fullmatch(commitment)
    return commitment if is_sealed and isinstance(commitment, str) else None
