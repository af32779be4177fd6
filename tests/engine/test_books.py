"""The books of the house: counts, fills, credits and the drop are signed by two, shifts by one."""

import pytest

from pitboss.cards import parse_cards
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.floor.books.drop import DropRemoved, RemoveDrop
from pitboss.engine.floor.books.shift import ShiftSignedOff, SignOff
from pitboss.engine.floor.books.slips import SlipWritten
from pitboss.engine.floor.books.tray import (
    ConfirmSlip,
    CountFloat,
    FloatCounted,
    FloatMoved,
    MoveChips,
    RejectSlip,
    SlipRejected,
    expected_float,
)
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.closing import CloseTable, TableClosed
from pitboss.engine.floor.corrections import ConfirmCorrection, ProposeCorrection
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.floor.taking_back import TakeBack
from pitboss.engine.play.acts import Stand
from pitboss.engine.state import Automations
from pitboss.engine.words import tell
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import Balances, book, opening
from pitboss.money import CAGE, OVER_SHORT, TRAY
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed

BY_HAND = Automations(cards=False)
SECOND = "sam"
CHIPS = {"500": 100, "10000": 20}
WORTH = 2_500_00


def table(*players: str) -> AtTable:
    """A table with a physical shoe, a dealer and two supervisors."""
    at = staffed("nz", *players, automations=BY_HAND)
    at.do(AssignStaff(name=SECOND, role="supervisor"))
    return at


def sign(at: AtTable, command: Command, by: str = FLOOR) -> None:
    """Have a slip written and signed by somebody else."""
    at.do(command)
    at.do(ConfirmSlip(by=by, number=at.state.floor.books.slips))


def opened(*players: str) -> AtTable:
    """The same with the float counted at opening."""
    at = table(*players)
    sign(at, CountFloat(by=DEALER, kind="opening", chips=CHIPS))
    return at


def enter(at: AtTable, cards: str) -> None:
    """The dealer draws these cards."""
    for card in parse_cards(cards):
        at.do(EnterCard(by=DEALER, card=card))


def lose(at: AtTable, player: str) -> None:
    """A round in which a player on box 3 stands on 17 against 19."""
    enter(at, "Ts 9d 7h")
    at.do(Stand(by=player, box=3))
    enter(at, "Th")


def ledger(at: AtTable) -> Balances:
    """The books from the first event on; they must hold."""
    books = opening(at.state.rules.fees.meter)
    book(books, at.events)
    assert faults(books) == []
    return books


def test_two_people_count_the_float_at_opening() -> None:
    at = table()
    (written,) = at.do(
        CountFloat(by=DEALER, kind="opening", chips={"10000": 20, "500": 100, "100": 0})
    )
    assert written == SlipWritten(1, "opening", DEALER, WORTH, CHIPS)
    assert tell(written) == ("dan writes slip 1: opening, 2500.00 (100 x 5.00, 20 x 100.00).")
    (counted,) = at.do(ConfirmSlip(by=FLOOR, number=1))
    assert isinstance(counted, FloatCounted)
    assert (counted.amount, counted.expected, counted.difference) == (WORTH, WORTH, 0)
    assert tell(counted) == (
        "dan and sue count the float at opening: 2500.00, as expected [slip 1]."
    )
    assert ledger(at)[TRAY] == WORTH == -ledger(at)[CAGE]


def test_one_person_alone_signs_nothing() -> None:
    at = table()
    at.do(CountFloat(by=FLOOR, kind="opening", chips=CHIPS))
    assert at.refusal(ConfirmSlip(by=FLOOR, number=1)).code == Code.NOT_YOURS
    at.do(ConfirmSlip(by=SECOND, number=1))
    at.do(MoveChips(by=DEALER, kind="fill", chips=CHIPS))
    assert at.refusal(ConfirmSlip(by=DEALER, number=2)).code == Code.NOT_YOURS
    # A dealer who relieves the first is no supervisor either.
    at.do(AssignStaff(name="eve", role="dealer"))
    assert at.refusal(ConfirmSlip(by="eve", number=2)).code == Code.NOT_YOURS
    at.do(ConfirmSlip(by=SECOND, number=2))


def test_nobody_signs_another_slip_than_the_one_they_read() -> None:
    at = opened()
    at.do(MoveChips(by=DEALER, kind="fill", chips={"500": 20}))
    at.do(RejectSlip(by=FLOOR, number=2))
    assert at.all_of(SlipRejected) == [SlipRejected(2, "fill", FLOOR)]
    at.do(MoveChips(by=DEALER, kind="fill", chips={"500": 2_000}))
    assert at.refusal(ConfirmSlip(by=FLOOR, number=2)).code == Code.WRONG_TIME
    assert at.refusal(RejectSlip(by=FLOOR, number=2)).code == Code.WRONG_TIME
    assert at.refusal(MoveChips(by=DEALER, kind="fill", chips={"500": 1})).code == Code.WRONG_TIME
    at.do(ConfirmSlip(by=FLOOR, number=3))


