"""What to do with the chips: which box first, what is taken and paid, and in which chips."""

import pytest
from msgspec.structs import replace

from pitboss.cards import parse_card
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Role, evolve
from pitboss.engine.duties import chip_tasks, in_chips
from pitboss.engine.floor.books.tray import ConfirmSlip, CountFloat
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.chip_moves import ConfirmMoves
from pitboss.engine.floor.corrections import ConfirmCorrection, CorrectionMade, ProposeCorrection
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.taking_back import TakeBack
from pitboss.engine.insurance import CloseInsurance, Insure
from pitboss.engine.offers import Chips, ChipTask
from pitboss.engine.play.acts import Double, Hit, Stand, Surrender
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.state import BETTING, DEALING, Automations
from pitboss.engine.table import nets
from pitboss.money import Cents
from pitboss.rulebook.refusals import Code
from pitboss.server.feed.floor import floor_status
from tests.clauses.rounds import AtTable, table_of
from tests.clauses.staffed import DEALER, FLOOR, staffed
from tests.properties.random_hand import HandTable

KEYED = Automations(cards=False, remembers=True)


def dealt(rulebook: str, cards: str, *wagers: str, **options: object) -> AtTable:
    """A table dealt by hand with the first cards out."""
    at = staffed(rulebook, automations=KEYED, **options)
    for line in wagers:
        at.bet(line)
    at.do(Deal(by=DEALER))
    enter(at, cards)
    return at


def enter(at: AtTable, cards: str) -> None:
    for text in cards.split():
        at.do(EnterCard(by=DEALER, card=parse_card(text)))


def stand(at: AtTable, *boxes: int) -> None:
    for box in boxes:
        at.do(Stand(by=at.state.the_box(box).seated, box=box))


def shown(at: AtTable) -> list[str]:
    """The moves in short: ``1 main pay 10.00``."""
    return [_short(task) for task in chip_tasks(at.state)]


def _short(task: ChipTask) -> str:
    parts = [("take", task.take), ("pay", task.pay), ("back", task.back)]
    told = " ".join(f"{name} {amount // 100}" for name, amount in parts if amount)
    return f"{task.box} {task.wager} {told}".strip()


BETS = ("1 guest-1 main 6", "2 guest-2 main 8", "3 guest-3 main 10")
"""Box 1 will win, box 2 lose, and box 3 win."""
ROUND = "Ts 9s Th 8d Qs 8s 9h"
"""Twenty, seventeen and nineteen against an eight."""


@pytest.mark.parametrize(
    "rulebook, options, order, clause",
    [
        ("tribal", {}, (3, 2, 1), "T-c-5"),
        ("nz", {}, (3, 2, 1), "NZ-8.6"),
        ("pa_free_bet", {}, (2, 3, 1), "PA-7-r-1"),
        ("pa_free_bet", {"settlement_order": "per_player"}, (3, 2, 1), "PA-7-r-2"),
        ("house", {}, (1, 2, 3), "H-method-25"),
        ("double_deck", {}, (1, 2, 3), "DD-4"),
    ],
)
def test_boxes_come_in_the_order_of_the_rulebook(
    rulebook: str, options: dict[str, object], order: tuple[int, ...], clause: str
) -> None:
    at = dealt(rulebook, ROUND, *BETS, **options)
    stand(at, 1, 2, 3)
    enter(at, "Tc")
    assert at.state.phase == BETTING
    moves = {1: "1 main pay 6 back 6", 2: "2 main take 8", 3: "3 main pay 10 back 10"}
    assert shown(at) == [moves[box] for box in order]
    assert clause in at.state.rules.cited("settlement.order")
    assert all(task.clause for task in chip_tasks(at.state))
    # They stay until the next deal.
    at.bet("1 guest-1 main 10")
    assert len(shown(at)) == 3
    at.do(Deal(by=DEALER))
    assert shown(at) == []


def test_early_settlements_come_when_they_are_decided() -> None:
    """A side wager after the deal, insurance lost, a bust, and then the dealer's hand."""
    at = dealt("nz", "7s Ts Ad 9h 8h", "1 guest-1 main 10", "1 guest-1 perfect_pairs 5",
               "2 guest-2 main 20", perfect_pairs="scale_1")  # fmt: skip
    assert shown(at) == ["1 perfect_pairs take 5"]
    at.do(Insure(by="guest-2", box=2, amounts=(10_00,)))
    at.do(CloseInsurance(by=DEALER))
    at.do(Hit(by="guest-1", box=1))
    enter(at, "Kc")
    assert shown(at)[1:] == ["1 main take 10"]
    stand(at, 2)
    enter(at, "7h")
    assert shown(at)[1:] == ["1 main take 10", "2 insurance take 10", "2 main back 20"]
    assert [task.number for task in chip_tasks(at.state)] == [1, 2, 3, 4]


