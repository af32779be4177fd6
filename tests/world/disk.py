"""A disk that can lose its power: what was synced is kept apart from what was only written."""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import apsw

Name = str | apsw.URIFilename | None

SECTOR = 512
"""A disk writes so many bytes or none of them."""
INDEX = "-shm"
"""Memory that processes share, and no part of the disk's content: it is made again."""

_NAMES = itertools.count(1)


@dataclass(slots=True)
class Kept:
    """A file: what is on the disk for good, and what is on its way there."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Writes at their offsets; without bytes, the file was cut to that length."""
    is_made: bool = False
    """Whether the name of the file is on the disk for good."""

    def settle(self) -> None:
        """All that was written is there for good."""
        for write in self.pending:
            put(self.synced, *write)
        self.pending.clear()
        self.is_made = True


def put(content: bytearray, offset: int, data: bytes | None) -> None:
    """Write into a file, or cut it."""
    if data is None:
        del content[offset:]
        content.extend(bytes(offset - len(content)))
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """Files of the machine below, with every write and sync counted."""

    def __init__(self) -> None:
        self.name = f"world-{next(_NAMES)}"
        self.files: dict[str, Kept] = {}
        self.removed: dict[str, Kept] = {}
        """Files whose names may come back with the power."""
        self.steps = 0
        """Writes, cuts and syncs so far."""
        self.off_at: int | None = None
        """At this step the power goes."""
        self.is_off = False
        self.is_full = False
        self.is_failing = False
        """Syncs fail."""
        self.stepped: Callable[[], None] = lambda: None
        """Told of every step before it is done."""
        self.went_off: Callable[[], None] = lambda: None
        super().__init__(self.name, "")

    def excepthook(self, *_: object) -> bool:
        """What SQLite passes over need not be told."""
        return True

    def xOpen(self, name: Name, flags: list[int]) -> "DiskFile":  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        return DiskFile(self, name, flags, str(path))

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.step()
        super().xDelete(filename, syncdir)
        kept = self.files.pop(filename, None)
        if kept is not None and not syncdir:
            self.removed[filename] = kept

    def step(self) -> None:
        """One more write; raises where the power is gone."""
        if self.is_off:
            raise apsw.IOError("the power is off")
        self.steps += 1
        self.stepped()
        if self.off_at is not None and self.steps >= self.off_at:
            self.turn_off()
            raise apsw.IOError("the power is off")

    def turn_off(self) -> None:
        """The power goes."""
        self.is_off = True
        self.went_off()

    def turn_on(self) -> None:
        """The power is back; files are read from an image."""
        self.is_off, self.off_at = False, None
        self.files.clear()
        self.removed.clear()

    def keep_file(self, path: str) -> Kept | None:
        """What is known of a file; nothing of those that are no content."""
        if path.endswith(INDEX):
            return None
        if path not in self.files:
            place = Path(path)
            has_content = place.exists() and place.stat().st_size > 0
            content = bytearray(place.read_bytes()) if has_content else bytearray()
            self.removed.pop(path, None)
            self.files[path] = Kept(content, is_made=has_content)
        return self.files[path]


class DiskFile(apsw.VFSFile):
    """A file on such a disk."""

    def __init__(self, disk: Disk, name: Name, flags: list[int], path: str) -> None:
        self._disk = disk
        # Opening may make the file, so what is there is looked at first.
        self._kept = disk.keep_file(path)
        super().__init__("", name, flags)

    def excepthook(self, *_: object) -> bool:
        """What SQLite passes over need not be told."""
        return True

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self._kept is not None and not self._disk.is_off:
            self._kept.pending.append((offset, bytes(data)))
        self._disk.step()
        if self._disk.is_full:
            if self._kept is not None:
                self._kept.pending.pop()
            raise apsw.FullError("the disk is full")
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        if self._kept is not None and not self._disk.is_off:
            self._kept.pending.append((newsize, None))
        self._disk.step()
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        # Files lie in memory, so there is nothing to sync but what is counted here.
        self._disk.step()
        if self._disk.is_failing:
            raise apsw.IOError("the sync failed")
        if self._kept is not None:
            if not self._kept.is_made:
                # SQLite syncs the folder with a new file, and so what was removed from it.
                self._disk.removed.clear()
            self._kept.settle()


def power_image(disk: Disk, rng: random.Random) -> dict[str, bytes]:
    """What is on the disk when the power is back: of what was not synced, anything or nothing."""
    image = {path: bytes(kept.synced) for path, kept in disk.removed.items() if rng.random() < 0.5}
    for path, kept in disk.files.items():
        if not kept.is_made and rng.random() < 0.5:
            continue
        content = bytearray(kept.synced)
        for write in _arrived(kept.pending, rng):
            put(content, *write)
        image[path] = bytes(content)
    return image


def _arrived(
    pending: list[tuple[int, bytes | None]], rng: random.Random
) -> list[tuple[int, bytes | None]]:
    """Of writes on their way: none, all, the first ones, or some of them in any order."""
    how = rng.choice(("none", "all", "first", "some", "torn"))
    if how == "none" or not pending:
        return []
    if how == "all":
        return pending
    if how == "first":
        return pending[: rng.randint(0, len(pending))]
    arrived = [write for write in pending if rng.random() < 0.5]
    if how == "some":
        rng.shuffle(arrived)
        return arrived
    return [piece for write in arrived for piece in _torn(*write, rng)]


def _torn(offset: int, data: bytes | None, rng: random.Random) -> list[tuple[int, bytes | None]]:
    """Some sectors of a write; one of them may be garbage, with a bit the other way round."""
    if data is None:
        return [(offset, None)]
    pieces: list[tuple[int, bytes | None]] = []
    for start in range(0, len(data), SECTOR):
        if rng.random() < 0.5:
            piece = bytearray(data[start : start + SECTOR])
            if rng.random() < 0.1:
                piece[rng.randrange(len(piece))] ^= 1 << rng.randrange(8)
            pieces.append((offset + start, bytes(piece)))
    return pieces


def killed_image(disk: Disk) -> dict[str, bytes]:
    """What a process leaves that is killed: all that was written, synced or not."""
    return {path: Path(path).read_bytes() for path in disk.files if Path(path).exists()}


def lay_out(image: dict[str, bytes], folder: Path) -> None:
    """Put the files of an image into a new folder, under their names."""
    folder.mkdir(parents=True)
    for path, content in image.items():
        (folder / Path(path).name).write_bytes(content)
