"""One server to a file: a lock of the operating system, which ends with its process."""

import os
from pathlib import Path

from pitboss.store.port import StoreUnavailable

_HELD: set[Path] = set()
"""Files that this process itself has locked: its own locks do not stop it."""


def is_locked(path: Path) -> bool:
    """Return True if a server has a SQLite file open."""
    if path.absolute() in _HELD:
        return True
    try:
        FileLock(path).release()
    except StoreUnavailable:
        return True
    return False


class FileLock:
    """Held beside a SQLite file while a server has it open; readers and backups do not ask for it.

    A server that was killed holds nothing: the system lets go of its locks.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(f"{path.name}.lock")
        self._handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _lock(self._handle)
        except OSError:
            holder = os.read(self._handle, 20).decode(errors="replace").strip()
            os.close(self._handle)
            who = f" (process {holder})" if holder.isdigit() else ""
            text = (
                f"{path} is used by another server{who}; stop that one,"
                " or name another folder with --data"
            )
            raise StoreUnavailable(text) from None
        self._path = path.absolute()
        _HELD.add(self._path)
        os.truncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let others have the file."""
        _HELD.discard(self._path)
        os.close(self._handle)


def _lock(handle: int) -> None:
    """Take the lock, or raise ``OSError``; a process that is forked does not have it."""
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:  # pragma: no cover - Windows has no such locks
        return
    fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
