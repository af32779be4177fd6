"""The environments pass the official checkers, deal by the book, and repeat from a seed."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import pitboss
import pitboss.gym
from pitboss.gym import BlackjackEnv, SeatsEnv, seats_env
from pitboss.gym.observation import FEATURES, OVER, PLAY, SEEN
from pitboss.rulebook.catalog import SHIPPED

TABLES: tuple[dict[str, Any], ...] = (
    *({"rulebook": name} for name in SHIPPED),
    {"rulebook": "nz", "insurance": True, "bets": (1, 2, 4), "episode": "shoe"},
    {"rulebook": "pa_free_bet", "options": {"even_money": True}, "insurance": True},
    {"rulebook": "double_deck", "insurance": True, "episode": "shoe", "penetration": 0.5},
    {"rulebook": "nz", "options": {"variant": "antes_up", "ante": "0.50"}, "bets": (1, 3)},
    {"rulebook": "tribal", "options": {"multiple_action": True}, "insurance": True},
    {"rulebook": "2D H17 ES"},
    {"rulebook": "house", "sides": ("match_dealer", "over_13"), "bets": (1, 2)},
)
tables = pytest.mark.parametrize("settings", TABLES, ids=str)
PLACE = {name: place for place, name in enumerate(FEATURES)}


def play(table: BlackjackEnv, episodes: int, seed: int) -> list[tuple[Any, ...]]:
    """Random actions within the mask, and everything that came of them."""
    rng = random.Random(seed)
    told: list[tuple[Any, ...]] = []
    seen, info = table.reset(seed=seed)
    for _ in range(episodes):
        is_over = False
        while not is_over:
            action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            assert (seen[SEEN.stop :] == info["action_mask"]).all()
            seen, reward, ended, cut, info = table.step(action)
            told.append((*seen.tolist(), reward, ended, cut))
            is_over = ended or cut
        seen, info = table.reset()
    return told


@tables
def test_one_seat_passes_the_official_checker(settings: dict[str, Any]) -> None:
    table = gymnasium.make(pitboss.gym.ID, **settings)
    check_env(table.unwrapped, skip_render_check=True)


@tables
def test_several_seats_pass_the_official_checker(settings: dict[str, Any]) -> None:
    api_test(SeatsEnv(**{"seats": 3, **settings}), num_cycles=100)


def test_several_seats_repeat_from_a_seed() -> None:
    seed_test(lambda: seats_env("pa_free_bet"), num_cycles=20)


@tables
def test_one_seat_repeats_from_a_seed(settings: dict[str, Any]) -> None:
    told = play(BlackjackEnv(**settings), 20, seed=5)
    assert told == play(BlackjackEnv(**settings), 20, seed=5)
    assert told != play(BlackjackEnv(**settings), 20, seed=6)


def test_it_is_found_by_name() -> None:
    one = gymnasium.make(f"pitboss.gym:{pitboss.gym.ID}", rulebook="house")
    assert one.metadata["render_fps"] > 0
    assert seats_env("house").metadata["render_fps"] > 0
    many = gymnasium.make_vec(pitboss.gym.ID, num_envs=3, rulebook="house")
    seen, info = many.reset(seed=1)
    assert seen.shape == (3, SEEN.stop + 5)
    assert info["action_mask"].shape == (3, 5)
    seen, rewards, ended, _, _ = many.step(np.zeros(3, dtype=np.int64))
    assert ended.all()
    assert (abs(rewards) <= 1.5).all()
    many.close()


def test_what_is_not_offered_changes_nothing() -> None:
    table = BlackjackEnv("nz")
    seen, info = table.reset(seed=1)
    while seen[PLACE["phase"]] != PLAY or info["action_mask"][table.actions.index("split")]:
        seen, info = table.reset()
    before = table.felt.state
    again, reward, ended, cut, info = table.step(table.actions.index("split"))
    assert info["refused"] == "split is not offered now"
    assert (table.felt.state, reward, ended, cut) == (before, 0.0, False, False)
    assert (again == seen).all()


def test_a_round_that_ends_with_the_deal_is_paid() -> None:
    """Blackjacks are part of the game: without them its worth would be another."""
    table = BlackjackEnv("double_deck")
    rewards: list[float] = []
    for number in range(300):
        seen, info = table.reset(seed=None if number else 1)
        if seen[PLACE["phase"]] == OVER:
            assert info["action_mask"].tolist() == [1, 0, 0, 0, 0]
            _, reward, ended, _, _ = table.step(0)
            assert ended
            rewards.append(reward)
    assert set(rewards) == {1.5, -1.0}


def test_a_shoe_is_counted_down() -> None:
    table = BlackjackEnv("double_deck", bets=(1, 2), episode="shoe", penetration=0.5)
    seen, _ = table.reset(seed=2)
    assert table.actions[-2:] == ("bet_1", "bet_2")
    most, is_over = 0, False
    while not is_over:
        allowed = np.flatnonzero(seen[SEEN.stop :])
        now = int(seen[SEEN].sum())
        assert now >= most
        most = now
        seen, _, ended, cut, _ = table.step(int(allowed[0]))
        is_over = ended or cut
    assert seen[SEEN].sum() >= 52
    assert (seen[SEEN] <= [8] * 9 + [32]).all()


def test_seats_see_no_more_than_players_do() -> None:
    """In a game with cards face down, a seat knows its own hand and the up card."""
    table = SeatsEnv("double_deck", seats=2)
    table.reset(seed=3)
    state = table.felt.state
    assert state.rules.deal.player_cards == "face_down"
    assert table.observe("seat_1")[SEEN].sum() == 3


@pytest.mark.parametrize(
    "settings, told, hint",
    [
        ({"episode": "night"}, "'night' is not an episode", "write 'round' or 'shoe'"),
        ({"bets": ()}, "whole multiples", "write them as in (1, 2, 4)"),
        ({"bets": (1, 10**6)}, "above the table maximum", "the largest may be 200"),
    ],
)
def test_settings_that_are_wrong(settings: dict[str, Any], told: str, hint: str) -> None:
    with pytest.raises(pitboss.Error, match=told) as refused:
        BlackjackEnv(**settings)
    assert (refused.value.code, refused.value.hint) == ("gym", hint)
    assert refused.value.place == next(iter(settings))
    with pytest.raises(ValueError, match="seats 1 to 7"):
        SeatsEnv(seats=8)


def test_the_table_can_be_read() -> None:
    table = BlackjackEnv("house", render_mode="ansi")
    table.reset(seed=4)
    assert " against " in str(table.render())
    assert BlackjackEnv().render() is None
    seats = SeatsEnv("house", render_mode="ansi", seats=2)
    seats.reset(seed=4)
    assert "|" in str(seats.render())
    assert SeatsEnv().render() is None
