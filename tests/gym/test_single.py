"""One seat looks its answers up, and is told step by step what the engine would tell it."""

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss.cards import DECK, Card
from pitboss.gym import BlackjackEnv
from pitboss.gym.seat import AtEngine, AtTables, choices_of
from tests.gym.test_many import SETTINGS, SIDES

SEVEN = 6
"""The rank of a seven, counted from the ace."""


def steps_alike(
    settings: dict[str, Any], episodes: int, seed: int, top: tuple[Card, ...] = ()
) -> int:
    """Play at random at both, now and then what is not offered; how many steps were compared."""
    table = BlackjackEnv(**settings)
    quick, engine = table.seat, AtEngine(table.setup)
    assert isinstance(quick, AtTables)
    rng = np.random.default_rng(seed)
    rest = Counter(table.setup.rules.stack) - Counter(top)
    compared = 0
    for _ in range(episodes):
        order = [*top, *rng.permutation(list(rest.elements())).tolist()]
        is_dealt = quick.open(order)
        assert is_dealt == engine.open(order)
        compared += steps_of_an_episode(quick, engine, rng) if is_dealt else 0
        assert quick.seen()[0].tolist() == engine.seen()[0].tolist()
    return compared


def steps_of_an_episode(quick: AtTables, engine: AtEngine, rng: np.random.Generator) -> int:
    """Play the same at both until it is over."""
    compared = 0
    is_over = False
    while not is_over:
        seen, mask = quick.seen()
        told, allowed = engine.seen()
        assert (seen.tolist(), mask.tolist()) == (told.tolist(), allowed.tolist())
        is_wild = rng.random() < 0.1
        action = int(rng.choice(np.arange(len(mask)) if is_wild else np.flatnonzero(mask)))
        numbers = rng.integers(1 << 32, size=8).tolist()
        taken = quick.take(action, numbers)
        assert taken == engine.take(action, numbers), (told, engine.felt.notation())
        is_over = taken.is_over or taken.is_cut
        compared += 1
    return compared


@pytest.mark.parametrize("settings", [*SETTINGS[:7], *SIDES[:7]], ids=str)
def test_every_step_is_the_engines(settings: dict[str, Any]) -> None:
    assert steps_alike(settings, episodes=40, seed=6) > 40


@pytest.mark.long
@pytest.mark.parametrize("settings", [*SETTINGS, *SIDES], ids=str)
def test_many_steps_are_the_engines(settings: dict[str, Any]) -> None:
    assert steps_alike(settings, episodes=10_000, seed=7) > 10_000


def test_the_engines_table_can_be_looked_at() -> None:
    table = BlackjackEnv("nz", bets=(1, 2), episode="shoe", penetration=0.2)
    rng = np.random.default_rng(3)
    _, info = table.reset(seed=3)
    for _ in range(30):
        seen, _, ended, _, info = table.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        engine = AtEngine(table.setup)
        engine.felt = table.felt
        assert engine.seen()[0].tolist() == seen.tolist()
        if ended:
            _, info = table.reset()


def test_a_table_can_be_copied_and_sent_on_in_the_middle_of_a_shoe() -> None:
    table = BlackjackEnv("house", sides=("over_13",), episode="shoe", penetration=0.2)
    table.reset(seed=4)
    table.step(table.actions.index("bet_1+over_13"))
    others = copy.deepcopy(table), pickle.loads(pickle.dumps(table))
    rng = np.random.default_rng(5)
    for _ in range(40):
        action = int(rng.choice(np.flatnonzero(table.seat.seen()[1])))
        seen, reward, ended, _, _ = table.step(action)
        for other in others:
            again, gained, is_over, _, _ = other.step(action)
            assert (again.tolist(), gained, is_over) == (seen.tolist(), reward, ended)


def test_games_without_tables_are_played_at_the_engine() -> None:
    table = BlackjackEnv("tribal", options={"shoe": "double"})
    seen, info = table.reset(seed=1)
    assert seen in table.observation_space
    assert table.felt is table.felt
    assert table.felt.state.rules.shoe.compartments == "double"
    _, _, ended, _, _ = table.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert ended


def test_a_split_ends_what_super_sevens_sees() -> None:
    """The third seven pays beside two in one hand, not after a split (NZ-15.5)."""
    sevens = tuple(card for card in DECK if card >> 2 == SEVEN) * 2
    assert steps_alike(SIDES[0], episodes=40, seed=8, top=sevens) > 80


def test_side_wagers_are_laid_with_a_bet() -> None:
    options = {"any_pair": "scale_2", "super_sevens": True}
    table = BlackjackEnv("nz", options, sides=("super_sevens", "any_pair"), bets=(1, 4))
    assert table.actions[5:] == (
        "bet_1", "bet_1+super_sevens", "bet_1+any_pair", "bet_1+super_sevens+any_pair",
        "bet_4", "bet_4+super_sevens", "bet_4+any_pair", "bet_4+super_sevens+any_pair",
    )  # fmt: skip
    _, info = table.reset(seed=1)
    assert info["action_mask"].tolist() == [0] * 5 + [1] * 8
    laid = table.felt.menu("player")[table.actions.index("bet_4+any_pair")]
    assert isinstance(laid, tuple)
    assert [(one.wager, one.amounts) for one in laid] == [("main", (2000,)), ("any_pair", (100,))]


def test_side_wagers_with_other_prices_have_tables_of_their_own() -> None:
    one, two = (
        choices_of(BlackjackEnv("pa_free_bet", {"push_22": scale}, sides=["push_22"]).setup)
        for scale in ("a", "b")
    )
    assert one.side_pays.tolist() != two.side_pays.tolist()


@pytest.mark.parametrize(
    "rulebook, options, sides, told",
    [
        ("house", {}, ("perfect_pairs",), "perfect_pairs is not offered at this table"),
        ("tribal", {"streak": True}, ("streak_2",), "decided over rounds, and an episode here is"),
        ("house", {}, ("match_dealer", "over_13", "under_13"), "are too many: at most 60"),
    ],
)
def test_side_wagers_that_are_not_laid(
    rulebook: str, options: dict[str, object], sides: tuple[str, ...], told: str
) -> None:
    with pytest.raises(pitboss.Error, match=told) as refused:
        BlackjackEnv(rulebook, options, sides=sides, bets=tuple(range(1, 11)))
    assert refused.value.place == "sides"
