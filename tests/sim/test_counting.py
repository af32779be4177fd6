"""Counting: the count is what the cards seen say, bets follow it, and it finds good rounds."""

from dataclasses import replace
from importlib.resources import files
from math import floor
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import VALUES, full_shoe, parse_card, parse_cards
from pitboss.errors import SimulationError
from pitboss.hands import hand_of
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.shuffle import shuffled
from pitboss.sim.counting import (
    COUNT_HIGH,
    COUNT_LOW,
    Betting,
    acts_by_count,
    load_count,
    parse_count,
    parse_plays,
    parse_ramp,
)
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import basic_chart
from pitboss.sim.tables.layout import Task
from pitboss.sim.targets.cpu import play, play_order
from tests.sim.experiments import basic

RAMP = "-12:1 0:2 1:3 3:7"
PLAYS = 'insurance = 3\n[plays]\n"16 T" = "stand 0"\n"s18 9" = "stand 2"'


def hi_lo(ramp: str) -> Betting:
    """Bets, plays and insurance by one count: all that its kernel has to be compiled for."""
    return Betting(load_count("hi_lo"), parse_ramp(ramp), *parse_plays(PLAYS))


def test_a_true_count_of_halves_is_the_points_for_each_deck_left() -> None:
    halves = load_count("halves")
    assert halves.scale == 2
    # Eight points are a running count of sixteen halves.
    assert [halves.value(16, 52 * decks) for decks in (1, 2, 4, 6)] == [8, 4, 2, 1]
    assert halves.value(-15, 104) == -4


def test_counts_that_differ_have_different_plain_data() -> None:
    hi_lo, halves = load_count("hi_lo"), load_count("halves")
    assert hi_lo.plain() == [hi_lo.name, hi_lo.tags]
    assert halves.plain() == [halves.name, halves.tags, 2, 0, halves.rounding, None]
    rounded = replace(hi_lo, rounding="nearest")
    assert rounded.plain() != hi_lo.plain()


@pytest.mark.parametrize("name", ["hi_lo", "ko", "omega_ii", "halves"])
@pytest.mark.parametrize("rulebook", ["tribal", "house", "nz"])
def test_bets_follow_the_count_of_the_cards_seen(name: str, rulebook: str) -> None:
    rules = choose(load_rulebook(rulebook), {})
    count = load_count(name)
    betting = Betting(count, parse_ramp(RAMP))
    counted = Experiment(rules, basic_chart(), betting=betting)
    flat = Experiment(rules, basic_chart())
    burned = 1 if rules.shoe.burn == "per_shoe" else 0
    seed = bytes(32)
    for turn in range(3):
        cards = shuffled(full_shoe(rules.decks_in_play), bytes([turn]) + seed[1:])
        plain = play_order(flat, cards, rounds=300, is_compiled=False)
        by_count = play_order(counted, cards, rounds=300, is_compiled=False)
        assert by_count[:, 2].tolist() == plain[:, 2].tolist()
        pos, unseen = burned, set(range(burned))
        for one, other in zip(plain.tolist(), by_count.tolist(), strict=True):
            seen = [VALUES[card] for place, card in enumerate(cards[:pos]) if place not in unseen]
            running = count.start(rules.decks_in_play) + sum(count.tags[v - 1] for v in seen)
            number = count.value(running, len(cards) - pos)
            units = betting.units(min(max(number, COUNT_LOW), COUNT_HIGH))
            assert other[0] == one[0] * units
            if rules.shoe.burn == "per_round":
                unseen.add(pos)
            pos = one[2]


SIDED = """
title = "Omega II, aces beside"
kind = "true"
unbalanced_by = 0
estimate = "half_deck"
rounding = "nearest"
side = { value = "A", weight = 2 }
[tags]
A = 0
2 = 1
3 = 1
4 = 2
5 = 2
6 = 2
7 = 1
8 = 0
9 = -1
T = -2
"""


def test_bets_go_by_a_side_count_and_estimated_decks() -> None:
    count = parse_count(SIDED)
    betting = Betting(count, parse_ramp(RAMP))
    counted, flat = basic("double_deck", betting=betting), basic("double_deck")
    cards = shuffled(full_shoe(2), bytes(32))
    plain = play_order(flat, cards, rounds=40, is_compiled=False).tolist()
    by_count = play_order(counted, cards, rounds=40, is_compiled=False).tolist()
    pos, bets = 1, set()
    for one, other in zip(plain, by_count, strict=True):
        seen = [VALUES[card] for card in cards[1:pos]]
        left = len(cards) - pos
        decks = max(1, round(left / 26)) * 26 / 52
        aces = (len(seen) / 13) - seen.count(1)
        number = (sum(count.tags[value - 1] for value in seen) + 2 * aces) / decks
        units = betting.units(min(max(floor(number + 0.5), COUNT_LOW), COUNT_HIGH))
        assert other[0] == one[0] * units
        bets.add(units)
        pos = one[2]
    assert len(bets) > 2


@pytest.mark.long
def test_a_ramp_wins_where_the_count_is_high() -> None:
    betting = hi_lo("-12:0 2:1 4:8")
    experiment = basic("tribal", {"max_hands": 4}, betting=betting)
    result = play(experiment, Task(4, 0, 400, 4096))
    low = [sums for sums in result.by_count if sums.count < -1]
    high = [sums for sums in result.by_count if sums.count >= 2]
    mean = [sum(s.total for s in part) / sum(s.rounds for s in part) for part in (low, high)]
    assert mean[0] < mean[1]
    assert result.player_ev > 0
    assert sum(sums.rounds for sums in result.by_count) == result.rounds
    placed = result.wagers[0].placed
    expected = sum(sums.rounds * betting.units(sums.count) for sums in result.by_count)
    assert placed == expected
    assert result.merge(result).by_count[3].rounds == 2 * result.by_count[3].rounds
    ev, error = result.count_ev(high[0])
    assert -0.1 < ev < 0.1
    assert 0 < error < 0.1


