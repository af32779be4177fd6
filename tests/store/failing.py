"""A disk that fails: a layer under SQLite that refuses the n-th write or sync."""

import itertools

import apsw

Name = str | apsw.URIFilename | None

_NAMES = itertools.count(1)


class FailingDisk(apsw.VFS):
    """Passes everything on, and fails where it is told to."""

    def __init__(self) -> None:
        self.name = f"failing-{next(_NAMES)}"
        self.kind = ""
        """``full``, ``write`` or ``sync``; empty while all is well."""
        self.left = 0
        """How many more writes, or syncs, go well."""
        self.has_failed = False
        self.is_lasting = False
        """Everything of the kind fails from then on, as on a disk that stays full."""
        super().__init__(self.name, "")

    def xOpen(self, name: Name, flags: list[int]) -> "FailingFile":  # noqa: N802
        return FailingFile(self, name, flags)

    def fail_at(self, kind: str, count: int, *, is_lasting: bool = False) -> None:
        """Let so many go well, then fail."""
        self.kind, self.left, self.is_lasting = kind, count, is_lasting
        self.has_failed = False

    def heal(self) -> None:
        """All is well again."""
        self.kind = ""

    def count(self, kind: str) -> None:
        """Raise where it is time to fail."""
        if self.kind != kind or (self.has_failed and not self.is_lasting):
            return
        if self.left > 0:
            self.left -= 1
            return
        self.has_failed = True
        if kind == "full":
            raise apsw.FullError("the disk is full")
        raise apsw.IOError(f"the {kind} failed")


class FailingFile(apsw.VFSFile):
    """A file on such a disk."""

    def __init__(self, disk: FailingDisk, name: Name, flags: list[int]) -> None:
        self._disk = disk
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.count("full")
        self._disk.count("write")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.count("sync")
        super().xSync(flags)
