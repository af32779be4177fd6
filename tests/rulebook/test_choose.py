"""Choosing options: constraints, cases, side wagers and notices of a table."""

from pathlib import Path

import pytest

from pitboss.money import Odds
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.rules import Rules
from tests.rulebook.books import write_book

OWN = """\
title = "Own"
extends = "double_deck"
[clauses]
"O-1" = "Everything."
[options.boxes]
type = "integer"
default = 6
clause = "O-1"
text = "Boxes."
[options.cap]
type = "amount"
default = "off"
may_be_off = true
clause = "O-1"
text = "A cap."
[options.step]
type = "amount"
default = "off"
may_be_off = true
clause = "O-1"
text = "A step."
[options.pairs]
type = "boolean"
default = true
clause = "O-1"
text = "Whether pairs are offered."
[options.price]
type = "odds"
default = "10 to 1"
clause = "O-1"
text = "The price of a pair."
[options.share]
type = "share"
default = 0.5
clause = "O-1"
text = "A share."
[options.prizes]
type = "prizes"
default = { "1" = [[10, 1]], "5" = [[50, 1]] }
clause = "O-1"
text = "Prizes."
[options.other]
type = "choice"
default = "face_up"
values = ["face_up", "face_down"]
clause = "O-1"
text = "Another word."
[rules.limits.side_wagers]
value = "any"
clause = "O-1"
[[wagers]]
name = "pair"
title = "Pair"
kind = "perfect_pairs"
clause = "O-1"
stakes_clause = ["O-1", "DD-4"]
main_clause = "O-1"
max = "cap"
when = { pairs = true }
whole_dollars = true
[[wagers.scales]]
when = { decks = [6, 8] }
lines = [{ category = "perfect", pays = "99 to 1", clause = "O-1" }]
[[wagers.scales]]
lines = [
  { category = "perfect", pays = "option:price", clause = "O-1" },
  { category = "mixed", pays = "$25", clause = "O-1" },
]
[[notices]]
clause = "O-1"
text = "Cap {cap}, least {min_bet}, {share} of {unknown}"
place = "sign"
when = { pairs = true }
"""


def own(folder: Path, more: str = "") -> Rulebook:
    return load_rulebook(write_book(folder, OWN + more))


def refused(rulebook: Rulebook, **options: object) -> list[str]:
    try:
        choose(rulebook, options)
    except RulebookError as error:
        return [problem.text for problem in error.problems]
    return []


def constraint(text: str) -> str:
    return f'[[constraints]]\nclause = "O-1"\ntext = "it must not be"\n{text}\n'


def table(folder: Path, **options: object) -> Rules:
    return choose(own(folder), options)


@pytest.mark.clause("NZ-3.3-a")
def test_a_refused_value_names_its_clause() -> None:
    (text,) = refused(load_rulebook("nz"), decks=3)
    assert (
        text
        == "decks = 3 is not allowed: choose a whole number from 4 to 8, by NZ 3.3(a) [NZ-3.3-a]"
    )


def test_every_refused_value_is_told(tmp_path: Path) -> None:
    told = refused(own(tmp_path), decks=3, pairs="perhaps", deks=2)
    assert len(told) == 3
    assert told[2] == "there is no option deks"


def test_an_unknown_option_has_a_hint(tmp_path: Path) -> None:
    rulebook = own(tmp_path)
    for name, hint in (("deks", "did you mean decks?"), ("zzz", "see pitboss rules book")):
        with pytest.raises(RulebookError) as error:
            choose(rulebook, {name: 1})
        assert error.value.problems[0].hint == hint


