"""Plays by a count gain: the same rounds with them and without them, from the same cards."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pitboss.cards import parse_card, parse_cards
from pitboss.errors import SimulationError
from pitboss.hands import hand_of
from pitboss.odds.game import strategy_of
from pitboss.sim.counting import COUNT_LOW, SHIPPED, Betting, acts_by_count, load_count, parse_plays
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import ByStrategy
from pitboss.sim.tables.layout import Task
from pitboss.sim.targets.cpu import compare
from pitboss.study.gains import play_gains
from pitboss.study.indices import depths
from pitboss.study.plays import Plays, best_plays
from tests.agreement.variants import SOLVED
from tests.cli.commands import run, run_json
from tests.conftest import RULEBOOK_IDS
from tests.sim.experiments import basic

FLAT = ((COUNT_LOW, 1),)
WORSE = -3.0
"""Errors below nothing that chance may leave of a gain."""
ONE_OF_MANY = -4.5


@cache
def generated(rulebook: str, count: str) -> Plays:
    return best_plays(rulebook, count)


def with_plays(rulebook: str, count: str) -> Experiment:
    plays = generated(rulebook, count)
    betting = Betting(load_count(count), FLAT, plays.indices, plays.insurance)
    return basic(rulebook, betting=betting)


def test_a_hand_is_surrendered_before_it_is_hit_or_stood_on() -> None:
    plays = generated("house", "hi_lo")
    betting = Betting(load_count("hi_lo"), indices=plays.indices)

    def at(count: int, cards: str, up: str, legal: str) -> str:
        hand = hand_of(parse_cards(cards))
        usual = "hit"
        acts = acts_by_count(betting, usual, hand, parse_card(up), frozenset(legal.split()))
        return acts[count - COUNT_LOW] if len(acts) > 1 else acts[0]

    two, three = "stand hit surrender", "stand hit"
    assert at(0, "Ts 6d", "Kc", two) == "surrender"
    assert at(6, "Ts 6d", "Kc", two) == "surrender"
    assert at(-10, "Ts 6d", "Kc", two) == "hit"
    assert at(-3, "Ts 3d 3c", "Kc", three) == "hit"
    assert at(4, "Ts 3d 3c", "Kc", three) == "stand"
    # Each hand's rows are together: the highest count first, the act below at the last.
    hands = [change.hand for change in plays.changes]
    assert len(set(hands)) == sum(a != b for a, b in zip(hands, [*hands[1:], ""], strict=True))


def test_generated_plays_gain() -> None:
    experiment = with_plays("house", "hi_lo")
    gains = play_gains(experiment, 1_500_000, seed=5, threads=2)
    total = gains.total()
    assert total.gain > WORSE * total.error
    assert total.gain > 0.0002, "surrender by the count is worth more than that"
    assert gains.counts.sum() == 1_500_000
    # Counts spread as plays are made for: a card that is burned before each round is not seen.
    counts = np.arange(COUNT_LOW, COUNT_LOW + len(gains.counts))
    spread = np.sqrt(gains.counts @ (counts + 0.5) ** 2 / gains.counts.sum())
    looked_at = depths(load_count("hi_lo"), experiment.rules, experiment.behind)
    squares = [one.spread**2 for one in looked_at]
    assert spread == pytest.approx(np.sqrt(np.mean(squares)), rel=0.12)
    each = gains.each()
    assert sum(gain.gain for gain in each) == pytest.approx(total.gain)
    assert all(gain.gain > 2 * WORSE * gain.error for gain in each if gain.rounds > 100)
    # At no bet there is nothing to gain; at twice the bet as much of it.
    assert gains.total(lambda count: 2.0 * (count >= 0)).gain > 0


@pytest.mark.long
@pytest.mark.parametrize("count", SHIPPED)
@pytest.mark.parametrize("rulebook", RULEBOOK_IDS)
def test_generated_plays_gain_everywhere(rulebook: str, count: str) -> None:
    gains = play_gains(with_plays(rulebook, count), 40_000_000, seed=5, threads=2)
    for total in (gains.total(), gains.total(lambda at: min(8.0, max(1.0, 2.0 * at)))):
        assert total.gain > WORSE * total.error, (rulebook, count, total)
    # Ten thousand plays in all, so that chance may leave one of them further below nothing.
    lost = [one for one in gains.each() if one.rounds > 200 and one.gain < ONE_OF_MANY * one.error]
    assert not lost, (rulebook, count, lost)


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOK_IDS)
def test_generated_plays_gain_over_the_best_strategy_without_a_count(rulebook: str) -> None:
    experiment = with_plays(rulebook, "hi_lo")
    best = replace(experiment, player=ByStrategy(strategy_of(experiment.rules)))
    total = play_gains(best, 20_000_000, seed=11, threads=2).total()
    assert total.gain > WORSE * total.error, (rulebook, total)


@pytest.mark.long
@pytest.mark.parametrize("game", [name for name in SOLVED if name != "double_exposure"])
def test_generated_plays_gain_in_the_gallery(game: str) -> None:
    total = play_gains(with_plays(game, "hi_lo"), 20_000_000, seed=5, threads=2).total()
    assert total.gain > WORSE * total.error, (game, total)


def test_rounds_are_played_both_ways_from_the_same_cards() -> None:
    plays = parse_plays('insurance = 3\n[plays]\n"16 T" = "stand 0"\n"14 T" = "stand -12"')
    hi_lo = load_count("hi_lo")
    usual = basic("tribal", {"max_hands": 4}, betting=Betting(hi_lo))
    other = basic("tribal", {"max_hands": 4}, betting=Betting(hi_lo, FLAT, *plays))
    task = Task(3, 0, 1, 400)
    with np.errstate(over="ignore"):
        never = basic("tribal", {"max_hands": 4}, betting=Betting(hi_lo))
        same = compare(usual, never, task, is_compiled=False)
        sums = compare(usual, other, task, is_compiled=False)
    assert not same.gains.any()
    assert sums.rounds.sum() == same.rounds.sum() == 400
    by_play = sums.gains.reshape(3, -1, 3).sum(axis=1)
    # Insurance, 16 v T and 14 v T: every one came up, and nothing else did.
    assert (by_play[:, 0] > 0).all()
    assert (by_play[:, 2] >= np.abs(by_play[:, 1])).all()


def test_what_cannot_be_compared_is_said() -> None:
    with pytest.raises(SimulationError, match="by a count"):
        play_gains(basic("tribal"), 100)
    betting = Betting(load_count("hi_lo"))
    with pytest.raises(SimulationError, match="not 0"):
        play_gains(basic("tribal", betting=betting), 0)
    with pytest.raises(SimulationError, match="single shoe"):
        play_gains(basic("tribal", {"shoe": "double"}, betting=betting), 100)


@pytest.mark.long
def test_the_command_shows_gains_with_their_errors() -> None:
    words = ("simulate", "house", "--count", "hi_lo", "--indices", "--strategy", "basic")
    printed = run(*words, "--rounds", "200k", "--most", "4")
    assert printed.exit_code == 0, printed.stderr
    plays, _ = parse_plays(printed.stdout)
    assert 3 <= len({play.hand for play in plays}) <= 4
    assert printed.stdout.count("±") == 4


@pytest.mark.long
def test_the_command_gives_gains_as_json() -> None:
    words = ("simulate", "house", "--count", "hi_lo", "--indices", "--strategy", "basic")
    data = run_json(*words, "--rounds", "200k")
    assert list(data["plays"][0]) == ["hand", "act", "at", "below", "gain", "error"]
    assert all(play["gain"] >= -2 * play["error"] for play in data["plays"])
