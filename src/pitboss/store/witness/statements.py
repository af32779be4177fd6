"""Signed statements of the heads of logs, chained in one list for each process.

A statement names the logs of a commit, each with the number of its last event and the hash there.
The first of a list names every log, and the ends of the lists before it.

The signing key is Ed25519, in a file that only the server's account can read. ``cryptography`` is
imported on first use, so that programs that sign nothing start without it.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.errors import package
from pitboss.store.bankrolls import Newest, bankroll_log
from pitboss.store.key_file import read_key_file, write_key_file
from pitboss.store.port import StoreError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class WitnessKeyError(StoreError):
    """A key that is missing or unusable."""


class Key:
    """A signing key; ``public`` checks its signatures, as hexadecimal."""

    def __init__(self, private: "Ed25519PrivateKey") -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()

    def sign(self, data: bytes) -> str:
        """Sign bytes; return the signature as hexadecimal."""
        return self._private.sign(data).hex()

    def save(self, path: Path) -> None:
        """Write it to a new file."""
        from cryptography.hazmat.primitives import serialization as form  # noqa: PLC0415

        pem = self._private.private_bytes(
            form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption()
        )
        write_key_file(path, pem)


def new_key() -> Key:
    """Generate a key."""
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    return Key(ed25519.Ed25519PrivateKey.generate())


def load_key(path: Path) -> Key:
    """Load a key; a file that other accounts can read is refused, as it may have been copied."""
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    try:
        private = serialization.load_pem_private_key(read_key_file(path, WitnessKeyError), None)
    except ValueError as error:
        raise WitnessKeyError(f"the key {path} cannot be read: {error}") from None
    if not isinstance(private, ed25519.Ed25519PrivateKey):
        raise WitnessKeyError(f"{path} holds no Ed25519 key")
    return Key(private)


def is_signed(public: str, data: bytes, signature: str) -> bool:
    """Return True if the holder of a key has signed these bytes."""
    package("cryptography")
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415

    try:
        key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), data)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


BEGIN = "begin"
"""The note of the first statement of a list, which names every log."""
FIRST = 1


class StatementError(StoreError):
    """A line that is malformed, or out of its place."""


class Head(msgspec.Struct, frozen=True, array_like=True):
    """The end of a log: a table's, the register's or a bankroll's."""

    log: str
    version: int
    """The number of its last event or movement."""
    chain: str
    """The hash there; "" for a log that was given up."""


class End(msgspec.Struct, frozen=True, array_like=True):
    """The end of a list of statements."""

    writer: str
    number: int
    digest: str


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The heads of the logs of one commit."""

    writer: str
    """The process that signed it; each has a new name."""
    number: int
    """1 for the first of its list."""
    at_ms: int
    previous: str
    """The digest of the statement before; "" for the first."""
    heads: tuple[Head, ...]
    note: str = ""
    """``begin``, or the reason why heads were set back, such as an accepted loss."""
    key: str = ""
    """In the first: the public key of the list."""
    lists: tuple[End, ...] = ()
    """In the first: ends of earlier lists that no other has named."""
    copy: str = ""
    """In the first: the name of the outside copy."""


class _Line(Statement, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A statement with its signature, as it is stored."""

    signature: str = ""


class Signed(msgspec.Struct, frozen=True):
    """A statement with its stored bytes."""

    statement: Statement
    signature: str
    line: bytes

    @property
    def end(self) -> End:
        """The end of its list, if it is the last."""
        return End(self.statement.writer, self.statement.number, digest(self.line))

    def is_by(self, public: str) -> bool:
        """Return True if the holder of a key has signed it."""
        return is_signed(public, _ENCODER.encode(self.statement), self.signature)


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(_Line)
_FIELDS = Statement.__struct_fields__


def sign(statement: Statement, key: Key) -> Signed:
    """Sign a statement."""
    body = _ENCODER.encode(statement)
    signature = key.sign(body)
    return Signed(statement, signature, b'%b,"signature":"%b"}' % (body[:-1], signature.encode()))


def read_statement(line: bytes) -> Signed:
    """Read the statement of a line, without checking its signature."""
    try:
        read = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise StatementError(f"no statement of heads: {error}") from None
    statement = Statement(**{name: getattr(read, name) for name in _FIELDS})
    return Signed(statement, read.signature, line)


def digest(line: bytes) -> str:
    """Return the hash that the next statement of a list is chained to."""
    return hashlib.sha256(line).hexdigest()


def bankroll_heads(newest: Newest) -> list[Head]:
    """Return the heads of bankrolls."""
    return [
        Head(bankroll_log(account), kept.movement.number, kept.chain)
        for account, kept in newest.items()
    ]


def followed(list_: Iterable[Signed], before: End | None = None) -> Iterator[Signed]:
    """Yield the statements of one list; raise if one does not follow the one before."""
    for signed in list_:
        statement = signed.statement
        number, previous = (before.number, before.digest) if before else (0, "")
        if (statement.number, statement.previous) != (number + 1, previous):
            writer = statement.writer
            raise StatementError(
                f"statement {statement.number} of {writer} does not follow statement {number}"
            )
        if before is not None and statement.writer != before.writer:
            raise StatementError(
                f"a statement of {statement.writer} in the list of {before.writer}"
            )
        yield signed
        before = signed.end