def test_half_of_a_surrendered_wager_is_taken() -> None:
    at = dealt("tribal", "Ts 9d 6h", "1 guest-1 main 10", surrender=True)
    at.do(Surrender(by="guest-1", box=1))
    (task,) = chip_tasks(at.state)
    assert (task.result, task.take, task.pay, task.back) == ("surrender", 5_00, 0, 5_00)


def test_antes_are_taken_after_the_deal() -> None:
    at = dealt("nz", "Ts 9d 6h", "1 guest-1 main 10", "1 guest-1 ante 0.50", variant="antes_up",
               ante=0.5)  # fmt: skip
    (task,) = chip_tasks(at.state)
    assert (task.result, task.take, task.clause) == ("ante", 50, "NZ-18.5")


def test_what_is_reversed_goes_the_other_way() -> None:
    at = dealt("nz", "Ts 9s 8d Qs 8s", *BETS[:2], shuffler="continuous")
    at.do(Hit(by="guest-1", box=1))
    enter(at, "Kc")
    assert shown(at) == ["1 main take 6"]
    at.do(Report(by=FLOOR, what="shuffler_failed", choice="round"))
    assert shown(at) == ["1 main take 6", "2 main back 8", "1 main pay 6"]


def test_a_move_made_anew_has_another_number() -> None:
    at = dealt("nz", "Ts 8d Qs", BETS[0])
    stand(at, 1)
    enter(at, "Tc")
    assert [(task.number, task.pay) for task in chip_tasks(at.state)] == [(1, 6_00)]
    at.do(TakeBack(by=FLOOR, reason="mistyped"))
    assert shown(at) == []
    enter(at, "3c Tc")
    assert [(task.number, task.take) for task in chip_tasks(at.state)] == [(2, 6_00)]


def test_a_table_that_deals_by_itself_has_nothing_for_hands_to_do() -> None:
    at = table_of("nz", "Ts 8d Qs Tc", "1 ann main 10")
    at.do(Deal())
    at.do(Stand(by="ann", box=1))
    assert (at.state.chip_moves, at.state.moves_made) == ((), 0)


@pytest.mark.parametrize(
    "amount, unit, chips, change",
    [
        (0, 50, [], 0),
        (15_00, 50, [(5_00, 3)], 0),
        (37_50, 50, [(25_00, 1), (5_00, 2), (1_00, 2), (50, 1)], 0),
        (3_75, 50, [(1_00, 3), (50, 1), (25, 1)], 0),
        (7_50, 2_50, [(5_00, 1), (2_50, 1)], 0),
        (1_12, 50, [(1_00, 1)], 12),
        (12_626_00, 1_00, [(5_000_00, 2), (1_000_00, 2), (500_00, 1), (100_00, 1), (25_00, 1),
                           (1_00, 1)], 0),
    ],
)  # fmt: skip
def test_a_payout_in_chips(
    amount: Cents, unit: Cents, chips: list[tuple[Cents, int]], change: Cents
) -> None:
    assert in_chips(amount, unit) == (tuple(Chips(*one) for one in chips), change)
    assert sum(value * count for value, count in chips) + change == amount


@pytest.mark.parametrize("seed", range(12))
def test_the_moves_of_a_round_come_to_what_players_won_and_lost(seed: int) -> None:
    """Random play by hand, with whatever goes wrong and is taken back."""
    table = HandTable(seed)
    for _ in range(4):
        table.play_round()
    state, begun = table.start, 0
    for place, event in enumerate(table.log):
        state = evolve(state, event)
        if isinstance(event, PhaseBegan) and event.phase == DEALING:
            begun = place
        if isinstance(event, RoundEnded):
            paid = sum(move.pay - move.take for move in state.chip_moves)
            # A correction while the round is open is moved too; players neither win nor lose it.
            events = table.log[begun : place + 1]
            corrected = sum(one.amount for one in events if isinstance(one, CorrectionMade))
            assert paid == nets(events).total() + corrected
    numbers = [move.number for move in state.chip_moves]
    assert numbers == sorted(set(numbers))


