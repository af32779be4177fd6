"""Counts, in each package, the docstrings that do not read as `docs/style.md` asks.

`python -m scripts.plain_words PACKAGE...` lists them; `--write` lowers the counts in
`tests/plain_words.toml`, which may fall and never rise.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pitboss"
COUNTS = ROOT / "tests" / "plain_words.toml"
HEAD = (
    "# Docstrings by pattern and package: a count may fall and never rise. scripts/plain_words.py\n"
)

QUESTION = "question word"
PATTERNS = {
    QUESTION: r"\A(?:What|Whether|How|Who|Whose|Where|When|Which|Why)\b",
    "what it led to": (
        r"\bwhat (?:it|they|its \w+|\w+s) (?:came|comes|led|leads"
        r"|brought|brings)\b"
    ),
    "somebody": r"\b(?:somebody|nobody|everybody|anybody)\b",
    "where for if": (
        r", where (?:it|that|there|they|no|this)\b|\bwhere (?:it"
        r"|there) (?:is|are|has)\b"
    ),
    "is none": r"\b(?:is|are|was) (?-i:none)\b|\bnone where\b|\bnothing where\b",
    "stands in": (
        r"\b(?:(?-i:stand)|stands|lies?) (?:in|beside|behind|on|under|there)\b|\bgoes? on\b"
    ),
    "told": r"\btold (?:apart|of)\b|\bis told\b",
    "is waited for": r"\b(?:is|are) (?:looked|waited|asked|heard|spoken|told) (?:at|for|of)\b",
    "of the house": r"(?<!books )\bof the house\b",
    "bare adverb": (
        r"\A(?:So (?:long|often|much|many))\b"
        r"|\bbesides\b(?! [a-z]+ing)|\b\w+ alone\."
    ),
    "have it done": r"\A(?:Have|Has|Let) (?:the|a|an|somebody)\b",
    "fragment": (
        r"\A(?:That|Of|Until|From|With|By|For)\b|\b(?:of|to|for|at"
        r"|with) (?:it|them|that)\."
    ),
}
"""The twelve patterns that `docs/style.md` speaks of."""


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each docstring of a module and its line, on one line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.lineno, " ".join(value.value.split())


def package_of(path: Path) -> str:
    """Return the package that a module belongs to; those at the top belong to `pitboss`."""
    inside = path.relative_to(SOURCE).parts
    return inside[0] if len(inside) > 1 else "pitboss"


def faults() -> Iterator[tuple[str, str, str]]:
    """Yield pattern, package, and place with text, of every docstring that matches."""
    for path in sorted(SOURCE.rglob("*.py")):
        for line, text in docstrings(path):
            for name, pattern in PATTERNS.items():
                if re.search(pattern, text, re.IGNORECASE):
                    place = f"{path.relative_to(ROOT).as_posix()}:{line}"
                    yield name, package_of(path), f"{place}: {text[:100]}"


def counted() -> Counter[tuple[str, str]]:
    """Return the number of faults by pattern and package."""
    return Counter((name, package) for name, package, _ in faults())


def allowed() -> dict[tuple[str, str], int]:
    """Return the counts that the table allows."""
    table = tomllib.loads(COUNTS.read_text(encoding="utf-8"))
    return {(name, package): n for name, row in table.items() for package, n in row.items()}


def write() -> None:
    """Write the counts of today."""
    counts, lines = counted(), [HEAD]
    for name in PATTERNS:
        row = sorted((package, n) for (pattern, package), n in counts.items() if pattern == name)
        lines += [f'\n["{name}"]\n', *(f"{package} = {n}\n" for package, n in row)]
    COUNTS.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        for name, package, text in faults():
            if not sys.argv[1:] or package in sys.argv[1:]:
                print(f"{name}: {text}")
