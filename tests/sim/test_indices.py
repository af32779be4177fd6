"""Plays that change with a count: the counts at which they do, beside published ones."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.cards import Card, parse_card, parse_cards, rank
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import COUNT_LOW, Betting, Count, load_count, parse_plays, parse_ramp
from pitboss.sim.run import run_experiment
from pitboss.study.indices import (
    Cards,
    Deviation,
    Expected,
    Floats,
    alike,
    burned_of,
    by_count,
    chance_of,
    depths,
    insurance_at,
    plays_text,
    solved_by,
)
from pitboss.study.plays import Plays, best_plays, solver_of
from tests.cli.commands import refused, run, run_json
from tests.sim.experiments import basic

KNOWN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "known" / "indices.toml").read_text(encoding="utf-8")
)


@cache
def plays_by(count: str) -> Plays:
    """The plays of the known game, from a shoe dealt down to three quarters."""
    return best_plays(choose(load_rulebook("tribal"), {"max_hands": 4}), count, penetration=0.75)


def best_changes(count: str) -> tuple[tuple[Deviation, ...], int | None]:
    return plays_by(count).changes, plays_by(count).insurance


def test_published_counts_are_found() -> None:
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
    assert sum(off == 0 for off in missed.values()) >= 14, missed


SIXTEENS = ("Ts 6s", "9s 7s")
TWELVES = ("Ts 2s", "9s 3s", "8s 4s", "7s 5s")


@pytest.mark.parametrize(
    "hands, up, acts, count",
    [
        (SIXTEENS, "Ts", ("stand", "hit"), 0),
        (TWELVES, "2s", ("stand", "hit"), 3),
        (SIXTEENS, "9s", ("stand", "hit"), 5),
        (TWELVES, "5s", ("stand", "hit"), -1),
        (("6s 4s", "7s 3s", "8s 2s"), "As", ("double", "hit"), 3),
        (("Ts Th",), "5s", ("split", "stand"), 4),
    ],
)
def test_values_at_a_count_are_those_of_real_shoes(
    hands: tuple[str, ...], up: str, acts: tuple[str, str], count: int
) -> None:
    rules = choose(load_rulebook("tribal"), {"max_hands": 4})
    pairs = [(first, second) for first, second in map(parse_cards, hands)]
    expected = depths(load_count("hi_lo"), rules, 78)
    solved = solved_by(solver_of(rules))
    values, _ = by_count(expected, solved, pairs, parse_card(up))
    gain = values[acts[0]][count - COUNT_LOW] - values[acts[1]][count - COUNT_LOW]
    real = real_gains(rules, pairs, parse_card(up), acts, count)
    error = real.std() / np.sqrt(len(real))
    assert len(real) > 200
    assert abs(gain - real.mean()) < 3 * error, (gain, real.mean(), error)


def real_gains(
    rules: Rules, hands: Sequence[Cards], up: Card, acts: tuple[str, str], count: int
) -> Floats:
    """Gain of the first act over the second in shuffled shoes with this count."""
    solver, rng = solver_of(rules), np.random.default_rng(2)
    tags = np.array([load_count("hi_lo").tags[min(n, 9)] for n in range(13)])
    gains = []
    for cards in hands:
        rest = 24 - np.bincount([rank(card) for card in (*cards, up)], minlength=13)
        weight = chance_of([cards], up) / chance_of(list(hands), up)
        shoes = []
        for left in range(75, 310, 6):
            dealt = rng.multivariate_hypergeometric(rest, left, size=round(400 * weight))
            shoes.append(dealt[np.floor((24 - dealt) @ tags * 52 / left) == count])
        for shoe in rng.permutation(np.concatenate(shoes))[: round(600 * weight)]:
            values = solver(tuple(shoe.tolist()), *cards, up)
            gains.append(values[acts[0]] - values[acts[1]])
    return np.array(gains)


@pytest.mark.parametrize(
    "rulebook, decks, count", [("tribal", 1, 1), ("double_deck", 2, 2), ("tribal", 6, 3)]
)
def test_insurance_gains_from_the_published_count(rulebook: str, decks: int, count: int) -> None:
    # Published as 1.4, 2.4 and 3.0 for one, two and six decks.
    rules = choose(load_rulebook(rulebook), {} if decks == 2 else {"decks": decks})
    behind = len(rules.stack) // 4
    assert insurance_at(rules, depths(load_count("hi_lo"), rules, behind)) == count


def test_what_a_shoe_holds_at_a_count_has_that_count() -> None:
    for name in ("hi_lo", "omega_ii", "ko"):
        count = load_count(name)
        expected = Expected(count, (24,) * 13, 6, 200.0)
        cards = parse_cards("5s Kd 6h")
        for rest, size in ((expected, 200), (expected.without(cards), 197)):
            for at in rest.grid[::4]:
                ranks = rest.ranks(at)
                assert sum(ranks) == pytest.approx(size)
                assert seen_count(count, ranks) == pytest.approx(at)


def test_a_hand_is_dealt_from_the_whole_shoe() -> None:
    hi_lo, cards = load_count("hi_lo"), parse_cards("Ts 6s 9s")
    rest = Expected(hi_lo, (24,) * 13, 6, 105.0).without(cards)
    # Their tags sum to 0: at a count of 0 the cards seen before are as usual.
    ranks = rest.ranks(0.0)
    assert [ranks[n] for n in (5, 8, 9)] == pytest.approx([23 * 102 / 309] * 3, rel=0.001)
    assert ranks[1] == pytest.approx(24 * 102 / 309, rel=0.001)
    # No rank is ever below none.
    assert min(Expected(hi_lo, (4,) * 13, 1, 6.0).ranks(40.0)) == 0


def seen_count(count: Count, ranks: tuple[float, ...]) -> float:
    seen = [24 - held for held in ranks]
    running = count.start(6) + sum(n * count.tags[min(rank, 9)] for rank, n in enumerate(seen))
    return running * 52 / sum(ranks) if count.is_true else running


def test_burned_cards_are_gone_and_nobody_has_seen_them() -> None:
    hi_lo, full = load_count("hi_lo"), (32,) * 13
    seen, burned = Expected(hi_lo, full, 8, 104.0), Expected(hi_lo, full, 8, 104.0, 48.0)
    for at in (-4.0, 3.0, 8.0):
        # The running count is that of the cards seen, and the player divides by what is left.
        ranks = burned.ranks(at)
        assert sum(ranks) == pytest.approx(104)
        unseen = [held * 152 / 104 for held in ranks]
        running = sum((32 - held) * hi_lo.tags[min(n, 9)] for n, held in enumerate(unseen))
        assert running == pytest.approx(at * 2)
        # So that a count says less of what is left than one by cards that were all seen.
        richer = [sum(shoe.ranks(at)[9:]) for shoe in (burned, seen)]
        assert abs(richer[0] - 32) < abs(richer[1] - 32)
    eight = np.array([8.0])
    assert burned.chances(eight) > 1.2 * seen.chances(eight)
    house, nz = choose(load_rulebook("house"), {}), choose(load_rulebook("nz"), {})
    assert burned_of(house, 320.0) == pytest.approx(50)
    assert burned_of(nz, 320.0) == 0
    once = choose(load_rulebook("house"), {"burn": "per_shoe"})
    assert burned_of(once, 320.0) == 1


def test_two_tens_that_must_be_of_one_rank_come_less_often() -> None:
    ten, eight = parse_card("Ts"), parse_card("8s")
    tens, eights = [(ten, ten)], [(eight, eight)]
    for match, share in (("rank", 1 / 4), ("value", 1.0)):
        rules = choose(load_rulebook("double_deck"), {"split_match": match})
        assert alike(rules, tens, pair=True) == share
        assert alike(rules, eights, pair=True) == alike(rules, tens, pair=False) == 1


def test_the_plays_are_read_back() -> None:
    plays, insurance = best_changes("hi_lo")
    text = plays_text("title", plays, insurance)
    indices, read = parse_plays(text)
    assert read == insurance
    assert set(indices) == {change.index for change in plays}
    assert "insurance" not in plays_text("title", plays, None)


def test_cards_that_are_an_exception_to_their_total() -> None:
    told = {one.cards: one for one in plays_by("hi_lo").exceptions}
    assert [one.gain for one in told.values()] == sorted(o.gain for o in told.values())[::-1]
    assert all(one.gain > 0 for one in told.values())

    def at(text: str) -> int:
        return int(text.split()[1])

    # Known of every number of decks: low cards gone, 12 is stood on sooner; a ten gone, later.
    (sooner,), (usual,) = told["7 5 v 3"].plays, told["7 5 v 3"].usual
    assert (told["7 5 v 3"].total, sooner.split()[0]) == ("12 3", "stand")
    assert at(sooner) < at(usual)
    assert at(told["T 2 v 2"].plays[0]) > at(told["T 2 v 2"].usual[0])
    assert told["T 6 v T"].plain()["total"] == "16 T"


def test_the_few_plays_worth_most() -> None:
    plays = plays_by("hi_lo")
    best = plays.best(18)
    assert len(best.hands) == 18 < len(plays.hands)
    assert min(change.gain for change in best.changes) > 0
    learned = sum({c.hand: c.gain for c in best.changes}.values())
    assert learned > 0.6 * sum({c.hand: c.gain for c in plays.changes}.values())
    assert len(plays.to_polars()) == len(plays.changes) == plays._repr_html_().count("<tr>") - 1
    assert list(plays.to_pandas()) == ["hand", "play", "gain"]
    assert "plays for" in repr(plays)
    assert parse_plays(str(best))[0] == best.indices
    # Aces are split at nearly every count: a shoe with fewer than two of them tells nothing.
    assert all(change.gain < 1e-6 for change in plays.changes if change.hand.startswith("AA"))


@pytest.mark.long
def test_the_plays_gain() -> None:
    plays, insurance = best_changes("hi_lo")
    indices = tuple(change.index for change in plays)
    ramp = parse_ramp("-12:1 2:8")
    hi_lo = load_count("hi_lo")
    results = [
        run_experiment(basic("tribal", {"max_hands": 4}, betting=betting), 40_000_000, seed=7)
        for betting in (Betting(hi_lo, ramp), Betting(hi_lo, ramp, indices, insurance))
    ]
    # Most of the cards are the same, so that the difference is surer than either figure.
    assert results[1].player_ev > results[0].player_ev


@pytest.mark.long
def test_the_command_prints_them() -> None:
    words = ("simulate", "tribal", "--count", "hi_lo", "--indices", "--rounds", "100k")
    printed = run(*words)
    assert printed.exit_code == 0, printed.stderr
    assert parse_plays(printed.stdout)[1] == 3
    assert run_json(*words)["insurance"] == 3


def test_the_command_needs_a_count() -> None:
    assert "--count" in refused("simulate", "tribal", "--indices")
    assert "--count" in refused("simulate", "tribal", "--plays", "best")
