"""Random small faults by seed, each run against the tests that cover its line: `make mutate`.

`python -m scripts.mutate AREA... [--count 100] [--seed 1]` takes packages and modules.
Operators, constants, conditions, calls and arguments are changed, one at a time, in copies of the
tree. The tests of an area run once under coverage, which tells the tests of each line. Mutants that
none of them notices are listed; `tests/equivalent_mutants.toml` names those that change nothing.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import coverage
import msgspec
import pytest

from scripts.copies import ROOT, Copy
from scripts.mutants import Mutant, mutants_of
from scripts.plant import JOBS

SOURCE = ROOT / "src" / "pitboss"
TESTS = {
    "cards": ("tests/test_cards.py", "tests/wagers", "tests/rulebook"),
    "engine": ("tests/engine", "tests/clauses", "tests/playthroughs", "tests/properties"),
    "hands": ("tests/test_hands.py", "tests/clauses"),
    "ledger": ("tests/ledger", "tests/properties"),
    "money": ("tests/test_money.py", "tests/ledger"),
    "odds": ("tests/odds",),
    "proof": ("tests/proof", "tests/store"),
    "reports": ("tests/reports", "tests/cli/test_report.py"),
    "round_scripts": ("tests/round_scripts", "tests/clauses/test_scripts.py"),
    "rulebook": ("tests/rulebook", "tests/clauses", "tests/test_conformance.py"),
    "shuffle": ("tests/test_shuffle.py",),
    "wagers": ("tests/wagers", "tests/test_conformance.py", "tests/clauses"),
}
"""Tests that show an area; for others, the folder of its name."""
FLOORS = {
    97: ("rulebook", "wagers", "engine", "ledger", "money", "hands", "cards", "store", "proof"),
    95: ("odds", "sim", "study", "server"),
    90: ("reports", "cli"),
}
"""Shares of mutants, in per cent, that the tests must notice."""
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.toml"
KEPT = ROOT / "build" / "mutate"
"""Folder of the maps from lines to tests."""
COUNT = 100
RUN_MIN_S, SLOWER_MAX = 60.0, 5.0
"""A run that takes this much longer than without the fault has noticed it."""
PASSED, FAILED = 0, 1


class Map(msgspec.Struct):
    """The tests of each line of an area, and how long they take."""

    lines: dict[str, dict[int, list[str]]]
    """By file."""
    seconds: dict[str, float]

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests of a line, the shortest first; of a line run at import, of its file."""
        lines = self.lines.get(mutant.file, {})
        tests = lines.get(mutant.line) or [test for of_line in lines.values() for test in of_line]
        return sorted(set(tests), key=lambda test: (self.seconds.get(test, 0.0), test))


@dataclass(frozen=True)
class Verdict:
    """The result of a mutant."""

    mutant: Mutant
    fate: str
    """``killed``, ``survived``, ``uncovered`` or ``equivalent``."""


