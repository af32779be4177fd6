"""Every promise of docs/reliability.md names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
PROMISES = [
    line for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| what ", "| guarantee", "| area"))
]  # fmt: skip


def test_the_files_are_there() -> None:
    named = set(re.findall(r"tests/[a-z_/]+\.py", PAGE))
    assert len(named) > 30
    assert not [name for name in sorted(named) if not (ROOT / name).is_file()]


def test_the_tests_are_there() -> None:
    named = set(re.findall(r"\btest_[a-z_]+\b(?!\.py)", PAGE)) - {"test_"}
    written = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/test_*.py"))
    assert named
    assert not [name for name in sorted(named) if f"def {name}(" not in written]


def test_every_promise_names_its_test() -> None:
    """In the tables that say what you can rely on."""
    start, end = PAGE.index("## An acknowledged"), PAGE.index("## A simulated world")
    promises = [line for line in PROMISES if start <= PAGE.index(line) < end]
    assert len(promises) > 40
    assert not [line for line in promises if "`tests/" not in line]