@pytest.mark.parametrize(
    "demand, good, bad",
    [
        ("require.decks_in_play.min = 2", {}, None),
        ("require.decks_in_play.min = 3", None, {}),
        ("require.boxes.max = 6", {"boxes": 6}, {"boxes": 7}),
        ("require.max_bet.max = 500", {"max_bet": 500}, {"max_bet": 500.5}),
        ("require.min_bet.min = 5", {"min_bet": 5}, {"min_bet": 4.5}),
        ("require.other.values = ['face_up']", {"other": "face_up"}, {"other": "face_down"}),
        ("require.pairs.values = [true]", {"pairs": "true"}, {"pairs": "false"}),
        ("require.cap.values = ['off']", {"cap": "off"}, {"cap": 5}),
        ("require.other.differs_from = 'player_cards'", {}, {"other": "face_down"}),
        ("require.other.min = 3", {"other": "face_down"}, None),
        ("require.min_bet.at_most = 'cap'", {"cap": 5}, {"cap": 4}),
        ("require.min_bet.at_most = 'cap'", {"cap": "off"}, {"cap": 1}),
        ("require.cap = { at_most = 'min_bet', percent = 12.5 }", {"cap": 0.62}, {"cap": 0.63}),
        ("require.max_bet.multiple_of = 'step'", {"step": "off"}, {"step": 3}),
        ("require.max_bet.multiple_of = 2.5", {"max_bet": 7.5}, {"max_bet": 8}),
        ("require.share.max = 0.75", {"share": "0.75"}, {"share": "0.76"}),
        ("require.price.price_at_least = '5 to 1'", {"price": "10 to 2"}, {"price": "9 to 2"}),
        ("require.price.min = 3", {"price": "1 to 9"}, None),
        ("require.prizes = { stake = 1, prize_min = 5 }", {}, {"prizes": "1: 4x1"}),
        ("require.prizes = { stake = 1, prize_max = 20 }", {}, {"prizes": "1: 21x1"}),
        ("require.prizes = { stake = 2, prize_max = 1 }", {}, {"prizes": "2: 21x1"}),
        ("require.prizes = { stake = 1, edge_min = 0 }", {}, {"prizes": "1: 21x1"}),
        ("require.prizes = { stake = 1, edge_max = 0.6 }", {}, {"prizes": "1: 8x1"}),
        ("require.prizes.edge_max = 0.6", {}, {"prizes": "5: 40x1"}),
        ("when = { other = 'face_down' }\nrequire.boxes.max = 1", {}, {"other": "face_down"}),
    ],
)
def test_constraints(
    tmp_path: Path, demand: str, good: dict[str, object] | None, bad: dict[str, object] | None
) -> None:
    rulebook = own(tmp_path, constraint(demand))
    if good is not None:
        assert refused(rulebook, **good) == []
    if bad is not None:
        (text,) = refused(rulebook, **bad)
        assert text.endswith("is refused by O-1: it must not be")


@pytest.mark.parametrize(
    "name, options, reason",
    [
        ("nz", {"decks": "9"}, "decks = 9 is not allowed: choose a whole number from 4 to 8"),
        ("tribal", {"min_bet": "2000"}, "the smallest wager may not be above the largest"),
        (
            "tribal",
            {"bonus": "true", "bonus_prizes": "2: 20x1"},
            "the stake is 1.00 or 5.00",
        ),
    ],
    ids=["value", "constraint", "prizes"],
)
def test_a_reason_leaves_out_the_clause(name: str, options: dict[str, str], reason: str) -> None:
    """Who shows the clause apart need not say it twice."""
    with pytest.raises(RulebookError) as error:
        choose(load_rulebook(name), options)
    problem = error.value.problems[-1]
    assert problem.reason == reason
    assert problem.reason in problem.text
    assert f"[{problem.clause}]" in problem.text


def test_a_value_that_no_rule_can_hold_is_refused(tmp_path: Path) -> None:
    (text,) = refused(own(tmp_path), boxes=0)
    assert text == "rules.table: expected a whole number of 1 or more at boxes"


def test_cases_follow_the_options() -> None:
    book = load_rulebook("double_deck")
    assert choose(book, {}).deal.peek == ("ace", "ten")
    assert choose(book, {"hole_check": "none"}).deal.peek == ()
    assert choose(book, {}).double.amount == "equal"
    assert choose(book, {"double_amounts": "for_less"}).double.amount == "up_to_wager"


def test_a_side_wager_takes_its_price_from_an_option(tmp_path: Path) -> None:
    pair = table(tmp_path, price="12 to 1").wagers["pair"]
    assert {name: str(line.payoff) for name, line in pair.lines.items()} == {
        "perfect": "12 to 1",
        "mixed": "$25.00",
    }
    assert pair.stakes_clauses == ("O-1", "DD-4")
    assert pair.stake_min == 50
    assert pair.unit == 100


def test_the_first_scale_that_applies_is_in_force(tmp_path: Path) -> None:
    more = '[options.decks]\ntype = "integer"\ndefault = 6\nclause = "O-1"\ntext = "Decks."\n'
    rules = choose(own(tmp_path, more), {})
    assert [str(line.payoff) for line in rules.wagers["pair"].lines.values()] == ["99 to 1"]


def test_a_side_wager_without_a_scale_in_force_has_no_line(tmp_path: Path) -> None:
    start, _, rest = OWN.rpartition("[[wagers.scales]]")
    text = start + "[[notices]]" + rest.partition("[[notices]]")[2]
    assert choose(load_rulebook(write_book(tmp_path, text)), {}).wagers["pair"].lines == {}


