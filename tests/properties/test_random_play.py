"""Random legal play over random options of all rulebooks: nothing is made, lost or shown."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.rulebook.catalog import choose, load_rulebook
from tests.properties.random_play import RandomTable

ROUNDS = 25
"""Rounds a table: enough for streaks, meters and several shoes."""


OTHER_READINGS: tuple[tuple[str, dict[str, object]], ...] = (
    ("nz", {"bust_collects": "box", "dealer_blackjack_takes": "original_only"}),
    ("nz", {"bust_collects": "box", "variant": "blackjack_plus"}),
    ("tribal", {"multiple_action": True, "insurance_of_busts": "lost", "max_hands": 4}),
    ("tribal", {"streak": True, "streak_majority": "with_pushes", "max_hands": 4}),
    ("tribal", {"bonus": True, "bonus_stake": "returned"}),
    ("pa_free_bet", {"bust_at_22": "returned", "push_22": "a"}),
    ("house", {"limited_wagers": "together"}),
)
"""Values of readings that seldom come up by chance, with the options that they need."""


def play(seed: int) -> int:
    """Play one table to the end and count its rounds."""
    table = RandomTable(seed)
    rounds = sum(table.play_round() for _ in range(ROUNDS))
    table.replays()
    return rounds


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_random_play_keeps_money_and_cards(seed: int) -> None:
    """Books balance, cards are conserved, offers are accepted, others refused, logs replay."""
    play(seed)


@pytest.mark.parametrize("rulebook, options", OTHER_READINGS, ids=str)
def test_random_play_by_other_readings(rulebook: str, options: dict[str, object]) -> None:
    rules = choose(load_rulebook(rulebook), options)
    for seed in range(4):
        table = RandomTable(seed, rules)
        assert sum(table.play_round() for _ in range(ROUNDS))
        table.replays()


def test_random_play_reaches_every_act_of_every_rulebook() -> None:
    """The seeds below are enough for each rulebook to be dealt, and each act to be taken."""
    acts = {key for seed in range(60) for key in _acts(seed)}
    for rulebook in ("tribal", "nz", "pa_free_bet", "house", "double_deck"):
        for act in ("place_wager", "hit", "stand", "double", "split", "insure"):
            assert f"{rulebook} {act}" in acts


def _acts(seed: int) -> set[str]:
    table = RandomTable(seed)
    for _ in range(ROUNDS):
        table.play_round()
    return set(table.acts)


@pytest.mark.long
def test_random_play_for_long() -> None:
    """At least 200,000 rounds from the seeds 1,000,000 onwards."""
    rounds = seed = 0
    while rounds < 200_000:
        rounds += play(1_000_000 + seed)
        seed += 1
    assert rounds >= 200_000
