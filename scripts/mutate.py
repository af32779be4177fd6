"""Random small faults by seed, each run against the tests that cover its line: `make mutate`.

`python -m scripts.mutate AREA... [--count 100] [--seed 1]` takes packages and modules.
Operators, constants, conditions, calls and arguments are changed, one at a time, in copies of the
tree. `scripts.covered` keeps the tests of each line. A few short tests run first, then the others
for as long as `--budget` says, until one fails. Mutants that none of them notices are listed;
`tests/equivalent_mutants.toml` names those that change nothing.
"""

import argparse
import os
import random
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

import msgspec

from scripts.changed import distances
from scripts.copies import COMPILED, ROOT, Copy
from scripts.covered import KEPT, Cover, Map, batches, kept_map
from scripts.mutants import Mutant, mutants_of, mutants_of_page
from scripts.warm import NO_TESTS, Job, Warm

SOURCE = ROOT / "src" / "pitboss"
TESTS = {
    "cards": ("tests/test_cards.py", "tests/wagers", "tests/rulebook"),
    "cli": ("tests/cli",),
    "engine": ("tests/engine", "tests/clauses", "tests/playthroughs", "tests/properties"),
    "hands": ("tests/test_hands.py", "tests/engine", "tests/clauses", "tests/wagers"),
    "ledger": ("tests/ledger", "tests/engine", "tests/properties"),
    "money": ("tests/test_money.py", "tests/ledger", "tests/engine", "tests/wagers", "tests/cli"),
    "odds": ("tests/odds", "tests/study"),
    "proof": ("tests/proof", "tests/store", "tests/cli", "tests/server"),
    "reports": ("tests/reports", "tests/cli/test_report.py", "tests/server/test_reports.py"),
    "round_scripts": ("tests/round_scripts", "tests/clauses/test_scripts.py"),
    "rulebook": ("tests/rulebook", "tests/clauses", "tests/library", "tests/test_conformance.py"),
    "server": ("tests/server", "tests/client"),
    "shuffle": ("tests/test_shuffle.py",),
    "sim": ("tests/sim", "tests/gym"),
    "store": ("tests/store", "tests/proof", "tests/cli"),
    "wagers": (
        "tests/wagers",
        "tests/odds/test_known_wagers.py",
        "tests/test_conformance.py",
        "tests/clauses",
        "tests/rulebook",
    ),
}
"""Tests that show an area; for others, the folder of its name."""
PAGE = "web"
"""The area whose mutants are of JavaScript. No map shows the tests of its lines: browsers run the
modules joined. Its mutants face the files of tests that name theirs, or find bugs planted there."""
PAGE_TESTS = {
    "account": ("account", "bankroll", "settings"),
    "core": ("shell", "lobby", "table"),
    "desk": ("desk", "report", "audit", "own_kind"),
    "floor": ("console", "console_duties", "console_pit", "console_bettors", "shift"),
    "history": ("history", "fairness"),
    "learn": ("learn", "own_figures"),
    "lobby": ("lobby", "night", "opening"),
    "odds": ("odds_page", "chart_files", "gallery_felt"),
    "rules": ("rules_told", "gallery_felt"),
    "shell": ("shell", "addresses", "leaving"),
    "table": ("table", "playing", "felt", "play", "moments", "laid_chips", "phones"),
    "words": ("log", "rules_told", "languages"),
}
"""Files of tests for the modules of each folder, after those that name the module."""
PAGE_FILES, PAGE_FILE_S = 8, 100.0
"""Number of these files for a mutant, and the longest that one takes without it."""
FLOORS = {
    97: ("rulebook", "wagers", "engine", "ledger", "money", "hands", "cards", "store", "proof"),
    95: ("odds", "sim", "study", "server"),
    90: ("reports", "cli", PAGE),
}
"""Shares of mutants, in per cent, that the tests must notice."""
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.toml"
VERDICTS = KEPT / "verdicts.jsonl"
COUNT = 100
JOBS = os.cpu_count() or 1
BUDGET_S = 120.0
"""Seconds of tests that may run for a mutant, as long as they take without it."""
RUN_MIN_S, COMPILED_MIN_S, SLOWER_MAX = 15.0, 90.0, 5.0
"""A run that takes this much longer than without the fault has noticed it."""
RECORD_MAX_S = 600.0
"""Seconds for the map of a file of tests."""
PASSED = 0


@dataclass(frozen=True)
class Verdict:
    """The result of a mutant."""

    mutant: Mutant
    fate: str
    """``killed``, ``survived``, ``uncovered``, ``equivalent``, or ``waiting`` if time was up."""
    by: str = ""
    """The test that failed."""
    took_s: float = 0.0


