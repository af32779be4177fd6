"""Slips and contradictions in an own file: one problem each, in its line, with what was meant."""

import re
from pathlib import Path

import pytest

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from tests.rulebook.books import write_book

OWN = 'title = "Own"\nextends = "standard"\n'
STD = 'clause = "STD-double"'


@pytest.mark.parametrize(
    "text, told",
    [
        (f"[rules.deal]\nhole_card = {{ value = false, {STD} }}\n"
         f'peek = {{ value = ["ace"], {STD} }}',
         "rules.deal.peek: hole_card is false: there is no card to look at"),
        (f'[rules.deal]\npeek = {{ value = [], {STD} }}\nhole_card = {{ value = false, {STD} }}\n'
         f'hole_card_up = {{ value = true, {STD} }}',
         "rules.deal.hole_card_up: hole_card is false: there is no second card to turn up"),
        (f'[[results]]\nrows = ["17 ties: lose"]\n{STD}',
         "results.0: expected text such as '17 against equal: lose' or "
         "'5+ cards: 2 to 1' at rows[0]"),
        (f"[rules.table]\nwithout = {{ value = {list('A23456789TJQK')}, {STD} }}",
         "rules.table.without: no card is left in the decks"),
        ("[options.max_bet]\ndefault = 100\n[options.min_bet]\ndefault = 500",
         "min_bet = 500.00 is refused by STD-stakes: "
         "the smallest wager may not be above the largest"),
        (f'[rules.settlement]\nbonuses = {{ value = ["678 suit: 2 to 1"], {STD} }}',
         "rules.settlement.bonuses: expected text such as '678 suited: 2 to 1' or "
         "'5 cards: 3 to 2' at [0]"),
        (f'[rules.table]\nwithout = {{ value = ["10"], {STD} }}',
         "rules.table.without: expected text such as T for all tens or Td for one at [0]"),
        ("[options.deks]\ndefault = 2", "there is no option deks to change; did you mean decks?"),
        ("[options.jackpot]\ndefault = 2",
         "there is no option jackpot to change; a new one needs a type"),
        ('[rules.double]\nafter_split = { value = false, clause = "STD-9" }',
         "rules.double.after_split names the clause STD-9, which does not exist"),
        ("[rules.double]\nafter_split = false",
         "rules.double.after_split must have a value and its clause: "
         'write after_split = { value = false, clause = "..." }'),
        ('[rules.double]\nafter_split = { value = false, clause = "" }',
         "rules.double.after_split names no clause"),
        ("[options]\ndecks = 8", "options.decks must be a table: write decks = { default = 8 }"),
        (f"[rules.double]\nafter_split = {{ value = false, {STD} }}\n[options.das]\ndefault = true",
         "options.das and rules.double.after_split contradict each other"),
        (f"[rules.settlement]\ncharlie_cards = {{ value = 5, {STD} }}",
         "rules.settlement.charlie_cards is a row of results; write [[results]] with "
         'rows = ["6+ cards not doubled: win"]'),
        (f'[[results]]\nrows = ["23 against equal: lose"]\n{STD}',
         "results.0: 23 against equal: lose: there is no such hand: "
         "two cards or more have 4 to 21"),
        (f'[rules.settlement]\nbonuses = {{ value = ["678: 2 to 1", "A47: 3 to 2"], {STD} }}',
         "rules.settlement.bonuses: ace four seven at 3 to 2: these cards do not make 21"),
        (f"[rules.double]\ntotals = {{ value = [10, 25], {STD} }}",
         "rules.double.totals: 25 is not a total: two cards or more have 4 to 21"),
        (f"[rules.draw]\nstand_min = {{ value = 22, {STD} }}",
         "rules.draw.stand_min: nobody could stand: a hand over 21 busts"),
        ("[rule.double]\nafter_split = false", "a rulebook has no rule; did you mean rules?"),
        (f'[[results]]\nrows = ["5+ cards: 1000000 to 1"]\n{STD}',
         "results.0: expected text such as '17 against equal: lose' or "
         "'5+ cards: 2 to 1' at rows[0]"),
        (f'[rules.settlement]\nbonuses = {{ value = ["678: 1000000 to 1"], {STD} }}',
         "rules.settlement.bonuses: expected text such as '678 suited: 2 to 1' or "
         "'5 cards: 3 to 2' at [0]"),
        ('in_force_from = "2026-02-30"', "in_force_from: there is no day 2026-02-30"),
    ],
    ids=range(23),
)  # fmt: skip
def test_a_contradiction_or_a_slip_is_one_problem_in_its_line(
    tmp_path: Path, text: str, told: str
) -> None:
    path = write_book(tmp_path, f"{OWN}{text}\n")
    with pytest.raises(RulebookError) as refused:
        choose(load_rulebook(path), {})
    (problem,) = refused.value.problems
    assert problem.text == told
    name = re.split(r"[ :]", told.removeprefix("there is no option "))[0].rpartition(".")[2]
    line = Path(path).read_text(encoding="utf-8").splitlines()[problem.line - 1]
    assert name in line or name in ("a", "0")


