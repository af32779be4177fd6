"""The double shoe in a simulation: which side is dealt from, and which is shuffled."""

from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest

from pitboss.cards import full_shoe
from pitboss.errors import SimulationError
from pitboss.odds.solution import solve
from pitboss.rulebook.questions.dealing import side_named
from pitboss.sim.experiment import EVERY_ROUND, Experiment
from pitboss.sim.players import ByStrategy, basic_chart
from pitboss.sim.run import run_experiment
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Task, Workspace
from pitboss.sim.targets import cpu
from tests.sim.experiments import basic

TASK = Task(5, 2, 2, 300)


def opened(experiment: Experiment) -> tuple[dict[str, Any], Workspace, int]:
    """The kernels as they stand, and a block that they have opened."""
    made, (work, *_) = cpu.uncompiled(experiment.spec), cpu.workspace(experiment)
    pos = made["open_block"](work.shoe, np.uint64(3), np.uint64(0))
    return made, work, pos


@pytest.mark.parametrize("red_side", ["left", "right"])
def test_the_first_card_names_the_side_and_is_burned_on_the_other(red_side: str) -> None:
    experiment = basic("tribal", {"shoe": "double", "red_suits_side": red_side})
    tables = experiment.tables
    second = tables.numbers[layout.SECOND]
    seen: Counter[tuple[int, int]] = Counter()
    with np.errstate(over="ignore"):
        made, work, pos = opened(experiment)
        at = work.shoe.at
        for _ in range(4000):
            base = int(at[layout.AT_BASE])
            before = {base: pos, int(second - base): int(at[layout.AT_OTHER_POS])}
            pos = made["draw_determinant"](work.shoe, work.out, pos)
            dealt, other = int(at[layout.AT_BASE]), int(second - at[layout.AT_BASE])
            is_burned = int(at[layout.AT_OTHER_POS]) != before[other]
            drawn = before[other] if is_burned else pos
            assert pos == before[dealt], "the side that is dealt from has lost no card"
            assert side_named(experiment.rules, int(work.shoe.cards[drawn])) == (dealt > 0)
            seen[int(dealt > 0), int(is_burned)] += 1
            pos += not is_burned
            pos = made["shuffle_sides"](work.shoe, pos)
    # Chi square with three degrees of freedom: the four ways are as likely.
    assert len(seen) == 4
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 16.3


def test_only_the_side_whose_cutting_card_came_out_is_shuffled() -> None:
    experiment = basic("tribal", {"shoe": "double"})
    tables = experiment.tables
    limit, second, size = (
        int(tables.numbers[place]) for place in (layout.LIMIT, layout.SECOND, layout.SIZE)
    )
    assert (limit, size) == (3 * 39 + 1, 156)
    with np.errstate(over="ignore"):
        made, work, pos = opened(experiment)
        shoe, cards, at = work.shoe, work.shoe.cards, work.shoe.at
        made["extend"](shoe, limit)
        left = cards[:size].tolist()
        pos = made["shuffle_sides"](shoe, limit - 1)
        assert (pos, at[layout.AT_OTHER_POS], at[layout.AT_FILLED]) == (limit - 1, second, limit)
        at[layout.AT_OTHER_POS] = second + limit
        pos = made["shuffle_sides"](shoe, pos)
        assert (pos, at[layout.AT_OTHER_POS]) == (limit - 1, second)
        pos = made["shuffle_sides"](shoe, limit)
        assert (pos, at[layout.AT_OTHER_POS], at[layout.AT_FILLED]) == (0, second, 0)
        made["extend"](shoe, size)
    assert left != cards[:size].tolist()
    for side in (0, second):
        assert sorted(cards[side : side + size].tolist()) == sorted(full_shoe(3))


def test_the_same_seed_gives_the_same_result_everywhere() -> None:
    options: dict[str, object] = {
        "shoe": "double", "max_hands": 4, "multiple_action": True, "multiple_action_min": 3,
        "dealer_blackjack_takes": "busted_plus_one",
    }  # fmt: skip
    experiment = basic("tribal", options)
    # What the other games leave out is compiled here.
    assert (experiment.spec.spots, experiment.spec.takes_one, experiment.spec.is_misdeal) == (
        3, True, True,
    )  # fmt: skip
    with np.errstate(over="ignore"):
        slow = cpu.play(experiment, TASK, is_compiled=False)
    assert slow == cpu.play(experiment, TASK)
    one = run_experiment(experiment, 3_000_000, seed=4)
    assert one == run_experiment(experiment, 3_000_000, seed=4, threads=3)


@pytest.mark.long
def test_off_the_top_it_has_the_odds_of_half_its_decks() -> None:
    rules = basic("tribal", {"shoe": "double", "max_hands": 4}).rules
    exact = solve(rules)
    played = Experiment(rules, ByStrategy(exact.strategy), shuffle=EVERY_ROUND)
    result = run_experiment(played, 10_000_000, seed=6)
    assert abs(result.player_ev - exact.player_ev) < 3 * result.standard_error


@pytest.mark.parametrize(
    "changed", [{"cut_card_first": "shuffle"}, {"rounds_after_cut_card": "one_more"}]
)
def test_cutting_cards_that_do_otherwise_are_refused(changed: dict[str, str]) -> None:
    rules = basic("tribal", {"shoe": "double"}).rules
    other = replace(rules, shoe=msgspec.structs.replace(rules.shoe, **changed))
    with pytest.raises(SimulationError, match="shoe=single"):
        Experiment(other, basic_chart())
