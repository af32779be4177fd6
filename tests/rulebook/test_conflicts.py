"""Conflicts between options: what a form offers can be opened, and what it does not cannot."""

import random

import pytest

from pitboss.cards import parse_cards
from pitboss.hands import hand_of
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.options import plain_allowed
from pitboss.rulebook.options.changes import (
    inapplicable_options,
    refused_values,
    shown_options,
    with_changes,
)
from pitboss.rulebook.questions.acts import double_refusal
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.terms.terms import Term, terms

STEPS = 40


def may_be(rules: Rules, name: str, value: object) -> bool:
    """Whether the rules take a value beside the other options."""
    written = str(value).lower() if isinstance(value, bool) else str(value)
    try:
        with_changes(rules, {name: written})
    except RulebookError:
        return False
    return True


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_a_form_offers_exactly_what_can_be_opened(rulebook: str) -> None:
    """Random choices among those on offer, one after the other."""
    rng, book = random.Random(rulebook), load_rulebook(rulebook)
    rules = choose(book, {})
    listed = {
        name: allowed
        for name, option in book.options.items()
        if isinstance(allowed := plain_allowed(option.spec), list) and len(allowed) > 1
    }
    for _ in range(STEPS):
        refused = {
            name: [one["value"] for one in told] for name, told in refused_values(rules).items()
        }
        name = rng.choice(sorted(listed))
        value = rng.choice(listed[name])
        assert may_be(rules, name, value) == (value not in refused.get(name, [])), (name, value)
        if may_be(rules, name, value):
            rules = with_changes(rules, {name: str(value).lower()})
            # What is shown is what opens.
            again = choose(book, shown_options(rules))
            assert shown_options(again) == shown_options(rules)


def test_a_refusal_says_why_in_plain_words() -> None:
    nz = choose(load_rulebook("nz"), {"perfect_pairs": "scale_1"})
    told = refused_values(nz)["any_pair"]
    assert [one["value"] for one in told] == ["scale_1", "scale_2"]
    assert told[0]["text"] == "Perfect Pairs may not be offered where Any Pair is"
    assert told[0]["clause"] == "NZ-15B.1"
    assert "ante" not in refused_values(nz), "an amount has no list of values"


def test_an_option_that_decides_nothing_says_what_it_waits_for() -> None:
    book = load_rulebook("nz")
    idle = inapplicable_options(choose(book, {}))
    assert idle["ante"] == {"options": {"variant": ["antes_up"]}, "wagers": []}
    assert idle["any_pair_min"] == {"options": {}, "wagers": ["Any Pair"]}
    assert not {"any_pair", "decks", "variant"} & idle.keys()
    offered = inapplicable_options(choose(book, {"variant": "antes_up", "any_pair": "scale_1"}))
    assert not {"ante", "any_pair_min"} & offered.keys()
    # A form never says of an option that is in force that it waits.
    for name in SHIPPED:
        rules = choose(load_rulebook(name), {})
        for option, told in inapplicable_options(rules).items():
            assert told["options"] or told["wagers"], option


def test_terms_of_the_trade() -> None:
    def told(rulebook: str, **options: str) -> set[tuple[str, int, str]]:
        rules = choose(load_rulebook(rulebook), options)
        return {(term.name, term.n, term.text) for term in terms(rules)}

    assert {("decks", 6, ""), ("s17", 0, ""), ("no_hole_card", 0, ""), ("das", 0, "")} <= told("nz")
    assert {("decks", 8, ""), ("h17", 0, ""), ("ls", 0, "")} <= told("house")
    assert ("surrender_split", 0, "") in told("house", surrender="split_hands_only")
    assert not {"ls", "surrender_split"} & {name for name, *_ in told("house", surrender="none")}
    assert {("free_doubles", 0, "9\N{EN DASH}11"), ("dealer_22", 0, "")} <= told("pa_free_bet")
    assert ("wager", 0, "Push 22") in told("pa_free_bet", push_22="a")
    assert ("continuous", 0, "") in told(
        "nz", shuffler="continuous", back_2="green", mid_shoe_limit="off"
    )
    assert ("dealer_hands", 3, "") in told("tribal", multiple_action="true")
    assert ("double_on", 0, "9\N{EN DASH}11") in told("double_deck")
    assert terms(choose(load_rulebook("tribal"), {}))[0] == Term("decks", 6)


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_shipped_rulebook_lets_a_split_hand_be_doubled(rulebook: str) -> None:
    """That is why ``DAS`` stands in the terms of each."""
    rules = choose(load_rulebook(rulebook), {})
    hand = hand_of(parse_cards("8s 3d"), is_split=True)
    assert double_refusal(rules, hand) is None
