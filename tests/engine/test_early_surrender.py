"""Surrender before the dealer looks, and surrender that a dealer's blackjack still takes."""

import pytest

from pitboss.engine.deal import Deal
from pitboss.engine.insurance import CloseInsurance, HoleCardChecked, Insure, KeepHand
from pitboss.engine.legal import insurance_is_open, legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Hit, Stand, Surrender
from pitboss.engine.state import BETTING, OFFERING, PLAYING
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable, table_of

TWO = ("1 ann main 10", "2 bob main 10")


def offered(table: AtTable, player: str) -> list[str]:
    """What a player may do, by name."""
    return [offer.do for offer in legal(table.state, player)]


def dealt(shoe: str, *wagers: str, **options: object) -> AtTable:
    """A standard table with early surrender, its cards dealt."""
    chosen: dict[str, object] = {"surrender": "early", **options}
    table = table_of("standard", shoe, *(wagers or TWO[:1]), **chosen)
    table.do(Deal())
    return table


def nets(table: AtTable) -> list[int]:
    """What main wagers came to, in order."""
    told = (event for event in table.events if isinstance(event, WagerSettled))
    return [event.net for event in told if event.wager == "main"]


def test_a_hand_is_given_up_before_the_dealer_looks_and_loses_half() -> None:
    table = dealt("Ts Th 6s Ac")
    assert table.state.phase == OFFERING
    assert offered(table, "ann") == ["surrender", "keep_hand"]
    table.do(Surrender(by="ann", box=1))
    assert nets(table) == [-5_00]
    assert table.state.phase == BETTING


def test_who_plays_on_loses_all_to_a_blackjack() -> None:
    table = dealt("Ts Th 6s Ac")
    table.do(KeepHand(by="ann", box=1))
    assert any(isinstance(event, HoleCardChecked) for event in table.events)
    assert nets(table) == [-10_00]


def test_everybody_answers_before_the_dealer_looks() -> None:
    table = dealt("Ts 9s Th 6s 7s 9c", *TWO)
    table.do(Surrender(by="bob", box=2))
    assert table.state.phase == OFFERING
    assert offered(table, "bob") == []
    table.do(KeepHand(by="ann", box=1))
    assert table.state.phase == PLAYING
    assert "surrender" not in offered(table, "ann")
    refused = table.refusal(Surrender(by="ann", box=1))
    assert (refused.code, refused.clause) == (Code.NOT_ALLOWED, "STD-surrender")
    assert "before the dealer looks" in refused.text
    table.do(Stand(by="ann", box=1))
    assert nets(table) == [-5_00, -10_00]


def test_closing_the_offers_keeps_every_hand() -> None:
    table = dealt("Ts 9s Th 6s 7s 9c", *TWO)
    table.do(CloseInsurance())
    assert table.state.phase == PLAYING


def test_insurance_stays_up_when_the_hand_is_given_up() -> None:
    table = dealt("Ts Ah 6s Tc")
    assert offered(table, "ann") == ["surrender", "keep_hand", "insure"]
    table.do(Insure(by="ann", box=1, amounts=(5_00,)))
    table.do(Surrender(by="ann", box=1))
    assert not insurance_is_open(table.state)
    paid = [event.net for event in table.events if isinstance(event, WagerSettled)]
    assert paid == [-5_00, 10_00]


@pytest.mark.parametrize(
    "options, shoe, phase",
    [
        ({}, "Ts 9h 6s Ac", PLAYING),
        ({"hole_card": False}, "Ts Th 6s", PLAYING),
        ({"surrender": "late"}, "Ts Th 6s 9c", PLAYING),
        ({"peek": "ace"}, "Ts Th 6s 9c", PLAYING),
        ({"surrender": "early_against_ten"}, "Ts Th 6s 9c", OFFERING),
        ({"even_money": False, "surrender_against_ace": False}, "Ts Th 6s 9c", OFFERING),
    ],
)
def test_it_is_offered_only_where_the_dealer_will_look(
    options: dict[str, object], shoe: str, phase: str
) -> None:
    table = dealt(shoe, **options)
    assert table.state.phase == phase
    assert "surrender" in offered(table, "ann")
    if phase == PLAYING:
        refused = table.refusal(KeepHand(by="ann", box=1))
        assert refused.code is Code.WRONG_TIME
        table.do(Surrender(by="ann", box=1))
        assert nets(table)[:1] in ([-5_00], [])


def test_answers_that_are_refused() -> None:
    table = dealt("Ts 9s Th 6s 7s 9c", *TWO)
    assert table.refusal(KeepHand(by="bob", box=1)).code is Code.NOT_YOURS
    assert table.refusal(KeepHand(by="bob", box=3)).code is Code.UNKNOWN
    assert table.refusal(Surrender(by="bob", box=1)).code is Code.NOT_YOURS
    assert table.refusal(Hit(by="ann", box=1)).code is Code.WRONG_TIME
    table.do(KeepHand(by="ann", box=1))
    assert table.refusal(KeepHand(by="ann", box=1)).code is Code.ALREADY_PLACED
    assert table.refusal(Surrender(by="ann", box=1)).code is Code.ALREADY_PLACED


def test_no_hand_is_surrendered_against_an_ace_where_the_house_says_so() -> None:
    options = {"surrender": "early_against_ten", "surrender_against_ace": False}
    table = dealt("Ts Ah 6s 9c", **options)
    assert offered(table, "ann") == ["insure"]
    table.do(CloseInsurance())
    refused = table.refusal(Surrender(by="ann", box=1))
    assert refused.clause == "STD-surrender"
    assert "against an ace" in refused.text


@pytest.mark.parametrize("second, net", [("Ac", -10_00), ("9c", -5_00)])
def test_late_surrender_waits_for_the_second_card_without_a_hole_card(
    second: str, net: int
) -> None:
    table = dealt(f"Ts Th 6s {second}", surrender="late", hole_card=False)
    table.do(Surrender(by="ann", box=1))
    assert nets(table) == [net]
    assert table.state.phase == BETTING


def test_a_blackjack_is_not_given_up() -> None:
    table = dealt("Ts 9s Th As 7s 9c", *TWO)
    assert "surrender" not in offered(table, "ann")
    assert "surrender" in offered(table, "bob")
