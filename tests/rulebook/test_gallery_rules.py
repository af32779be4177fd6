"""What the values of the gallery mean, hand by hand: written from the rules, not from the code."""

import pytest

from pitboss.cards import parse_card, parse_cards, rank
from pitboss.hands import Hand, hand_of
from pitboss.rulebook.catalog import rules_of
from pitboss.rulebook.questions.acts import (
    acts_when_doubled,
    double_refusal,
    hit_refusal,
    is_complete,
    split_refusal,
    stand_refusal,
    surrender_refusal,
    wins_at_once,
)
from pitboss.rulebook.questions.dealing import must_draw, surrender_waits, surrenders_early
from pitboss.rulebook.questions.settlement import WagerAtRisk, blackjack_losses, main_outcome
from tests.agreement.variants import varied

DEALER_20 = "Ks Qd"
DEALER_21 = "7s 7h 7d"
NATURAL = "As Kd"


def hand(cards: str, *, doubles: int = 0, is_split: bool = False) -> Hand:
    return hand_of(parse_cards(cards), doubles=doubles, is_split=is_split)


@pytest.mark.parametrize(
    "game, cards, dealer, doubles, pays",
    [
        ("spanish_21", "6s 7h 8d", DEALER_20, 0, "3 to 2"),
        ("spanish_21", "6h 7h 8h", DEALER_20, 0, "2 to 1"),
        ("spanish_21", "8s 6s 7s", DEALER_20, 0, "3 to 1"),
        ("spanish_21", "7s 7h 7d", DEALER_21, 0, "3 to 2"),
        ("spanish_21", "7c 7c 7c", DEALER_21, 0, "2 to 1"),
        ("spanish_21", "7s 7s 7s", DEALER_21, 0, "3 to 1"),
        ("spanish_21", "5s 6h Kd", DEALER_21, 0, "1 to 1"),
        ("spanish_21", "2s 3h 4d 5c 7s", DEALER_21, 0, "3 to 2"),
        ("spanish_21", "2s 3h 4d 2c 3s 7s", DEALER_21, 0, "2 to 1"),
        ("spanish_21", "2s 3h 2d 2c 2s 3s 7s", DEALER_21, 0, "3 to 1"),
        ("spanish_21", "6h 7h 8h", DEALER_20, 1, "1 to 1"),
        ("spanish_21", "Ks Ad", NATURAL, 0, "3 to 2"),
        ("pontoon", "7h 7h 7h", "7s Kd", 0, "100 to 1"),
        ("pontoon", "7h 7h 7h", "8s Kd", 0, "2 to 1"),
        ("super_fun_21", "Ad Kd", DEALER_20, 0, "2 to 1"),
        ("super_fun_21", "As Ks", DEALER_20, 0, "1 to 1"),
        ("super_fun_21", "Ad Kd", NATURAL, 0, "2 to 1"),
        ("super_fun_21", "2s 2h 3d 3c 2d 2c", DEALER_20, 0, "1 to 1"),
        ("super_fun_21", "2s 3h 4d 5c 7s", DEALER_21, 0, "2 to 1"),
        ("six_card_charlie", "2s 2h 3d 3c 2d 2c", DEALER_21, 0, "1 to 1"),
        ("five_card_charlie", "2s 2h 3d 3c 2d", DEALER_21, 0, "1 to 1"),
        ("seven_card_charlie", "2s 2h 3d 3c 2d 2c As", DEALER_21, 0, "1 to 1"),
        ("double_exposure", "As Kd", NATURAL, 0, "1 to 1"),
        ("single_deck_6_to_5", "As Kd", DEALER_20, 0, "6 to 5"),
    ],
)
def test_a_win(game: str, cards: str, dealer: str, doubles: int, pays: str) -> None:
    outcome = main_outcome(rules_of(game), hand(cards, doubles=doubles), hand(dealer))
    assert (outcome.result, str(outcome.odds)) == ("win", pays)


@pytest.mark.parametrize(
    "game, cards, dealer, result",
    [
        ("six_card_charlie", "2s 2h 3d 3c 2d 2c", NATURAL, "loss"),
        ("six_card_charlie", "2s 2h 3d 3c 4d", DEALER_20, "loss"),
        ("seven_card_charlie", "2s 2h 3d 3c 2d 2c", DEALER_20, "loss"),
        ("super_fun_21", "2s 2h 3d 3c 4d", DEALER_20, "loss"),
        ("double_exposure", "Ks Qd", DEALER_20, "loss"),
        ("standard", "Ks Qd", DEALER_20, "push"),
        ("standard", "6h 7h 8h", DEALER_21, "push"),
        ("standard", "As Kd", NATURAL, "push"),
        ("standard", "6h 7h 8h", NATURAL, "loss"),
    ],
)
def test_no_win(game: str, cards: str, dealer: str, result: str) -> None:
    assert main_outcome(rules_of(game), hand(cards), hand(dealer)).result == result


