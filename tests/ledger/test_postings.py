"""Postings: the transfers that each event makes, and which events make none."""

import pytest

from pitboss.engine.betting.placing import (
    AnteTaken,
    CouponPlaced,
    CouponWithdrawn,
    WagerPlaced,
    WagerWithdrawn,
)
from pitboss.engine.chips import ChipsBought, ChipsCashed
from pitboss.engine.declare import Event
from pitboss.engine.floor.corrections import CorrectionMade
from pitboss.engine.floor.irregularities.misdeal import StakesReturned
from pitboss.engine.insurance import InsurancePlaced
from pitboss.engine.payouts import SettlementReversed, WagerSettled
from pitboss.engine.play.acts import HandDoubled, HandSplit
from pitboss.engine.play.elections import Added
from pitboss.engine.play.turns import TurnGiven
from pitboss.engine.round import HandFinished, PhaseBegan, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.side_wagers.prizes import MeterRaised, MeterWon, PrizeDrawn
from pitboss.money import CASHIER, FLOAT, METER, Transfer, layout, purse

ANN = purse("ann")
BOX = layout(1, "ann")


def settled(result: str, stake: int, net: int, pays: str = "") -> WagerSettled:
    return WagerSettled(1, 1, "ann", "main", 0, result, stake, net, "T-c-5", pays)


POSTED: list[tuple[Event, tuple[Transfer, ...]]] = [
    (ChipsBought("ann", 100_00), (Transfer(CASHIER, ANN, 100_00, "chips bought"),)),
    (ChipsCashed("ann", 100_00), (Transfer(ANN, CASHIER, 100_00, "chips cashed"),)),
    (
        WagerPlaced(1, "ann", "main", (10_00, 5_00)),
        (Transfer(ANN, BOX, 15_00, "main placed"),),
    ),
    (
        WagerWithdrawn(1, "ann", "over_13", (1_00,)),
        (Transfer(BOX, ANN, 1_00, "over_13 withdrawn"),),
    ),
    (InsurancePlaced(1, "ann", (5_00, 0)), (Transfer(ANN, BOX, 5_00, "insurance placed"),)),
    (InsurancePlaced(1, "ann", (0,)), ()),
    (
        HandDoubled(1, 1, (Added("ann", (5_00,), 0), Added("bob", (0,), 10_00))),
        (Transfer(ANN, BOX, 5_00, "double placed"),),
    ),
    (
        HandSplit(1, 1, ("ann",), ("bob",), (Added("ann", (10_00,), 0),)),
        (Transfer(ANN, BOX, 10_00, "split placed"),),
    ),
    (AnteTaken(1, "ann", 50, "NZ-18.6"), (Transfer(BOX, FLOAT, 50, "ante [NZ-18.6]"),)),
    (MeterRaised(70), (Transfer(FLOAT, METER, 70, "progression"),)),
    (
        MeterWon(10_000_70, 5_000_00),
        (
            Transfer(METER, FLOAT, 10_000_70, "meter won"),
            Transfer(FLOAT, METER, 5_000_00, "meter reset"),
        ),
    ),
    (
        settled("win", 10_00, 15_00, "3 to 2"),
        (
            Transfer(BOX, ANN, 10_00, "main returned"),
            Transfer(FLOAT, ANN, 15_00, "main win 3 to 2 [T-c-5]"),
        ),
    ),
    (settled("loss", 10_00, -10_00), (Transfer(BOX, FLOAT, 10_00, "main loss [T-c-5]"),)),
    (
        settled("loss", 20_00, -10_00),
        (
            Transfer(BOX, FLOAT, 10_00, "main loss [T-c-5]"),
            Transfer(BOX, ANN, 10_00, "main returned"),
        ),
    ),
    (
        settled("surrender", 10_00, -5_00),
        (
            Transfer(BOX, FLOAT, 5_00, "main surrender [T-c-5]"),
            Transfer(BOX, ANN, 5_00, "main returned"),
        ),
    ),
    (settled("push", 10_00, 0), (Transfer(BOX, ANN, 10_00, "main returned"),)),
    # A hand with lammers only: nothing was staked, so nothing comes back.
    (settled("win", 0, 10_00, "1 to 1"), (Transfer(FLOAT, ANN, 10_00, "main win 1 to 1 [T-c-5]"),)),
    (settled("loss", 0, 0), ()),
    # A coupon is no chip: only what it wins moves.
    (CouponPlaced(1, "ann", 10_00), ()),
    (CouponWithdrawn(1, "ann", 10_00), ()),
    (
        WagerSettled(1, 0, "ann", "match_play", 0, "win", 0, 10_00, "T-c-4-s2", "1 to 1"),
        (Transfer(FLOAT, ANN, 10_00, "match_play win 1 to 1 [T-c-4-s2]"),),
    ),
    (
        StakesReturned(1, "ann", 10_00, "T-n-6"),
        (Transfer(BOX, ANN, 10_00, "returned [T-n-6]"),),
    ),
    (
        CorrectionMade("dan", "eve", "ann", 5_00, "paid short"),
        (Transfer(FLOAT, ANN, 5_00, "correction by dan and eve: paid short"),),
    ),
    (
        CorrectionMade("dan", "eve", "ann", -5_00, "paid twice"),
        (Transfer(ANN, FLOAT, 5_00, "correction by dan and eve: paid twice"),),
    ),
    (
        SettlementReversed(1, "ann", "main", -10_00, "NZ-16.13"),
        (Transfer(ANN, FLOAT, 10_00, "main reversed [NZ-16.13]"),),
    ),
    (ShoeLoaded((1, 2), True), ()),
    (PhaseBegan("dealing"), ()),
    (CardDealt(1, 1, 5), ()),
    (TurnGiven(1, 1), ()),
    (HandFinished(1, 1, "stood"), ()),
    (PrizeDrawn(1, "bonus", 50_00), ()),
    (RoundEnded(1, (5,)), ()),
]


@pytest.mark.parametrize("event, transfers", POSTED, ids=lambda part: type(part).__name__)
def test_transfers_of_an_event(event: Event, transfers: tuple[Transfer, ...]) -> None:
    """Each transfer has a source, a destination, an amount above zero and a reason."""
    assert event.transfers() == transfers
    for transfer in transfers:
        assert transfer.amount > 0
        assert transfer.debit != transfer.credit
        assert transfer.reason
