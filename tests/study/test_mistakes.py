"""Counters who err, and others at the table: beside shoes that were drawn and rounds played."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from pitboss import Study, best_ramp
from pitboss.errors import StudyError
from pitboss.rulebook.catalog import choose, load_rulebook, rules_of
from pitboss.sim.counting import Betting, Count, load_count
from pitboss.sim.players import LikeDealer
from pitboss.sim.tables.layout import Task
from pitboss.sim.targets.cpu import studied
from pitboss.study import with_others
from pitboss.study.game import Game
from pitboss.study.mistakes import Mistakes, beliefs, bet_with_mistakes
from pitboss.study.other_players import Others, cards_of_box, hourly_rounds, round_cards, table_of
from pitboss.study.running import study_of
from tests.cli.commands import refused, run_json
from tests.conftest import RULEBOOK_IDS
from tests.sim.experiments import basic

DRAWS = 60_000
RAMP = {-12: 1.0, 1: 2.0, 2: 4.0, 3: 8.0}


@cache
def game() -> Game:
    return Study.shipped("double_deck", "hi_lo").game(penetration=0.75)


def drawn(name: str, decks: int, dealt: int, missed: float) -> tuple[np.ndarray, np.ndarray]:
    """Shoes drawn, cards missed: how often each count is, and how often each is believed in."""
    count, draws = load_count(name), np.random.Generator(np.random.PCG64(7))
    tags = np.repeat(np.array(count.tags), [4 * decks] * 9 + [16 * decks])
    shoes = draws.permuted(np.tile(tags, (DRAWS, 1)), axis=1)[:, :dealt]
    is_seen = draws.random(shoes.shape) >= missed
    left, start = len(tags) - dealt, count.start(decks)

    def places(runnings: Any) -> np.ndarray:
        told = [count.value(start + int(running), left) for running in runnings]
        return np.asarray(np.clip(np.array(told), -12, 12) + 12)

    joint = np.zeros((25, 25))
    np.add.at(joint, (places(shoes.sum(axis=1)), places((shoes * is_seen).sum(axis=1))), 1 / DRAWS)
    return joint.sum(axis=1), joint


@pytest.mark.parametrize("name, missed", [("hi_lo", 0.1), ("zen", 0.03), ("ko", 0.1)])
def test_what_a_player_believes(name: str, missed: float) -> None:
    shares, joint = drawn(name, 2, 60, missed)
    ours = beliefs(load_count(name), 104, 60, Mistakes(missed=missed))
    assert ours.sum(axis=1) == pytest.approx(np.ones(25))
    apart = np.abs(shares[:, None] * ours - joint).sum() / 2
    assert apart < 0.03, "two in a hundred is what chance leaves of so many shoes"
    # Who misses cards is often wrong: the test would notice a player who never is.
    assert np.abs(np.diag(shares) - joint).sum() / 2 > 0.1


def test_mistakes_cost_and_none_cost_nothing() -> None:
    right = game().bet(RAMP)
    none = bet_with_mistakes(game(), RAMP, Mistakes())
    assert (none.ev, none.variance, none.bet) == pytest.approx(
        (right.ev, right.variance, right.bet), rel=1e-9
    )
    for mistakes in (
        [Mistakes(missed=share) for share in (0.0, 0.02, 0.1, 0.3)],
        [Mistakes(decks=off) for off in (0.0, 0.25, 0.5, 1.0)],
        [Mistakes(bets=share) for share in (0.0, 0.1, 0.5, 1.0)],
    ):
        scores = [bet_with_mistakes(game(), RAMP, one).score for one in mistakes]
        assert scores == sorted(scores, reverse=True), mistakes
    # Bets that never go by the count win what a flat bet does.
    blind = bet_with_mistakes(game(), RAMP, Mistakes(bets=1.0))
    assert blind.edge == pytest.approx(game().bet({-12: 1.0}).edge, abs=1e-9)
    assert blind.bet == pytest.approx(right.bet)


def test_what_is_no_mistake() -> None:
    for given in ({"missed": 0.5}, {"bets": 1.1}, {"decks": -1.0}):
        with pytest.raises(StudyError, match="not"):
            Mistakes(**given)
    own = Count("own", load_count("hi_lo").tags, is_true=True, unbalanced_by=0)
    assert bet_with_mistakes(game(), RAMP, Mistakes(missed=0.1), count=own).score > 0
    mine = Study.shipped("double_deck", "hi_lo")
    odd = replace(mine, about=replace(mine.about, count="mine")).game()
    with pytest.raises(StudyError, match="of your own: name its file"):
        bet_with_mistakes(odd, RAMP, Mistakes(missed=0.1))


def test_others_take_cards() -> None:
    tribal = rules_of("tribal")
    usual, like_dealer = cards_of_box(tribal), cards_of_box(tribal, LikeDealer(tribal))
    assert 2.6 < usual < 2.8 < like_dealer < 3.0
    alone = game()
    assert with_others(alone, 0) is alone
    crowd = [with_others(alone, boxes) for boxes in (1, 3, 6)]
    assert [round(one.rounds_per_shoe) for one in crowd] == [10, 6, 4]
    scores = [one.bet(best_ramp(one, spread=8)).score for one in crowd]
    assert scores == sorted(scores, reverse=True)
    # At a count a wager is worth what it was.
    assert crowd[0].evs[14] == pytest.approx(alone.evs[14], abs=0.002)
    worse = with_others(alone, Others(3, like_dealer))
    assert worse.rounds_per_shoe < crowd[1].rounds_per_shoe
    with pytest.raises(StudyError, match="others"):
        with_others(alone, 9)
    assert [hourly_rounds(others) for others in (0, 6)] == [209, 52]
    with pytest.raises(StudyError, match="others"):
        hourly_rounds(7)


def test_three_boxes_as_they_are_played() -> None:
    """Rounds of a shoe with three boxes, played card by card, beside those told from one box."""
    three = basic("tribal", betting=Betting(load_count("hi_lo")), boxes=3)
    with np.errstate(over="ignore"):
        part = studied(three, Task(3, 0, 1, 300), is_compiled=False)
    played = study_of(three, part, seed=3).game()
    told = with_others(Study.shipped("tribal", "hi_lo").game(behind=played.behind), 2)
    assert told.rounds_per_shoe == pytest.approx(played.rounds_per_shoe, rel=0.04)
    assert round_cards(played) == pytest.approx(round_cards(told), rel=0.05)


@pytest.mark.long
def test_three_boxes_win_what_was_told() -> None:
    three = Study.play("tribal", "hi_lo", rounds=60_000_000, boxes=3, threads=2).game(behind=78)
    one = Study.play("tribal", "hi_lo", rounds=60_000_000, threads=2).game(behind=78)
    told, played = with_others(one, 2).bet(RAMP), three.bet(RAMP)
    assert told.ev == pytest.approx(played.ev, abs=3 * (told.error + played.error))
    assert told.bet == pytest.approx(played.bet, rel=0.005)
    assert told.deviation == pytest.approx(played.deviation, rel=0.005)


def test_errors_of_play_are_played() -> None:
    careless = basic("tribal", betting=Betting(load_count("hi_lo")), player_errors=0.5)
    with np.errstate(over="ignore"):
        made = study_of(careless, studied(careless, Task(3, 0, 1, 200), is_compiled=False), seed=3)
    assert "by mistake" in made.about.player
    assert float(made.game().shares @ made.game().evs) < -0.1


@pytest.mark.parametrize("rulebook", RULEBOOK_IDS)
def test_the_table_of_a_study_is_found_again(rulebook: str) -> None:
    about = Study.shipped(rulebook, "hi_lo").about
    rules, usual = table_of(about), choose(load_rulebook(rulebook), {})
    assert rules.options == usual.options
    changed = replace(about, options={**about.options, "boxes": "3"})
    assert table_of(changed).options["boxes"] == 3


def test_the_command() -> None:
    words = ("study", "double_deck", "--shipped", "--penetration", "0.75", "--ramp", "-12:1 2:8")
    right = run_json(*words)
    wrong = run_json(*words, "--missed", "0.05", "--decks-off", "0.5", "--bets-off", "0.1")
    crowd = run_json(*words, "--others", "3")
    rabble = run_json(*words, "--others", "3", "--others-play", "dealer")
    assert wrong["score"] < 0.9 * right["score"]
    assert rabble["rounds_per_shoe"] < crowd["rounds_per_shoe"] < right["rounds_per_shoe"] / 2
    entered = run_json(*words, "--missed", "0.05", "--enter", "1")
    assert 0.1 < entered["played"] < 0.5
    assert "one hand" in refused(*words, "--missed", "0.05", "--leave", "-1")
