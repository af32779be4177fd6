"""A tray moved by nothing but the chips list agrees with the closing count, whatever happened."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.duties import chip_tasks
from pitboss.engine.floor.books.tray import ConfirmSlip, CountFloat, FloatCounted, expected_float
from pitboss.engine.floor.chip_moves import ConfirmMoves
from pitboss.engine.floor.corrections import ConfirmCorrection, ProposeCorrection
from pitboss.engine.floor.taking_back import TakeBack
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.state import BETTING
from pitboss.money import Cents
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed
from tests.engine.test_chip_moves import KEYED, enter, stand

WORTH = 20_000_00
UNIT = 25
"""The smallest chip of the tray."""


class Hands:
    """A dealer who moves what the list says, once each, and sells and changes chips."""

    def __init__(self, at: AtTable) -> None:
        self.at, self.tray = at, WORTH
        self.count("opening")

    def count(self, kind: str) -> FloatCounted:
        """A count of what lies in the tray, signed by two."""
        chips = {str(UNIT): self.tray // UNIT}
        self.at.do(CountFloat(by=DEALER, kind=kind, chips=chips))  # type: ignore[arg-type]
        self.at.do(ConfirmSlip(by=FLOOR, number=self.at.state.floor.books.slips))
        return self.at.all_of(FloatCounted)[-1]

    def sell(self, player: str, amount: Cents) -> None:
        """Chips for cash."""
        self.at.do(BuyIn(by=DEALER, player=player, amount=amount))
        self.tray -= amount

    def move(self) -> None:
        """Everything on the list that is not moved yet."""
        state = self.at.state
        due = [task for task in chip_tasks(state) if task.number > state.floor.chips_moved]
        self.tray += sum(task.take - task.pay for task in due)
        if due:
            self.at.do(ConfirmMoves(by=DEALER, number=due[-1].number))
        assert self.tray == expected_float(self.at.state)


def bet(at: AtTable, *lines: str) -> None:
    """Wagers in dollars, and the deal."""
    at.bet(*lines)
    at.do(Deal(by=DEALER))


def play_progressive(hands: Hands) -> None:
    """Two suited aces win a progressive, and another is lost."""
    at = hands.at
    bet(at, "1 guest-1 main 10", "1 guest-1 progressive 1",
        "2 guest-2 main 10", "2 guest-2 progressive 1")  # fmt: skip
    enter(at, "As Ts 9d As 8h")
    hands.move()
    stand(at, 1, 2)
    enter(at, "9c")


def play_bonus(hands: Hands) -> None:
    """A blackjack wins a bonus, which the button draws; another bonus is lost."""
    at = hands.at
    bet(at, "1 guest-1 main 10", "1 guest-1 bonus 1", "2 guest-2 main 10", "2 guest-2 bonus 1")
    enter(at, "As Ts 9d Kh 9s")
    hands.move()
    stand(at, 2)
    enter(at, "9c")
    at.do(DrawPrize(by=DEALER, player="guest-1", prize=25_00))


@pytest.mark.parametrize("wager, play", [("progressive", play_progressive), ("bonus", play_bonus)])
def test_the_closing_count_agrees_after_all_that_a_shift_may_bring(
    wager: str, play: Callable[[Hands], None]
) -> None:
    at = staffed("tribal", automations=KEYED, **{wager: True})
    hands = Hands(at)
    hands.sell("guest-1", 500_00)
    hands.sell("guest-2", 500_00)
    play(hands)
    assert at.state.phase == BETTING
    assert f"{wager} win" in {f"{task.wager} {task.result}" for task in chip_tasks(at.state)}
    hands.move()
    # A round is paid, reopened, paid anew, and corrected.
    bet(at, "1 guest-1 main 10", "2 guest-2 main 7.50")
    enter(at, "Ts 9s 9d Th 9h")
    stand(at, 1, 2)
    enter(at, "7c 2h")
    hands.move()
    at.do(TakeBack(by=DEALER))
    hands.move()
    enter(at, "3h")
    hands.move()
    change = ProposeCorrection(by=DEALER, player="guest-2", amount=-2_50, reason="overpaid")
    at.do(replace(change, round=2, box=2, hand=1, wager="main"))
    at.do(ConfirmCorrection(by=FLOOR, number=1))
    hands.move()
    at.do(CashOut(by="guest-1", amount=at.state.chips["guest-1"]))
    assert hands.count("closing").difference == 0
    # A relief dealer is told that all is moved, and can move nothing again.
    last = at.state.floor.chips_moved
    assert last == at.state.moves_made
    assert at.refusal(ConfirmMoves(by=DEALER, number=last)).code == Code.WRONG_TIME
