"""Names the tests near to what changed, nearest first: `python -m scripts.changed [--base REF]`.

A test is as near as the number of imports between it and a changed file. A file that is no module
is imported, in this sense, by each module that names it; the tests that must find the planted bugs
of a file (tests/plants) are nearest to it.
"""

import argparse
import ast
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from scripts.pages import ROOT

MAIN = ("origin/main", "main")
"""Branches from which work starts, the first that is there."""
NAME_CHARS_MIN = 6
"""Shorter names of files stand in texts that are not about them."""


def git(*arguments: str) -> list[str]:
    """Return the lines that git prints; none if it fails."""
    command = ("git", "-c", f"safe.directory={ROOT}", *arguments)
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout.splitlines() if ran.returncode == 0 else []


def base_commit() -> str:
    """Return the commit at which the branch left the main one; HEAD if there is none."""
    told = (git("merge-base", "HEAD", branch) for branch in MAIN)
    return next((lines[0] for lines in told if lines), "HEAD")


def changed_files(base: str) -> list[str]:
    """Return the files that differ from a commit, those that git does not know yet included."""
    files = [*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")]
    return sorted(set(files))


@cache
def modules() -> dict[str, str]:
    """Return the file of each module of the tree."""
    names = {}
    for file in git("ls-files", "--cached", "--others", "--exclude-standard", "*.py"):
        if (ROOT / file).is_file():
            inner = file.removeprefix("src/").removesuffix(".py").replace("/", ".")
            names[inner.removesuffix(".__init__")] = file
    return names


def imports_of(file: str, text: str) -> Iterator[str]:
    """Yield the files that a module imports, in functions and by name in a text too."""
    known = modules()
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = node.module or ""
            names = [above, *(f"{above}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        yield from (known[name] for name in names if known.get(name, file) != file)


@cache
def importers() -> Mapping[str, set[str]]:
    """Return the modules that import each module; a conftest is imported by its folder."""
    backward: dict[str, set[str]] = {}
    for file in modules().values():
        for target in imports_of(file, (ROOT / file).read_text(encoding="utf-8")):
            backward.setdefault(target, set()).add(file)
        if file.endswith("/conftest.py"):
            folder = file.removesuffix("conftest.py")
            within = (one for one in modules().values() if one.startswith(folder) and one != file)
            backward.setdefault(file, set()).update(within)
    return backward


def naming(file: str) -> set[str]:
    """Return the modules that name a file of another kind."""
    name = Path(file).name
    if file.endswith(".py") or len(name) < NAME_CHARS_MIN:
        return set()
    texts = ((one, (ROOT / one).read_text(encoding="utf-8")) for one in modules().values())
    return {one for one, text in texts if name in text}


def planted_tests(files: Iterable[str]) -> list[str]:
    """Return the tests that must find the bugs planted in some files."""
    wanted, tests = set(files), dict[str, None]()
    for path in sorted((ROOT / "tests" / "plants").glob("*.toml")):
        for plant in tomllib.loads(path.read_text(encoding="utf-8"))["plant"]:
            if plant["file"] in wanted:
                tests |= dict.fromkeys(plant["tests"])
    return list(tests)


def distances(files: Iterable[str]) -> dict[str, int]:
    """Return the files that depend on some files, with the fewest imports between."""
    near = dict.fromkeys(files, 0)
    backward, edge = importers(), list(near)
    while edge:
        above = {one for file in edge for one in (*backward.get(file, ()), *naming(file))}
        reached = sorted(above - set(near))
        near |= dict.fromkeys(reached, near[edge[0]] + 1)
        edge = reached
    return near


def imported_by(file: str) -> set[str]:
    """Return the files that a module imports, those that these import, and so on."""
    reached, edge = {file}, [file]
    while edge:
        texts = [(one, (ROOT / one).read_text(encoding="utf-8")) for one in edge]
        edge = sorted({to for one, text in texts for to in imports_of(one, text)} - reached)
        reached |= set(edge)
    return reached


def near_tests(files: Iterable[str], most: int = 1000) -> list[str]:
    """Return the tests of some files, nearest first; of those equally near, short files first."""
    near = distances(files)
    tests = [file for file in near if is_test(file) and (ROOT / file).is_file()]
    tests.sort(key=lambda file: (near[file], (ROOT / file).stat().st_size))
    return [*planted_tests(files), *tests[:most]]


def is_test(file: str) -> bool:
    """Return True if pytest collects a file."""
    return file.startswith("tests/") and Path(file).name.startswith("test_")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default=base_commit(), help="the commit to compare with")
    given = parser.parse_args()
    print("\n".join(near_tests(changed_files(given.base))))
