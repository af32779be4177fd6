"""Events in words and as plain data: none is without either."""

import builtins
import itertools
import re
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from pitboss.cards import HIDDEN
from pitboss.engine.betting.placing import (
    AnteTaken,
    CouponPlaced,
    CouponWithdrawn,
    PlaceAsked,
    WagerPlaced,
    WagerWithdrawn,
)
from pitboss.engine.chips import ChipsBought, ChipsCashed
from pitboss.engine.dealer import DealerHandBegan, DealerHandEnded, HoleCardRevealed
from pitboss.engine.declare import Event, all_events, tag_of
from pitboss.engine.floor.closing import TableClosed, WagerReturned
from pitboss.engine.floor.corrections import CorrectionMade, CorrectionProposed
from pitboss.engine.floor.cut import CutRefused, StackCut
from pitboss.engine.floor.idle import TableLeft
from pitboss.engine.floor.irregularities.effects import BoxesLimited
from pitboss.engine.floor.irregularities.equipment import ShufflerTurnedOff
from pitboss.engine.floor.procedures import ProcedureBegan, StepDone
from pitboss.engine.floor.staff import StaffAssigned
from pitboss.engine.floor.taking_back import TakenBack
from pitboss.engine.insurance import EvenMoneyTaken, HoleCardChecked, InsurancePlaced
from pitboss.engine.notation import plain, read
from pitboss.engine.payouts import SettlementReversed, WagerSettled
from pitboss.engine.play.acts import HandDoubled, HandSplit
from pitboss.engine.play.elections import Added
from pitboss.engine.play.turns import TurnGiven
from pitboss.engine.round import HandFinished, HandRemoved, PhaseBegan, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt, DeterminantDrawn
from pitboss.engine.shoe.loading import ShoeLoaded, ShuffleOrdered
from pitboss.engine.side_wagers.prizes import (
    MeterRaised,
    MeterWon,
    PayoutChecked,
    PayoutHeld,
    PrizeDeclined,
    PrizeDrawn,
)
from pitboss.engine.side_wagers.settling import StreakMoved
from pitboss.engine.state import DEALER_TURN, DEALING, OFFERING, PLAYING, SETTLING
from pitboss.engine.words import OneOf, tell
from pitboss.money import Cents
from pitboss.rulebook.catalog import rules_of