def test_fills_and_credits_move_the_float() -> None:
    at = opened("ann")
    sign(at, MoveChips(by=DEALER, kind="fill", chips={"500": 20}))
    sign(at, MoveChips(by=FLOOR, kind="credit", chips={"10000": 3}), by=DEALER)
    assert [event.signed for event in at.all_of(FloatMoved)] == [100_00, -300_00]
    assert tell(at.all_of(FloatMoved)[0]) == (
        "dan and sue sign a fill of 100.00 (20 x 5.00) [slip 2]."
    )
    assert expected_float(at.state) == WORTH + 100_00 - 300_00
    assert ledger(at)[TRAY] == WORTH - 200_00
    at.do(MoveChips(by=DEALER, kind="credit", chips={"10000": 30}))
    assert at.refusal(ConfirmSlip(by=FLOOR, number=4)).code == Code.NOT_ENOUGH_CHIPS


def test_the_float_follows_what_is_sold_won_corrected_and_carried_away() -> None:
    at = opened("ann")
    at.do(BuyIn(by=DEALER, player="guest-3", amount=200_00))
    assert expected_float(at.state) == WORTH - 200_00
    at.do(PlaceWager(by="guest-3", box=3, wager="main", amounts=(50_00,)))
    assert expected_float(at.state) == WORTH - 200_00
    at.do(Deal(by=DEALER))
    lose(at, "guest-3")
    lost = 50_00
    assert at.state.chips["guest-3"] == 200_00 - lost
    assert expected_float(at.state) == WORTH - 200_00 + lost
    at.do(ProposeCorrection(by=DEALER, player="guest-3", amount=10_00, reason="miscount"))
    at.do(ConfirmCorrection(by=FLOOR))
    assert expected_float(at.state) == WORTH - 210_00 + lost
    # Who has no account leaves with chips in hand; who has one hands them back.
    at.do(CashOut(by="guest-3", amount=at.state.chips["guest-3"]))
    assert expected_float(at.state) == WORTH - 210_00 + lost
    at.do(CashOut(by="ann", amount=100_00))
    assert expected_float(at.state) == WORTH - 110_00 + lost


def test_a_closing_count_shows_what_is_missing() -> None:
    at = opened("ann")
    at.do(CashOut(by="ann", amount=100_00))
    sign(at, CountFloat(by=FLOOR, kind="closing", chips={"10000": 25, "500": 19}), by=DEALER)
    closing = at.all_of(FloatCounted)[-1]
    assert (closing.expected, closing.difference) == (WORTH + 100_00, -5_00)
    assert tell(closing) == "sue and dan count the float at closing: 2595.00, 5.00 short [slip 2]."
    assert ledger(at)[OVER_SHORT] == 5_00
    assert ledger(at)[TRAY] == WORTH - 5_00
    # The next shift begins with what is there.
    sign(at, CountFloat(by=DEALER, kind="opening", chips={"10000": 25, "500": 20}))
    assert at.all_of(FloatCounted)[-1].difference == 5_00


def test_a_table_that_was_counted_is_closed_after_its_closing_count() -> None:
    at = opened("ann")
    refused = at.refusal(CloseTable(by=FLOOR))
    assert (refused.code, "counted before" in refused.text) == (Code.STEP_NOT_DUE, True)
    sign(at, CountFloat(by=DEALER, kind="closing", chips=CHIPS))
    # Chips have moved since: the count does not hold any more.
    at.do(BuyIn(by=DEALER, player="guest-2", amount=50_00))
    assert at.refusal(CloseTable(by=FLOOR)).code == Code.STEP_NOT_DUE
    sign(at, CountFloat(by=DEALER, kind="closing", chips={"500": 90, "10000": 20}))
    at.do(CloseTable(by=FLOOR))
    assert at.all_of(TableClosed)


def test_the_drop_is_what_was_paid_in_cash() -> None:
    at = opened("ann")
    at.do(BuyIn(by=DEALER, player="guest-bob", amount=80_00))
    at.do(BuyIn(by=DEALER, player="guest-3", amount=20_00))
    sign(at, RemoveDrop(by=DEALER, amount=99_00))
    (drop,) = at.all_of(DropRemoved)
    assert (drop.expected, drop.difference) == (100_00, -1_00)
    assert tell(drop) == ("dan and sue take the drop box away: 99.00 in cash, 1.00 short [slip 2].")
    sign(at, RemoveDrop(by=DEALER, amount=0))
    assert at.all_of(DropRemoved)[-1].expected == 0


