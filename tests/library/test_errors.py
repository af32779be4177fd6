"""Errors: one class above them all, each with a code, a place and a hint."""

import pickle
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import pitboss
from pitboss.errors import close_to
from pitboss.round_scripts.format import ScriptError, parse_script
from pitboss.rulebook.errors import RulebookError
from tests.cli.commands import refused

INSIDE = {"Needed", "ShoeEmpty", "_Lost"}
"""Never leave the function that raises them: a card is asked for, a shoe is at its end, a cell of a
damaged file cannot be read."""


def test_every_error_of_the_package_has_the_same_base() -> None:
    for module in walk_packages(pitboss.__path__, "pitboss."):
        if module.name == "pitboss.sim.targets.cuda":
            continue
        for name, kind in vars(import_module(module.name)).items():
            is_ours = isinstance(kind, type) and kind.__module__.startswith("pitboss.")
            if is_ours and issubclass(kind, Exception) and name not in INSIDE:
                assert issubclass(kind, pitboss.Error), name
                assert kind.code != "error" or kind is pitboss.Error, name


def test_an_error_says_what_where_and_what_to_do() -> None:
    with pytest.raises(RulebookError) as unknown:
        pitboss.Table("tribl")
    assert (unknown.value.code, unknown.value.place) == ("rulebook", "tribl")
    assert unknown.value.hint == "did you mean tribal?"
    with pytest.raises(ScriptError) as unread:
        parse_script('title = "a"\nrulebook = "nz"\nshoe = "10s"\n[[rounds]]\n')
    assert unread.value.code == "script"
    assert "line 3" in unread.value.place
    table = pitboss.Table("nz", cards="As 6d 6h 9c Tc 5s")
    table.sit("ann", 100)
    table.bet("ann", 10)
    table.deal()
    with pytest.raises(pitboss.Refused) as act:
        table.act("double")
    assert act.value.code == "not_allowed"
    again = pickle.loads(pickle.dumps(_card_error()))
    assert (str(again), again.hint) == (str(_card_error()), "write Ts")


def _card_error() -> pitboss.Error:
    try:
        pitboss.Card("10s")
    except pitboss.Error as error:
        return error
    raise AssertionError


@pytest.mark.parametrize(
    "name, meant",
    [("od", "odds"), ("simulat", "simulate"), ("ruls", "rules"), ("xyzzy", "")],
)
def test_a_command_that_is_none_is_answered_with_what_was_meant(name: str, meant: str) -> None:
    told = refused(name).splitlines()
    assert told[0] == f"error: there is no command '{name}'"
    assert told[1] == (
        f"hint: did you mean pitboss {meant}?"
        if meant
        else "hint: write pitboss odds nz; pitboss --help lists all"
    )


def test_names_that_were_probably_meant() -> None:
    assert close_to("hilo", ("hi_lo", "zen")) == "hi_lo"
    assert close_to("HI-LO", ("hi_lo", "zen")) == "hi_lo"
    assert close_to("z", ("hi_lo", "zen")) == ""
    assert "did you mean hi_lo?" in refused("simulate", "nz", "--count", "hilo", "--rounds", "1")
    assert "hint: write Ts" in refused("advise", "nz", "--hand", "10s 6d", "--up", "9c")
    assert "hint: write Ts" in refused("odds", "nz", "--removed", "10s")


def test_no_hint_names_a_file_that_the_package_does_not_bring() -> None:
    package = Path(pitboss.__file__).parent
    for path in (*package.glob("cli/*.py"), *package.glob("rulebook/*.py")):
        for line in path.read_text(encoding="utf-8").splitlines():
            is_prose = line.strip().startswith(("#", "docs/"))
            assert is_prose or not any(f'"{top}/' in line for top in ("docs", "examples")), path
            assert is_prose or "pitboss replay examples/" not in line, path
