"""What constructors take beside what they keep, as type checkers are told and as it is."""

import ast
import inspect
from dataclasses import fields
from pathlib import PurePath

import pytest

import pitboss
from pitboss import basic_chart
from pitboss.rulebook.rules import Rules
from pitboss.sim import Experiment, LikeDealer

GAMES = ("double_deck", "2D H17 DAS", pitboss.rules("nz"))


@pytest.mark.parametrize("game", GAMES, ids=["id", "terms", "rules"])
def test_a_game_is_taken_and_its_rules_are_kept(game: str | PurePath | Rules) -> None:
    # That this file has no type error is half of the test.
    rules: Rules = LikeDealer(game).rules
    assert rules == pitboss.rules(game)
    kept: Rules = Experiment(rules=game, player=basic_chart()).rules
    assert kept == rules


def test_type_checkers_are_told_of_every_field_of_an_experiment() -> None:
    (made,) = ast.parse(inspect.getsource(Experiment)).body
    told = next(
        one for one in ast.walk(made) if isinstance(one, ast.FunctionDef) and one.name == "__init__"
    )
    defaults = [ast.unparse(one) for one in told.args.defaults]
    given = [field for field in fields(Experiment) if field.init]
    assert [one.arg for one in told.args.args] == ["self", *(field.name for field in given)]
    kept = [repr(field.default) for field in given[-len(defaults) :]]
    assert [one.replace("SHOE", "'shoe'") for one in defaults] == kept
