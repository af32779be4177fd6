"""The tribal regulation: players who have left or do not answer, and a table nobody is left at."""

from typing import Any

import pytest

from pitboss.engine import do
from pitboss.engine.floor.cut import CutRefused, cut_order, cutter_due
from pitboss.engine.floor.idle import TableLeft
from pitboss.engine.floor.procedures import ProcedureBegan, StepDone
from pitboss.engine.state import ONLINE, SCRIPTED, Automations
from pitboss.engine.state.invariants import broken
from pitboss.rulebook.refusals import Code
from tests.clauses.staffed import BY_STEPS, StaffedTable, opened, staffed, to_cut

SEATS = ("2 bob main 10", "4 ann main 10", "7 cy main 10")


def second_cut(met_at: int, *, gone: tuple[str, ...] = (), **options: Any) -> StaffedTable:
    """The cut after a round in which the cutting card was the card of that number.

    Cards go to the boxes 2, 4 and 7, to the dealer, and round again.
    """
    table = to_cut(
        "tribal", "ann", "bob", "cy", automations=Automations(procedures=False), decks=1, **options
    )
    table.cut(20)
    table.walk(behind=39)
    table.discard(14 - met_at)
    table.deal(*SEATS, by="dan")
    table.do(do.OrderShuffle(by="sue", reason="house"))
    table.stand_all()
    for player in gone:
        table.leave(player)
    table.carry_out("shuffle", until="cut")
    return table


@pytest.mark.clause("T-e-5", "T-e-5-ii", "T-e-6")
@pytest.mark.parametrize(
    "met_at, gone, order",
    [
        (2, ("ann",), ["cy", "bob"]),  # came out at box 4
        (2, ("ann", "cy"), ["bob"]),
        (4, ("cy",), ["bob", "ann"]),  # on the dealer's hand: the far right has left
        (4, ("cy", "bob"), ["ann"]),
        (14, ("cy",), ["bob", "ann"]),  # not at all: an order of the house
    ],
)
def test_who_has_left_counts_as_refusing(
    met_at: int, gone: tuple[str, ...], order: list[str]
) -> None:
    table = second_cut(met_at, gone=gone)
    assert cut_order(table.state) == order
    for player in order:
        table.refuse(do.Perform(by="dan", step="cut", position=20), "T-e-6")
        table.do(do.DeclineCut(by=player))
    table.cut(20, by="dan")


@pytest.mark.clause("T-e-5-ii", "T-e-6")
def test_who_leaves_while_the_cut_is_offered_is_passed_over() -> None:
    table = second_cut(2)
    assert cutter_due(table.state) == "ann"
    table.leave("ann")
    table.refuse(do.DeclineCut(by="ann"), "T-e-5")
    table.cut(20, by="cy")


@pytest.mark.clause("T-e-6")
@pytest.mark.parametrize("staff", ["dan", "sue"])
def test_the_staff_passes_over_who_does_not_answer(staff: str) -> None:
    table = second_cut(2)
    for stranger in ("ann", "bob", "a spectator"):
        assert table.refusal(do.PassCutter(by=stranger)).code == Code.NOT_YOURS
    for silent in ("ann", "cy", "bob"):
        assert table.do(do.PassCutter(by=staff)) == (CutRefused(silent, staff),)
    table.refuse(do.PassCutter(by=staff), "T-e-6")
    table.cut(20, by="dan")
    table.refuse(do.PassCutter(by=staff), "T-e-4-s2")


@pytest.mark.clause("T-e-5-i", "T-e-6")
def test_from_the_first_to_arrive_the_cut_goes_clockwise() -> None:
    table = opened("tribal", "ann", "bob", "cy", "dot", automations=BY_STEPS)
    table.bet(*SEATS)
    table.carry_out("shuffle", until="cut")
    # Ann has box 4. Dan has no box yet, and comes after those who have one.
    for player in ("ann", "cy", "bob", "dot"):
        assert cutter_due(table.state) == player
        table.do(do.DeclineCut(by=player))
    assert cutter_due(table.state) == ""


@pytest.mark.clause("T-e-5-i")
def test_where_the_first_to_arrive_has_left_the_next_one_cuts() -> None:
    table = opened("tribal", "ann", "cy", "bob", automations=BY_STEPS)
    table.leave("ann")
    table.bet("2 bob main 10", "7 cy main 10")
    table.carry_out("shuffle", until="cut")
    table.refuse(do.Perform(by="bob", step="cut", position=20), "T-e-5")
    table.cut(20, by="cy")


@pytest.mark.clause("T-e-7-s2", "T-e-6")
@pytest.mark.parametrize("recut_by, cutter", [("last_cutter", "bob"), ("next_entitled", "ann")])
@pytest.mark.parametrize("has_left", [False, True])
def test_a_recut_goes_on_from_the_one_who_cut(recut_by: str, cutter: str, has_left: bool) -> None:
    table = second_cut(4, recut_by=recut_by)
    table.decline("cy")
    table.cut(20, by="bob")
    table.do(do.OrderRecut(by="sue", reason="the cut was made carelessly"))
    assert cutter_due(table.state) == cutter
    if has_left:
        # Clockwise: bob, ann, cy.
        table.leave(cutter)
        cutter = "ann" if cutter == "bob" else "cy"
    table.do(do.Perform(by=cutter, step="cut", position=20))


