"""A side wager sees the same at a table, in exact odds and in the simulator, whatever it reads."""

from dataclasses import dataclass

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import OddsError, SimulationError
from pitboss.odds.game import solve_game
from pitboss.odds.side_wagers.chances import OneAct, streak_law, wager_law
from pitboss.odds.side_wagers.prices import side_wagers
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.rules import Rules
from pitboss.sim.experiment import EVERY_ROUND, Experiment
from pitboss.sim.players import ByStrategy, basic_chart
from pitboss.sim.run import run_experiment
from pitboss.sim.tables.side_wagers import PlayedSideWager, side_tables
from pitboss.testing.check_wager import check_wager
from pitboss.wagers.base import OPEN, Sight, Stage, Wager
from pitboss.wagers.kinds.crown_treasure import CrownTreasure
from pitboss.wagers.kinds.lucky_ladies import LuckyLadies
from tests.agreement.mixed_kinds import (
    ON_A_ROUND,
    ON_HIS_CARDS,
    ON_THE_DEAL,
    ON_THE_DEALER,
    OVER_ROUNDS,
    BeatsTwenty,
    Comeback,
    PairWins,
    ThirdCard,
    name_of,
    offering,
    side_wager,
)
from tests.agreement.sim_engine import any_acts_by_total
from tests.agreement.test_sim_engine import compare_rules
from tests.odds.deals import engine_law, shoe_of_cards, table
from tests.odds.test_wagers import HitsLow, shares

TABLES: tuple[tuple[str, dict[str, object], int], ...] = (
    ("tribal", {"max_hands": 4, "boxes_per_player": 7}, 2),
    ("tribal", {"shoe": "double", "decks": 2}, 1),
    ("nz", {}, 1),
    ("pa_free_bet", {"boxes_per_player": 6}, 3),
    ("house", {}, 1),
    ("double_deck", {}, 1),
)
"""Rulebook, options, boxes."""


def compare_any(rules: Rules, boxes: int, *, rounds: int, players: int = 1) -> int:
    """Play every side wager of a table both ways, as it comes."""
    return compare_rules(
        rules, boxes, tuple(rules.wagers), player=any_acts_by_total, rounds=rounds,
        players=players, is_compiled=False,
    )  # fmt: skip


EVERY = (*ON_A_ROUND, *ON_HIS_CARDS, *ON_THE_DEAL, *OVER_ROUNDS)


@pytest.mark.parametrize("kind", EVERY, ids=name_of)
def test_the_kinds_are_sound(kind: Wager) -> None:
    check_wager(type(kind))


@pytest.mark.parametrize(
    "rulebook, total", [("pa_free_bet", 12), ("nz", 17), ("tribal", 12), ("house", 0)]
)
@pytest.mark.parametrize("kind", ON_THE_DEALER, ids=name_of)
def test_the_engine_pays_as_often_as_exact_odds_say(kind: Wager, rulebook: str, total: int) -> None:
    rules = offering(table(rulebook), kind)
    cards = parse_cards("6s 6s Ts Ts Tc 5h 8h")
    name = name_of(kind)
    law = wager_law(rules, rules.wagers[name], shoe_of_cards(cards))
    assert engine_law(rules, name, cards, HitsLow(total), length=7) == shares(law)
    assert not any(chance.by_play for chance in law.values())


HIS_CARDS = {
    "second_card": "6s 6s Ts Ts Tc 5h 8h",
    "many_cards": "As Ts Tc Tc 5h 4c Th",
    "lucky_ladies": "Qh Qh Jh As As Tc Tc",
    "crown_treasure": "Kh Qh Ks Qs Qs Tc 7h",
    "buster": "2s 3h 2c 5s Td Td 9c",
    "bust_it": "8s 8s 8s 8c Tc 6h 7c",
    "dealer_bust": "As 7h 5s Td Td Tc 6h",
}
"""Tiny shoes in which every line of a kind comes up, but for those below."""
MISSED = {
    "buster": {"eight", "seven", "six"},
    "bust_it": {"nine"},
}


