"""A thing that can happen is declared once: what it leaves out is found when it is defined."""

import ast
import inspect
from typing import Any

import pytest

from pitboss.engine import declare, do
from pitboss.engine.declare import (
    DECIDED,
    EVERYBODY,
    PLAYERS,
    Audience,
    Command,
    Event,
    all_commands,
    all_events,
    faces_of,
    tag_of,
    unchanged,
)
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.notices import RulesChanged
from pitboss.engine.floor.taking_back import TakeBack

WHOLE: dict[str, Any] = {
    "__doc__": "Something happened.",
    "__module__": __name__,
    "__annotations__": {"box": int},
    "audience": EVERYBODY,
    "words": "Box {box}.",
    "apply": unchanged,
}
"""An event that leaves nothing out."""


@pytest.fixture(autouse=True)
def _nothing_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is defined here is no event of the game."""
    monkeypatch.setattr(declare, "EVENTS", [])
    monkeypatch.setattr(declare, "COMMANDS", [])


def define(**changes: Any) -> Any:
    """A new event with some of its declarations changed, or left out with ``None``."""
    space = {name: value for name, value in {**WHOLE, **changes}.items() if value is not None}
    meta: Any = type(Event)
    return meta("Sneezed", (Event,), space, tag="sneezed")


def test_an_event_that_says_everything() -> None:
    event = define()(box=3)
    assert tag_of(type(event)) == "sneezed"
    assert [type(event)] == declare.EVENTS


@pytest.mark.parametrize(
    "left_out, named",
    [
        ("audience", "audience: who sees which of its fields"),
        ("words", "words: what is said of it"),
        ("apply", "apply: what it does to the table"),
        ("__doc__", "a docstring"),
    ],
)
def test_an_event_that_leaves_something_out_cannot_be_defined(left_out: str, named: str) -> None:
    """No event is visible by default, and none is silent by default."""
    with pytest.raises(TypeError, match=f"Sneezed does not declare {named}"):
        define(**{left_out: None})
    assert declare.EVENTS == []


def test_what_an_event_speaks_of_must_be_there() -> None:
    with pytest.raises(TypeError, match="the field hand that it speaks of"):
        define(words="Hand {box}.{hand}.")
    with pytest.raises(TypeError, match="the field card that it speaks of"):
        define(audience=faces_of("card", seen_by=lambda _state, _event, _viewer: True))


def test_a_command_says_who_may_give_it() -> None:
    meta: Any = type(Command)
    with pytest.raises(TypeError, match="roles: who may give it"):
        meta("Sneeze", (Command,), {"__doc__": "Sneeze."}, tag="sneeze")
    made = meta("Sneeze", (Command,), {"__doc__": "Sneeze.", "roles": PLAYERS}, tag="s")
    assert [made] == declare.COMMANDS


def test_every_command_is_decided_by_one_function() -> None:
    """A card from a physical shoe carries on what waits for it, and is no decision of its own;
    neither is taking it back.
    """
    assert set(all_commands()) - set(DECIDED) == {EnterCard, TakeBack}


def test_every_command_is_at_hand_under_its_name() -> None:
    assert do.Hit(by="ann", box=1).by == "ann"
    assert dir(do) == sorted(kind.__name__ for kind in all_commands())
    with pytest.raises(AttributeError, match="there is no command Cheat"):
        _ = do.Cheat


@pytest.mark.parametrize(
    "kind", [kind for kind in all_events() if kind is not RulesChanged], ids=tag_of
)
def test_applying_an_event_never_reads_the_rules(kind: type[Event]) -> None:
    """Not in ``apply``, nor in any function of its module that it may call with a state; but for
    the one event that changes them.

    tests/properties/test_record.py folds logs with rules that cannot be read at all.
    """
    module = inspect.getmodule(kind)
    assert module is not None
    tree = ast.parse(inspect.getsource(module))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    (own,) = [n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == kind.__name__]
    waiting = [n for n in own.body if isinstance(n, ast.FunctionDef) and n.name == "apply"]
    seen: set[str] = set()
    while waiting:
        node = waiting.pop()
        for part in ast.walk(node):
            assert not (isinstance(part, ast.Attribute) and part.attr == "rules"), (
                f"{kind.__name__} reads the rules in line {part.lineno} of {module.__name__}"
            )
            called = part.func if isinstance(part, ast.Call) else None
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in functions and name not in seen:
                seen.add(name)
                waiting.append(functions[name])


def test_nobody_sees_what_an_audience_withholds_from_all() -> None:
    hidden = Audience(("box",), lambda _state, _event, _viewer: False)
    event = define(audience=hidden)(box=3)
    state: Any = None
    assert declare.redact(state, event, "ann").box == -1
