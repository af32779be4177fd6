"""Many tables at once deal, decide and pay as the engine does, step by step on the same cards."""

import os
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import pitboss.gym
from pitboss.errors import SimulationError
from pitboss.gym import BlackjackEnv, ManyBlackjackEnv
from pitboss.gym.observation import BET, OVER, SEEN
from pitboss.gym.seat import AtEngine
from pitboss.rulebook.catalog import SHIPPED, gallery
from pitboss.sim.tables import step_layout as step
from tests.gym.on_device import CASES

Step = tuple[list[int], int, float, bool, bool, list[int], int]
"""What was seen, the action, and what came of it: reward, over, cut off, what is seen next, and the
number that drew a prize."""

SETTINGS: tuple[dict[str, Any], ...] = (
    *({"rulebook": name} for name in SHIPPED),
    {"rulebook": "nz", "insurance": True, "bets": (1, 2), "episode": "shoe", "penetration": 0.03},
    {"rulebook": "pa_free_bet", "options": {"even_money": True}, "insurance": True},
    {"rulebook": "double_deck", "insurance": True, "episode": "shoe", "penetration": 1.0},
    {"rulebook": "nz", "options": {"variant": "antes_up", "ante": "0.50"}, "bets": (1, 3)},
    {"rulebook": "tribal", "options": {"multiple_action": True}, "insurance": True},
    {"rulebook": "tribal", "options": {"even_money": True}, "insurance": True, "bets": (1, 2)},
    {"rulebook": "house", "insurance": True},
    {"rulebook": "2D H17 ES", "insurance": True},
)

SIDES: tuple[dict[str, Any], ...] = (
    {"rulebook": "nz", "options": {"super_sevens": True, "perfect_pairs": "scale_1"},
     "sides": ("super_sevens", "perfect_pairs"), "bets": (1, 2)},
    {"rulebook": "pa_free_bet", "options": {"push_22": "a"}, "sides": ("push_22",)},
    {"rulebook": "house", "sides": ("match_dealer", "over_13", "under_13"), "insurance": True,
     "episode": "shoe", "penetration": 0.05},
    {"rulebook": "tribal", "options": {"streak": True}, "sides": ("streak_2", "streak_3"),
     "episode": "shoe", "penetration": 0.1},
    {"rulebook": "nz", "options": {"madness_21": True, "madness_prizes": "1: 5x3 25x1"},
     "sides": ("madness_21",), "insurance": True},
    {"rulebook": "tribal", "options": {"bonus": True}, "sides": ("bonus",), "bets": (1, 2),
     "episode": "shoe", "penetration": 0.05},
    {"rulebook": "tribal", "options": {"progressive": True, "decks": 1, "meter": 1000},
     "sides": ("progressive",), "episode": "shoe", "penetration": 0.4},
    {"rulebook": "tribal", "options": {"additional_wager": "same_suit"}, "sides": ("same_suit",)},
    {"rulebook": "tribal", "options": {"additional_wager": "sevens", "max_hands": 4,
     "multiple_action": True}, "sides": ("sevens",)},
    {"rulebook": "pa_free_bet", "options": {"push_22": "b"}, "sides": ("push_22",)},
    {"rulebook": "nz", "options": {"any_pair": "scale_2"}, "sides": ("any_pair",)},
    {"rulebook": "tribal", "options": {"additional_wager": "over_under_13"},
     "sides": ("over_13", "under_13"), "bets": (1, 5)},
    {"rulebook": "tribal", "options": {"streak": True, "max_hands": 4, "surrender": True,
     "dealer_blackjack_takes": "busted_plus_one", "even_money": True}, "bets": (1, 3),
     "sides": ("streak_5", "streak_2", "streak_4"), "insurance": True, "episode": "shoe"},
)  # fmt: skip
"""Environments in which side wagers are laid."""


def differing(settings: dict[str, Any], tables: int, steps: int, seed: int) -> int:
    """Play at random, then each episode again at the engine; how many steps were compared."""
    many = ManyBlackjackEnv(tables, **settings)
    one = AtEngine(many.setup)
    rng = np.random.default_rng(seed)
    seen, info = many.reset(seed=seed)
    told: list[list[Step]] = [[] for _ in range(tables)]
    is_new = np.zeros(tables, dtype=np.bool_)
    compared = 0
    for _ in range(steps):
        chances = rng.random(info["action_mask"].shape) * info["action_mask"]
        actions = chances.argmax(axis=1)
        after, rewards, ended, cut, info = many.step(actions)
        for place in np.flatnonzero(~is_new):
            told[place].append((
                seen[place].tolist(), int(actions[place]), float(rewards[place]),
                bool(ended[place]), bool(cut[place]), after[place].tolist(),
                int(many.felts.table[place, step.NUMBER]),
            ))  # fmt: skip
        for place in np.flatnonzero(ended | cut):
            compared += same_at_the_engine(one, many, int(place), told[place])
            told[place].clear()
        is_new = ended | cut
        seen = after
    return compared


