"""Side wagers that are shipped with their scales: offered in one line, refused where barred."""

from pathlib import Path

import pytest

from pitboss.library.table import Table
from pitboss.odds.shoe import shoe_of_decks
from pitboss.odds.side_wagers.chances import wager_law
from pitboss.odds.side_wagers.prices import price
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.offers import clause_of, offers
from pitboss.server.http.felt import spot_of
from pitboss.testing.check_wager import check_wager
from pitboss.wagers.examples import example_of
from pitboss.wagers.registry import wager_kinds
from tests.rulebook.books import CHARITY, offering, problems_of, write_book

WAGERS = sorted(offers())


@pytest.mark.parametrize("name", WAGERS)
def test_a_shipped_wager_prices_lines_that_its_kind_has(name: str) -> None:
    offer = offers()[name]
    kind = wager_kinds()[offer.kind]
    check_wager(kind, sights=300)
    for scale in offer.scales:
        wager = offering("standard", name, scale).wagers[name]
        assert set(wager.lines) == set(offer.scales[scale]) <= set(kind.categories)
        assert all(example_of(wager.kind, category) for category in wager.lines)
        assert spot_of(wager).wins_when


def test_every_kind_is_offered_in_one_line() -> None:
    # Any seven is a reading of T-p-3-iv: no table offers it by itself, so it has no usual prices.
    assert {offer.kind for offer in offers().values()} == set(wager_kinds()) - {"any_seven"}


PAID = {
    # Ten and nine total 19; two pairs of hands make a run of two.
    "over_13": ("Th 6d 9c Tc 7s", "wins 5.00 on Over 13 (won) at 1 to 1"),
    "under_13": ("Th 6d 2c Tc 7s", "wins 5.00 on Under 13 (won) at 1 to 1"),
    "super_sevens": ("7h 6d 7c Tc 9s", "wins 250.00 on Super Sevens (two) at 50 to 1"),
    "push_22": ("Th 6d 9c Ts 6s", "wins 40.00 on Push 22 (other) at 8 to 1"),
    "progressive_aces": (
        "Ah 6d Ah Tc 9s",
        "wins 99.00 on Progressive Aces (two suited) at $100.00",
    ),
    "madness_21": ("Ah 6d Th Tc", "on 21 Madness (blackjack) at prize to 1"),
    "streak_2": ("Th 6d 9c Tc 7s " * 2, "wins 15.00 on Two in a row (won) at 3 to 1"),
    "streak_3": ("Th 6d 9c Tc 7s " * 3, "wins 35.00 on Three in a row (won) at 7 to 1"),
    "streak_4": ("Th 6d 9c Tc 7s " * 4, "wins 85.00 on Four in a row (won) at 17 to 1"),
    "streak_5": ("Th 6d 9c Tc 7s " * 5, "wins 185.00 on Five in a row (won) at 37 to 1"),
}
"""Cards of the box and the dealer, and how a stake of 5, or the only stake, is paid."""


