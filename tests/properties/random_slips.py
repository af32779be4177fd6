"""Random entries in the books of the house: slips written and signed, rightly or wrongly."""

import random

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.declare import Command
from pitboss.engine.floor.books.drop import RemoveDrop
from pitboss.engine.floor.books.shift import SignOff
from pitboss.engine.floor.books.tray import ConfirmSlip, CountFloat, MoveChips, RejectSlip
from pitboss.engine.state import TableState

STAFF = ("dee", "sue", "sam")
GUESTS = ("guest-3", "guest-bob")


def random_slip(rng: random.Random, state: TableState, now_ms: int) -> Command:
    """A slip, a signature, a sign-off, or cash that changes hands."""
    books, by = state.floor.books, rng.choice((*STAFF, "ann"))
    if books.waiting is not None and rng.random() < 0.7:
        number = books.slips + rng.choice((0, 0, 0, 1))
        if rng.random() < 0.2:
            return RejectSlip(by=by, number=number)
        return ConfirmSlip(by=by, number=number)
    unit = state.rules.limits.chip_unit
    chips = {str(unit): rng.randint(-1, 40), str(unit * 100): rng.randint(0, 40)}
    is_counted = books.counted == "opening" and rng.random() < 0.5
    guest = rng.choice(GUESTS)
    choices: tuple[Command, ...] = (
        CountFloat(by=by, kind="closing" if is_counted else "opening", chips=chips),
        MoveChips(by=by, kind="fill" if rng.random() < 0.5 else "credit", chips=chips),
        RemoveDrop(by=by, amount=rng.randint(-1, 500) * 100),
        BuyIn(by="dee", player=guest, amount=100_00),
        CashOut(by=guest, amount=state.chips.get(guest, 0)),
        SignOff(by=by, at_ms=now_ms),
    )
    return rng.choice(choices)
