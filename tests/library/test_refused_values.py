"""Values out of range, of the wrong kind or of a stranger: refused in a sentence with a hint."""

import traceback
from collections.abc import Callable
from typing import Any

import pytest

import pitboss
from pitboss import Study, best_ramp
from pitboss.errors import GymError, OutOfRange, StudyError, UnknownName, WrongType
from pitboss.gym import BlackjackEnv, ManyBlackjackEnv


def stepped(action: object) -> object:
    env = BlackjackEnv("double_deck")
    env.reset(seed=1)
    return env.step(action)  # type: ignore[arg-type]


def steps(actions: object) -> object:
    env = ManyBlackjackEnv(2, "double_deck")
    env.reset(seed=1)
    return env.step(actions)  # type: ignore[arg-type]


HALVES: Any = {1.5: 2}
"""A ramp of half counts, which a type checker refuses too."""

CASES: list[tuple[Callable[[], object], type[pitboss.Error]]] = [
    (lambda: stepped(2.5), GymError),
    (lambda: stepped(True), GymError),
    (lambda: steps([1.5, 0]), GymError),
    (lambda: BlackjackEnv(penetration=2), OutOfRange),
    (lambda: ManyBlackjackEnv(2, penetration=-1), OutOfRange),
    (lambda: best_ramp(Study.shipped("house", "hi_lo").game(), spread=0), StudyError),
    (lambda: Study.shipped("house", "hi_lo").game().bet(HALVES), WrongType),
    (lambda: pitboss.Table("nz", seed=10**80), OutOfRange),
    (lambda: pitboss.Table("nz").may("bob"), UnknownName),
    (lambda: pitboss.Table("nz").view("bob"), UnknownName),
    (lambda: pitboss.simulate("nz", 0), OutOfRange),
]


@pytest.mark.parametrize("call, kind", CASES)
def test_a_wrong_value_is_refused_with_a_hint(
    call: Callable[[], object], kind: type[pitboss.Error]
) -> None:
    with pytest.raises(pitboss.Error) as refused:
        call()
    error = refused.value
    assert type(error) is kind
    assert len(f"{error} {error.hint}") < 200
    assert error.hint
    assert f"hint: {error.hint}" in "".join(traceback.format_exception(error))


def test_a_card_is_not_a_number_and_equals_its_notation() -> None:
    card: Any = pitboss.Card("Ts")
    for wrong in (lambda: card + 1, lambda: 2 * card, lambda: sum([card]), lambda: int(card)):
        with pytest.raises(TypeError):
            wrong()
    assert card == "Ts"
    assert hash(card) == hash("Ts")
    assert card != 36
    with pytest.raises(AttributeError, match="does not change"):
        card.number = 3


def test_a_dictionary_of_wrong_keys_is_named() -> None:
    with pytest.raises(WrongType, match="a dictionary of whole numbers and numbers") as refused:
        Study.shipped("house", "hi_lo").game().bet({1.5: 2})  # type: ignore[dict-item]
    assert refused.value.hint == "write a dictionary, as in {2: 4}"