class Bench:
    """A copy of the tree and the warm process that runs its tests."""

    def __init__(self, copy: Copy) -> None:
        self.copy = copy
        self.warm = Warm(copy.root, copy.environment())

    def judge(self, mutant: Mutant, runs: Sequence[Sequence[str]], seconds: float) -> Verdict:
        """Run the tests of a line with the fault in it."""
        if not runs:
            return Verdict(mutant, "uncovered")
        began = time.monotonic()
        limit_s = COMPILED_MIN_S if mutant.file.startswith(COMPILED) else RUN_MIN_S
        limit_s += SLOWER_MAX * seconds
        text = (self.copy.root / mutant.file).read_text(encoding="utf-8")
        with self.copy.changed(mutant.file, mutant.applied(text)):
            for tests in runs:
                result = self.warm.run(Job(list(tests), limit_s))
                if result.status not in (PASSED, NO_TESTS):
                    took_s = time.monotonic() - began
                    return Verdict(mutant, "killed", result.failed or str(result.status), took_s)
        return Verdict(mutant, "survived", "", time.monotonic() - began)


Item = TypeVar("Item")
Done = TypeVar("Done")


def shared(
    benches: Sequence[Bench], items: Iterable[Item], run: Callable[[Bench, Item], Done]
) -> list[Done]:
    """Run something for each item, as many at a time as there are benches."""
    idle: SimpleQueue[Bench] = SimpleQueue()
    for bench in benches:
        idle.put(bench)

    def run_one(item: Item) -> Done:
        bench = idle.get()
        try:
            return run(bench, item)
        finally:
            idle.put(bench)

    with ThreadPoolExecutor(len(benches)) as pool:
        return list(pool.map(run_one, items))


def files_of(area: str) -> list[str]:
    """Return the files of tests of an area."""
    named = [ROOT / name for name in TESTS.get(area, (f"tests/{area}",))]
    paths = (sorted(path.rglob("test_*.py")) if path.is_dir() else [path] for path in named)
    return [path.relative_to(ROOT).as_posix() for path in chain(*paths)]


def kept(file: str) -> Cover | None:
    """Return the map of a file of tests, or None if it must be made."""
    path = kept_map(file)
    cover = msgspec.json.decode(path.read_bytes(), type=Cover) if path.is_file() else None
    return cover if cover and cover.is_fresh() else None


def covers_of(files: Iterable[str], jobs: int, limit_s: float) -> dict[str, Cover]:
    """Return the maps of files of tests; those that are not kept are made, in the tree itself."""
    covers = {file: kept(file) for file in dict.fromkeys(files)}
    missing = [file for file, cover in covers.items() if cover is None]
    if missing:
        print(f"running {len(missing)} files of tests under coverage", flush=True)

        def record(bench: Bench, file: str) -> None:
            result = bench.warm.run(Job([file], limit_s, str(kept_map(file))))
            if result.status != PASSED:
                print(f"{file}: not all of its tests pass ({result.status})", flush=True)

        benches = [Bench(Copy(ROOT)) for _ in range(min(jobs, len(missing)))]
        shared(benches, missing, record)
        for bench in benches:
            bench.warm.close()
        covers |= {file: kept(file) for file in missing}
    return {file: cover for file, cover in covers.items() if cover}


def drawn(area: str, count: int, seed: int) -> list[Mutant]:
    """Return this many mutants of an area, the same for the same seed."""
    if area == PAGE:
        names = sorted(path.relative_to(ROOT).as_posix() for path in SOURCE.rglob("web/js/**/*.js"))
        mutants = mutants_of_page(names, ROOT)
    else:
        files = [SOURCE / f"{area}.py"] if (SOURCE / f"{area}.py").is_file() else []
        files += sorted((SOURCE / area).rglob("*.py"))
        texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
                 for path in files}  # fmt: skip
        mutants = [mutant for name, text in texts.items() for mutant in mutants_of(name, text)]
    return random.Random(f"{area} {seed}").sample(mutants, min(count, len(mutants)))


def equivalent() -> set[tuple[str, str, str, str]]:
    """Return the mutants that are declared to change nothing: file, line, text before and after."""
    if not EQUIVALENT.is_file():
        return set()
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(one["file"], one["line"], one["text"], one["becomes"])
            for one in listed if one["because"]}  # fmt: skip


def nearest(covers: Mapping[str, Cover], file: str) -> dict[str, float]:
    """Return the tests of the files that import a file over the fewest others, and their seconds.

    A module of nothing but kernels and constants has no lines that a test runs.
    """
    near = distances([file])
    least = min((near[tests] for tests in covers if tests in near), default=0)
    return {
        test: seconds
        for tests, cover in covers.items()
        if near.get(tests, least + 2) <= least + 1
        for test, seconds in cover.seconds.items()
    }