def test_a_bonus_against_a_seven_is_for_a_hand_not_split() -> None:
    rules = rules_of("pontoon")
    outcome = main_outcome(rules, hand("7h 7h 7h", is_split=True), hand("7s Kd"))
    assert str(outcome.odds) == "2 to 1"


def test_ties_are_lost_on_some_totals() -> None:
    rules = varied("standard", {"settlement.results": ("17-18 against equal: lose",)})
    for cards, result in (("Ks 7d", "loss"), ("Ks 8d", "loss"), ("Ks 9d", "push")):
        assert main_outcome(rules, hand(cards), hand(cards)).result == result


def test_a_hand_is_doubled_as_often_as_the_rules_say() -> None:
    thrice, once = rules_of("spanish_21_redouble"), rules_of("spanish_21")
    for doubles, is_refused in ((0, False), (1, False), (2, False), (3, True)):
        long = hand("2s 3h 2d", doubles=doubles)
        assert (double_refusal(thrice, long) is not None) == is_refused
        assert (double_refusal(once, long) is not None) == (doubles > 0)
    # Doubled three times it may still be rescued, and then it is over.
    assert not is_complete(thrice, hand("2s 3h 2d 2c", doubles=3), hands=1)
    assert surrender_refusal(thrice, hand("2s 3h 2d 2c", doubles=3)) is None
    assert surrender_refusal(rules_of("standard"), hand("9s 2h 2c", doubles=1)) is not None


@pytest.mark.parametrize(
    "changes, goes_on",
    [
        ({"double.times": 1}, False),
        ({"double.times": 2}, True),
        ({"double.draws_on": True}, True),
        ({"surrender.doubled": True}, True),
    ],
)
def test_a_doubled_hand_goes_on_if_any_act_is_left(
    changes: dict[str, object], goes_on: bool
) -> None:
    assert acts_when_doubled(varied("standard", changes)) == goes_on


@pytest.mark.parametrize("game", ["spanish_21_redouble", "spanish_21", "standard"])
def test_a_doubled_21_is_over(game: str) -> None:
    changes = {"double.draws_on": True, "double.times": 3, "surrender.doubled": True}
    for rules in (rules_of(game), varied(game, changes), varied("house", changes)):
        for doubles in (1, 2):
            assert is_complete(rules, hand("5s 6h Kd", doubles=doubles), hands=1)
            assert is_complete(rules, hand("5s 5h 2d 9d", doubles=doubles, is_split=True), hands=2)
        assert not is_complete(varied(game, changes), hand("5s 6h 9d", doubles=1), hands=1)


def test_a_doubled_hand_draws_on_where_the_rules_say_so() -> None:
    usual = rules_of("standard")
    doubled = hand("5s 6h 2d", doubles=1)
    refused = hit_refusal(usual, doubled)
    assert refused is not None
    assert refused.clause == "STD-double"
    assert is_complete(usual, doubled, hands=1)
    drawing = varied("standard", {"double.draws_on": True})
    assert hit_refusal(drawing, doubled) is None
    assert not is_complete(drawing, doubled, hands=1)
    assert stand_refusal(drawing, doubled) is None
    assert double_refusal(drawing, doubled) is not None
    for cards in ("5s 6h Kd", "5s 6h 2d Kd"):
        assert is_complete(drawing, hand(cards, doubles=1), hands=1)
    # A split ace takes one card, a hand no more than the rules say, and a charlie is over.
    ace = hand_of(parse_cards("As 5h"), is_split=True, is_split_ace=True, doubles=1)
    assert hit_refusal(drawing, ace) is not None
    full = varied("standard", {"double.draws_on": True, "double.times": 2, "draw.cards_max": 3})
    assert is_complete(full, doubled, hands=1)
    for five, is_over in (("5+ cards", True), ("5+ cards not doubled", False)):
        rows = (f"{five} against no blackjack: win",)
        charlie = varied("standard", {"double.draws_on": True, "settlement.results": rows})
        assert is_complete(charlie, hand("2s 2h 3d 3c 2d", doubles=1), hands=1) == is_over


def test_a_hand_with_an_ace_is_not_doubled_where_aces_bar_it() -> None:
    rules = rules_of("pontoon")
    assert double_refusal(rules, hand("4s 3h 3d")) is None
    for cards in ("As 8h", "As 3h 4d"):
        refused = double_refusal(rules, hand(cards))
        assert refused is not None
        assert refused.clause == "PON-double"


