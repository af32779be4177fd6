"""The cache folder for solved games and compiled kernels.

``PITBOSS_CACHE`` names it, and ``PITBOSS_CACHE=off`` caches no solved games; by default it is
``pitboss`` in the user's own cache folder. Its contents may be deleted at any time. If no folder
can be written, nothing is cached, and the log says so once.
"""

import hashlib
import logging
import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

NAME = "PITBOSS_CACHE"
OFF = "off"
SIZE_MAX = 64_000_000
"""Largest size of a section in bytes; past it, old entries go until three quarters are left."""
ENTRY_MAX = 4_000_000
"""Largest size of an entry in bytes; a larger file is not ours."""
LEFT_BEHIND_S = 3600.0
"""Age in seconds at which an unfinished file is removed."""
MAGIC = b"pitboss\x01"
SUM = hashlib.sha256().digest_size

log = logging.getLogger("pitboss.cache")
_warned: set[str] = set()


def folder(part: str) -> Path | None:
    """Return the folder of a section, creating it; None if none can be written."""
    root = _root()
    if root is None:
        return None
    place = root / part
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(place.stat()):
            warn_once(f"{place} belongs to somebody else, or others may write there")
            return None
        if not os.access(place, os.W_OK | os.X_OK):
            warn_once(f"{place} cannot be written")
            return None
    except OSError as error:
        warn_once(f"{place} cannot be made: {error.strerror}")
        return None
    return place


def warn_once(why: str) -> None:
    """Log once the reason that nothing is cached on disk."""
    if not _warned:
        log.warning(
            "%s, so nothing is kept on disk and it is worked out again each time; "
            "%s may name a folder",
            why,
            NAME,
        )
    _warned.add(why)


def is_off() -> bool:
    """Return True if solved games are not to be cached."""
    return os.environ.get(NAME, "").strip().lower() == OFF


def _root() -> Path | None:
    named = os.environ.get(NAME, "").strip()
    if named and not is_off():
        return Path(named)
    users = os.environ.get("XDG_CACHE_HOME", "").strip()
    try:
        return (Path(users) if users else Path.home() / ".cache") / "pitboss"
    except RuntimeError:
        warn_once("there is no home folder")
        return None


def _is_ours(status: os.stat_result) -> bool:
    """Return True if only this user can write it; other files are not trusted."""
    if not hasattr(os, "geteuid"):
        return True
    is_shared = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return status.st_uid == os.geteuid() and not is_shared


@cache
def source_hash(names: tuple[str, ...]) -> str:
    """Hash the source of some files and folders of the package."""
    sums = hashlib.sha256()
    root = Path(__file__).parent
    for name in names:
        place = root / name
        for path in sorted(place.rglob("*.py")) if place.is_dir() else (place,):
            sums.update(path.read_bytes())
    return sums.hexdigest()[:16]


def load(part: str, name: str) -> bytes | None:
    """Return a stored entry; None if it is missing, broken or not our own."""
    place = None if is_off() else folder(part)
    if place is None:
        return None
    path = place / name
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if not _is_ours(status) or not stat.S_ISREG(status.st_mode):
                return None
            content = file.read(ENTRY_MAX + 1)
        if len(content) > ENTRY_MAX or not content.startswith(MAGIC):
            return None
        body = content[len(MAGIC) + SUM :]
        if content[len(MAGIC) : len(MAGIC) + SUM] != _sum(part, name, body):
            return None
        # Files that were used last stay longest.
        with suppress(OSError):
            os.utime(path)
    except OSError:
        return None
    return body


def store(part: str, name: str, body: bytes) -> None:
    """Store an entry atomically, in place of one of that name.

    If it cannot be written, nothing happens: the cache only saves time.
    """
    place = None if is_off() else folder(part)
    if place is None or len(body) + len(MAGIC) + SUM > ENTRY_MAX:
        return
    begun = ""
    try:
        handle, begun = tempfile.mkstemp(prefix=".", dir=place)
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + _sum(part, name, body) + body)
        os.replace(begun, place / name)
        _make_room(place)
    except OSError as error:
        log.info("an entry could not be kept: %s", error)
        with suppress(OSError):
            if begun:
                os.unlink(begun)


def _sum(part: str, name: str, body: bytes) -> bytes:
    """Checksum of an entry together with its name."""
    return hashlib.sha256(f"{part}/{name}\n".encode() + body).digest()


def _make_room(place: Path) -> None:
    entries: list[tuple[float, int, Path]] = []
    newest = 0.0
    with os.scandir(place) as listed:
        for entry in listed:
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                newest = max(newest, status.st_mtime)
                entries.append((status.st_mtime, status.st_size, Path(entry.path)))
    size = sum(bytes_ for _, bytes_, _ in entries)
    goal = SIZE_MAX * 3 // 4 if size > SIZE_MAX else size
    for used, bytes_, path in sorted(entries):
        is_left = path.name.startswith(".") and newest - used > LEFT_BEHIND_S
        if size > goal or is_left:
            # Another process may have taken it away meanwhile.
            with suppress(OSError):
                path.unlink()
            size -= bytes_
