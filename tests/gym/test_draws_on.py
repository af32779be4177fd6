"""Games in which a doubled hand goes on: both environments tell what the engine tells."""

from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import parse_cards
from pitboss.gym import BlackjackEnv
from pitboss.gym.seat import AtEngine
from tests.gym.test_many import differing
from tests.gym.test_single import steps_alike

BOOK = """\
title = "Doubled hands go on"
extends = "standard"
[clauses]
"DO-1" = "A doubled hand may draw on, be doubled again and be given up."
[rules.double]
cards = { value = "any", clause = "DO-1" }
draws_on = { value = true, clause = "DO-1" }
times = { value = 3, clause = "DO-1" }
[rules.surrender]
doubled = { value = true, clause = "DO-1" }
"""
ONCE = BOOK.replace('times = { value = 3, clause = "DO-1" }\n', "")


@pytest.fixture(params=[BOOK, ONCE], ids=["again", "once"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    path = tmp_path / "draws_on.toml"
    path.write_text(request.param, encoding="utf-8")
    return str(path)


def test_one_seat_is_told_what_the_engine_tells(book: str) -> None:
    assert steps_alike({"rulebook": book}, episodes=150, seed=9) > 150


def test_many_tables_are_told_what_the_engine_tells(book: str) -> None:
    assert differing({"rulebook": book}, tables=20, steps=40, seed=9) > 200


def test_a_doubled_hand_has_acts(book: str) -> None:
    table = BlackjackEnv(book)
    top = parse_cards("2s 9d 3h 7c 2d 2c 5d")
    rest = [card for card in table.setup.rules.stack if card not in top]
    seat, engine = table.seat, AtEngine(table.setup)
    names = [name.partition("_")[0] for name in table.actions]
    offered = []
    for one in (seat, engine):
        one.open([*top, *rest])
        acts = []
        for act in ("double", "hit", "stand"):
            mask = one.seen()[1]
            acts.append([name for name, is_on in zip(names, mask, strict=True) if is_on])
            taken = one.take(names.index(act), [0])
        offered.append((acts, taken))
    assert offered[0] == offered[1]
    (_, after_double, after_hit), taken = offered[0]
    assert {"hit", "stand", "surrender"} <= set(after_double)
    assert {"hit", "stand", "surrender"} <= set(after_hit)
    assert np.isfinite(taken.reward)
