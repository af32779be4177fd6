"""Exporting commands as scripts: what was played can be replayed by anybody, to the same end.

tests/properties/test_record.py does so with random play, irregularities and physical shoes.
"""

from pathlib import Path

import pytest

from pitboss.engine.table import open_table
from pitboss.round_scripts.export import export_script
from pitboss.round_scripts.format import parse_script, read_script
from pitboss.round_scripts.play import Verdict, play_script

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/*.round.toml"))

WITHDRAWN = """
rulebook = "tribal"
shoe = "Ts 6d 9h Tc 9s"
[options]
decks = 2
bonus_prizes = { "1" = [[5, 1], [30, 1]], "5" = [[50, 1], [125, 1]] }
[[rounds]]
wagers = [
  "1 ann main 10", "2 bob main 20", "bob withdraw_wager box=2 wager=main",
  "! bob withdraw_wager box=2 wager=main",
]
acts = ["1 stand"]
"""


def exported(first: Verdict) -> str:
    """The commands of a script that was played, as a script."""
    return export_script(open_table(first.state.rules), first.given, "Once more")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name[:12])
def test_example_goes_round(path: Path) -> None:
    """An example played, exported and played again comes to the same events, cards included."""
    first = play_script(read_script(path))
    again = play_script(parse_script(exported(first)))
    assert again.failures == ()
    assert again.net == first.net
    assert again.events[1:] == first.events[1:]
    assert exported(again) == exported(first)


def test_what_was_taken_back_and_what_was_refused() -> None:
    """The script has every command that was accepted, in order, and none that was not."""
    text = exported(play_script(parse_script(WITHDRAWN)))
    assert text.count("bob withdraw_wager box=2 wager=main") == 1
    assert text.index("2 bob main 20.00") < text.index("bob withdraw_wager")


def test_options_are_written_where_they_differ() -> None:
    """Only what the house chose otherwise, lists of prizes included."""
    text = exported(play_script(parse_script(WITHDRAWN)))
    assert "decks = 2" in text
    assert "bonus_prizes = {" in text
    assert "boxes =" not in text