def paid_round() -> AtTable:
    """A won round whose chips the dealer has moved."""
    at = dealt("nz", "Ts 8d Qs", "1 guest-1 main 10")
    stand(at, 1)
    enter(at, "Tc")
    assert shown(at) == ["1 main pay 10 back 10"]
    at.do(ConfirmMoves(by=DEALER, number=1))
    return at


def test_confirmed_moves_are_facts_that_a_relief_dealer_sees() -> None:
    at = paid_round()
    assert floor_status(at.state, Role.DEALER).chips_moved == 1
    for number in (1, 2):
        assert at.refusal(ConfirmMoves(by=DEALER, number=number)).code == Code.WRONG_TIME
    assert at.refusal(ConfirmMoves(by=FLOOR, number=1)).code == Code.NOT_YOURS
    # Taking a later entry back leaves them as they are.
    at.bet("1 guest-1 main 10")
    at.do(TakeBack(by=FLOOR, reason="not a wager"))
    assert (at.state.floor.chips_moved, shown(at)) == (1, ["1 main pay 10 back 10"])


def test_chips_moved_for_an_entry_taken_back_are_moved_back() -> None:
    at = paid_round()
    at.do(TakeBack(by=DEALER))
    (back,) = chip_tasks(at.state)
    assert (back.number, back.result, back.take, back.pay) == (2, "taken_back", 10_00, 0)
    # It stays on the list through another take-back until the chips are moved.
    at.do(TakeBack(by=FLOOR, reason="stood too early"))
    assert shown(at) == ["1 main take 10"]
    at.do(ConfirmMoves(by=DEALER, number=2))
    stand(at, 1)
    enter(at, "9c")
    assert [task.result for task in chip_tasks(at.state)] == ["taken_back", "win"]
    at.do(TakeBack(by=DEALER))
    # Chips that were not moved yet need no moving back.
    assert shown(at) == ["1 main take 10"]
    assert at.state.floor.chips_moved == 2


def test_chips_of_a_correction_are_on_the_list() -> None:
    at = paid_round()
    change = ProposeCorrection(by=DEALER, player="guest-1", amount=-5_00, reason="overpaid")
    at.do(replace(change, round=1, box=1, hand=1, wager="main"))
    at.do(ConfirmCorrection(by=FLOOR, number=1))
    task = chip_tasks(at.state)[-1]
    assert (task.result, task.box, task.hand, task.take) == ("correction", 1, 1, 5_00)


@pytest.mark.parametrize(
    "rulebook, wager, take", [("tribal", "bonus", 1_00), ("nz", "madness_21", 0)]
)
def test_prize_is_paid_whole_and_its_wager_collected(
    rulebook: str, wager: str, take: Cents
) -> None:
    """The bonus pays an amount for the wager, and Madness 21 an amount to it."""
    options: dict[str, object] = {wager: True}
    at = dealt(rulebook, "As 9d Kh", "1 guest-1 main 10", f"1 guest-1 {wager} 1", **options)
    if rulebook == "tribal":
        enter(at, "8c")
    at.do(DrawPrize(by=DEALER, player="guest-1", prize=25_00))
    task = next(task for task in chip_tasks(at.state) if task.wager == wager)
    assert (task.take, task.pay, task.chips) == (take, 25_00, (Chips(25_00, 1),))


def test_quarter_chips_of_payouts_are_counted_where_payouts_are_exact() -> None:
    at = staffed("double_deck", automations=KEYED)
    at.do(CountFloat(by=DEALER, kind="opening", chips={"25": 8, "500": 2}))
    at.do(ConfirmSlip(by=FLOOR, number=1))
    books = floor_status(at.state, Role.DEALER).books
    assert books is not None
    assert books.values[:3] == (25, 50, 100)
    assert in_chips(8_25, 50) == ((Chips(5_00, 1), Chips(1_00, 3), Chips(25, 1)), 0)


def test_lammers_that_go_are_beside_their_moves() -> None:
    """A free double that ties: the chips stay with the player, and the lammer goes (PA-7-p)."""
    at = dealt("pa_free_bet", "6s 9h 5d", "1 guest-1 main 10")
    at.do(Double(by="guest-1", box=1))
    enter(at, "8s Td")
    (task,) = chip_tasks(at.state)
    assert (task.result, task.back, task.lammers) == ("push", 10_00, 10_00)
