"""Files of keys: readable only by the server's own account, and never half written."""

import os
import stat
from pathlib import Path

from pitboss.store.port import StoreError

MODE = 0o600
"""Readable only by the server's own account."""


def read_key_file(path: Path, fault: type[StoreError]) -> bytes:
    """Read a key; raise ``fault`` if other accounts can read it too, as it may have been copied."""
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise fault(f"others can read the key {path}: run chmod 600 on it")
        return path.read_bytes()
    except OSError as error:
        raise fault(f"the key {path} cannot be read: {error}") from None


def write_key_file(path: Path, data: bytes) -> None:
    """Write a key to a new file; a crash leaves no half of it, and no file is written over."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    handle = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, MODE)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.link(part, path)
    part.unlink()
