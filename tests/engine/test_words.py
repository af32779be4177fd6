"""Events in words and as plain data: none is without either."""

import builtins
from collections.abc import Iterator
from typing import get_args, get_origin, get_type_hints

import msgspec
import pytest

from pitboss.engine import events
from pitboss.engine.events import (
    AnteTaken,
    AnyEvent,
    CardDealt,
    ChipsBought,
    ChipsCashed,
    CouponPlaced,
    CouponWithdrawn,
    DealerHandBegan,
    DealerHandEnded,
    EvenMoneyTaken,
    HandDoubled,
    HandFinished,
    HandRemoved,
    HandSplit,
    HoleCardChecked,
    HoleCardRevealed,
    InsurancePlaced,
    MeterRaised,
    MeterWon,
    PayoutChecked,
    PayoutHeld,
    PhaseBegan,
    PrizeDrawn,
    RoundEnded,
    SettlementReversed,
    ShoeLoaded,
    StreakMoved,
    TurnGiven,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from pitboss.engine.state import DEALER_TURN, DEALING, OFFERING, PLAYING, SETTLING
from pitboss.engine.words import plain_event, tell_event
from pitboss.rulebook.catalog import rules_of

TOLD: list[tuple[AnyEvent, str]] = [
    (ChipsBought("ann", 100_00), "ann has 100.00 more in chips."),
    (ChipsCashed("ann", 100_00), "ann takes 100.00 in chips to the cashier."),
    (ShoeLoaded((1, 2, 3), True), "3 cards are in the shoe."),
    (
        PayoutHeld(1, "ann", "bonus", 1_00, 24_00, "T-s-4", "prize", "blackjack"),
        "Box 1: ann's bonus has won 24.00, to be verified.",
    ),
    (DealerHandEnded(0, 20), "The dealer has 20."),
    (PayoutChecked("verify_cards", "dan", "T-s-7-i"), "dan: verify cards [T-s-7-i]."),
    (
        SettlementReversed(1, "ann", "main", -10_00, "NZ-16.13"),
        "Box 1: ann's main is reversed, -10.00 [NZ-16.13].",
    ),
    (WagerPlaced(1, "ann", "main", (10_00,)), "Box 1: ann places 10.00 on main."),
    (
        CouponPlaced(1, "ann", 10_00),
        "Box 1: ann lays a match play coupon of 10.00 beside the wager.",
    ),
    (CouponWithdrawn(1, "ann", 10_00), "Box 1: ann takes back the match play coupon of 10.00."),
    (
        WagerSettled(1, 0, "ann", "match_play", 0, "win", 0, 10_00, "T-c-4-s2", "1 to 1"),
        "Box 1: ann's match play coupon wins 10.00, 1 to 1 [T-c-4-s2].",
    ),
    (
        WagerSettled(1, 0, "ann", "match_play", 0, "loss", 0, 0, "T-c-4-s2"),
        "Box 1: ann's match play coupon is collected [T-c-4-s2].",
    ),
    (
        WagerSettled(1, 0, "ann", "match_play", 0, "push", 0, 0, "T-c-4-s2"),
        "Box 1: ann's match play coupon pushes and stays [T-c-4-s2].",
    ),
    (
        WagerPlaced(1, "ann", "main", (10_00, 5_00)),
        "Box 1: ann places 10.00 and 5.00 on main.",
    ),
    (WagerWithdrawn(1, "ann", "ante", (50,)), "Box 1: ann takes back 0.50 from ante."),
    (PhaseBegan(DEALING), "No more bets."),
    (PhaseBegan(OFFERING), ""),
    (PhaseBegan(PLAYING), ""),
    (PhaseBegan(DEALER_TURN), "The dealer's turn."),
    (PhaseBegan(SETTLING), ""),
    (MeterRaised(70), "The meter rises by 0.70."),
    (CardDealt(1, 2, 0), "Hand 1.2 gets the ace of spades."),
    (CardDealt(0, 1, 51), "The dealer gets the king of clubs."),
    (CardDealt(0, 2, 51, is_up=False), "The dealer gets a hole card."),
    (AnteTaken(1, "ann", 50, "NZ-18.6"), "Box 1: the ante of ann, 0.50, goes to the house."),
    (InsurancePlaced(1, "ann", (5_00,)), "Box 1: ann insures for 5.00."),
    (InsurancePlaced(1, "ann", (0,)), "Box 1: ann declines insurance."),
    (HoleCardChecked(is_blackjack=True), "The dealer has blackjack."),
    (HoleCardChecked(is_blackjack=False), "The dealer has no blackjack."),
    (TurnGiven(1, 2), "Hand 1.2 is to play."),
    (
        HandDoubled(1, 1, (("ann", (5_00,), 0), ("bob", (0,), 10_00))),
        "Hand 1.1 is doubled: ann 5.00, bob a lammer worth 10.00.",
    ),
    (
        HandSplit(1, 1, ("ann",), ("bob",), (("ann", (10_00,), 0),)),
        "Hand 1.1 is split: ann 10.00, bob moves to the second hand.",
    ),
    (HandFinished(1, 1, "stood"), "Hand 1.1 stands."),
    (HandFinished(1, 1, "doubled"), "Hand 1.1 is complete."),
    (HandFinished(1, 1, "bust"), "Hand 1.1 is over 21."),
    (HandFinished(1, 1, "complete"), "Hand 1.1 is complete."),
    (HandFinished(1, 1, "surrendered"), "Hand 1.1 is given up."),
    (HandFinished(1, 1, "blackjack"), "Hand 1.1 is a blackjack."),
    (HandFinished(1, 1, "void"), "Hand 1.1 is void."),
    (HoleCardRevealed(40), "The dealer turns over the jack of spades."),
    (DealerHandBegan(1), "The up card begins dealer hand 2."),
    (PrizeDrawn(1, "bonus", 50_00), "Box 1: the button shows 50.00 for bonus."),
    (
        WagerSettled(1, 2, "ann", "main", 0, "win", 10_00, 10_00, "T-c-5-s2", "1 to 1"),
        "Hand 1.2: ann's main wins 10.00, 1 to 1 [T-c-5-s2].",
    ),
    (
        WagerSettled(1, 0, "ann", "sevens", 0, "win", 1_00, 3_00, "T-p", "3 to 1", "one"),
        "Box 1: ann's sevens wins 3.00 (one), 3 to 1 [T-p].",
    ),
    (
        WagerSettled(1, 1, "ann", "main", 0, "loss", 10_00, -10_00, "T-c-2"),
        "Hand 1.1: ann's main loses 10.00 [T-c-2].",
    ),
    (
        WagerSettled(1, 1, "ann", "main", 0, "loss", 20_00, -10_00, "T-j-2"),
        "Hand 1.1: ann's main loses 10.00 and has 10.00 back [T-j-2].",
    ),
    (
        WagerSettled(1, 1, "ann", "main", 0, "surrender", 10_00, -5_00, "T-h-1"),
        "Hand 1.1: ann's main gives up 5.00 [T-h-1].",
    ),
    (
        WagerSettled(1, 1, "ann", "main", 0, "push", 10_00, 0, "T-c-2"),
        "Hand 1.1: ann's main pushes, 10.00 stays [T-c-2].",
    ),
    (
        WagerSettled(1, 0, "ann", "insurance", 0, "void", 5_00, 0, "T-g-2"),
        "Box 1: ann's insurance is void, 5.00 goes back [T-g-2].",
    ),
    (StreakMoved(1, "ann", 2), "Box 1: ann has won 2 in a row."),
    (
        MeterWon(10_000_00, 5_000_00),
        "The meter of 10000.00 is won and shows 5000.00.",
    ),
    (RoundEnded(3, (1, 2)), "Round 3 is over."),
    (EvenMoneyTaken(1, "ann"), "Box 1: ann takes even money."),
    (HandRemoved(1, 1), "The cards of hand 1.1 are taken away."),
]


@pytest.mark.parametrize("event, words", TOLD, ids=lambda part: type(part).__name__)
def test_words(event: AnyEvent, words: str) -> None:
    """A sentence for people; nothing where there is nothing to say."""
    assert tell_event(event) == words


def test_a_side_wager_is_called_what_its_rulebook_calls_it() -> None:
    titles = rules_of("nz").titles
    placed = WagerPlaced(1, "ann", "perfect_pairs", (5_00,))
    assert tell_event(placed, titles) == "Box 1: ann places 5.00 on Perfect Pairs."
    held = PayoutHeld(1, "ann", "madness_21", 1_00, 24_00, "NZ-15A.6", "prize", "blackjack")
    assert tell_event(held, titles) == "Box 1: ann's Madness 21 has won 24.00, to be verified."
    main = WagerPlaced(1, "ann", "main", (10_00,))
    assert tell_event(main, titles) == "Box 1: ann places 10.00 on main."


def kinds_of(union: object) -> Iterator[type]:
    """Every kind of event in a union, however it is put together."""
    if isinstance(union, type):
        yield union
    for part in get_args(union):
        yield from kinds_of(part)


def sample(hint: object) -> object:
    """A value of a type that a field of an event may have."""
    match get_origin(hint), get_args(hint):
        case builtins.tuple, (inner, builtins.Ellipsis):
            return (sample(inner),)
        case builtins.tuple, inner:
            return tuple(sample(part) for part in inner)
        case builtins.dict, (key, value):
            return {sample(key): sample(value)}
    return {int: 1, str: "ann", bool: True}[hint]  # type: ignore[index]


WORDS = {"how": "stood", "result": "win", "phase": "dealing"}
"""Fields that take one of a few words."""


def samples() -> list[AnyEvent]:
    """One event of each kind that there is."""
    made = []
    for kind in kinds_of(AnyEvent):
        hints = get_type_hints(kind)
        values = {name: WORDS.get(name, sample(hints[name])) for name in fields_of(kind)}
        made.append(kind(**values))
    return made


def fields_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(kind))


