"""The rules of a table in words."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Literal, get_args, get_origin

import msgspec
import pytest

from pitboss.money import Odds
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.file.payoffs import Amount, AtOdds, Meter, Prize
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.file.values import field_types
from pitboss.rulebook.rules import Line, Rules, Sentence
from pitboss.rulebook.words.describe import describe, stakes_of
from pitboss.rulebook.words.sentences import count, headings, listed, sentences


def table(name: str, **options: object) -> Rules:
    return choose(load_rulebook(name), options)


def change(rules: Rules, path: str, value: object) -> Rules:
    """The same table with one value of its rules changed."""
    section, _, name = path.partition(".")
    part = msgspec.structs.replace(getattr(rules, section), **{name: value})
    return replace(rules, **{section: part})


def said(rules: Rules, path: str) -> str:
    """What is said of one value; empty where nothing is."""
    return next((sentence.text for sentence in describe(rules) if sentence.path == path), "")


def alternatives() -> Iterator[tuple[str, object, object]]:
    """Every two words, or two flags, that a value may be."""
    for section, kind in SECTIONS.items():
        for name, field in field_types(kind).items():
            plain = field.__origin__
            words = get_args(plain) if get_origin(plain) is Literal else ()
            if plain is bool:
                words = (False, True)
            for one, other in pairwise(words):
                yield f"{section}.{name}", one, other


def test_every_value_has_words() -> None:
    rules = table("double_deck")
    assert len(set(headings())) == len(SECTIONS)
    paths = {path for _, path, _ in sentences(rules)}
    assert paths == {
        f"{name}.{key}" for name, kind in SECTIONS.items() for key in field_types(kind)
    }


TALKATIVE = {
    "shoe.red_suits_side": ("shoe.compartments", "double"),
    "insurance.even_money_and_insurance": ("insurance.even_money", "asked"),
    "double.on_21": ("double.totals", ()),
    "surrender.cards": ("surrender.hands", "first"),
    "surrender.when": ("surrender.hands", "first"),
    "surrender.against_ace": ("surrender.hands", "first"),
    "settlement.bonus_doubled": ("settlement.bonuses", ("5 cards: 3 to 2",)),
}
"""Values of which something is said only where another has this value."""


@pytest.mark.parametrize("path, one, other", list(alternatives()))
def test_different_values_are_told_apart(path: str, one: object, other: object) -> None:
    rules = table("double_deck")
    if path in TALKATIVE:
        rules = change(rules, *TALKATIVE[path])
    assert said(change(rules, path, one), path) != said(change(rules, path, other), path)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_sentence_is_one_and_has_its_clause(name: str) -> None:
    rulebook = load_rulebook(name)
    sentences = describe(choose(rulebook, {}))
    assert len({sentence.path for sentence in sentences}) == len(sentences) > 40
    for sentence in sentences:
        assert sentence.text[0].isupper() or sentence.text[0].isdigit()
        assert sentence.text.endswith(".")
        assert sentence.clauses
        assert all(clause in rulebook.clauses for clause in sentence.clauses)


@pytest.mark.parametrize(
    "path, value, text",
    [
        ("table.boxes_per_player", 1, "A player may bet on at most 1 box."),
        ("table.decks", 4, "The game uses 4 decks, 2 of them in play at a time."),
        ("table.bettors_per_box", 3, "At most 3 players may bet on one box."),
        ("limits.increment", 500, "A double adds at least 5.00 to a wager."),
        ("limits.box_max", 50000, "All main wagers on one box come to at most 500.00."),
        ("limits.player_max", 100, "One player's main wager on a box is at most 1.00."),
        ("shoe.cut_from_end", 0, ""),
        ("shoe.cut_from_end", 10, "A cut leaves at least 10 cards on either side."),
        ("shoe.behind_min", 0.125, "At least 12.5 % of the stack lies behind the cutting card."),
        ("deal.peek", ("ace",), "Under an ace the dealer looks for a blackjack before anyone "
         "plays."),
        ("deal.peek", (), "The dealer does not look for a blackjack before the players have "
         "finished."),
        ("blackjack.pays", Odds(6, 5), "A blackjack pays 6 to 5."),
        ("draw.stand_min", 12, "A player must draw to 12."),
        ("draw.cards_max", 5, "A hand takes at most 5 cards."),
        ("double.totals", (), "Any total may be doubled."),
        ("double.totals", (11,), "A double needs a total of 11."),
        ("double.free_totals", (9, 10, 11), "Two cards of a hard 9, 10 or 11 are doubled free."),
        ("dealer.hands", 3, "The dealer plays 3 hands in turn on one up card."),
        ("fees.ante", 50, "Each main wager costs an ante of 0.50."),
        ("fees.ante_waived_from", 5000, ""),
    ],
)  # fmt: skip
def test_words_for_numbers(path: str, value: object, text: str) -> None:
    assert said(change(table("double_deck"), path, value), path) == text


def test_some_values_speak_only_beside_others() -> None:
    rules = table("double_deck")
    tie = change(change(rules, "blackjack.tie", "win"), "blackjack.tie_pays", Odds(2, 1))
    assert said(rules, "blackjack.tie_pays") == ""
    assert said(tie, "blackjack.tie_pays").endswith("it pays 2 to 1.")
    five = table("tribal", five_card_21=True)
    assert said(five, "results.21 5 cards: 2 to 1") == "A 21 in 5 cards pays 2 to 1."
    ante = change(change(rules, "fees.ante", 50), "fees.ante_waived_from", 5000)
    assert said(ante, "fees.ante_waived_from") == "No ante is due on wagers from 50.00 up."
    three = change(rules, "dealer.hands", 3)
    assert said(three, "dealer.hands_min") == "A player bets against at least 1 of them."


def test_a_meter_is_told_where_it_can_be_won() -> None:
    assert said(table("tribal"), "fees.meter") == ""
    with_meter = table("tribal", progressive=True)
    assert said(with_meter, "fees.meter") == "The meter starts at 10000.00."
    assert (
        said(with_meter, "fees.progression") == "70 % of each progressive wager goes to the meter."
    )


def test_side_wagers_are_told_with_their_lines() -> None:
    rules = table("house")
    sentences = {sentence.path: sentence for sentence in describe(rules)}
    assert sentences["wagers.over_13"].text == "Over 13 takes stakes from 1.00 to 10.00."
    assert sentences["wagers.over_13.won"] == Sentence(
        "Side wagers", "wagers.over_13.won", "Over 13, won: pays 1 to 1.", ("H-payouts-9",)
    )


@pytest.mark.parametrize(
    "changes, text",
    [
        ({"stakes": (100, 500)}, "a stake of 1.00 or 5.00"),
        ({"stake_max": 10**13}, "stakes from 1.00 up"),
        ({"up_to_main": True}, "stakes from 1.00 to 10.00, at most the main wager"),
    ],
)
def test_stakes_in_words(changes: dict[str, object], text: str) -> None:
    wager = table("house").wagers["over_13"]
    assert stakes_of(replace(wager, **changes)) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "payoff, text",
    [
        (AtOdds(Odds(30, 1)), "pays 30 to 1"),
        (Amount(250_000), "pays $2500.00 for the wager"),
        (Meter(), "wins the meter"),
        (Prize(per_dollar=False, returns_stake=False), "wins a drawn prize"),
        (Prize(per_dollar=True, returns_stake=True), "wins a drawn prize to 1"),
        (Prize(per_dollar=True, returns_stake=False), "wins a drawn prize for 1"),
    ],
)
def test_prices_in_words(payoff: AtOdds | Amount | Meter | Prize, text: str) -> None:
    rules = table("house")
    wager = replace(rules.wagers["over_13"], lines={"won": Line("won", payoff, "H-payouts-9")})
    assert said(replace(rules, wagers={"over_13": wager}), "wagers.over_13.won") == (
        f"Over 13, won: {text}."
    )


def test_lists_and_counts() -> None:
    assert listed(["a"]) == "a"
    assert listed([9, 10, 11]) == "9, 10 and 11"
    assert [count(n, "1 box", "{} boxes") for n in (1, 2)] == ["1 box", "2 boxes"]