def test_a_file_that_extends_nothing_is_told_that_first(tmp_path: Path) -> None:
    path = write_book(tmp_path, 'title = "Own"\ndecks = 6\n')
    with pytest.raises(RulebookError) as refused:
        load_rulebook(path)
    missing, key = refused.value.problems
    assert re.fullmatch(r"it extends no rulebook, and 1\d\d values are missing", missing.text)
    assert missing.hint.startswith('write extends = "standard" at its top')
    assert (key.text, key.line) == ("a rulebook has no decks", 2)


def test_an_option_said_again_as_a_value_is_fixed_to_it(tmp_path: Path) -> None:
    text = (
        f"[rules.double]\nafter_split = {{ value = false, {STD} }}\n[options.das]\ndefault = false"
    )
    book = load_rulebook(write_book(tmp_path, f"{OWN}{text}\n"))
    assert not choose(book, {}).double.after_split
    with pytest.raises(
        RulebookError, match="das = true is not allowed: choose false, by STD-double"
    ):
        choose(book, {"das": "true"})


@pytest.mark.parametrize(
    "game, told",
    [
        ("double_exposure", {"blackjack_pays": "1:1", "double_on": "9_to_11", "peek": "none",
                             "even_money": False}),
        ("spanish_21", {"hsa": True, "dsa": True, "even_money": False}),
        ("super_fun_21", {"blackjack_pays": "1:1", "hsa": True, "h17": True, "decks": 1}),
    ],
)  # fmt: skip
def test_an_option_that_is_fixed_says_what_is_played(game: str, told: dict[str, object]) -> None:
    options = choose(load_rulebook(game), {}).options
    assert {name: options[name] for name in told} == told


@pytest.mark.parametrize(
    "text, told",
    [
        (f"[rules.dealer]\nhands = {{ value = 2, {STD} }}",
         "the dealer plays several hands on one up card"),
        (f'[rules.blackjack]\ntie = {{ value = "win_under_ten", {STD} }}',
         "a blackjack wins under a ten only"),
        (f'[rules.surrender]\nhands = {{ value = "first", {STD} }}\n'
         f"against_ace = {{ value = false, {STD} }}",
         "hands are not surrendered against an ace"),
        (f'[rules.surrender]\nhands = {{ value = "first", {STD} }}\n'
         f'when = {{ value = "early", {STD} }}',
         "hands are surrendered before a look"),
        (f'[rules.double]\nonly = {{ value = ["hard 9-11 against 456"], {STD} }}',
         "an act asks for the up card"),
        (f'[rules.settlement]\nbonuses = {{ value = ["777 against 7: 2 to 1"], {STD} }}',
         "a bonus asks for the up card"),
    ],
    ids=range(6),
)  # fmt: skip
def test_dealers_cards_that_both_lie_up_have_no_rule_on_one_of_them(
    tmp_path: Path, text: str, told: str
) -> None:
    own = OWN.replace("standard", "double_exposure")
    path = write_book(tmp_path, f"{own}{text}\n".replace(STD, 'clause = "DE-both-up"'))
    with pytest.raises(RulebookError) as refused:
        choose(load_rulebook(path), {})
    assert [one.text for one in refused.value.problems] == [f"rules.deal.hole_card_up: {told}"]
