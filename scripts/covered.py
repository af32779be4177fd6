"""Maps from lines to the tests that run them, one map a file of tests, kept in `build/mutate`.

A map is made again if the file of tests or a file that it ran has changed. Tests that fail or are
skipped here are no part of it.
"""

import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import coverage
import msgspec
import pytest

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "mutate"
SOURCE = "src/pitboss"
FIRST_S, FIRST_FILES = 3.0, 6
"""Length of the first run of tests, and the number of their files."""


class Cover(msgspec.Struct):
    """The lines that the tests of a file run."""

    digests: dict[str, str]
    """Of the file of tests and of each file that it ran."""
    seconds: dict[str, float]
    """Of each test that passed."""
    groups: list[list[int]]
    """Sets of tests, by their place among `seconds`."""
    lines: dict[str, dict[int, int]]
    """By file and line, the set that runs it."""

    def is_fresh(self) -> bool:
        """Return True if no file that it is about has changed."""
        return all(digest(file) == was for file, was in self.digests.items())


@cache
def digest(file: str) -> str:
    """Return a digest of a file; "" if there is none."""
    path = ROOT / file
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


def kept_map(file: str) -> Path:
    """Return the place of the map of a file of tests."""
    return KEPT / f"{file.replace('/', '.')}.json"


class Recorder:
    """A plugin of pytest that notes the lines that each test runs, and its time."""

    def __init__(self, measured: coverage.Coverage, limit_s: float) -> None:
        self.measured = measured
        self._ends = time.monotonic() + limit_s
        self.seconds: dict[str, float] = {}
        self._began = 0.0
        self._fault = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> object:
        """Measure one test, the last one if time is up."""
        if time.monotonic() > self._ends:
            item.session.shouldstop = "time is up"
        self.measured.switch_context(item.nodeid)
        self._began, self._fault = time.monotonic(), False
        try:
            return (yield)
        finally:
            self.measured.switch_context("")
            if not self._fault:
                self.seconds[item.nodeid] = round(time.monotonic() - self._began, 3)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test did not pass."""
        self._fault |= not report.passed

    @classmethod
    def run(cls, file: str, out: Path, limit_s: float) -> int:
        """Run a file of tests under coverage, in this process, and write its map.

        The map of a file that takes longer than the limit has only the tests until then.
        """
        include = [f"{ROOT / SOURCE}/*"]
        measured = coverage.Coverage(data_file=None, config_file=False, include=include)
        recorder = cls(measured, limit_s)
        measured.start()
        status = pytest.main(["-q", "-p", "no:cacheprovider", file], plugins=[recorder])
        measured.stop()
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(msgspec.json.encode(recorder.cover(file)))
        return int(status)

    def cover(self, file: str) -> Cover:
        """Return the map of what was run."""
        data = self.measured.get_data()
        numbers = {test: number for number, test in enumerate(self.seconds)}
        groups: dict[tuple[int, ...], int] = {}
        lines: dict[str, dict[int, int]] = {}
        for path in data.measured_files():
            own: dict[int, int] = {}
            for line, tests in data.contexts_by_lineno(path).items():
                group = tuple(sorted(numbers[test] for test in tests if test in numbers))
                if group:
                    own[line] = groups.setdefault(group, len(groups))
            if own:
                lines[Path(path).relative_to(ROOT).as_posix()] = own
        digests = {name: digest(name) for name in (file, *lines)}
        return Cover(digests, self.seconds, [list(group) for group in groups], lines)


@dataclass(frozen=True)
class Map:
    """The tests of each line."""

    covers: Sequence[Cover]

    @classmethod
    def of(cls, covers: Iterable[Cover]) -> "Map":
        """Put files of tests that run little before those that run everything."""
        return cls(sorted(covers, key=lambda cover: sum(map(len, cover.lines.values()))))

    def tests_of(self, file: str, line: int) -> dict[str, float]:
        """Return the tests of a line and their seconds; if no test runs it, those of its file.

        No test runs what is run at import. Kernels run as machine code, so that their lines look
        as if no test ran them.
        """
        places = [(cover, cover.lines[file]) for cover in self.covers if file in cover.lines]
        own = {
            test: seconds
            for cover, groups in places
            if line in groups
            for test, seconds in named(cover, [groups[line]]).items()
        }
        if own:
            return own
        return {
            test: seconds
            for cover, groups in places
            for test, seconds in named(cover, groups.values()).items()
        }


def named(cover: Cover, groups: Iterable[int]) -> dict[str, float]:
    """Return the tests of these sets and their seconds."""
    names = list(cover.seconds)
    numbers = sorted({number for group in set(groups) for number in cover.groups[group]})
    return {names[number]: cover.seconds[names[number]] for number in numbers}


def batches(tests: Mapping[str, float], budget_s: float) -> list[list[str]]:
    """Split tests into a short first run, and the rest within a budget, the shortest first."""
    files = list(dict.fromkeys(map(file_of, tests)))
    shortest = sorted(tests, key=lambda test: tests[test])
    each_s = FIRST_S / FIRST_FILES
    first = [
        test
        for file in files[:FIRST_FILES]
        for test in within(each_s, [test for test in shortest if file_of(test) == file], tests)
    ]
    begun = set(first)
    rest = within(budget_s, [test for test in shortest if test not in begun], tests)
    rest.sort(key=lambda test: files.index(file_of(test)))
    return [batch for batch in (first, rest) if batch]


def within(limit_s: float, tests: Iterable[str], seconds: Mapping[str, float]) -> list[str]:
    """Return the tests that fit into a time, from the first."""
    taken: list[str] = []
    for test in tests:
        limit_s -= seconds[test]
        if limit_s < 0:
            break
        taken.append(test)
    return taken


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]
