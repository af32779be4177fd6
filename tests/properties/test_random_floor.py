"""Random play in which anything goes wrong: money and cards stay, and no table gets stuck."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from tests.properties.random_floor import FloorTable
from tests.properties.random_hand import HandTable

ROUNDS = 10
"""Rounds a table."""


def play(seed: int, kind: type[FloorTable] = FloorTable) -> tuple[int, Counter[str]]:
    """Play one table to the end: its rounds, and what was done at it."""
    table = kind(seed)
    rounds = sum(table.play_round() for _ in range(ROUNDS))
    table.replays()
    return rounds, table.acts


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_whatever_goes_wrong_money_and_cards_stay(seed: int) -> None:
    """Refusals name clauses and change nothing, rounds end, logs replay, hidden cards stay so."""
    play(seed)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_whatever_goes_wrong_with_a_human_dealer(seed: int) -> None:
    """The same with cards that are entered one by one, and shoes made ready step by step."""
    play(seed, HandTable)


def test_irregularities_of_every_rulebook_come_up() -> None:
    """The seeds below report what each rulebook has without further options."""
    acts: Counter[str] = Counter()
    for seed in range(600):
        acts.update(play(seed)[1])
    for name in SHIPPED:
        plain = choose(load_rulebook(name), {}).irregularities
        lacking = [what for what in plain if not acts[f"{name} report {what}"]]
        # These need a moment that is rare.
        rare = {"missed_insurance", "cards_exposed_before_shoe", "overdrawn"}
        assert set(lacking) <= rare, name
        for what in (
            "OrderShuffle", "ProposeCorrection", "ConfirmCorrection", "LoadShoe", "PostNotice",
            "ApplyNotice", "SetLogTimeBack",
        ):  # fmt: skip
            assert acts[f"{name} {what}"], f"{name} {what}"
            assert acts[f"{name} {what} refused"] or what == "OrderShuffle"


@pytest.mark.long
def test_whatever_goes_wrong_for_long() -> None:
    """At least 100,000 rounds from the seeds 1,000,000 onwards."""
    rounds = seed = 0
    while rounds < 100_000:
        rounds += play(1_000_000 + seed)[0]
        rounds += play(1_000_000 + seed, HandTable)[0]
        seed += 1
    assert rounds >= 100_000
