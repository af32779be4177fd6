"""Exported logs. Apart from the questions because they import no odds, and odds no logs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import Annotated, TypeVar

from pitboss.arguments import CHECKED_BY_FUNCTION, checked
from pitboss.errors import WrongType
from pitboss.library.rounds import PlayedLog, played_log
from pitboss.proof.checks import Report
from pitboss.proof.log import verify_log
from pitboss.store.export import LOG_BYTES_MAX, LogError
from pitboss.store.witness.outside import read_outside
from pitboss.store.witness.receipts import read_receipts

LogFile = Annotated[str | PurePath | bytes, CHECKED_BY_FUNCTION]
"""The path of an exported log, or its bytes."""
T = TypeVar("T")


@checked
def read_log(log: LogFile) -> PlayedLog:
    """Return an exported log round by round, each payment as paid and as owed by the rulebook.

    Whether it is the original, ``verify`` says.

    >>> import pitboss
    >>> log = pitboss.read_log("examples/logs/one_round.log.jsonl")
    >>> log.header.rulebook, len(log.rounds), str(log.rounds[0].payments[0].paid)
    ('nz', 1, '10.00')
    """
    return _read(log, played_log)


@checked
def verify(
    log: LogFile,
    *,
    witness: str | Path | None = None,
    key: str = "",
    receipts: Sequence[str | Path] = (),
) -> Report:
    """Check an exported log: its chain, its shuffles, every command and payment by the rulebook.

    ``witness`` is the file of signed heads that the house keeps, and ``key`` the public key that
    you trust to sign them. ``receipts`` are files that players saved. Without any, a sound log is
    ``not_proven``: the house could have rewritten it.

    >>> import pitboss
    >>> report = pitboss.verify("examples/logs/one_round.log.jsonl")
    >>> report.verdict, report.ok
    ('not_proven', False)
    """
    if witness is not None and not Path(witness).is_file():
        text = f"{str(witness)!r} cannot be read: there is no such file"
        raise WrongType(text, place=str(witness), hint="check the path")
    heads = None if witness is None else read_outside(Path(witness))
    kept = [receipt for path in receipts for receipt in read_receipts(_bytes_of(path))]
    return _read(log, lambda data: verify_log(data, heads, key=key, receipts=kept))


def _read(log: LogFile, read: Callable[[bytes], T]) -> T:
    """Read a log; refuse any other file with a hint."""
    try:
        return read(_bytes_of(log))
    except LogError as error:
        hint = "give the file as History exported it: one JSON entry a line, whole and in order"
        raise LogError(error.line, error.text, hint=hint) from None


def _bytes_of(log: LogFile) -> bytes:
    """Return the bytes of a file, or those given."""
    if isinstance(log, bytes):
        return log
    if not isinstance(log, str | PurePath):
        raise WrongType(
            f"{log!r:.80} is not a log: give the path of an exported log, or its bytes",
            place="log",
            hint="write 'table-7.log.jsonl'",
        )
    try:
        with Path(log).open("rb") as file:
            return file.read(LOG_BYTES_MAX + 1)
    except OSError as error:
        text = f"{str(log)!r} cannot be read: {error.strerror or error}"
        raise WrongType(text, place=str(log), hint="check the path") from None
