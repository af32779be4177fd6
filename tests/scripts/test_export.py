"""Exporting rounds as scripts: what was played can be replayed by anybody, to the same end."""

from pathlib import Path

import pytest

from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.play.acts import Stand
from pitboss.engine.table import open_table
from pitboss.engine.wagers.placing import WithdrawWager
from pitboss.scripts.export import export_script
from pitboss.scripts.play import play_script
from pitboss.scripts.script import parse_script, read_script
from tests.clauses.rounds import table_of

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "rounds").glob("*.round.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name[:2])
def test_example_goes_round(path: Path) -> None:
    """An example played, exported and played again comes to the same, card by card."""
    first = play_script(read_script(path))
    text = export_script(open_table(first.state.rules), first.events, "Once more")
    script = parse_script(text)
    assert (script.title, script.is_exact) == ("Once more", True)
    again = play_script(script)
    assert again.failures == ()
    assert again.net == first.net


def test_wager_taken_back_is_not_exported() -> None:
    """The script has the wagers that were dealt for."""
    table = table_of("tribal", "Ts 6d 9h Tc 9s", "1 ann main 10", "2 bob main 20")
    table.do(WithdrawWager(by="bob", box=2, wager="main"))
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    text = export_script(open_table(table.state.rules), table.events, "Bob leaves")
    assert 'wagers = ["1 ann main 10.00"]' in text
    assert "bob" not in text.replace("Bob", "")


def test_options_are_written_where_they_differ() -> None:
    """Only what the house chose otherwise, lists of prizes included."""
    prizes = {"1": [[5, 1], [30, 1]], "5": [[50, 1], [125, 1]]}
    table = table_of("tribal", "", decks=2, bonus_prizes=prizes)
    text = export_script(open_table(table.state.rules), table.events, "Options")
    assert "decks = 2" in text
    assert "bonus_prizes = {" in text
    assert "boxes" not in text


def test_nothing_played_is_a_script_without_rounds() -> None:
    """A table at which nobody has bet has nothing to export."""
    table = table_of("tribal", "")
    table.do(BuyIn(player="ann", amount=100_00))
    assert "[[rounds]]" not in export_script(open_table(table.state.rules), table.events, "None")
