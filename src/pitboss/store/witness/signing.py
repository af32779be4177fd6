"""The witness of one process: it signs what every commit leaves behind, and keeps it outside.

What one of several servers learns from their store: what others signed, and lost answers.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pitboss.store.port import PAGE_MAX, StoreError, StoreUnavailable
from pitboss.store.sql.statements import LAST_STATEMENTS, STATEMENTS
from pitboss.store.witness.outside import Outside, copy_name
from pitboss.store.witness.statements import (
    BEGIN,
    End,
    Head,
    Key,
    Signed,
    Statement,
    followed,
    read_statement,
    sign,
)

RECENT_MAX = 4_096
"""Heads of other servers that are remembered beside the newest of each log."""


class Forged(StoreError):
    """What is in the store is not what was signed: nothing is written behind it."""


class Witness:
    """One list of statements. A writer holds ``lock`` from ``next`` until ``keep``."""

    def __init__(
        self, key: Key, outside: Outside | None, *, writer: str, now_ms: Callable[[], int],
        heads: dict[str, Head],
    ) -> None:  # fmt: skip
        self.key = key
        self.outside = outside
        self.writer = writer
        self.lock = threading.RLock()
        self.end: End | None = None
        """Of what is kept."""
        self.heads = dict(heads)
        """What was signed last of every log: nothing else is believed to be its end."""
        self.others: dict[str, End] = {}
        """How far the lists of other servers were read."""
        self._recent: deque[Head] = deque(maxlen=RECENT_MAX)
        self._now_ms = now_ms
        self._failed = ""

    def next(self, heads: Iterable[Head], note: str = "", lists: tuple[End, ...] = ()) -> Signed:
        """The next statement of the list, to be committed with what it tells of."""
        if self._failed:
            raise StoreUnavailable(self._failed)
        number, previous = (self.end.number, self.end.digest) if self.end else (0, "")
        statement = Statement(
            self.writer, number + 1, self._now_ms(), previous, tuple(heads), note,
            "" if self.end else self.key.public, lists,
            copy_name(self.outside.path) if self.outside and not self.end else "",
        )  # fmt: skip
        assert (number == 0) == (note == BEGIN), "a list begins with all heads"
        return sign(statement, self.key)

    def keep(self, signed: Signed) -> None:
        """A statement is committed: it goes to the outside copy before anybody is answered."""
        self.end = signed.end
        self.heads |= {head.log: head for head in signed.statement.heads}
        if self.outside is not None:
            try:
                self.outside.write(signed.line)
            except StoreUnavailable as error:
                # The next statement would leave a gap in the outside copy.
                self._failed = str(error)
                raise

    def is_next(self, signed: Signed) -> bool:
        """Whether a statement follows what is kept."""
        number, digest = (self.end.number, self.end.digest) if self.end else (0, "")
        return (signed.statement.number, signed.statement.previous) == (number + 1, digest)

    def learn(self, signed: Signed) -> None:
        """Another server has signed something."""
        self.others[signed.statement.writer] = signed.end
        for head in signed.statement.heads:
            old = self.heads.get(head.log)
            if old is None or old.version < head.version:
                self.heads[head.log] = head
            self._recent.append(head)

    def is_end(self, head: Head) -> bool:
        """Whether a log ends where was signed last; a new one has nothing behind its beginning."""
        return self.heads.get(head.log, head) == head if head.version else True

    def has_signed(self, head: Head) -> bool:
        """Whether this very head was signed, last or not long ago."""
        return self.is_end(head) or head in self._recent

    def close(self) -> None:
        """Let go of the outside copy."""
        if self.outside is not None:
            self.outside.close()


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
