"""The witness of one process: it signs what every commit leaves behind, and keeps it outside."""

import threading
from collections.abc import Callable, Iterable

from pitboss.store.witness.keys import Key
from pitboss.store.witness.outside import Outside
from pitboss.store.witness.statements import BEGIN, End, Head, Signed, Statement, sign


class Witness:
    """One list of statements. Whoever writes holds ``lock`` from ``next`` until ``keep``."""

    def __init__(
        self, key: Key, outside: Outside | None, *, writer: str, now_ms: Callable[[], int]
    ) -> None:
        self.key = key
        self.outside = outside
        self.writer = writer
        self.lock = threading.Lock()
        self.end: End | None = None
        """Of what is kept."""
        self._now_ms = now_ms

    def next(self, heads: Iterable[Head], note: str = "", lists: tuple[End, ...] = ()) -> Signed:
        """The next statement of the list, to be committed with what it tells of."""
        number, previous = (self.end.number, self.end.digest) if self.end else (0, "")
        statement = Statement(
            self.writer, number + 1, self._now_ms(), previous, tuple(heads), note,
            "" if self.end else self.key.public, lists,
        )  # fmt: skip
        assert (number == 0) == (note == BEGIN), "a list begins with all heads"
        return sign(statement, self.key)

    def keep(self, signed: Signed) -> None:
        """A statement is committed: it goes to the copy outside before anybody is answered."""
        self.end = signed.end
        if self.outside is not None:
            self.outside.write(signed.line)

    def close(self) -> None:
        """Let go of the copy outside."""
        if self.outside is not None:
            self.outside.close()