def test_a_side_wager_may_have_no_limit_and_may_not_be_offered(tmp_path: Path) -> None:
    assert table(tmp_path, cap=20).wagers["pair"].stake_max == 2000
    assert table(tmp_path).wagers["pair"].stake_max >= 10**12
    rules = table(tmp_path, pairs=False)
    assert rules.wagers == {}
    assert rules.all_wagers == {"pair": "O-1"}


def test_a_notice_shows_options(tmp_path: Path) -> None:
    sign = next(notice for notice in table(tmp_path, cap=20).notices if notice.clause == "O-1")
    assert sign.text == "Cap $20.00, least $5.00, 0.5 of {unknown}"
    off = next(notice for notice in table(tmp_path).notices if notice.clause == "O-1")
    assert off.text.startswith("Cap off, ")
    assert all(notice.clause != "O-1" for notice in table(tmp_path, pairs=False).notices)


def test_rules_say_their_clauses() -> None:
    rules = choose(load_rulebook("double_deck"), {})
    assert rules.clause("double.totals") == "DD-16"
    assert rules.cited("double.totals") == ("DD-16", "DD-19")
    assert rules.blackjack.pays == Odds(3, 2)


def test_a_double_shoe_is_dealt_from_one_half() -> None:
    book = load_rulebook("tribal")
    assert choose(book, {"decks": 6}).decks_in_play == 6
    assert choose(book, {"decks": 6, "shoe": "double"}).decks_in_play == 3


WAGER = OWN.partition("[[wagers]]")[2].partition("[[notices]]")[0]


@pytest.mark.parametrize(
    "old, new, told",
    [
        ("perfect_pairs", "perfect_pear", "there is no kind of wager perfect_pear; did you mean"),
        ('category = "mixed"', 'category = "mixd"', "perfect_pairs has no line mixd; did you mean"),
        ('pays = "$25"', 'pays = "25"', "'25' is not a payoff"),
        ('"option:price"', '"option:prize"', "there is no option prize; did you mean"),
        ('"option:price"', '"option:cap"', "the option cap must be of type odds"),
        ('max = "cap"', 'max = "price"', "the option price must be of type amount"),
        ('max = "cap"', "parameters = { total = 1 }", "perfect_pairs has no parameter total"),
        ('max = "cap"', 'alone_clause = "O-9"', "names the clause O-9, which does not exist"),
        ('max = "cap"', 'alone_clause = "O-1"', ""),
        ('max = "cap"', "stakes = [0]", "a stake must be more than 0"),
        ('max = "cap"', "stakes = [0.001]", "0.001 is not an amount"),
        ('max = "cap"', "stakes = [1, 5]", ""),
        ("when = { pairs = true }", "when = { pairs = 1 }", "pairs is never 1; it is true or fal"),
        ("when = { pairs = true }", "when = { price = true }", "price is never true; it is a pri"),
        ("when = { pairs = true }", "when = { cap = 5 }", "cap is never 5; it is an amount or off"),
        ("when = { pairs = true }", "when = { cap = 'off' }", ""),
        ("when = { pairs = true }", "when = { cap = 0 }", ""),
        ("when = { pairs = true }", "when = { decks_in_play = 2 }", ""),
        ("when = { decks = [6, 8] }", "when = { decks = true }", "decks is never true; it is 2"),
    ],
)  # fmt: skip
def test_a_side_wager_is_checked(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert WAGER.count(old) == 1
    text = OWN.replace(WAGER, WAGER.replace(old, new))
    try:
        choose(load_rulebook(write_book(tmp_path, text)), {})
    except RulebookError as error:
        (problem,) = error.problems
        assert told
        assert told in problem.text
    else:
        assert told == ""


def test_parameters_of_a_wager_are_checked(tmp_path: Path) -> None:
    wager = WAGER.replace('"perfect_pairs"', '"over_under"').partition("[[wagers.scales]]")[0]
    lines = '[[wagers.scales]]\nlines = [{ category = "won", pays = "1 to 1", clause = "O-1" }]\n'
    for parameters, told in (
        ('{ side = "under", threshold = 12 }', []),
        ('{ side = "beside" }', ["wagers.0: invalid enum value 'beside' at side"]),
        ('{ threshold = "x" }', ["wagers.0: expected a whole number, got text at threshold"]),
    ):
        text = OWN.replace(WAGER, f"{wager}parameters = {parameters}\n{lines}")
        path = write_book(tmp_path, text)
        try:
            load_rulebook(path)
            texts = []
        except RulebookError as error:
            texts = [problem.text for problem in error.problems]
        assert texts == told
