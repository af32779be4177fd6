"""What one of several servers learns from their store: what others signed, and lost answers."""

from collections.abc import Callable, Iterator
from typing import Any

from pitboss.store.port import PAGE_MAX
from pitboss.store.sql.statements import LAST_STATEMENTS, STATEMENTS
from pitboss.store.witness.signing import Witness
from pitboss.store.witness.statements import End, Signed, followed, read_statement

Reading = Callable[[str, tuple[Any, ...]], list[tuple[Any, ...]]]
"""How a statement is asked of a database."""


def learn(witness: Witness, read: Reading) -> None:
    """Read what was signed since the last look; what is not by the key of the house is left."""
    find_own(witness, read)
    for writer, last in read(LAST_STATEMENTS, ()):
        newest, known = read_statement(last.encode()), witness.others.get(writer)
        if writer != witness.writer and newest.end != known and newest.is_by(witness.key.public):
            for signed in _signed_since(read, writer, known):
                witness.learn(signed)


def find_own(witness: Witness, read: Reading) -> None:
    """Keep what this process has committed without hearing of it: its connection was cut.

    It comes before a look at what others have signed since, so that their heads stay the newest.
    """
    committed = list(_signed_since(read, witness.writer, witness.end))
    with witness.lock:
        for signed in committed:
            # Another thread may have kept it, or found it, meanwhile.
            if witness.is_next(signed) and signed.is_by(witness.key.public):
                witness.keep(signed)


def _signed_since(read: Reading, writer: str, end: End | None) -> Iterator[Signed]:
    """The statements of a list behind its end as it is known."""
    rows = read(STATEMENTS, (writer, end.number if end else 0, PAGE_MAX))
    return followed([read_statement(line.encode()) for _, line in rows], end)
