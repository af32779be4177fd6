"""Plants the bugs of tests/plants/*.toml in a copy of the tree, one at a time, and runs the tests
that must find them: `python -m scripts.plant [NAME...] [--list]`.
"""

import argparse
import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from scripts.copies import LIMIT_S, ROOT, Copy
from scripts.mutate import Bench, shared
from scripts.warm import Job

FOLDER = ROOT / "tests" / "plants"
JOBS = (os.cpu_count() or 1) + 1
"""Copies: one more than there are cores, as tests of servers and pages often wait."""
FIRST_S = 3600
"""Time for the tests of all plants, before anything is planted."""
PASSED, FAILED = 0, 1
"""Exit statuses of pytest; any other is neither."""


class Plant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bug, and the tests that must find it."""

    name: str
    file: str
    text: str
    """Source text to replace, found exactly once."""
    becomes: str
    breaks: str
    """Sentence on the promise that the bug breaks."""
    tests: tuple[str, ...]
    area: str = ""


@dataclass(frozen=True)
class Outcome:
    """Outcome of a plant."""

    plant: Plant
    fault: str
    """Reason that it was missed; "" if it was caught."""
    took_s: float
    said: str = ""
    """Output of pytest, if it did not fail."""


def read_plants(folder: Path = FOLDER) -> list[Plant]:
    """Every plant there is, by area."""
    plants = []
    for path in sorted(folder.glob("*.toml")):
        listed = tomllib.loads(path.read_text(encoding="utf-8"))["plant"]
        plants += [msgspec.convert(one | {"area": path.stem}, Plant) for one in listed]
    return plants


def planted(plant: Plant, tree: Path) -> str:
    """The file with the bug in it; raises ``ValueError`` where the plant does not apply."""
    text = (tree / plant.file).read_text(encoding="utf-8")
    if (count := text.count(plant.text)) != 1:
        raise ValueError(f"its text is in {plant.file} {count} times, not once")
    if plant.becomes == plant.text:
        raise ValueError("it changes nothing")
    return text.replace(plant.text, plant.becomes)


def judge(bench: Bench, plant: Plant) -> Outcome:
    """Plant a bug in a copy, run its tests, and take it out again.

    The warm process takes half the time of a new pytest, which confirms each miss.
    """
    began, copy, said = time.monotonic(), bench.copy, ""
    try:
        with copy.changed(plant.file, planted(plant, copy.root)):
            status = bench.warm.run(Job(list(plant.tests), LIMIT_S)).status
            if status != FAILED:
                status, said = copy.run("-x", *plant.tests)
    except (OSError, ValueError) as error:
        return Outcome(plant, f"does not apply: {error}", time.monotonic() - began)
    took_s = time.monotonic() - began
    if status == FAILED:
        return Outcome(plant, "", took_s)
    fault = "its tests pass" if status == PASSED else f"pytest did not get to it ({status})"
    return Outcome(plant, fault, took_s, said)


def run_all(plants: Sequence[Plant], folder: Path, jobs: int) -> list[Outcome]:
    """Every plant, each worker in a copy of its own."""
    first = Copy.of_tree(folder / "1")
    tests = dict.fromkeys(test for plant in plants for test in plant.tests)
    status, said = first.run("-p", "xdist.plugin", "-n", str(jobs), *tests, limit_s=FIRST_S)
    if status == FAILED:
        # Once more, by itself, as `make test` does: what is wrong fails again.
        print(f"{said[-2000:]}\nonce more, by itself", flush=True)
        status, said = first.run("--last-failed", *tests, limit_s=FIRST_S)
    if status != PASSED:
        raise SystemExit(f"{said[-4000:]}\nthe tests do not pass before anything is planted")
    copies = [first, *(first.again(folder / str(number + 1)) for number in range(1, jobs))]
    done = 0

    def one(bench: Bench, plant: Plant) -> Outcome:
        nonlocal done
        outcome = judge(bench, plant)
        done += 1
        result = f"MISSED, {outcome.fault}" if outcome.fault else "caught"
        print(f"[{done}/{len(plants)}] {plant.area} {plant.name}: {result}"
              f" ({outcome.took_s:.1f} s)", flush=True)  # fmt: skip
        return outcome

    return shared([Bench(copy) for copy in copies], plants, one)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="*", help="plants or areas; all of them unless named")
    parser.add_argument("--list", action="store_true", help="name the plants and what they break")
    parser.add_argument("--jobs", type=int, default=JOBS, help="so many at a time")
    given = parser.parse_args()
    plants = read_plants()
    if unknown := set(given.name) - {name for one in plants for name in (one.name, one.area)}:
        parser.error(f"there is no plant {', '.join(sorted(unknown))}")
    if given.name:
        plants = [one for one in plants if {one.name, one.area} & set(given.name)]
    if given.list:
        for plant in plants:
            print(f"{plant.area:10} {plant.name}: {plant.breaks}")
        return 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pitboss-plant-") as folder:
        outcomes = run_all(plants, Path(folder), given.jobs)
    missed = [one for one in outcomes if one.fault]
    for one in missed:
        print(f"\n{one.plant.area} {one.plant.name}: {one.fault}\n  {one.plant.breaks}")
        print(one.said[-2000:])
    print(f"{time.monotonic() - began:.0f} s")
    print(f"{len(outcomes) - len(missed)} caught, {len(missed)} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