@pytest.mark.parametrize("kind", ON_HIS_CARDS, ids=name_of)
@pytest.mark.parametrize("rulebook, total", [("nz", 12), ("house", 0)])
def test_the_engine_pays_by_the_dealers_cards_as_often_as_exact_odds_say(
    kind: Wager, rulebook: str, total: int
) -> None:
    rules = offering(table(rulebook), kind)
    cards, name = parse_cards(HIS_CARDS[kind.kind]), name_of(kind)
    law = wager_law(rules, rules.wagers[name], shoe_of_cards(cards))
    assert engine_law(rules, name, cards, HitsLow(total), length=7) == shares(law)
    assert {*kind.categories} - {*law} <= MISSED.get(kind.kind, set())


@pytest.mark.parametrize("kind", ON_THE_DEAL, ids=name_of)
def test_the_engine_pays_by_the_deal_as_often_as_exact_odds_say(kind: Wager) -> None:
    rules = offering(table("nz"), kind)
    cards, name = parse_cards("7s 7s 7s 7c 7h 8s 6s 4d As Kc"), name_of(kind)
    law = wager_law(rules, rules.wagers[name], shoe_of_cards(cards))
    assert engine_law(rules, name, cards, OneAct("stand"), length=3) == shares(law)


def test_kernel_and_engine_see_the_deal_alike() -> None:
    rules = offering(table("tribal", boxes_per_player=7), *ON_THE_DEAL)
    assert compare_any(rules, 2, rounds=100)


@pytest.mark.parametrize("rulebook, options, boxes", TABLES[2:4], ids=["nz", "pa_free_bet"])
def test_kernel_and_engine_see_the_dealers_cards_alike(
    rulebook: str, options: dict[str, object], boxes: int
) -> None:
    rules = offering(choose(load_rulebook(rulebook), options), *ON_HIS_CARDS)
    assert compare_any(rules, boxes, rounds=150)


@pytest.mark.long
@pytest.mark.parametrize("rulebook, options, boxes", TABLES, ids=range(len(TABLES)))
def test_kernel_and_engine_see_the_dealers_cards_alike_everywhere(
    rulebook: str, options: dict[str, object], boxes: int
) -> None:
    rules = offering(choose(load_rulebook(rulebook), options), *ON_HIS_CARDS)
    assert compare_any(rules, boxes, rounds=400)


@pytest.mark.parametrize("kind", [LuckyLadies(), CrownTreasure()], ids=name_of)
def test_a_wager_on_the_second_card_makes_nobody_draw(kind: Wager) -> None:
    rules = offering(table("nz"), kind)
    assert not Experiment(rules, basic_chart(), wagers=None).spec.draws_out
    assert compare_any(rules, 1, rounds=100)


@pytest.mark.parametrize("rulebook, options, boxes", TABLES, ids=range(len(TABLES)))
def test_kernel_and_engine_settle_every_kind_alike(
    rulebook: str, options: dict[str, object], boxes: int
) -> None:
    rules = offering(choose(load_rulebook(rulebook), options), *ON_A_ROUND)
    assert compare_any(rules, boxes, rounds=150)


@pytest.mark.parametrize("rulebook", ["tribal", "nz", "pa_free_bet"])
def test_kernel_and_engine_move_alike_what_stays_up(rulebook: str) -> None:
    rules = offering(table(rulebook), *OVER_ROUNDS, *ON_A_ROUND[:2])
    assert compare_any(rules, 1, rounds=150)


def test_a_split_ends_what_a_wager_sees_whatever_else_it_reads() -> None:
    rules = table("tribal", max_hands=4)
    third = side_wager(ThirdCard(), split="settle")
    rules = offering(rules)
    rules.wagers[third.name] = third  # type: ignore[index]
    assert tuple(rules.wagers) == (third.name,)
    assert compare_any(rules, 1, rounds=300, players=2)


@pytest.mark.long
def test_the_simulator_lies_within_its_error_of_exact_odds() -> None:
    rules = offering(table("pa_free_bet"), *ON_THE_DEALER, *OVER_ROUNDS[1:])
    game = solve_game(rules)
    player = ByStrategy(game.strategy)
    experiment = Experiment(rules, player, shuffle=EVERY_ROUND, wagers=None)
    result = run_experiment(experiment, 2_000_000, seed=3)
    exact = {one.wager: -one.house_edge for one in side_wagers(rules, results=game.figures.results)}
    played = [sums for sums in result.wagers if sums.wager in exact]
    assert len(played) == len(rules.wagers)
    for sums in played:
        ev, error = result.wager_ev(sums)
        assert abs(ev - exact[sums.wager]) < 3.5 * error, f"{sums.wager}: {ev} ± {error}"


