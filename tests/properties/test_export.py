"""Every round that can be played can be exported as a script that holds."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.engine.table import replay
from pitboss.scripts.export import export_script
from pitboss.scripts.play import play_script
from pitboss.scripts.script import parse_script
from tests.properties.random_play import RandomTable


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_exported_rounds_hold(seed: int) -> None:
    """The script of a table's rounds, played anew, comes to the same money to the cent."""
    table = RandomTable(seed)
    table.shuffle()
    before = len(table.log)
    start = replay(table.start, table.log)
    rounds = [table.play_round() for _ in range(5)]
    text = export_script(start, table.log[before:], "exported")
    if any(rounds):
        assert play_script(parse_script(text)).failures == (), text
