"""Rule values are answered in `rulebook/`; what is read elsewhere has its reason in the docs."""

import ast
import re
from pathlib import Path

from pitboss.rulebook.catalog import SHIPPED, gallery
from pitboss.rulebook.file.sections import SECTIONS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pitboss"
PAGE = ROOT / "docs" / "concepts" / "architecture.md"
PLAYED = (
    "deal", "blackjack", "insurance", "draw", "double", "split", "surrender", "dealer",
    "settlement",
)  # fmt: skip
"""Sections that say how a hand is played and paid."""
CORE = ("engine", "odds", "sim", "wagers", "bots", "gym", "study")
READ = re.compile(rf"\brules\.({'|'.join(PLAYED)})\.([a-z_0-9]+)")
WORDS = frozenset({"house", "standard"})
"""Ids of rulebooks that are words as well."""


def test_what_is_read_outside_the_rulebook_has_its_reason() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall(r"`([a-z]+\.[a-z_0-9]+)`", row)}
    told = {name for name in told if name.partition(".")[0] in PLAYED}
    read = {
        f"{section}.{name}"
        for folder in CORE
        for path in (SOURCE / folder).rglob("*.py")
        for section, name in READ.findall(path.read_text(encoding="utf-8"))
    }
    assert read == told
    for name in told:
        section, _, field = name.partition(".")
        assert field in SECTIONS[section].__struct_fields__


def test_nothing_in_the_core_names_a_game() -> None:
    games = {*SHIPPED, *gallery()} - WORDS
    named = [
        f"{path.relative_to(SOURCE)}:{node.lineno} {node.value}"
        for folder in ("engine", "odds", "sim", "wagers", "rulebook")
        for path in (SOURCE / folder).rglob("*.py")
        if path.name not in ("catalog.py", "clauses.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in games
    ]
    assert named == []