@pytest.mark.clause("T-e-7-s2")
def test_a_recut_of_the_dealers_cut_is_the_dealers() -> None:
    table = second_cut(4)
    table.decline("cy", "bob", "ann")
    table.cut(20, by="dan")
    table.walk()
    table.do(do.OrderRecut(by="sue", reason="the cut was made carelessly"))
    table.refuse(do.Perform(by="cy", step="cut", position=20), "T-e-6-s2")
    table.cut(20, by="dan")


def played(automations: Automations, *players: str, **options: object) -> StaffedTable:
    """A table at which one round was dealt, to the first of these."""
    table = staffed("tribal", *players, automations=automations, **options)
    if automations.procedures:
        table.load("2s Ts 9h 9s Td")
    else:
        table.carry_out("opening")
        table.carry_out("shuffle", until="cut")
        table.do(do.Perform(by=players[0], step="cut", position=20))
        table.walk()
    table.play_round(f"1 {players[0]} main 10", by="dan")
    return table


@pytest.mark.clause("T-e-9", "T-e-9-i", "T-e-5-i")
def test_a_table_nobody_is_left_at_is_idle_by_itself() -> None:
    table = played(BY_STEPS, "ann", "bob")
    table.leave("ann")
    assert not table.all_of(TableLeft), "bob is still there"
    table.leave("bob")
    assert table.events[-2:] == [TableLeft("T-e-9", is_asked=False), ProcedureBegan("idle", "")]
    for player in ("cy", "dot"):
        table.do(do.BuyIn(player=player, amount=5000))
    table.bet("1 dot main 10", "2 cy main 10")
    table.refuse(do.Deal(by="dan"), "T-e-9")
    table.refusal(do.BeginProcedure(by="dan", name="shuffle"))
    table.refusal(do.KeepCards(by="sue", reason="they were away for a minute"))
    done = len(table.all_of(StepDone))
    table.walk()
    assert [f"{e.step} {e.by}" for e in table.all_of(StepDone)][done:] == [
        "spread dan", "turn_up dan", "look cy", "turn_down dan", "wash dan", "stack dan",
        "shuffle dan", "offer_cut dan", "cut cy", "count dan", "place_cut_card dan", "load dan",
    ]  # fmt: skip
    table.deal(by="dan")
    assert not broken(table.state)


@pytest.mark.clause("T-e-9", "T-e-9-i")
@pytest.mark.parametrize("options", [{}, {"shoe": "double", "decks": 2}])
def test_where_the_program_deals_new_cards_come_into_the_shoe(options: dict[str, object]) -> None:
    is_double = bool(options)
    table = staffed("tribal", "ann", automations=SCRIPTED if is_double else ONLINE, **options)
    sides = (0, 1) if is_double else (None,)
    for side in sides:
        table.load("2s Ts 9h 9s Td", side=side)
    table.play_round("1 ann main 10")
    table.leave("ann")
    assert table.all_of(TableLeft) == [TableLeft("T-e-9", is_asked=False)]
    assert not table.all_of(ProcedureBegan)
    table.bet("1 bob main 10")
    for side in sides:
        table.refuse(do.Deal(), "T-e-9")
        table.load(side=side)
    table.deal()


@pytest.mark.clause("T-e-9")
@pytest.mark.parametrize("next_player", ["ann", "bob"])
def test_who_lost_everything_has_left_when_somebody_else_comes(next_player: str) -> None:
    table = staffed("tribal", automations=BY_STEPS, decks=1)
    table.do(do.BuyIn(player="ann", amount=1000))
    table.carry_out("opening")
    table.carry_out(
        "shuffle", until="cut", cards=table.shoe("2s 2h 2d 2c 3s 3h 3d 3c 4s 4h 5s Tc Th 6c Td")
    )
    table.cut(10)
    table.walk()
    table.do(do.PlaceWager(by="ann", box=1, wager="main", amounts=(1000,)))
    table.play_round(by="dan")
    assert table.state.chips == {"ann": 0}
    assert not table.all_of(TableLeft), "ann may still sit there, and buy in again"
    table.do(do.BuyIn(player=next_player, amount=1000))
    assert bool(table.all_of(TableLeft)) == (next_player == "bob")


@pytest.mark.clause("T-e-9")
def test_cards_that_are_being_shuffled_are_not_spread_as_well() -> None:
    table = played(BY_STEPS, "ann")
    table.carry_out("shuffle", until="cut")
    table.leave("ann")
    assert not table.all_of(TableLeft)
    table.cut(20, by="dan")
