"""Every round script of the project holds, and counts as a test of the clauses it names."""

from pathlib import Path

import pytest

from pitboss.round_scripts.format import read_script
from pitboss.round_scripts.play import play_script

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(
    (*ROOT.glob("tests/clauses/**/*.round.toml"), *ROOT.glob("examples/**/*.round.toml"))
)


def as_case(path: Path) -> object:
    """A script with the clauses that it names."""
    marks = [pytest.mark.clause(*read_script(path).clauses)]
    return pytest.param(path, id=str(path.relative_to(ROOT)), marks=marks)


@pytest.mark.parametrize("path", [as_case(path) for path in SCRIPTS])
def test_script_holds(path: Path) -> None:
    """The script is played through the engine; its money and its refusals are as it says."""
    script = read_script(path)
    assert script.clauses, "a script names the clauses that it shows"
    assert play_script(script).failures == ()
