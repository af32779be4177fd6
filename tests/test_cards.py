"""Cards: their numbers, their notation, and the composition of shoes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import cards
from pitboss.cards import CardError, parse_card, parse_cards, show_card, show_cards

card_numbers = st.integers(0, 51)


@given(st.lists(card_numbers))
def test_cards_read_back_as_written(dealt: list[int]) -> None:
    assert parse_cards(show_cards(dealt)) == tuple(dealt)


@given(card_numbers)
def test_the_case_of_a_card_does_not_matter(card: int) -> None:
    text = show_card(card)
    assert {parse_card(text.lower()), parse_card(text.upper()), parse_card(text.swapcase())} == {
        card
    }


@given(card_numbers)
def test_a_card_is_its_rank_and_suit(card: int) -> None:
    assert cards.RANKS[cards.rank(card)] + cards.SUITS[cards.suit(card)] == show_card(card)
    assert cards.is_ace(card) == (show_card(card)[0] == "A")
    assert cards.is_ten(card) == (show_card(card)[0] in "TJQK")
    assert cards.is_ten(card) == (cards.VALUES[card] == 10)


@pytest.mark.parametrize("text", ["", "A", "1s", "10s", "Ax", "As ", "AsKd", "sA", "\0s", "♠A"])
def test_what_is_no_card_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(CardError, match="is not a card: write a rank of") as refused:
        parse_card(text)
    assert repr(text) in str(refused.value)


def test_values_and_colours() -> None:
    dealt = parse_cards("As 2h 9d Tc Kh")
    assert [cards.VALUES[card] for card in dealt] == [1, 2, 9, 10, 10]
    assert [cards.colour(card) for card in dealt] == ["black", "red", "red", "black", "red"]


def test_cards_have_names() -> None:
    assert cards.name_card(parse_card("As")) == "ace of spades"
    assert cards.name_card(parse_card("Tc")) == "ten of clubs"
    assert len({cards.name_card(card) for card in cards.DECK}) == 52


@pytest.mark.clause("DD-1")
def test_two_decks_are_104_cards() -> None:
    shoe = cards.full_shoe(2)
    assert len(shoe) == 104
    assert all(shoe.count(card) == 2 for card in cards.DECK)


def test_composition_counts_the_ten_values() -> None:
    assert cards.composition(cards.full_shoe(6)) == (24,) * 9 + (96,)
    assert cards.composition(parse_cards("As Kd Tc 9h")) == (1, 0, 0, 0, 0, 0, 0, 0, 1, 2)


@given(st.integers(1, 8), st.data())
def test_the_rest_of_a_shoe_is_what_was_not_taken(decks: int, data: st.DataObject) -> None:
    taken = data.draw(st.lists(card_numbers, max_size=20, unique=True))
    rest = cards.rest_of_shoe(decks, taken)
    assert sorted((*rest, *taken)) == sorted(cards.full_shoe(decks))
    assert list(rest) == sorted(rest)


def test_a_shoe_holds_no_more_than_its_cards() -> None:
    with pytest.raises(CardError, match="the shoe holds only 1 of As"):
        cards.rest_of_shoe(1, parse_cards("As As"))