def test_no_event_of_play_is_left_out() -> None:
    """The table above has every kind of event that the play of a round can lead to."""
    told = {type(event) for event, _ in TOLD}
    assert {kind for kind in kinds_of(AnyEvent) if kind.__module__ == events.__name__} <= told


@pytest.mark.parametrize("event", samples(), ids=lambda event: type(event).__name__)
def test_every_kind_has_words_and_plain_data(event: AnyEvent) -> None:
    """No event is without words, and its data names it and goes through JSON unchanged."""
    assert isinstance(tell_event(event), str)
    data = plain_event(event)
    assert data["event"]
    text = msgspec.json.encode(data)
    assert msgspec.json.encode(msgspec.json.decode(text)) == text


def test_plain_data_in_notation() -> None:
    """Cards are written as people write them, and amounts in table currency."""
    assert plain_event(CardDealt(1, 2, 0)) == {
        "event": "card_dealt",
        "box": 1,
        "hand": 2,
        "card": "As",
        "is_up": True,
    }
    assert plain_event(RoundEnded(3, (0, 51))) == {
        "event": "round_ended",
        "number": 3,
        "collected": ["As", "Kc"],
    }
    assert plain_event(WagerPlaced(1, "ann", "main", (10_00, 5_50)))["amounts"] == ["10.00", "5.50"]
    settled = plain_event(WagerSettled(1, 2, "ann", "main", 0, "loss", 10_00, -10_00, "T-c-2"))
    assert (settled["stake"], settled["net"], settled["clause"]) == ("10.00", "-10.00", "T-c-2")


def test_plain_data_of_added_stakes() -> None:
    """Who added what to a hand is told by name."""
    data = plain_event(HandDoubled(1, 1, (("ann", (5_00,), 0), ("bob", (0,), 10_00))))
    assert data["stakes"] == [
        {"player": "ann", "chips": ["5.00"], "free": "0.00"},
        {"player": "bob", "chips": ["0.00"], "free": "10.00"},
    ]