def test_a_sign_off_puts_the_figures_of_the_shift_on_record() -> None:
    at = opened("ann")
    at.do(BuyIn(by=DEALER, player="guest-3", amount=200_00))
    sign(at, MoveChips(by=DEALER, kind="fill", chips={"500": 20}))
    at.do(PlaceWager(by="guest-3", box=3, wager="main", amounts=(50_00,)))
    at.do(Deal(by=DEALER))
    assert at.refusal(SignOff(by=FLOOR)).code == Code.WRONG_TIME
    lose(at, "guest-3")
    at.do(MoveChips(by=DEALER, kind="fill", chips={"500": 20}))
    assert at.refusal(SignOff(by=FLOOR)).code == Code.WRONG_TIME
    at.do(RejectSlip(by=DEALER, number=3))
    assert at.refusal(SignOff(by=DEALER)).code == Code.NOT_YOURS
    at.do(SignOff(by=FLOOR, at_ms=7_000))
    (signed,) = at.all_of(ShiftSignedOff)
    assert signed == ShiftSignedOff(
        FLOOR, 0, 7_000, 1, 1_000_000_00 + 200_00, 200_00, 0, 50_00, 100_00, 0, 0
    )
    at.do(SignOff(by=SECOND, at_ms=8_000))
    assert at.all_of(ShiftSignedOff)[-1] == ShiftSignedOff(SECOND, 7_000, 8_000, *(0,) * 8)


@pytest.mark.parametrize(
    "command",
    [
        CountFloat(by=DEALER, kind="opening", chips=CHIPS),
        MoveChips(by=DEALER, kind="fill", chips=CHIPS),
        RemoveDrop(by=DEALER, amount=5),
    ],
)
def test_a_table_that_the_server_deals_has_no_tray(command: Command) -> None:
    at = staffed("nz")
    refused = at.refusal(command)
    assert (refused.code, "no tray" in refused.text) == (Code.NOT_OFFERED, True)
    at.do(SignOff(by=FLOOR))


def test_chips_are_counted_before_they_are_moved_and_in_their_order() -> None:
    at = table()
    for early in (
        MoveChips(by=DEALER, kind="fill", chips=CHIPS),
        CountFloat(by=DEALER, kind="closing", chips=CHIPS),
    ):
        assert at.refusal(early).code == Code.WRONG_TIME
    for wrong in ({"333": 1}, {"0": 1}, {"-500": 1}, {"500": -1}, {"500": 10**6}, {"five": 1}):
        assert at.refusal(CountFloat(by=DEALER, kind="opening", chips=wrong)).code == (
            Code.STAKE_NOT_CHIPS
        )
    sign(at, CountFloat(by=DEALER, kind="opening", chips={}))
    again = CountFloat(by=DEALER, kind="opening", chips=CHIPS)
    assert at.refusal(again).code == Code.WRONG_TIME
    assert at.refusal(MoveChips(by=DEALER, kind="fill", chips={})).code == Code.STAKE_TOO_SMALL
    assert at.refusal(RemoveDrop(by=DEALER, amount=-1)).code == Code.STAKE_TOO_SMALL


def test_players_have_no_part_in_the_books() -> None:
    at = opened("ann")
    for command in (
        CountFloat(by="ann", kind="closing", chips=CHIPS),
        MoveChips(by="ann", kind="fill", chips=CHIPS),
        RemoveDrop(by="ann", amount=0),
        SignOff(by="ann"),
    ):
        assert at.refusal(command).code == Code.NOT_YOURS


def test_a_float_is_counted_between_rounds() -> None:
    at = opened("ann")
    at.do(CountFloat(by=DEALER, kind="closing", chips=CHIPS))
    at.do(PlaceWager(by="ann", box=1, wager="main", amounts=(50_00,)))
    at.do(Deal(by=DEALER))
    assert at.refusal(ConfirmSlip(by=FLOOR, number=2)).code == Code.WRONG_TIME
    at.do(RejectSlip(by=FLOOR, number=2))
    count = CountFloat(by=DEALER, kind="closing", chips=CHIPS)
    assert at.refusal(count).code == Code.WRONG_TIME
    # A fill may come while a card is awaited, and changes nothing about what is due.
    sign(at, MoveChips(by=DEALER, kind="fill", chips={"500": 20}))
    enter(at, "Ts")


def test_what_is_taken_back_leaves_the_books_alone() -> None:
    at = staffed("nz", "ann", automations=Automations(cards=False, remembers=True))
    sign(at, CountFloat(by=DEALER, kind="opening", chips=CHIPS))
    at.do(PlaceWager(by="ann", box=1, wager="main", amounts=(50_00,)))
    sign(at, MoveChips(by=DEALER, kind="fill", chips={"500": 20}))
    at.do(BuyIn(by=DEALER, player="guest-3", amount=30_00))
    at.do(TakeBack(by=FLOOR, reason="mistyped"))
    assert not at.state.boxes
    assert expected_float(at.state) == WORTH + 100_00 - 30_00
    assert (at.state.floor.books.slips, at.state.floor.books.cash) == (2, 30_00)
    # Nothing from before a count is taken back after it.
    at.do(PlaceWager(by="ann", box=1, wager="main", amounts=(50_00,)))
    sign(at, CountFloat(by=DEALER, kind="closing", chips=CHIPS))
    assert at.refusal(TakeBack(by=FLOOR, reason="mistyped")).code == Code.WRONG_TIME