def drawn_by(steps: list[Step]) -> list[int]:
    """The number that draws the prize of each step's round: it is known when the round is over."""
    drawn, number = [], 0
    for *_, after, last in reversed(steps):
        number = last if after[0] in (BET, OVER) else number
        drawn.append(number)
    return drawn[::-1]


def same_at_the_engine(one: AtEngine, many: ManyBlackjackEnv, place: int, steps: list[Step]) -> int:
    """Hold an episode against the engine on the same cards."""
    one.open(many.felts.cards[place, :-1].tolist())
    assert one.seen()[0].tolist() == steps[0][0]
    drawn = drawn_by(steps)
    for number, (before, action, reward, ended, cut, after, _) in zip(drawn, steps, strict=True):
        gained, is_over, is_cut, _ = one.take(action, [number] * len(many.setup.sides))
        seen, _ = one.seen()
        assert (seen.tolist(), gained, is_over, is_cut) == (after, reward, ended, cut), (
            before, action, one.felt.notation(),
        )  # fmt: skip
    if not steps[-1][4]:
        assert one.felt.state.position == many.felts.table[place, step.POS]
    return len(steps)


@pytest.mark.parametrize("settings", [*SETTINGS[:7], *SIDES[:6]], ids=str)
def test_every_step_is_the_engines(settings: dict[str, Any]) -> None:
    assert differing(settings, tables=20, steps=25, seed=3) > 100


@pytest.mark.long
@pytest.mark.parametrize("settings", [*SETTINGS, *SIDES], ids=str)
def test_many_steps_are_the_engines(settings: dict[str, Any]) -> None:
    assert differing(settings, tables=500, steps=200, seed=4) > 50_000


@pytest.mark.long
@pytest.mark.parametrize("name", gallery())
def test_games_of_the_gallery_are_the_engines(name: str) -> None:
    assert differing({"rulebook": name, "insurance": True}, tables=200, steps=50, seed=5) > 5_000


def test_it_is_what_make_vec_gives() -> None:
    many = gymnasium.make_vec(f"pitboss.gym:{pitboss.gym.ID}", num_envs=64, rulebook="nz")
    assert isinstance(many.unwrapped, ManyBlackjackEnv)
    one = BlackjackEnv("nz")
    assert many.single_observation_space == one.observation_space
    assert many.single_action_space == one.action_space
    seen, info = many.reset(seed=8)
    assert seen in many.observation_space
    again, _ = many.reset(seed=8)
    assert (seen == again).all()
    assert (seen != many.reset(seed=9)[0]).any()
    assert (seen[:, SEEN.stop :] == info["action_mask"]).all()
    part = np.arange(64) < 32
    some, _ = many.reset(seed=8, options={"reset_mask": part})
    assert (some[:32] == seen[:32]).all()
    assert (some[32:] != seen[32:]).any()


def test_episodes_open_again_as_gymnasium_has_it() -> None:
    stand = np.zeros(50, dtype=np.int64)
    for mode in AutoresetMode:
        many = ManyBlackjackEnv(50, "double_deck", autoreset_mode=mode)
        first, _ = many.reset(seed=2)
        seen, rewards, ended, _, info = many.step(stand)
        assert ended.all()
        assert (abs(rewards) <= 1.5).all()
        if mode is AutoresetMode.SAME_STEP:
            assert (info["final_obs"][:, 0] == 3).all()
            assert (seen[:, SEEN].sum(axis=1) >= 3).all()
        else:
            assert (seen[:, 0] == 3).all()
        seen, rewards, ended, _, _ = many.step(stand)
        if mode is AutoresetMode.NEXT_STEP:
            assert not ended.any()
            assert (rewards == 0).all()
            assert (seen != first).any()


def test_what_is_not_offered_changes_nothing() -> None:
    many = ManyBlackjackEnv(200, "nz", max_episode_steps=3)
    seen, info = many.reset(seed=2)
    split = many.actions.index("split")
    is_barred = (info["action_mask"][:, split] == 0) & (seen[:, 0] == 2)
    after, rewards, ended, _, info = many.step(np.full(200, split))
    assert (info["refused"] == is_barred).all()
    assert (after[is_barred] == seen[is_barred]).all()
    assert not ended[is_barred].any()
    assert (rewards[is_barred] == 0).all()
    many.step(np.full(200, split))
    _, _, _, cut, _ = many.step(np.full(200, split))
    assert cut[is_barred].all()


def test_a_double_shoe_is_refused() -> None:
    with pytest.raises(SimulationError, match="single shoes"):
        ManyBlackjackEnv(2, "tribal", options={"shoe": "double"})


def test_a_device_steps_as_the_processor_does() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.gym.on_device"],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [f"{name}: equal" for name in CASES], done.stderr