@pytest.mark.parametrize("name", PAID)
def test_a_shipped_wager_pays_its_usual_price(name: str) -> None:
    cards, paid = PAID[name]
    rules = offering("standard", name)
    table = Table(rules, cards=cards, seed=1)
    table.sit("ann", 200)
    for round_ in range(int(name[-1]) if name.startswith("streak") else 1):
        table.bet("ann", 10)
        if round_ == 0:
            table.bet("ann", (*rules.wagers[name].stakes, 500)[0] // 100, wager=name)
        table.deal()
        while table.turn is not None:
            table.act("stand")
    assert any(paid in line for line in table.story())


def test_two_lines_offer_one(tmp_path: Path) -> None:
    path = write_book(tmp_path, f"{CHARITY}\n[side_wagers]\nlucky_ladies = {{}}\n")
    rules = choose(load_rulebook(path), {})
    wager = rules.wagers["lucky_ladies"]
    assert str(wager.lines["ladies"].payoff) == "125 to 1"
    assert wager.lines["ladies"].clause == "W-lucky-ladies-a"
    assert "total 20" in rules.book.clauses["W-lucky-ladies"].summary
    assert "ladies 125 to 1" in rules.book.clauses["W-lucky-ladies-a"].summary
    assert wager.stake_max == rules.limits.max_bet


def test_what_an_operator_says_counts(tmp_path: Path) -> None:
    entry = 'lucky_ladies = { scale = "b", stakes = [1, 5], title = "Ladies", clause = "CN-1" }'
    path = write_book(tmp_path, f"{CHARITY}\n[side_wagers]\n{entry}\n")
    wager = choose(load_rulebook(path), {}).wagers["lucky_ladies"]
    assert str(wager.lines["ladies"].payoff) == "200 to 1"
    assert (wager.title, wager.clause, wager.stakes) == ("Ladies", "CN-1", (100, 500))


def test_none_of_them_is_offered_unless_it_is_asked_for() -> None:
    for name in SHIPPED:
        book = load_rulebook(name)
        assert not book.raw.get("side_wagers")
        assert not {spec.clause for spec in book.wagers} & set(map(clause_of, WAGERS))


@pytest.mark.parametrize("rulebook, name", [("house", "match_dealer"), ("nz", "perfect_pairs")])
def test_a_rulebook_keeps_its_own_wager(rulebook: str, name: str, tmp_path: Path) -> None:
    own = [spec for spec in load_rulebook(rulebook).wagers if spec.name == name]
    assert len(own) == 1
    text = f'extends = "{rulebook}"\n\n[side_wagers]\n{name} = {{}}\n'
    (problem,) = problems_of(write_book(tmp_path, text))
    assert problem.line == 4
    assert f"there is a wager {name} already" in problem.text


@pytest.mark.clause("DD-31")
def test_a_rulebook_that_bars_side_wagers_takes_none(tmp_path: Path) -> None:
    path = write_book(tmp_path, 'extends = "double_deck"\n\n[side_wagers]\nbuster = {}\n')
    with pytest.raises(RulebookError) as caught:
        load_rulebook(path)
    (problem,) = caught.value.problems
    assert (problem.line, str(problem)) == (
        4, "line 4: Buster may not be offered: side wagers are barred by DD-31",
    )  # fmt: skip


@pytest.mark.parametrize(
    "entry, told",
    [
        (
            "lucky_lads = {}",
            "there is no side wager lucky_lads to offer; did you mean lucky_ladies?",
        ),
        ('buster = { scale = "z" }', "side_wagers.buster: there is no scale z, but one, two"),
        ('buster = { clause = "Z-1" }', "side_wagers.buster.clause names the clause Z-1"),
        ("buster = { colour = 1 }", "side_wagers.buster: it has the unknown key 'colour'"),
    ],
)
def test_a_wager_that_cannot_be_offered_is_told_with_its_line(
    tmp_path: Path, entry: str, told: str
) -> None:
    path = write_book(tmp_path, f"{CHARITY}\n[side_wagers]\n{entry}\n")
    with pytest.raises(RulebookError) as caught:
        load_rulebook(path)
    assert any(told in str(problem) for problem in caught.value.problems), caught.value
    assert {problem.line for problem in caught.value.problems} == {8}


def test_every_problem_of_an_own_wager_has_its_line(tmp_path: Path) -> None:
    own = """
[[wagers]]
name = "mine"
title = "Mine"
kind = "perfect_pear"
clause = "CN-1"
stakes_clause = "CN-1"
main_clause = "CN-1"
max = "nothing"

[[wagers.scales]]
lines = [{ category = "perfect", pays = "much", clause = "CN-1" }]

[[wagers]]
name = "mine"
title = "Mine again"
kind = "perfect_pairs"
clause = "CN-1"
stakes_clause = "CN-1"
main_clause = "CN-1"

[[wagers.scales]]
lines = [{ category = "perfect", pays = "much", clause = "CN-1" }]
"""
    text = CHARITY + own
    lines = text.splitlines()
    with pytest.raises(RulebookError) as caught:
        load_rulebook(write_book(tmp_path, text))
    at = [lines[problem.line - 1].partition(" =")[0] for problem in caught.value.problems]
    assert at == ["kind", "max", "[[wagers]]", "lines"]


def test_a_table_without_a_meter_takes_that_of_the_wager() -> None:
    rules = offering("house", "blazing_sevens")
    assert (rules.fees.meter, rules.fees.meter_reset, rules.fees.progression) == (
        200_000, 200_000, 0.2,
    )  # fmt: skip
    assert rules.clause("fees.meter") == "W-blazing-sevens"
    plain = offering("house", "hot_3")
    assert plain.fees.meter == 0


def test_a_meter_that_a_file_has_stays_as_it_is(tmp_path: Path) -> None:
    own = 'progression = { value = 0.1, clause = "CN-1" }\n'
    own += 'meter = { value = 500, clause = "CN-1" }\n'
    text = f"{CHARITY}\n[side_wagers]\nblazing_sevens = {{}}\n\n[rules.fees]\n{own}"
    rules = choose(load_rulebook(write_book(tmp_path, text)), {})
    assert (rules.fees.meter, rules.fees.progression) == (500_00, 0.1)
    assert rules.fees.meter_reset == 200_000


def test_the_meter_is_won_and_starts_again() -> None:
    table = Table(offering("house", "blazing_sevens"), cards="7s 7s 7s Tc 9c 9d 9h")
    table.sit("ann", 100)
    table.bet("ann", 5)
    table.bet("ann", 1, wager="blazing_sevens")
    table.deal()
    told = "\n".join(table.story())
    assert "meter of 2000.20 is won and starts again at 2000.00" in told


def test_the_dealer_draws_for_a_wager_on_his_bust_when_every_hand_is_over() -> None:
    cards = "Ts 6d 6s Tc Td 9c"
    table = Table(offering("house", "buster"), cards=cards)
    table.sit("ann", 100)
    table.bet("ann", 5)
    table.bet("ann", 5, wager="buster")
    table.deal()
    table.act("hit")
    assert "The dealer busts with 25." in table.story()
    # The hand has bust for 5, and Buster pays 2 to 1 for a bust with three cards.
    assert table.net == {"ann": 5}


@pytest.mark.parametrize(
    "name, told",
    [
        ("hot_3", "off the top"),
        ("lucky_ladies", "because the dealer shows the second card"),
        ("buster", "because the dealer draws to the end"),
    ],
)
def test_the_odds_say_what_they_rest_on(name: str, told: str) -> None:
    rules = offering("house", name)
    law = wager_law(rules, rules.wagers[name], shoe_of_decks(1))
    assert price(rules, rules.wagers[name], law)[0].condition.endswith(told)