SAID: tuple[Event, ...] = (
    ChipsBought("ann", 100_00),
    ChipsCashed("ann", 100_00),
    ShoeLoaded((1, 2, 3), True),
    PayoutHeld(1, "ann", "bonus", 1_00, 24_00, "T-s-4", "prize", "blackjack"),
    DealerHandEnded(0, 20),
    PayoutChecked("verify_cards", "dan", "T-s-7-i"),
    SettlementReversed(1, "ann", "main", -10_00, "NZ-16.13"),
    WagerPlaced(1, "ann", "main", (10_00,)),
    CouponPlaced(1, "ann", 10_00),
    CouponWithdrawn(1, "ann", 10_00),
    WagerSettled(1, 0, "ann", "match_play", 0, "win", 0, 10_00, "T-c-4-s2", "1 to 1"),
    WagerSettled(1, 0, "ann", "match_play", 0, "loss", 0, 0, "T-c-4-s2"),
    WagerSettled(1, 0, "ann", "match_play", 0, "push", 0, 0, "T-c-4-s2"),
    WagerPlaced(1, "ann", "main", (10_00, 5_00)),
    WagerWithdrawn(1, "ann", "ante", (50,)),
    PhaseBegan(DEALING),
    PhaseBegan(OFFERING),
    PhaseBegan(PLAYING),
    PhaseBegan(DEALER_TURN),
    PhaseBegan(SETTLING),
    MeterRaised(70),
    CardDealt(1, 2, 0),
    CardDealt(1, 2, HIDDEN),
    CardDealt(0, 1, 51),
    CardDealt(0, 2, 51, is_up=False),
    AnteTaken(1, "ann", 50, "NZ-18.6"),
    InsurancePlaced(1, "ann", (5_00,)),
    InsurancePlaced(1, "ann", (0,)),
    HoleCardChecked(is_blackjack=True),
    HoleCardChecked(is_blackjack=False),
    TurnGiven(1, 2),
    HandDoubled(1, 1, (Added("ann", (5_00,), 0), Added("bob", (0,), 10_00))),
    HandSplit(1, 1, ("ann",), ("bob",), (Added("ann", (10_00,), 0),)),
    HandFinished(1, 1, "stood"),
    HandFinished(1, 1, "doubled"),
    HandFinished(1, 1, "bust"),
    HandFinished(1, 1, "complete"),
    HandFinished(1, 1, "surrendered"),
    HandFinished(1, 1, "blackjack"),
    HandFinished(1, 1, "void"),
    HoleCardRevealed(40),
    DealerHandBegan(1),
    PrizeDrawn(1, "bonus", 50_00),
    ShufflerTurnedOff("PA-12-l"),
    PrizeDeclined(1, "madness_21", "ann", "", "NZ-15A.9"),
    WagerSettled(1, 2, "ann", "main", 0, "win", 10_00, 10_00, "T-c-5-s2", "1 to 1"),
    WagerSettled(1, 0, "ann", "sevens", 0, "win", 1_00, 3_00, "T-p", "3 to 1", "one"),
    WagerSettled(1, 1, "ann", "main", 0, "loss", 10_00, -10_00, "T-c-2"),
    WagerSettled(1, 1, "ann", "main", 0, "loss", 30_00, -10_00, "T-j-2"),
    WagerSettled(1, 1, "ann", "main", 0, "surrender", 10_00, -5_00, "T-h-1"),
    WagerSettled(1, 1, "ann", "main", 0, "push", 10_00, 0, "T-c-2"),
    WagerSettled(1, 0, "ann", "insurance", 0, "void", 5_00, 0, "T-g-2"),
    StreakMoved(1, "ann", 2),
    MeterWon(10_000_00, 5_000_00),
    RoundEnded(3, (1, 2)),
    EvenMoneyTaken(1, "ann"),
    HandRemoved(1, 1),
    BoxesLimited("ann", False, "H-rules-8"),
    PlaceAsked("ann", False),
    WagerReturned(1, "ann", "match_play", (10_00,)),
    TableClosed(""),
    TakenBack("dee", "the card for box 3", "dee", "", 1, (), (), False, "T-f-1"),
    StackCut("", 20),
    CutRefused("ann"),
    TableLeft("T-e-9", is_asked=False),
    ProcedureBegan("opening", ""),
    StepDone("place_cut_card", "", "T-e-4"),
    ShuffleOrdered("", "the shuffler takes the cards back", "NZ-7.2"),
    StaffAssigned("dee", ""),
    CorrectionProposed("dan", "ann", 5_00, "paid short"),
    CorrectionMade("dan", "sue", "ann", 5_00, "paid short"),
    ShoeLoaded((), True),
    DealerHandEnded(0, 22),
    DealerHandEnded(0, 23),
    HandFinished(1, 1, "frozen"),
    DeterminantDrawn(0, 1, 0, "T-f-4-i"),
    WagerSettled(1, 0, "ann", "match_play", 0, "void", 0, 0, "T-c-4-s2"),
)
"""Events whose words depend on their fields, one for each sentence."""


GOLDEN = Path(__file__).with_name("words.txt")
"""Every sentence there is, to be read aloud. Renew it with `python -m tests.engine.test_words`
and look at what has changed."""

WORDS: dict[str, Any] = {
    "how": "stood", "result": "win", "phase": "dealing", "dealt_from": 1, "chips": {"500": 2},
}  # fmt: skip
"""Fields that take one of a few words."""


PEOPLE = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "joe", "kim", "lee")
"""Texts of one event differ, and so do its numbers: which of them is said can be heard."""