def test_plays_change_with_the_count() -> None:
    betting = hi_lo("-12:1")
    assert betting.insurance_at == 3
    experiment = basic("tribal", {"max_hands": 4}, betting=betting)
    assert experiment.spec.has_branches
    assert experiment.spec.has_insurance
    never = basic("tribal", {"max_hands": 4})
    task = Task(3, 0, 300, 4096)
    better, usual = play(experiment, task), play(never, task)
    assert better.wagers[1].placed > 0
    ev, _ = better.wager_ev(better.wagers[1])
    assert ev > -0.03
    assert abs(better.player_ev - usual.player_ev) < 0.01


def test_compiled_and_not_are_the_same() -> None:
    betting = Betting(load_count("ko"), parse_ramp(RAMP), *parse_plays(PLAYS))
    experiment = basic("tribal", {"max_hands": 4}, betting=betting)
    task = Task(3, 2, 1, 300)
    with np.errstate(over="ignore"):
        slow = play(experiment, task, is_compiled=False)
    assert slow == play(experiment, task)


@pytest.mark.parametrize("text", ["1", "a:b", "1:-2"])
def test_a_ramp_that_is_none(text: str) -> None:
    with pytest.raises(SimulationError):
        parse_ramp(text)


@pytest.mark.parametrize(
    "text", ["[", "[tags]\nA = 1", 'plays = 1\n[tags]\nA = "x"', "unbalanced_by = 4"]
)
def test_a_count_that_is_none(text: str) -> None:
    with pytest.raises(SimulationError) as told:
        parse_count(text)
    assert "a number for each of A23456789T" in told.value.hint


def test_a_count_in_a_line() -> None:
    assert repr(load_count("hi_lo")) == "<Count 'Hi-Lo': A -1, 2-6 +1, T -1; true>"
    halves = "A -1, 2 +0.5, 3-4 +1, 5 +1.5, 6 +1, 7 +0.5, 9 -0.5, T -1"
    assert repr(load_count("halves")) == f"<Count 'Wong Halves': {halves}; true>"
    assert repr(load_count("ko")).endswith("; running>")


@pytest.mark.parametrize(
    "row",
    [
        '"16" = "stand 0"', '"16 T" = "stand"', '"16 T" = "jump 0"', '"16 T" = "stand 0 else x"',
        '"TX 6" = "split 4"',
    ],
)  # fmt: skip
def test_plays_that_are_none(row: str) -> None:
    with pytest.raises(SimulationError):
        parse_plays(f"[plays]\n{row}")


def test_a_play_has_an_act_on_both_sides_of_its_count() -> None:
    text = '[plays]\n"TT 6" = "split 4"\n"15 T" = ["surrender 0", "stand 4 else hit"]'
    betting = Betting(load_count("hi_lo"), indices=parse_plays(text)[0])

    def at(count: int, cards: str, up: str, legal: str) -> str:
        hand = hand_of(parse_cards(cards))
        acts = acts_by_count(betting, "stand", hand, parse_card(up), frozenset(legal.split()))
        return acts[count - COUNT_LOW] if len(acts) > 1 else acts[0]

    assert at(3, "Ts Kd", "6c", "stand hit split") == "stand"
    assert at(4, "Ts Kd", "6c", "stand hit split") == "split"
    assert at(9, "Ts Kd", "6c", "stand hit") == "stand"
    assert at(0, "Ts 5d", "Kc", "stand hit surrender") == "surrender"
    assert at(-1, "Ts 5d", "Kc", "stand hit surrender") == "hit"
    assert at(3, "Ts 3d 2d", "Kc", "stand hit") == "hit"
    assert at(4, "Ts 3d 2d", "Kc", "stand hit") == "stand"


def test_counts_are_shipped_and_others_are_not() -> None:
    assert load_count("hi_lo").unbalanced_by == 0
    assert load_count("ko").start(6) == -20
    with pytest.raises(SimulationError, match="not a count"):
        load_count("nines")


HI_LO = files("pitboss.sim").joinpath("counts", "hi_lo.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "tags = 5", HI_LO.replace("A = -1", "A = inf"), HI_LO.replace("A = -1", "A = nan"),
        f"estimate = []\n{HI_LO}", f"side = 5\n{HI_LO}", f"rounding = 3\n{HI_LO}",
    ],
)  # fmt: skip
def test_a_count_with_a_slip_is_refused_with_a_sentence(text: str, tmp_path: Path) -> None:
    with pytest.raises(SimulationError):
        parse_count(text)
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SimulationError) as told:
        load_count(str(file))
    assert str(told.value).startswith(f"{file}: ")
    assert told.value.hint


@pytest.mark.parametrize(
    "text", ['"16 T" = "stand 0"', 'insurance = "3"', "insurance = true", "plays = 3"]
)
def test_plays_that_would_be_passed_over_are_refused(text: str) -> None:
    with pytest.raises(SimulationError) as told:
        parse_plays(text)
    assert "rows below [plays]" in told.value.hint
