"""Sign the heads of logs with every commit, and copy each statement to a file outside the store."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from pitboss.store.port import StoreError, StoreUnavailable
from pitboss.store.witness.outside import Outside, copy_name
from pitboss.store.witness.statements import (
    BEGIN,
    End,
    Head,
    Key,
    Signed,
    Statement,
    StatementError,
    sign,
)

RECENT_MAX = 4_096
"""Number of recent heads of other servers to remember."""


class Forged(StoreError):
    """A log in the store differs from its signed head, and is not written any more."""


class Witness:
    """The list of statements of one process, and the last signed head of every log."""

    def __init__(
        self,
        key: Key,
        outside: Outside | None,
        *,
        writer: str,
        now_ms: Callable[[], int],
        heads: dict[str, Head],
    ) -> None:
        self.key = key
        self.outside = outside
        self.writer = writer
        self.end: End | None = None
        """The last committed statement; None before the first."""
        self.heads = dict(heads)
        """The last signed head of every log: no other end of a log is believed."""
        self.others: dict[str, End] = {}
        """The last statement read of each other server."""
        self._lock = threading.RLock()
        self._recent: deque[Head] = deque(maxlen=RECENT_MAX)
        self._now_ms = now_ms
        self._failed = ""

    @contextmanager
    def turn(self) -> Iterator["Turn"]:
        """Hold the list for one commit; its statement is kept at the end unless the block raises.

        A transaction opened inside the block is therefore committed before its statement is kept.
        """
        with self._lock:
            turn = Turn(self)
            yield turn
            if turn.signed is not None:
                self._keep(turn.signed)

    def recover(self, committed: Iterable[Signed]) -> None:
        """Keep own statements whose commit was not confirmed because the connection was cut."""
        with self._lock:
            for signed in committed:
                number, digest = self._last
                is_next = (signed.statement.number, signed.statement.previous) == (
                    number + 1,
                    digest,
                )
                # Another thread may have kept it, or found it, meanwhile.
                if is_next and signed.is_by(self.key.public):
                    self._keep(signed)

    def learn(self, signed: Signed) -> None:
        """Take over the heads that another server has signed."""
        self.others[signed.statement.writer] = signed.end
        for head in signed.statement.heads:
            old = self.heads.get(head.log)
            if old is None or old.version < head.version:
                self.heads[head.log] = head
            self._recent.append(head)

    def is_end(self, head: Head) -> bool:
        """Return True if a log ends at its last signed head, or is new and still empty."""
        return self.heads.get(head.log, head) == head if head.version else True

    def has_signed(self, head: Head) -> bool:
        """Return True if this head is the last signed of its log, or was signed recently."""
        return self.is_end(head) or head in self._recent

    def close(self) -> None:
        """Close the outside copy."""
        if self.outside is not None:
            self.outside.close()

    @property
    def _last(self) -> tuple[int, str]:
        """Number and digest of the last statement; 0 and "" before the first."""
        return (self.end.number, self.end.digest) if self.end else (0, "")

    def _sign(self, heads: Iterable[Head], note: str, lists: tuple[End, ...]) -> Signed:
        if self._failed:
            raise StoreUnavailable(f"the store has failed: {self._failed}")
        number, previous = self._last
        if (number == 0) != (note == BEGIN):
            raise StatementError("the first statement of a list, and no other, names every log")
        statement = Statement(
            self.writer,
            number + 1,
            self._now_ms(),
            previous,
            tuple(heads),
            note,
            "" if self.end else self.key.public,
            lists,
            copy_name(self.outside.path) if self.outside and not self.end else "",
        )
        return sign(statement, self.key)

    def _keep(self, signed: Signed) -> None:
        """Copy a committed statement outside before any command in it is answered."""
        self.end = signed.end
        self.heads |= {head.log: head for head in signed.statement.heads}
        if self.outside is not None:
            try:
                self.outside.write(signed.line)
            except StoreUnavailable as error:
                # The next statement would leave a gap in the outside copy.
                self._failed = str(error)
                raise


class Turn:
    """The statement of one commit."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness
        self.signed: Signed | None = None
        """None until something is signed."""

    def sign(self, heads: Iterable[Head], note: str = "", lists: tuple[End, ...] = ()) -> Signed:
        """Return the next statement of the list, to be written by the commit that it describes."""
        self.signed = self._witness._sign(heads, note, lists)
        return self.signed