@pytest.mark.long
def test_the_simulator_plays_every_shipped_wager_as_exact_odds_have_it() -> None:
    rules = offering(table("house"), *ON_HIS_CARDS, *ON_THE_DEAL)
    experiment = Experiment(rules, basic_chart(), shuffle=EVERY_ROUND, wagers=None)
    result = run_experiment(experiment, 2_000_000, seed=5)
    exact = {one.wager: -one.house_edge for one in side_wagers(rules)}
    played = [sums for sums in result.wagers if sums.wager in exact]
    assert len(played) == len(rules.wagers)
    for sums in played:
        ev, error = result.wager_ev(sums)
        assert abs(ev - exact[sums.wager]) < 3.5 * error, f"{sums.wager}: {ev} ± {error}"


@pytest.mark.parametrize("kind", [ThirdCard(), PairWins(), BeatsTwenty()], ids=name_of)
def test_what_no_sum_goes_over_is_refused(kind: Wager) -> None:
    rules = offering(table("house"), kind)
    with pytest.raises(OddsError, match="no exact sum over all of these"):
        wager_law(
            rules, rules.wagers[name_of(kind)], shoe_of_cards(parse_cards("6s 6h Ts Th Td 5c")),
            play=OneAct("stand"),
        )  # fmt: skip


def test_a_run_that_a_loss_ends_begins_again() -> None:
    game = solve_game(table("tribal"))
    results = game.figures.results
    win, push, loss = results.win, results.push, results.loss
    law = streak_law(Comeback(), results)
    # From one win: another wins, a push loses, a loss begins again; from none likewise.
    one = win / (win + push + loss)
    lost_first = push / (win + push)
    again = loss * (1 - lost_first)
    won = (1 - lost_first) * one / (1 - again)
    assert float(law["won"].p) == pytest.approx(won, rel=1e-12)
    assert sum(chance.p for chance in law.values()) == 1


@dataclass(frozen=True)
class Everything(Wager):
    """Tells every card that it sees apart."""

    kind = "everything"
    decided = Stage.DEALER
    reads = ("first", "second", "third", "fourth", "up", "dealer_total")
    categories = ("won",)

    def classify(self, sight: Sight) -> str:
        return OPEN if None in (sight.first, sight.dealer_total) else "won"


@pytest.mark.parametrize(
    "kind, text",
    [
        (Everything(), "everything tells more than 5,000 sights apart"),
        (Comeback(length=17), "comeback_17 is open after 16 rounds won in a row"),
    ],
    ids=["everything", "comeback_17"],
)
def test_what_no_table_holds_is_refused(
    kind: Wager, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.sim.tables.side_wagers.CELLS_MAX", 5_000)
    rules = offering(table("house"), kind)
    side = PlayedSideWager(rules.wagers[name_of(kind)], 100)
    with pytest.raises(SimulationError, match=text):
        side_tables(rules, (side,), boxes=1)


def test_several_dealer_hands_are_refused() -> None:
    rules = offering(table("tribal", multiple_action=True), PairWins())
    experiment = Experiment(rules, basic_chart(), wagers=None)
    with pytest.raises(SimulationError, match="not simulated with multiple action"):
        _ = experiment.side_tables


@dataclass(frozen=True)
class NeverDecided(Wager):
    """Is open with everything on the table."""

    kind = "never_decided"
    decided = Stage.DEALER
    reads = ("first", "dealer_total")
    categories = ("won",)

    def classify(self, sight: Sight) -> str:
        return OPEN


def test_an_open_wager_whose_stage_has_come_is_no_loss() -> None:
    rules = offering(table("house"), NeverDecided())
    cards = parse_cards("6s 6h Ts Th Td 5c 8c")
    with pytest.raises(AssertionError, match="still open when all that it reads is known"):
        engine_law(rules, "never_decided", cards, OneAct("stand"), length=7)
    with pytest.raises(AssertionError, match="still open when all that it reads is known"):
        wager_law(rules, rules.wagers["never_decided"], shoe_of_cards(cards))
    with pytest.raises(AssertionError, match="still open when all that it reads is known"):
        side_tables(rules, (PlayedSideWager(rules.wagers["never_decided"], 100),), boxes=1)
