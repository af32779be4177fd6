"""The copy of the statements outside the store: one file, only ever appended to."""

import hashlib
import os
import platform
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pitboss.store.port import StoreUnavailable
from pitboss.store.witness.statements import Signed, StatementError, read_statement

SYNC_S = 0.2
"""Longest time from writing a line until it is on the disk."""
MODE = 0o600
COPY_CHARS = 16
STATEMENT_START = b'{"writer":'
BLOCK_BYTES = 1 << 20
"""Size of a read from the end of the file."""


def copy_name(path: Path) -> str:
    """Return the name of a copy in statements: a digest of its machine and path."""
    place = f"{platform.node()}:{path.absolute()}"
    return hashlib.sha256(place.encode()).hexdigest()[:COPY_CHARS]


class Outside:
    """Appends lines to the file; a thread syncs it."""

    def __init__(self, path: Path, *, sync_s: float = SYNC_S) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, MODE)
            if not is_kept_by_us(self._file):
                raise OSError("it holds something else; name another file")
            _end_last_line(self._file)
        except OSError as error:
            raise StoreUnavailable(f"the witness {path} cannot be opened: {error}") from None
        self.path = path
        self._is_dirty = threading.Event()
        self._is_closing = threading.Event()
        self._failed = ""
        self._sync_s = sync_s
        self._thread = threading.Thread(target=self._sync_on, name="witness", daemon=True)
        self._thread.start()

    def write(self, line: bytes) -> None:
        """Append a line; it is in the file when this returns, and soon on its disk."""
        try:
            if self._failed:
                raise OSError(self._failed)
            size = os.fstat(self._file).st_size
            try:
                left = memoryview(line + b"\n")
                while left:
                    left = left[os.write(self._file, left) :]
            except OSError:
                # No other line may be written behind half of one.
                os.ftruncate(self._file, size)
                raise
        except OSError as error:
            text = f"the witness {self.path} cannot be written: {error}"
            raise StoreUnavailable(text) from None
        self._is_dirty.set()

    def sync(self) -> None:
        """Sync every line to the disk now."""
        try:
            os.fsync(self._file)
        except OSError as error:
            text = f"the witness {self.path} cannot be synced: {error}"
            raise StoreUnavailable(text) from None

    def close(self) -> None:
        """Sync and close the file."""
        if not self._is_closing.is_set():
            self._is_closing.set()
            self._is_dirty.set()
            self._thread.join()
            os.close(self._file)

    def _sync_on(self) -> None:
        while not self._is_closing.is_set():
            self._is_dirty.wait()
            self._is_closing.wait(self._sync_s)
            self._is_dirty.clear()
            try:
                os.fsync(self._file)
            except OSError as error:
                self._failed = str(error)


def is_kept_by_us(file: int) -> bool:
    """Return True if a file is empty, or begins like a statement or a part of one."""
    start = os.pread(file, len(STATEMENT_START), 0)
    return STATEMENT_START.startswith(start)


def _end_last_line(file: int) -> None:
    """Cut off a partial line that a crash has left: nothing in it was acknowledged."""
    size = os.fstat(file).st_size
    end = size
    while end > 0:
        start = max(0, end - BLOCK_BYTES)
        block = os.pread(file, end - start, start)
        if (place := block.rfind(b"\n")) >= 0:
            end = start + place + 1
            break
        end = start
    if end != size:
        os.ftruncate(file, end)


class OutsideCopy:
    """The copy as it was at one moment, without lines that are appended later."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = copy_name(path)
        try:
            self._size = path.stat().st_size
        except FileNotFoundError:
            self._size = 0
        except OSError as error:
            raise _unreadable(path, error) from None

    def lines(self) -> Iterator[bytes]:
        """Yield every complete line, the oldest first."""
        if not self._size:
            return
        try:
            with self.path.open("rb") as file:
                left = self._size
                while left > 0 and (line := file.readline(left)).endswith(b"\n"):
                    left -= len(line)
                    yield line[:-1]
        except OSError as error:
            raise _unreadable(self.path, error) from None

    def statements(self) -> Iterator[Signed]:
        """Yield every statement; raise ``StatementError`` with the line of a malformed one."""
        for number, line in enumerate(self.lines(), start=1):
            try:
                yield read_statement(line)
            except StatementError as error:
                raise StatementError(f"{self.path}, line {number}: {error}") from None

    def readable(self) -> Iterator[Signed]:
        """Yield the readable statements, and skip damaged lines."""
        for line in self.lines():
            with suppress(StatementError):
                yield read_statement(line)

    def set_aside(self, mark: str) -> Path:
        """Move a damaged copy to another name, so that a new one can begin; nothing is lost."""
        other = self.path.with_name(f"{self.path.name}.damaged-{mark}")
        os.replace(self.path, other)
        return other


def read_outside(path: Path) -> list[Signed]:
    """Read every statement of the file, without a partial last line."""
    return list(OutsideCopy(path).statements())


def _unreadable(path: Path, error: OSError) -> StoreUnavailable:
    return StoreUnavailable(f"the witness {path} cannot be read: {error}")
