"""The copy of the statements outside the store: one file, only ever appended to."""

import hashlib
import os
import platform
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pitboss.store.port import StoreError, StoreUnavailable
from pitboss.store.witness.statements import FIRST, Signed, StatementError, read_statement

SYNC_S = 0.2
"""A line is on its disk no later than this after it was written."""
MODE = 0o600
COPY_CHARS = 16
STATEMENT_START = b'{"writer":'
BLOCK_BYTES = 1 << 20
"""What is read at once from the end of the file."""


def copy_name(path: Path) -> str:
    """What statements call a copy: the machine and the path, which nobody has to read there."""
    place = f"{platform.node()}:{path.absolute()}"
    return hashlib.sha256(place.encode()).hexdigest()[:COPY_CHARS]


class DamagedCopy(StoreError):
    """A copy outside with a line that is not a statement."""


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
        """Have every line on its disk now."""
        try:
            os.fsync(self._file)
        except OSError as error:
            text = f"the witness {self.path} cannot be synced: {error}"
            raise StoreUnavailable(text) from None

    def close(self) -> None:
        """Sync what there is, and let go of the file."""
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
    """Whether a file is empty, or begins like a statement, or like half of one."""
    start = os.pread(file, len(STATEMENT_START), 0)
    return STATEMENT_START.startswith(start)


def set_aside(path: Path, mark: str) -> Path:
    """Put a damaged copy out of the way, so that a new one can be begun; nothing of it is lost."""
    other = path.with_name(f"{path.name}.damaged-{mark}")
    os.replace(path, other)
    return other


def _end_last_line(file: int) -> None:
    """Cut off half a line that a crash has left: nothing in it was acknowledged."""
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


def read_outside(path: Path) -> list[Signed]:
    """Every statement of the file; half a line at its end is left out."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreUnavailable(f"the witness {path} cannot be read: {error}") from None
    statements = []
    for number, line in enumerate(data[: data.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            statements.append(read_statement(line))
        except StatementError as error:
            raise StoreError(f"{path}, line {number}: {error}") from None
    return statements


def still_signed(path: Path, public: str) -> list[Signed]:
    """What a damaged file still proves: every line that the holder of the key has signed."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise StoreUnavailable(f"the witness {path} cannot be read: {error}") from None
    proofs = []
    for line in lines:
        with suppress(StatementError):
            signed = read_statement(line)
            if signed.is_by(public):
                proofs.append(signed)
    return proofs


def newest_run(path: Path) -> list[Signed]:
    """The statements of the newest list of the file, from its end back to its first."""
    run: list[Signed] = []
    for line in _lines_back(path):
        try:
            run.append(read_statement(line))
        except StatementError as error:
            text = f"the outside copy, {path}, is damaged {len(run) + 1} lines before its end"
            raise DamagedCopy(f"{text}: {error}") from None
        if run[-1].statement.number == FIRST:
            break
    return run[::-1]


def _lines_back(path: Path) -> Iterator[bytes]:
    """The whole lines of a file, the last first."""
    try:
        with path.open("rb") as file:
            place, rest = file.seek(0, os.SEEK_END), b""
            is_last = True
            while place > 0:
                start = max(0, place - BLOCK_BYTES)
                file.seek(start)
                first, *lines = (file.read(place - start) + rest).split(b"\n")
                if is_last and lines:
                    # What follows the last end of a line is half a line, or nothing.
                    lines.pop()
                    is_last = False
                yield from reversed(lines)
                rest, place = first, start
            if rest and not is_last:
                yield rest
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreUnavailable(f"the witness {path} cannot be read: {error}") from None
