"""Checks in a minute what a change breaks most often; `make quick` runs it.

Two lanes run side by side: format, lint, imports, types and rules of the tree in one; generated
files, languages, menu and schemas in the other, then the tests near to what changed, nearest first
and as many as there is time for. Each failure is followed by what repairs it.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from scripts.changed import base_commit, changed_files, imported_by
from scripts.generated import GENERATORS
from scripts.pages import ROOT
from scripts.quick_tests import QUIET

LIMIT_S = 52.0
"""Time for everything; a running test may take a little more."""
TESTS_MIN_S = 10.0
"""Time for tests, however slow the machine is."""
SHOWN_MAX = 60
"""Most lines of a failure that are shown, the last ones."""
PYTHON = ("src", "tests", "benchmarks", "examples", "scripts")
RULES = ("tests/test_tidy.py", "tests/test_plain_words.py", "tests/test_plants.py")
"""Tests of the rules of the tree."""
SCHEMAS = (
    "tests/cli/test_schemas.py",
    "tests/cli/test_report.py::test_the_figures_are_data_for_programs",
)
"""Tests of the published schemas."""


@dataclass(frozen=True)
class Step:
    """A check: its name, its command, and how its failure is repaired."""

    name: str
    command: tuple[str, ...]
    repair: str


@dataclass(frozen=True)
class Outcome:
    """The result of a check."""

    step: Step
    status: int
    output: str
    took_s: float


def tool(name: str) -> str:
    """Return the path of a tool beside this Python."""
    return str(Path(sys.executable).parent / name)


def module(name: str, *arguments: str) -> tuple[str, ...]:
    """Return the command that runs a module."""
    return (sys.executable, "-m", name, *arguments)


def static_steps() -> list[Step]:
    """Return the checks that only read the code, the shortest first."""
    steps = [
        Step("format", (tool("ruff"), "format", "--check", *PYTHON), "make format"),
        Step(
            "lint", (tool("ruff"), "check", "-q", *PYTHON),
            "make format, then change by hand what is left",
        ),
        Step(
            "imports", (tool("lint-imports"), "--no-logo"),
            "import from lower layers only; give a new module its place in pyproject.toml",
        ),
    ]  # fmt: skip
    script = ROOT / "node_modules" / ".bin" / "tsc"
    if script.exists():
        command = (str(script), "-p", "jsconfig.json")
        steps.append(Step("page types", command, "change the type in the comment, or the code"))
    check = module("mypy", "--strict", *PYTHON)
    rules = module("pytest", *QUIET, *RULES)
    return [
        *steps,
        Step("types", check, "change the annotation, or the code"),
        Step("rules", rules, "each line above names the file to change"),
    ]


def schema_step() -> Step:
    """Return the check of the published schemas."""
    repair = "describe the key in src/pitboss/schemas, by hand"
    return Step("schemas", module("pytest", *QUIET, *SCHEMAS), repair)


def generated_step(changed: Sequence[str]) -> Step:
    """Return the check of generated files, of those scripts alone that a change can concern."""
    is_data = any(file.startswith("src/") and not file.endswith(".py") for file in changed)
    names = [
        name
        for name in GENERATORS
        if is_data or not imported_by(f"scripts/{name}.py").isdisjoint(changed)
        or any(file.startswith(("docs/", "src/pitboss/web/")) for file in changed)
    ]  # fmt: skip
    repair = "make docs writes what is generated; the lines above say the rest"
    return Step("generated", module("scripts.generated", "--only", *names), repair)


def test_step(base: str, seconds: float) -> Step:
    """Return the step that runs tests for at most this long."""
    command = module("scripts.quick_tests", f"{seconds:.0f}", "--base", base)
    return Step("tests", command, "make the failed tests pass: pytest FILE::TEST runs one")


def run_step(step: Step) -> Outcome:
    """Run a check and print its result."""
    began = time.monotonic()
    ran = subprocess.run(step.command, cwd=ROOT, capture_output=True, text=True, check=False)
    output = ran.stdout + ran.stderr
    outcome = Outcome(step, ran.returncode, output, time.monotonic() - began)
    said = [f"{step.name:12} {'FAILED' if ran.returncode else 'passed'} {outcome.took_s:5.1f} s"]
    if ran.returncode:
        said += [f"  {line}" for line in output.splitlines()[-SHOWN_MAX:]]
        said.append(f"  To repair: {step.repair}.")
    print("\n".join(said), flush=True)
    return outcome


def run_all(base: str) -> int:
    """Run every check; return 1 if one fails."""
    began = time.monotonic()
    changed = changed_files(base)
    print(f"{len(changed)} files differ from {base[:12]}", flush=True)
    with ThreadPoolExecutor(2) as lanes:
        static = lanes.submit(lambda: [run_step(step) for step in static_steps()])
        outcomes = [run_step(generated_step(changed)), run_step(schema_step())]
        left_s = max(LIMIT_S - (time.monotonic() - began), TESTS_MIN_S)
        outcomes.append(run_step(test_step(base, left_s)))
        outcomes += static.result()
    failed = [outcome.step.name for outcome in outcomes if outcome.status]
    took = f"{time.monotonic() - began:.0f} s"
    print(f"FAILED in {took}: {', '.join(failed)}" if failed else f"passed in {took}")
    return 1 if failed else 0


def main() -> int:
    """Run the checks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default=base_commit(), help="the commit to compare with")
    return run_all(parser.parse_args().base)


if __name__ == "__main__":
    sys.exit(main())
