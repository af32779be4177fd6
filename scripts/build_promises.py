"""Writes the page of promises from `tests/promises.toml`; `--check` names it if it is stale."""

import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from scripts.pages import ROOT, write_pages

PAGE = "docs/reference/promises.md"
SOURCE = "tests/promises.toml"
SHOWN_MAX = 3
"""Plants named in a row; the rest are a number."""


@dataclass(frozen=True)
class Promise:
    """A sentence that users may rely on, and the tests that fail if it stops being true.

    A test is a file, or `file::function`.
    """

    area: str
    says: str
    tests: tuple[str, ...]


def promises() -> list[Promise]:
    """Return the promises in the order of their file."""
    rows = tomllib.loads((ROOT / SOURCE).read_text(encoding="utf-8"))["promise"]
    return [Promise(row["area"], row["says"], tuple(row["tests"])) for row in rows]


def plants() -> dict[str, list[str]]:
    """Return the names of the planted bugs by each test, and by each file of tests."""
    by_test: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests" / "plants").glob("*.toml")):
        for plant in tomllib.loads(path.read_text(encoding="utf-8"))["plant"]:
            tests = {test.partition("[")[0] for test in plant["tests"]}
            for key in sorted(tests | {test.partition("::")[0] for test in tests}):
                by_test[key].append(plant["name"])
    return by_test


def shown_plants(promise: Promise, known: dict[str, list[str]]) -> str:
    """Return the cell with the planted bugs that the tests of a promise find."""
    names = list(dict.fromkeys(name for test in promise.tests for name in known.get(test, [])))
    more = len(names) - SHOWN_MAX
    shown = ", ".join(f"`{name}`" for name in names[:SHOWN_MAX])
    return f"{shown} and {more} more" if more > 0 else shown


def page() -> Iterator[str]:
    """Yield the page, a table for each area."""
    yield (
        "# Promises\n\nEach row is a promise, the tests that fail if it stops being true, and bugs "
        "that `make plant` plants in a copy of the code to see these tests fail. A colon often "
        "separates what happens from what you can rely on. The rows are in "
        f"`{SOURCE}`. [Reliability](../reliability.md) and [security](../security.md) say what "
        "they mean for you.\n"
    )
    known, area = plants(), ""
    for promise in promises():
        if promise.area != area:
            area = promise.area
            yield f"\n## {area}\n\n| promise | tests | plants |\n| --- | --- | --- |\n"
        tests = ", ".join(f"`{test.rpartition('::')[2]}`" for test in promise.tests)
        says = promise.says.replace("|", "\\|")
        yield f"| {says} | {tests} | {shown_plants(promise, known)} |\n"


def pages() -> dict[str, str]:
    """Return the page by its path."""
    return {PAGE: "".join(page())}


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, pages().items()))