def test_a_21_and_a_charlie_win_at_once_where_they_do() -> None:
    assert wins_at_once(rules_of("spanish_21"), hand("5s 6h Kd"))
    assert not wins_at_once(rules_of("standard"), hand("5s 6h Kd"))
    long, short = "2s 3h 4d 5c 7s", "2s 3h 9d 7s"
    assert wins_at_once(rules_of("super_fun_21"), hand(long))
    assert not wins_at_once(rules_of("super_fun_21"), hand(short))
    assert not wins_at_once(rules_of("super_fun_21"), hand(long, doubles=1))
    six, five = hand("2s 2h 3d 3c 2d 2c"), hand("2s 2h 3d 3c 2d")
    assert wins_at_once(rules_of("super_fun_21"), six)
    assert not wins_at_once(rules_of("super_fun_21"), five)
    assert not wins_at_once(rules_of("six_card_charlie"), six)
    assert is_complete(rules_of("six_card_charlie"), six, hands=1)
    assert not is_complete(rules_of("six_card_charlie"), five, hands=1)


def test_doubles_after_a_split() -> None:
    eleven = hand("5s 6h", is_split=True)
    assert double_refusal(rules_of("6D DAS"), eleven) is None
    assert double_refusal(rules_of("6D NDAS"), eleven) is not None
    some = varied("standard", {"double.split_totals": (10, 11)})
    assert double_refusal(some, eleven) is None
    assert double_refusal(some, hand("5s 4h", is_split=True)) is not None
    assert double_refusal(some, hand("5s 4h")) is None


@pytest.mark.parametrize(
    "line, allowed",
    [("6D DA2", "A8 53 54 64 65 T6"), ("6D D9", "54 64 65"), ("6D D10", "64 65")],
)
def test_doubles_on_chosen_totals(line: str, allowed: str) -> None:
    rules = rules_of(line)
    for cards in ("A8", "53", "54", "64", "65", "T6"):
        refused = double_refusal(rules, hand(f"{cards[0]}s {cards[1]}h"))
        assert (refused is None) == (cards in allowed.split()), cards


def test_splits() -> None:
    aces = hand_of(parse_cards("As Ah"), is_split=True, is_split_ace=True)
    assert split_refusal(rules_of("6D RSA SPL3"), aces, hands=2) is None
    assert split_refusal(rules_of("6D RSA SPL3"), aces, hands=3) is not None
    assert split_refusal(rules_of("6D NRSA"), aces, hands=2) is not None
    unlike = hand("Ks Qh")
    assert split_refusal(rules_of("standard"), unlike, hands=1) is None
    assert split_refusal(rules_of("standard", unlike_tens=False), unlike, hands=1) is not None


def test_surrender_before_the_look_and_after() -> None:
    ace, ten, nine = (parse_card(card) for card in ("As", "Ks", "9s"))
    early, late, macau = rules_of("6D ES"), rules_of("6D LS"), rules_of("macau")
    assert [surrenders_early(early, up) for up in (ace, ten, nine)] == [True, True, False]
    assert not any(surrenders_early(late, up) for up in (ace, ten, nine))
    assert surrender_refusal(early, hand("Ks 6h"), ten, has_looked=True) is not None
    assert surrender_refusal(late, hand("Ks 6h"), ten, has_looked=True) is None
    assert surrender_refusal(macau, hand("Ks 6h"), ace) is not None
    # Without a hole card, late surrender waits for the dealer's blackjack and early does not.
    assert surrender_waits(rules_of("6D ENHC LS"), ten)
    assert not surrender_waits(rules_of("6D ENHC ES"), ten)
    assert not surrender_waits(late, ten)


def test_what_a_dealers_blackjack_takes() -> None:
    bust = WagerAtRisk(10, 10, is_original=True, is_bust=True)
    live = WagerAtRisk(10, 10, is_original=True, is_bust=False)
    added = WagerAtRisk(10, 0, is_original=False, is_bust=False)
    for line, of_live, of_bust in (
        ("ENHC", [20, 10], [20, 10]),
        ("OBO", [10, 0], [10, 0]),
        ("BB+1", [10, 0], [20, 10]),
    ):
        rules = rules_of(line)
        assert blackjack_losses(rules, [live, added]) == of_live
        assert blackjack_losses(rules, [bust, added]) == of_bust
    assert blackjack_losses(rules_of("pontoon"), [live, added]) == [10, 0]
    assert blackjack_losses(rules_of("pontoon"), [bust, added]) == [20, 10]


def test_decks_and_the_dealers_soft_17() -> None:
    stack = rules_of("spanish_21", decks=2).stack
    assert (len(stack), {rank(card) for card in stack} - {9}) == (96, set(range(13)) - {9})
    assert 9 not in {rank(card) for card in stack}
    soft = hand("As 6h")
    assert must_draw(rules_of("6D H17"), soft)
    assert not must_draw(rules_of("6D S17"), soft)
    assert not must_draw(rules_of("6D H17"), hand("Ks 6h As"))
