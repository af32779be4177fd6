"""What a side wager sees at each stage of a round."""

from dataclasses import fields

import pytest

from pitboss.cards import Card, parse_card, parse_cards
from pitboss.wagers.base import KNOWN_AT, LOSE, NO_CARD, OPEN, Sight
from pitboss.wagers.kinds.perfect_pairs import PerfectPairs
from pitboss.wagers.kinds.streak import Streak
from pitboss.wagers.sight import FinalHand, decide, final_hand, sight_of

ACE, TEN, SIX, NINE, TWO = parse_cards("As Td 6h 9c 2d")


def test_every_field_has_its_stage() -> None:
    assert set(KNOWN_AT) == {field.name for field in fields(Sight)}


def test_nothing_is_seen_before_the_deal() -> None:
    assert sight_of() == Sight()


@pytest.mark.parametrize("dealt", range(6))
def test_cards_are_seen_in_the_order_dealt(dealt: int) -> None:
    cards = (ACE, TEN, SIX, NINE, TWO)[:dealt]
    missing = 4 - len(cards[:4])
    assert shown(sight_of(cards)) == (*cards[:4], *(None,) * missing)
    assert shown(sight_of(cards, is_over=True)) == (*cards[:4], *(NO_CARD,) * missing)


def shown(sight: Sight) -> tuple[Card | None, ...]:
    """The cards of the box."""
    return sight.first, sight.second, sight.third, sight.fourth


def test_a_whole_round_is_seen() -> None:
    dealer = final_hand((TEN, SIX, NINE))
    seen = sight_of(
        (ACE, TEN), is_over=True, up=TEN, hole=SIX, dealer=dealer, streak=2, result="win"
    )
    shown = (TEN, SIX, False, 3, 25, "mixed", 2, "win")
    assert seen == Sight(ACE, TEN, NO_CARD, NO_CARD, *shown)


@pytest.mark.parametrize(
    "up, hole, dealer, is_blackjack",
    [
        (TEN, None, None, None),
        (None, ACE, None, None),
        (TEN, ACE, None, True),
        (ACE, TEN, None, True),
        (TEN, SIX, None, False),
        (None, None, final_hand((TEN, ACE)), True),
        (None, None, final_hand((TEN, SIX, SIX)), False),
        (None, None, final_hand((TEN, NINE, TWO)), False),
    ],
)
def test_a_dealers_blackjack_is_seen_with_his_second_card(
    up: Card | None, hole: Card | None, dealer: FinalHand | None, is_blackjack: bool | None
) -> None:
    assert sight_of(up=up, hole=hole, dealer=dealer).dealer_blackjack is is_blackjack


@pytest.mark.parametrize(
    "cards, total, suits",
    [
        ("Ts 7s", 17, "suited"),
        ("Ts 7c", 17, "coloured"),
        ("Th 6d Jh", 26, "coloured"),
        ("As Kd", 21, "mixed"),
        ("As 6s", 17, "suited"),
    ],
)
def test_a_final_hand_is_a_total_and_what_its_cards_share(
    cards: str, total: int, suits: str
) -> None:
    hand = parse_cards(cards)
    assert final_hand(hand) == FinalHand(total, suits, len(hand))


def test_a_wager_whose_stage_has_come_is_decided() -> None:
    pair = sight_of((ACE, parse_card("As")))
    assert decide(PerfectPairs(), pair) == "perfect"
    assert decide(PerfectPairs(), sight_of((ACE, TEN))) == LOSE
    with pytest.raises(AssertionError, match="perfect_pairs is still open"):
        decide(PerfectPairs(), sight_of((ACE,)))


def test_a_wager_that_stays_up_may_be_open() -> None:
    assert decide(Streak(length=3), sight_of(streak=2, result="win")) == OPEN