def runs_of(
    mutant: Mutant, lines: Map, covers: Mapping[str, Cover], budget_s: float
) -> tuple[list[list[str]], float]:
    """Return the tests that a mutant faces, run by run, and the seconds that they take without."""
    if mutant.file.endswith(".js"):
        near = distances([mutant.file])
        files = [file for file in near if near[file] == 1 and is_of_page(file)]
        folder = mutant.file.removeprefix("src/pitboss/web/js/").partition("/")[0]
        files += [f"tests/{PAGE}/test_{name}.py" for name in PAGE_TESTS.get(folder, ())]
        return [[file] for file in dict.fromkeys(files[:PAGE_FILES])], PAGE_FILE_S
    tests = lines.tests_of(mutant.file, mutant.line) or nearest(covers, mutant.file)
    runs = batches(tests, budget_s)
    return runs, sum(tests[test] for run in runs for test in run)


def is_of_page(file: str) -> bool:
    """Return True for a file of tests of the page."""
    return file.startswith(f"tests/{PAGE}/test_")


def judge_all(
    chosen: Mapping[str, Sequence[Mutant]],
    covers: Mapping[str, Mapping[str, Cover]],
    jobs: int,
    budget_s: float,
    ends: float,
) -> dict[str, list[Verdict]]:
    """Run every mutant; those of all areas take turns, so that each has its share of the time."""
    maps = {area: Map.of(of_area.values()) for area, of_area in covers.items()}
    declared = equivalent()
    VERDICTS.parent.mkdir(parents=True, exist_ok=True)
    turns = [
        (area, mutant)
        for turn in zip_longest(*([(area, one) for one in of] for area, of in chosen.items()))
        for area, mutant in filter(None, turn)
    ]

    def run(bench: Bench, turn: tuple[str, Mutant]) -> tuple[str, Verdict]:
        area, mutant = turn
        if (mutant.file, mutant.source, mutant.before, mutant.after) in declared:
            return area, Verdict(mutant, "equivalent")
        if time.monotonic() > ends:
            return area, Verdict(mutant, "waiting")
        verdict = bench.judge(mutant, *runs_of(mutant, maps[area], covers[area], budget_s))
        if verdict.fate != "killed":
            print(f"{verdict.fate}  {mutant}", flush=True)
        with VERDICTS.open("ab") as file:
            file.write(msgspec.json.encode({"area": area, "verdict": verdict}) + b"\n")
        return area, verdict

    with tempfile.TemporaryDirectory(prefix="pitboss-mutate-") as folder:
        copies = [Copy.of_tree(Path(folder) / str(number)) for number in range(jobs)]
        benches = [Bench(copy) for copy in copies]
        judged = shared(benches, turns, run)
        for bench in benches:
            bench.warm.close()
    return {area: [one for of, one in judged if of == area] for area in chosen}


def floor_of(area: str) -> int:
    """Return the share that an area must reach; 0 if none is set."""
    return next((floor for floor, areas in FLOORS.items() if area in areas), 0)


def report(verdicts: Mapping[str, Sequence[Verdict]]) -> int:
    """Print the share of each area that was killed; return 1 if one is below its floor."""
    status = 0
    for area, judged in verdicts.items():
        fates = Counter(verdict.fate for verdict in judged)
        counted = len(judged) - fates["equivalent"] - fates["waiting"]
        share = 100 * fates["killed"] / counted if counted else 100.0
        floor = floor_of(area)
        waiting = f", {fates['waiting']} not run" if fates["waiting"] else ""
        print(f"{area}: {fates['killed']} of {counted} killed ({share:.0f} %, at least {floor} %),"
              f" {fates['equivalent']} equivalent{waiting}")  # fmt: skip
        status |= share < floor
    return status


def main() -> int:
    """Draw mutants and run them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("area", nargs="*", default=["money", "hands", "ledger", "wagers"])
    parser.add_argument("--count", type=int, default=COUNT, help="mutants of each area")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same mutants")
    parser.add_argument("--jobs", type=int, default=JOBS, help="copies of the tree")
    parser.add_argument("--budget", type=float, default=BUDGET_S, help="seconds of tests of each")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin none after that")
    parser.add_argument("--record", type=float, default=RECORD_MAX_S, help="seconds for each map")
    given = parser.parse_args()
    ends = time.monotonic() + 60 * given.minutes
    chosen = {area: drawn(area, given.count, given.seed) for area in given.area}
    files = {area: files_of(area) if area != PAGE else [] for area in given.area}
    kept_covers = covers_of(chain(*files.values()), given.jobs, given.record)
    covers = {
        area: {file: kept_covers[file] for file in of_area if file in kept_covers}
        for area, of_area in files.items()
    }
    return report(judge_all(chosen, covers, given.jobs, given.budget, ends))


if __name__ == "__main__":
    sys.exit(main())
