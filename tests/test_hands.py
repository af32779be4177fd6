"""Hands: totals, blackjacks and pairs are counted in one place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import VALUES, parse_cards
from pitboss.hands import Hand, hand_of, low_total, makes_blackjack, show_total

hands = st.lists(st.integers(0, 51), max_size=12).map(hand_of)


def hand(text: str, *, is_split: bool = False) -> Hand:
    return hand_of(parse_cards(text), is_split=is_split)


@given(hands)
def test_the_total_is_the_best_of_all_ways_to_count_aces(dealt: Hand) -> None:
    aces = str(dealt).count("A")
    totals = {dealt.low + 10 * high for high in range(aces + 1)}
    best = max((total for total in totals if total <= 21), default=dealt.low)
    assert dealt.total == best
    assert dealt.is_soft == (best != dealt.low)
    assert dealt.is_bust == (min(totals) > 21)
    assert dealt.low == low_total(dealt.cards) == sum(VALUES[card] for card in dealt.cards)


def test_only_an_ace_counts_eleven() -> None:
    for card in range(52):
        single = hand_of((card,))
        assert single.aces == single.is_soft == str(single).startswith("A")


def test_a_hand_is_as_dealt_unless_it_is_split_or_doubled() -> None:
    dealt = hand("5s 6d")
    assert hand_of(()) == Hand()
    assert (dealt.is_split, dealt.is_split_ace, dealt.doubles) == (False, False, 0)
    assert dealt.doubled() == hand_of(dealt.cards, doubles=1)
    assert dealt.doubled().doubled().doubles == 2


@given(hands)
def test_a_hand_reads_back_as_written(dealt: Hand) -> None:
    assert hand(str(dealt)) == dealt


@given(hands, st.integers(0, 51))
def test_a_card_adds_to_the_hand_and_keeps_how_it_was_made(dealt: Hand, card: int) -> None:
    split = hand_of(dealt.cards, is_split=True, is_split_ace=True).add(card)
    assert split.cards == (*dealt.cards, card)
    assert split.is_split
    assert split.is_split_ace
    assert not dealt.add(card).is_split


@pytest.mark.parametrize(
    "text, total, is_soft",
    [
        ("", 0, False),
        ("As", 11, True),
        ("As Ah Ts", 12, False),
        ("As Ad", 12, True),
        ("As 6d", 17, True),
        ("As 6d Tc", 17, False),
        ("As Ad 9h", 21, True),
        ("As Ad 9h Kc", 21, False),
        ("Ts Jd Ah", 21, False),
        ("Ts Jd 2h", 22, False),
        ("Ts Jd Qh", 30, False),
    ],
)
def test_totals(text: str, total: int, is_soft: bool) -> None:
    assert hand(text).total == total
    assert hand(text).is_soft == is_soft
    assert hand(text).is_bust == (total > 21)


@pytest.mark.clause("T-a-1-i", "H-object-2", "PA-1-blackjack")
def test_a_blackjack_is_an_ace_and_a_ten_as_dealt() -> None:
    assert hand("As Td").is_blackjack
    assert hand("Qc Ah").is_blackjack
    assert not hand("As Td", is_split=True).is_blackjack
    assert not hand("As 9d").is_blackjack
    assert not hand("7s 7d 7h").is_blackjack
    assert not hand("As 4d 6h").is_blackjack
    assert not hand("As").is_blackjack
    assert not hand("As Ad").is_blackjack


@given(st.integers(0, 51), st.integers(0, 51))
def test_two_cards_make_a_blackjack_in_either_order(first: int, second: int) -> None:
    assert makes_blackjack(first, second) == hand_of((first, second)).is_blackjack
    assert makes_blackjack(first, second) == makes_blackjack(second, first)


def test_pairs_by_value_and_by_rank() -> None:
    assert hand("Ts Kd").is_pair_by_value
    assert not hand("Ts Kd").is_pair_by_rank
    assert hand("Ks Kd").is_pair_by_rank
    assert not hand("8s 9d").is_pair_by_value
    assert not hand("8s 8d 8h").is_pair_by_value
    assert not hand("8s 8d 8h").is_pair_by_rank


def test_totals_in_words() -> None:
    assert show_total(hand("As Kd")) == "blackjack"
    assert show_total(hand("As Kd", is_split=True)) == "11 or 21"
    assert show_total(hand("As 6d")) == "7 or 17"
    assert show_total(hand("Ts Jd 3h")) == "23"
