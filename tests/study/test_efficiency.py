"""How good counts are: beside published figures, and the best of each level."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.errors import StudyError
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim.counting import SHIPPED, Count, load_count, parse_count
from pitboss.study.efficiencies import (
    WEIGHTS,
    Effects,
    best_count,
    best_tags,
    correlation,
    effects_of,
    efficiency,
    mean_above,
    tags_text,
)
from tests.cli.commands import refused, run, run_json

KNOWN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "known" / "counts.toml").read_text(encoding="utf-8")
)


@cache
def one_deck() -> Effects:
    """One deck, dealer stands on every 17, as the published figures have it."""
    return effects_of(choose(load_rulebook("tribal"), {}), 1)


def test_published_figures() -> None:
    published = {name: row for source in KNOWN["source"] for name, row in source["counts"].items()}
    assert len(published) == 13
    for name, (betting, playing, insurance) in published.items():
        ours = efficiency(one_deck(), load_count(name))
        assert ours.betting == pytest.approx(betting, abs=0.012), name
        # Plays are valued half-way down here, and by the best act and the second alone.
        assert ours.playing == pytest.approx(playing, abs=0.05), name
        assert ours.insurance == pytest.approx(insurance, abs=0.006), name


def test_an_unbalanced_count_is_as_good_as_the_same_one_balanced() -> None:
    """One more on every tag tells nothing more and nothing less."""
    tags, effects = np.arange(10.0), np.array([3.0, 1, 4, 1, 5, 9, 2, 6, 5, 3])
    balanced = correlation(tags, effects)
    assert 0.1 < abs(balanced) < 0.9
    assert correlation(tags + 1, effects) == pytest.approx(balanced)
    assert correlation(tags, effects + 1) == pytest.approx(balanced)


def test_counts_are_shipped() -> None:
    assert len(SHIPPED) >= 15
    for name in SHIPPED:
        count = load_count(name)
        assert count.name
        assert 0 < efficiency(one_deck(), count).betting <= 1


def test_a_side_count_of_aces_mends_bets_and_leaves_plays() -> None:
    text = (Path(__file__).parents[2] / "src/pitboss/sim/counts/omega_ii.toml").read_text()
    plain, sided = parse_count(text), parse_count(f'side = {{ value = "A", weight = 2 }}\n{text}')
    one, two = (efficiency(one_deck(), count) for count in (plain, sided))
    assert two.betting > 0.98 > one.betting
    assert (one.playing, one.insurance) == (two.playing, two.insurance)


def test_the_best_of_a_level() -> None:
    effects = one_deck()
    one, _ = best_count(effects, 1, balanced=True)
    assert one.tags == load_count("hi_lo").tags
    two, best = best_count(effects, 2)
    assert best.betting > max(
        efficiency(effects, load_count(name)).betting for name in ("zen", "hi_lo", "omega_ii")
    )
    assert max(map(abs, two.tags)) == 2
    plays, for_plays = best_count(effects, 2, for_bets=0.0)
    assert for_plays.playing > best.playing
    assert "A " in tags_text(plays.tags)
    with pytest.raises(StudyError, match="level"):
        best_count(effects, 9)
    # All tags of level 1 tried one by one: none is better.
    every = np.array(np.meshgrid(*[(-1, 0, 1)] * 10)).reshape(10, -1).T.astype(float)
    centred = every - (every @ WEIGHTS)[:, None]
    change = effects.of_round - WEIGHTS @ effects.of_round
    spread = np.sqrt((centred**2 @ WEIGHTS) * (WEIGHTS @ change**2))
    with np.errstate(invalid="ignore", divide="ignore"):
        worth = np.nan_to_num((centred * WEIGHTS) @ change / spread)
    ones, _ = best_count(effects, 1)
    assert correlation(np.array(ones.tags, float), effects.of_round) == pytest.approx(
        worth.max(), abs=1e-9
    )
    assert best_tags(effects.of_insurance, 2)[9] < 0


def test_no_tags_of_a_level_go_better_with_effects() -> None:
    """Beside all tags of level 1, and a walk from the best of a level to all that lie near it."""
    effects = effects_of(choose(load_rulebook("house"), {})).of_round
    every = np.array(np.meshgrid(*[(-1, 0, 1)] * 10)).reshape(10, -1).T.astype(float)
    balanced = every[np.abs(every @ WEIGHTS) < 1e-9]
    for tags, is_balanced in ((every[::97], False), (balanced[::29], True)):
        best = correlation(np.array(best_tags(effects, 1, balanced=is_balanced), float), effects)
        assert best >= max(correlation(one, effects) for one in tags) - 1e-12
    # Those that people found are the best of their kind for eight decks.
    assert best_tags(effects, 1, balanced=True) == load_count("hi_lo").tags
    assert best_tags(effects, 1) == load_count("ko").tags
    assert best_tags(effects, 3, balanced=True) == load_count("halves").tags
    for level in (2, 3, 4):
        top = np.array(best_tags(effects, level), float)
        fit = correlation(top, effects)
        assert fit >= correlation(np.array(best_tags(effects, level - 1), float), effects)
        steps = np.eye(10)
        near = [top + a * one + b * two for a in (-1, 1) for b in (-1, 0, 1)
                for one in steps for two in steps]  # fmt: skip
        assert fit >= max(correlation(t, effects) for t in near if np.abs(t).max() <= level) - 1e-12


def test_the_command_rates_counts_and_finds_the_best(tmp_path: Path) -> None:
    words = ("counts", "house", "--count", "hi_lo", "--count", "zen")
    rated = {row["count"]: row for row in run_json(*words)}
    assert rated["zen"]["playing"] > rated["hi_lo"]["playing"]
    printed = run("counts", "house", "--best", "1").stdout
    betting = float(printed.partition("BC ")[2][:5])
    assert betting >= rated["hi_lo"]["betting"]
    file = tmp_path / "own.toml"
    file.write_text(printed)
    own = load_count(str(file))
    assert (own.tags, own.is_true) == (load_count("ko").tags, False)
    assert "not a count" in refused("counts", "house", "--count", "hi_low")


def test_the_mean_above() -> None:
    draws = np.random.Generator(np.random.PCG64(1)).normal(0, 2.0, 400_000)
    assert mean_above(1.0, 2.0) == pytest.approx(np.maximum(0, draws - 1).mean(), abs=0.01)
    assert mean_above(1.0, 0.0) == 0.0


@pytest.mark.parametrize(
    "more", ['estimate = "pile"', 'rounding = "up"', 'kind = "both"', "side = { value = 1 }"]
)
def test_a_count_that_is_none(more: str) -> None:
    from pitboss.errors import SimulationError

    text = (Path(__file__).parents[2] / "src/pitboss/sim/counts/hi_lo.toml").read_text()
    if more.startswith("kind"):
        text = text.replace('kind = "true"', "")
    with pytest.raises(SimulationError):
        parse_count(f"{more}\n{text}")


@pytest.mark.parametrize(
    "rounding, running, left, told",
    [
        ("down", -3, 104, -2), ("nearest", -3, 104, -1), ("to_zero", -3, 104, -1),
        ("down", 3, 104, 1), ("nearest", 3, 104, 2), ("to_zero", 3, 104, 1),
    ],
)  # fmt: skip
def test_true_counts_are_rounded(rounding: str, running: int, left: int, told: int) -> None:
    count = Count("c", load_count("hi_lo").tags, is_true=True, unbalanced_by=0, rounding=rounding)
    assert count.value(running, left) == told
    assert count.value(10, 130) == 4
    by_deck = Count("c", count.tags, is_true=True, unbalanced_by=0, estimate=52)
    assert by_deck.value(10, 131) == 3
    assert by_deck.value(10, 129) == 5
    assert by_deck.value(10, 3) == 10
