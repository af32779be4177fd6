"""Statements: what each commit left behind, chained in one list for each process, and signed.

A statement names the logs that a commit touched, each with the number of its last event and the
hash there. The first of a list names every log, and how far the lists before it had come.
"""

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from pitboss.store.bankrolls import Newest, bankroll_log
from pitboss.store.port import StoreError
from pitboss.store.witness.keys import Key, is_signed

BEGIN = "begin"
"""The note of the first statement of a list: every log stands in it."""
FIRST = 1


class StatementError(StoreError):
    """A line that is not a statement, or not the one that belongs there."""


class Head(msgspec.Struct, frozen=True, array_like=True):
    """How far a log had come: that of a table, of the register, or of a bankroll."""

    log: str
    version: int
    """The number of its last event, or movement."""
    chain: str
    """The hash there; empty for a log that was given up."""


class End(msgspec.Struct, frozen=True, array_like=True):
    """How far a list of statements had come."""

    writer: str
    number: int
    digest: str


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one commit left behind."""

    writer: str
    """The process that made it: a new name for each."""
    number: int
    """1 for the first of its list."""
    at_ms: int
    previous: str
    """The digest of the statement before; empty for the first."""
    heads: tuple[Head, ...]
    note: str = ""
    """``begin``, or why heads were set back: a backup was restored, a loss was accepted."""
    key: str = ""
    """In the first: what the list is signed with."""
    lists: tuple[End, ...] = ()
    """In the first: the lists before it that no other has named at this end."""
    copy: str = ""
    """In the first: which file outside the store has it too, by a digest of its place."""


class _Line(Statement, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A statement as it is written."""

    signature: str = ""


class Signed(msgspec.Struct, frozen=True):
    """A statement with the bytes that it is kept as."""

    statement: Statement
    signature: str
    line: bytes

    @property
    def end(self) -> End:
        """The end of its list, if nothing comes after it."""
        return End(self.statement.writer, self.statement.number, digest(self.line))

    def is_by(self, public: str) -> bool:
        """Whether the holder of a key has signed it."""
        return is_signed(public, _ENCODER.encode(self.statement), self.signature)


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(_Line)
_FIELDS = Statement.__struct_fields__


def sign(statement: Statement, key: Key) -> Signed:
    """A statement, signed."""
    body = _ENCODER.encode(statement)
    signature = key.sign(body)
    return Signed(statement, signature, b'%b,"signature":"%b"}' % (body[:-1], signature.encode()))


def read_statement(line: bytes) -> Signed:
    """The statement of a line; whether its signature is right is another question."""
    try:
        read = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise StatementError(f"no statement of heads: {error}") from None
    statement = Statement(**{name: getattr(read, name) for name in _FIELDS})
    return Signed(statement, read.signature, line)


def digest(line: bytes) -> str:
    """What the next statement of a list is chained to."""
    return hashlib.sha256(line).hexdigest()


def bankroll_heads(newest: Newest) -> list[Head]:
    """How far the movements of accounts have come."""
    return [
        Head(bankroll_log(account), kept.movement.number, kept.chain)
        for account, kept in newest.items()
    ]


def followed(list_: Iterable[Signed], before: End | None = None) -> Iterator[Signed]:
    """The statements of one list, each of which must follow the one before; raises otherwise."""
    for signed in list_:
        one = signed.statement
        number, previous = (before.number, before.digest) if before else (0, "")
        if (one.number, one.previous) != (number + 1, previous):
            text = f"statement {one.number} of {one.writer} does not follow statement {number}"
            raise StatementError(text)
        if before is not None and one.writer != before.writer:
            raise StatementError(f"a statement of {one.writer} in the list of {before.writer}")
        yield signed
        before = signed.end