class Recorder:
    """A plugin of pytest that notes the lines that each test runs, and its time."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> object:
        """Measure one test."""
        self.measured.switch_context(item.nodeid)
        began = time.monotonic()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.monotonic() - began, 3)
            self.measured.switch_context("")


def record(area: str, file: Path) -> int:
    """Run the tests of an area under coverage, in this process; write the map of its lines."""
    own = [str(path) for path in (SOURCE / area, SOURCE / f"{area}.py") if path.exists()]
    include = [f"{path}/*" if Path(path).is_dir() else path for path in own]
    measured = coverage.Coverage(data_file=None, config_file=False, include=include)
    recorder = Recorder(measured)
    measured.start()
    tests = [test for test in tests_of(area) if (ROOT / test).exists()]
    status = pytest.main(["-q", "-p", "no:cacheprovider", *tests], plugins=[recorder])
    measured.stop()
    data = measured.get_data()
    lines = {
        Path(path).relative_to(ROOT).as_posix(): {
            line: [test for test in tests if test]
            for line, tests in data.contexts_by_lineno(path).items()
        }
        for path in data.measured_files()
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(Map(lines, recorder.seconds)))
    return int(status)


def tests_of(area: str) -> tuple[str, ...]:
    """Return the tests of an area."""
    return TESTS.get(area, (f"tests/{area}",))


def map_of(area: str) -> Map:
    """Return the map of an area; it is made again if a file of it or of its tests is newer."""
    file = KEPT / f"{area}.json"
    sources = [*SOURCE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    newest = max(path.stat().st_mtime for path in sources)
    if not file.is_file() or file.stat().st_mtime < newest:
        print(f"{area}: running its tests under coverage", flush=True)
        command = [sys.executable, "-m", "scripts.mutate", "--record", area]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if ran.returncode != PASSED:
            raise SystemExit(
                f"{(ran.stdout + ran.stderr)[-4000:]}\nthe tests of {area} do not pass"
            )
    return msgspec.json.decode(file.read_bytes(), type=Map)


def drawn(area: str, count: int, seed: int) -> list[Mutant]:
    """Return this many mutants of an area, the same for the same seed."""
    files = [SOURCE / f"{area}.py"] if (SOURCE / f"{area}.py").is_file() else []
    files += sorted((SOURCE / area).rglob("*.py"))
    mutants = [
        mutant
        for path in files
        for mutant in mutants_of(
            path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        )
    ]
    return random.Random(f"{area} {seed}").sample(mutants, min(count, len(mutants)))


def equivalent() -> set[tuple[str, str, str]]:
    """Return the mutants that are declared to change nothing: file, text before and after."""
    if not EQUIVALENT.is_file():
        return set()
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(one["file"], one["text"], one["becomes"]) for one in listed if one["because"]}


def judge(copy: Copy, mutant: Mutant, lines: Map) -> Verdict:
    """Run the tests of a line with the fault in it."""
    if (mutant.file, mutant.before, mutant.after) in equivalent():
        return Verdict(mutant, "equivalent")
    tests = lines.tests_of(mutant)
    if not tests:
        return Verdict(mutant, "uncovered")
    limit_s = RUN_MIN_S + SLOWER_MAX * sum(lines.seconds.get(test, 0.0) for test in tests)
    text = (copy.root / mutant.file).read_text(encoding="utf-8")
    with copy.changed(mutant.file, mutant.applied(text)):
        status, _ = copy.run("-x", "-p", "no:cacheprovider", *tests, limit_s=limit_s)
    return Verdict(mutant, "survived" if status == PASSED else "killed")


def judge_all(drawn_from: Mapping[str, Sequence[Mutant]], jobs: int) -> dict[str, list[Verdict]]:
    """Run every mutant, each worker in a copy of its own."""
    maps = {area: map_of(area) for area in drawn_from}
    copies: SimpleQueue[Copy] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="pitboss-mutate-") as folder:
        for number in range(jobs):
            copies.put(Copy.of_tree(Path(folder) / str(number)))

        def run(area: str, mutant: Mutant) -> Verdict:
            copy = copies.get()
            try:
                verdict = judge(copy, mutant, maps[area])
            finally:
                copies.put(copy)
            if verdict.fate in ("survived", "uncovered"):
                print(f"{verdict.fate}  {mutant}", flush=True)
            return verdict

        with ThreadPoolExecutor(jobs) as pool:
            started = {
                area: [pool.submit(run, area, mutant) for mutant in mutants]
                for area, mutants in drawn_from.items()
            }
            return {area: [one.result() for one in runs] for area, runs in started.items()}


def floor_of(area: str) -> int:
    """Return the share that an area must reach; 0 if none is set."""
    return next((floor for floor, areas in FLOORS.items() if area in areas), 0)


def report(verdicts: Mapping[str, Sequence[Verdict]]) -> int:
    """Print the share of each area that was killed; return 1 if one is below its floor."""
    status = 0
    for area, judged in verdicts.items():
        counted = [verdict for verdict in judged if verdict.fate != "equivalent"]
        killed = sum(verdict.fate == "killed" for verdict in counted)
        share = 100 * killed / len(counted) if counted else 100.0
        floor = floor_of(area)
        print(f"{area}: {killed} of {len(counted)} killed ({share:.0f} %, at least {floor} %),"
              f" {len(judged) - len(counted)} equivalent")  # fmt: skip
        status |= share < floor
    return status


def main() -> int:
    """Draw mutants and run them, or record the map of an area."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("area", nargs="*", default=["money", "hands", "ledger", "wagers"])
    parser.add_argument("--count", type=int, default=COUNT, help="mutants of each area")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same mutants")
    parser.add_argument("--jobs", type=int, default=JOBS, help="copies of the tree")
    parser.add_argument("--record", action="store_true", help="make the map of one area alone")
    given = parser.parse_args()
    if given.record:
        return record(given.area[0], KEPT / f"{given.area[0]}.json")
    chosen = {area: drawn(area, given.count, given.seed) for area in given.area}
    return report(judge_all(chosen, given.jobs))


if __name__ == "__main__":
    sys.exit(main())
