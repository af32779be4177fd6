"""The scripts in the documentation come out as it says."""

import re
from pathlib import Path

from pitboss.testing.play import Verdict, play_script
from pitboss.testing.script import parse_script

DOCS = Path(__file__).parents[2] / "docs"


def play_first(page: str) -> Verdict:
    """Play the first whole script of a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.search(r"```toml\n(title.*?)```", text, re.DOTALL)
    assert found, f"{page} shows no script"
    return play_script(parse_script(found[1], page))


def test_script_of_the_reference() -> None:
    assert play_first("reference/round-scripts.md").failures == ()


def test_script_of_the_argument() -> None:
    """The guide shows a script that fails, and the sentence that it fails with."""
    page = "guides/settle-an-argument.md"
    text = (DOCS / page).read_text(encoding="utf-8")
    failures = play_first(page).failures
    assert failures == ("ann: 10.00, where 0.00 is expected",)
    assert failures[0] in text
