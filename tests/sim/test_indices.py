"""Plays that change with a count: the counts at which they do, beside published ones."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from pitboss.cards import VALUES, parse_cards
from pitboss.odds import Shoe, solve
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim.betting import Betting, Count, load_count, parse_plays, parse_ramp
from pitboss.sim.indices import Change, Expected, Values, changes, plays_text
from pitboss.sim.run import simulate
from tests.cli.commands import refused, run, run_json
from tests.sim.experiments import basic

KNOWN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "known" / "indices.toml").read_text(encoding="utf-8")
)


@cache
def best_changes(count: str) -> tuple[tuple[Change, ...], int | None]:
    """The plays of the known game, from a shoe dealt down to three quarters."""
    rules = choose(load_rulebook("tribal"), {"max_hands": 4})

    def solver(ranks: tuple[float, ...]) -> Values:
        return solve(rules, shoe=Shoe(cast("tuple[int, ...]", ranks))).acts

    return changes(rules, Expected(load_count(count), 6, 312 - 234 / 2), solver)


def test_the_counts_are_the_published_ones_or_next_to_them() -> None:
    known = KNOWN["hi_lo"]
    plays, insurance = best_changes("hi_lo")
    mine = {(change.hand, change.index.act): change.index.at for change in plays}
    assert insurance == known["insurance"]
    missed = {
        hand: mine[hand, act] - at
        for act in ("stand", "double", "split")
        for hand, at in known[act].items()
    }
    assert len(missed) == 17
    assert all(abs(off) <= 1 for off in missed.values()), missed
    assert sum(off == 0 for off in missed.values()) >= 10, missed


def test_what_a_shoe_holds_at_a_count_has_that_count() -> None:
    for name in ("hi_lo", "omega_ii", "ko"):
        count = load_count(name)
        expected = Expected(count, 6, 200.0)
        for at in expected.grid()[::4]:
            ranks = expected.ranks(at)
            assert sum(ranks) == pytest.approx(200)
            assert seen_count(count, ranks) == pytest.approx(at)
        cards = parse_cards("5s Kd 6h")
        more = sum(count.tags[VALUES[card] - 1] for card in cards)
        rise = more * 52 / 197 if count.is_true else more
        assert expected.seen_with(0, cards) == pytest.approx(rise)


def seen_count(count: Count, ranks: tuple[float, ...]) -> float:
    seen = [24 - held for held in ranks]
    running = count.start(6) + sum(n * count.tags[min(rank, 9)] for rank, n in enumerate(seen))
    return running * 52 / sum(ranks) if count.is_true else running


def test_the_plays_are_read_back() -> None:
    plays, insurance = best_changes("hi_lo")
    text = plays_text("title", plays, insurance)
    indices, read = parse_plays(text)
    assert read == insurance
    assert set(indices) == {change.index for change in plays}
    assert "insurance" not in plays_text("title", plays, None)


@pytest.mark.long
def test_the_plays_gain() -> None:
    plays, insurance = best_changes("hi_lo")
    indices = tuple(change.index for change in plays)
    ramp = parse_ramp("-12:1 2:8")
    hi_lo = load_count("hi_lo")
    results = [
        simulate(basic("tribal", {"max_hands": 4}, betting=betting), 40_000_000, seed=7)
        for betting in (Betting(hi_lo, ramp), Betting(hi_lo, ramp, indices, insurance))
    ]
    # Most of the cards are the same, so that the difference is surer than either figure.
    assert results[1].player_ev > results[0].player_ev


def test_the_command_prints_them() -> None:
    words = ("simulate", "tribal", "--count", "hi_lo", "--indices")
    printed = run(*words)
    assert printed.exit_code == 0, printed.stderr
    assert parse_plays(printed.stdout)[1] == 3
    data = run_json(*words)
    assert data["insurance"] == 3
    assert list(data["plays"][0]) == ["hand", "act", "at", "below", "gain"]
    assert "--count" in refused("simulate", "tribal", "--indices")
    assert "--count" in refused("simulate", "tribal", "--plays", "best")
