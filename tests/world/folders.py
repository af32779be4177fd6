"""Folders for the files of a world: in memory where the machine has such a place."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

IN_MEMORY = Path("/dev/shm")


@contextlib.contextmanager
def empty_folder() -> Iterator[Path]:
    """A folder that is gone afterwards."""
    has_memory = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK)
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if has_memory else None) as folder:
        yield Path(folder)