class Sampler:
    """Values for the fields of one event, no two alike."""

    def __init__(self) -> None:
        self._texts = iter(PEOPLE)
        self._numbers = itertools.count(1)

    def sample(self, hint: Any) -> Any:
        """A value of a type that a field of an event may have."""
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            hints = get_type_hints(hint, include_extras=True)
            return hint(**{name: self.sample(kind) for name, kind in hints.items()})
        match get_origin(hint), get_args(hint):
            case builtins.tuple, (inner, builtins.Ellipsis):
                return (self.sample(inner),)
            case builtins.dict, (key, value):
                # Mappings of one event are read by the same keys.
                return {"min_bet" if key is str else 1: self.sample(value)}
        if hint == Cents:
            return 100 * next(self._numbers) + 50
        if hint is bool:
            return True
        return next(self._texts) if hint is str else next(self._numbers)


def samples() -> list[Event]:
    """One event of each kind that there is."""
    made = []
    for kind in all_events():
        one, hints = Sampler(), get_type_hints(kind, include_extras=True)
        names = [field.name for field in msgspec.structs.fields(kind)]
        values = {name: WORDS.get(name, one.sample(hints[name])) for name in names}
        made.append(kind(**values))
    return made


def sentences() -> str:
    """All of them, a line each."""
    lines = [f"{tag_of(type(event))}: {tell(event)}" for event in (*SAID, *samples())]
    return "\n".join(sorted(dict.fromkeys(lines))) + "\n"


def test_every_sentence_is_the_one_that_was_read_aloud() -> None:
    assert sentences() == GOLDEN.read_text(encoding="utf-8")


def test_every_sentence_of_an_event_is_among_them() -> None:
    """An event whose words depend on a field has each of its sentences in the list above."""
    told = sentences()
    for kind in all_events():
        if isinstance(kind.words, OneOf):
            count = len(re.findall(rf"^{tag_of(kind)}: .+$", told, re.M))
            assert count >= len(kind.words.sentences), f"{kind.__name__} says more than that"


def test_a_side_wager_is_called_what_its_rulebook_calls_it() -> None:
    titles = rules_of("nz").titles
    placed = WagerPlaced(1, "ann", "perfect_pairs", (5_00,))
    assert tell(placed, titles) == "Box 1: ann bets 5.00 on Perfect Pairs."
    main = WagerPlaced(1, "ann", "main", (10_00,))
    assert tell(main, titles) == "Box 1: ann bets 10.00 on main."


@pytest.mark.parametrize("event", samples(), ids=lambda event: type(event).__name__)
def test_every_kind_has_plain_data(event: Event) -> None:
    """Its data names it, goes through JSON unchanged, and is read back to the same event."""
    data = plain(event)
    assert data["event"]
    text = msgspec.json.encode(data)
    assert read(msgspec.json.decode(text), type(event)) == event


def test_plain_data_in_notation() -> None:
    """Cards are written as people write them, and amounts in table currency."""
    assert plain(CardDealt(1, 2, 0)) == {
        "event": "card_dealt",
        "box": 1,
        "hand": 2,
        "card": "As",
        "is_up": True,
    }
    assert plain(RoundEnded(3, (0, 51))) == {
        "event": "round_ended",
        "number": 3,
        "collected": ["As", "Kc"],
    }
    assert plain(WagerPlaced(1, "ann", "main", (10_00, 5_50)))["amounts"] == ["10.00", "5.50"]
    settled = plain(WagerSettled(1, 2, "ann", "main", 0, "loss", 10_00, -10_00, "T-c-2"))
    assert (settled["stake"], settled["net"], settled["clause"]) == ("10.00", "-10.00", "T-c-2")


def test_plain_data_of_added_stakes() -> None:
    """Who added what to a hand is told by name."""
    data = plain(HandDoubled(1, 1, (Added("ann", (5_00,), 0), Added("bob", (0,), 10_00))))
    assert data["stakes"] == [
        {"player": "ann", "chips": ["5.00"], "free": "0.00"},
        {"player": "bob", "chips": ["0.00"], "free": "10.00"},
    ]


if __name__ == "__main__":
    GOLDEN.write_text(sentences(), encoding="utf-8")
