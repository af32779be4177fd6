"""Golden playthroughs: whole rounds as text, replayed and compared line by line."""

from itertools import zip_longest
from pathlib import Path

import pytest

from pitboss.rulebook.catalog import SHIPPED
from tests.playthroughs.transcript import split, transcribe

FILES = sorted(Path(__file__).parent.glob("*.txt"))
VARIANTS = {
    "tribal": ("plain", "multiple_action", "streak_progressive", "bonus"),
    "nz": ("standard", "antes_up", "blackjack_plus"),
    "pa_free_bet": ("push_22",),
    "house": ("plain",),
    "double_deck": ("plain",),
}
"""The variants of each rulebook that must have a playthrough."""


def test_no_rulebook_is_without_a_playthrough() -> None:
    """Each shipped rulebook has its variants, and each file is one of them."""
    assert set(VARIANTS) == set(SHIPPED)
    wanted = {f"{rulebook}-{name}" for rulebook, names in VARIANTS.items() for name in names}
    assert {path.stem for path in FILES} == wanted


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    """The commands of the file lead to its text again; ``scripts`` can write it again."""
    text = path.read_text(encoding="utf-8")
    written = transcribe(text).splitlines()
    pairs = zip_longest(written, text.splitlines())
    for number, (line, expected) in enumerate(pairs, start=1):
        assert line == expected, f"line {number}; see scripts/regenerate_playthroughs.py"
    assert "FAULT" not in text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough_is_of_the_rulebook_it_names(path: Path) -> None:
    head, commands = split(path.read_text(encoding="utf-8"))
    assert head[0] == f"rulebook: {path.stem.rpartition('-')[0]}"
    assert "deal" in commands
