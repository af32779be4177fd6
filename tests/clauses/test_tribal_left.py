"""The tribal regulation: players who have left or do not answer, and a table nobody is left at."""

import pytest

from pitboss.engine import do
from pitboss.engine.floor.cut import CutRefused, cut_order, cutter_due
from pitboss.engine.floor.idle import TableLeft
from pitboss.engine.floor.procedures import ProcedureBegan
from pitboss.engine.state import ONLINE, SCRIPTED, Automations
from pitboss.engine.state.invariants import broken
from pitboss.engine.state.preparation import due_step
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable
from tests.clauses.tribal_staff import (
    BY_STEPS,
    after_cut,
    count_of,
    loaded,
    offer_cut,
    open_up,
    shoe_of,
    staffed,
    stand_all,
)

SEATS = ("2 bob main 10", "4 ann main 10", "7 cy main 10")


def leave(table: AtTable, player: str) -> None:
    """Take all chips to the cashier."""
    table.do(do.CashOut(by=player, amount=table.state.chips[player]))


def to_cut(met_at: int, *, gone: tuple[str, ...] = (), **options: object) -> AtTable:
    """The cut after a round in which the cutting card was the card of that number.

    Cards go to the boxes 2, 4 and 7, to the dealer, and round again.
    """
    table = staffed(Automations(procedures=False), "ann", "bob", "cy", decks=1, **options)
    open_up(table)
    offer_cut(table)
    table.do(do.Perform(by="ann", step="cut", position=20))
    after_cut(table, behind=39)
    for _ in range(14 - met_at):
        table.do(do.Report(by="dee", what="face_up_card"))
    table.deal(*SEATS, by="dee")
    table.do(do.OrderShuffle(by="sue", reason="house"))
    stand_all(table)
    for player in gone:
        leave(table, player)
    offer_cut(table)
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
    table = to_cut(met_at, gone=gone)
    assert cut_order(table.state) == order
    for player in order:
        table.refuse(do.Perform(by="dee", step="cut", position=20), "T-e-6")
        table.do(do.DeclineCut(by=player))
    table.do(do.Perform(by="dee", step="cut", position=20))


@pytest.mark.clause("T-e-5-ii", "T-e-6")
def test_who_leaves_while_the_cut_is_offered_is_passed_over() -> None:
    table = to_cut(2)
    assert cutter_due(table.state) == "ann"
    leave(table, "ann")
    table.refuse(do.DeclineCut(by="ann"), "T-e-5")
    table.do(do.Perform(by="cy", step="cut", position=20))


@pytest.mark.clause("T-e-6")
@pytest.mark.parametrize("staff", ["dee", "sue"])
def test_the_staff_passes_over_who_does_not_answer(staff: str) -> None:
    table = to_cut(2)
    for stranger in ("ann", "bob", "a spectator"):
        assert table.refusal(do.PassCutter(by=stranger)).code == Code.NOT_YOURS
    for silent in ("ann", "cy", "bob"):
        assert table.do(do.PassCutter(by=staff)) == (CutRefused(silent, staff),)
    table.refuse(do.PassCutter(by=staff), "T-e-6")
    table.do(do.Perform(by="dee", step="cut", position=20))
    table.refuse(do.PassCutter(by=staff), "T-e-4-s2")


@pytest.mark.clause("T-e-5-i", "T-e-6")
def test_from_the_first_to_arrive_the_cut_goes_clockwise() -> None:
    table = staffed(BY_STEPS, "ann", "bob", "cy", "dan")
    open_up(table)
    table.bet(*SEATS)
    offer_cut(table)
    # Ann has box 4. Dan has no box yet, and comes after those who have one.
    for player in ("ann", "cy", "bob", "dan"):
        assert cutter_due(table.state) == player
        table.do(do.DeclineCut(by=player))
    assert cutter_due(table.state) == ""


@pytest.mark.clause("T-e-5-i")
def test_where_the_first_to_arrive_has_left_the_next_one_cuts() -> None:
    table = staffed(BY_STEPS, "ann", "cy", "bob")
    open_up(table)
    leave(table, "ann")
    table.bet("2 bob main 10", "7 cy main 10")
    offer_cut(table)
    table.refuse(do.Perform(by="bob", step="cut", position=20), "T-e-5")
    table.do(do.Perform(by="cy", step="cut", position=20))


@pytest.mark.clause("T-e-7-s2", "T-e-6")
@pytest.mark.parametrize("recut_by, cutter", [("last_cutter", "bob"), ("next_entitled", "ann")])
@pytest.mark.parametrize("has_left", [False, True])
def test_a_recut_goes_on_from_the_one_who_cut(recut_by: str, cutter: str, has_left: bool) -> None:
    table = to_cut(4, recut_by=recut_by)
    table.play("cy decline_cut")
    table.do(do.Perform(by="bob", step="cut", position=20))
    table.do(do.OrderRecut(by="sue", reason="the cut was made carelessly"))
    assert cutter_due(table.state) == cutter
    if has_left:
        # Clockwise: bob, ann, cy.
        leave(table, cutter)
        cutter = "ann" if cutter == "bob" else "cy"
    table.do(do.Perform(by=cutter, step="cut", position=20))


@pytest.mark.clause("T-e-7-s2")
def test_a_recut_of_the_dealers_cut_is_the_dealers() -> None:
    table = to_cut(4)
    for player in ("cy", "bob", "ann"):
        table.do(do.DeclineCut(by=player))
    table.do(do.Perform(by="dee", step="cut", position=20))
    after_cut(table)
    table.do(do.OrderRecut(by="sue", reason="the cut was made carelessly"))
    table.refuse(do.Perform(by="cy", step="cut", position=20), "T-e-6-s2")
    table.do(do.Perform(by="dee", step="cut", position=20))


def played(automations: Automations, *players: str, **options: object) -> AtTable:
    """A table at which one round was dealt, to the first of these."""
    table = staffed(automations, *players, **options)
    if automations.procedures:
        loaded(table, "2s Ts 9h 9s Td")
    else:
        open_up(table)
        offer_cut(table)
        table.do(do.Perform(by=players[0], step="cut", position=20))
        after_cut(table)
    table.deal(f"1 {players[0]} main 10", by="dee")
    stand_all(table)
    return table


def walk(table: AtTable) -> list[str]:
    """Do the steps that are due; what was done, and by whom."""
    count, done = count_of(table), []
    places = {"cut": count // 2, "count": count, "place_cut_card": count // 4}
    while step := due_step(table.state):
        by = cutter_due(table.state) if step.by == "cutter" else ""
        by = by or {"player": table.state.floor.arrivals[0]}.get(step.by, "dee")
        cards = shoe_of(table, "") if step.do == "shuffle" else ()
        position = places.get(step.do, 0)
        table.do(do.Perform(by=by, step=step.do, cards=cards, position=position))
        done.append(f"{step.do} {by}")
    return done


@pytest.mark.clause("T-e-9", "T-e-9-i", "T-e-5-i")
def test_a_table_nobody_is_left_at_is_idle_by_itself() -> None:
    table = played(BY_STEPS, "ann", "bob")
    leave(table, "ann")
    assert not table.all_of(TableLeft), "bob is still there"
    leave(table, "bob")
    assert table.events[-2:] == [TableLeft("T-e-9", is_asked=False), ProcedureBegan("idle", "")]
    for player in ("cy", "dan"):
        table.do(do.BuyIn(player=player, amount=5000))
    table.bet("1 dan main 10", "2 cy main 10")
    table.refuse(do.Deal(by="dee"), "T-e-9")
    table.refusal(do.BeginProcedure(by="dee", name="shuffle"))
    table.refusal(do.KeepCards(by="sue", reason="they were away for a minute"))
    assert walk(table) == [
        "spread dee", "turn_up dee", "look cy", "turn_down dee", "wash dee", "stack dee",
        "shuffle dee", "offer_cut dee", "cut cy", "count dee", "place_cut_card dee", "load dee",
    ]  # fmt: skip
    table.deal(by="dee")
    assert not broken(table.state)


@pytest.mark.clause("T-e-9", "T-e-9-i")
@pytest.mark.parametrize("options", [{}, {"shoe": "double", "decks": 2}])
def test_where_the_program_deals_new_cards_come_into_the_shoe(options: dict[str, object]) -> None:
    is_double = bool(options)
    table = staffed(SCRIPTED if is_double else ONLINE, "ann", **options)
    sides = (0, 1) if is_double else (None,)
    for side in sides:
        loaded(table, "2s Ts 9h 9s Td", side=side)
    table.deal("1 ann main 10")
    stand_all(table)
    leave(table, "ann")
    assert table.all_of(TableLeft) == [TableLeft("T-e-9", is_asked=False)]
    assert not table.all_of(ProcedureBegan)
    table.bet("1 bob main 10")
    for side in sides:
        table.refuse(do.Deal(), "T-e-9")
        table.do(do.LoadShoe(cards=shoe_of(table, ""), side=side))
    table.deal()


@pytest.mark.clause("T-e-9")
@pytest.mark.parametrize("next_player", ["ann", "bob"])
def test_who_lost_everything_has_left_when_somebody_else_comes(next_player: str) -> None:
    table = staffed(BY_STEPS, decks=1)
    table.do(do.BuyIn(player="ann", amount=1000))
    open_up(table)
    offer_cut(table, "2s 2h 2d 2c 3s 3h 3d 3c 4s 4h 5s Tc Th 6c Td")
    table.do(do.Perform(by="ann", step="cut", position=10))
    after_cut(table)
    table.do(do.PlaceWager(by="ann", box=1, wager="main", amounts=(1000,)))
    table.deal(by="dee")
    stand_all(table)
    assert table.state.chips == {"ann": 0}
    assert not table.all_of(TableLeft), "ann may still sit there, and buy in again"
    table.do(do.BuyIn(player=next_player, amount=1000))
    assert bool(table.all_of(TableLeft)) == (next_player == "bob")


@pytest.mark.clause("T-e-9")
def test_cards_that_are_being_shuffled_are_not_spread_as_well() -> None:
    table = played(BY_STEPS, "ann")
    offer_cut(table)
    leave(table, "ann")
    assert not table.all_of(TableLeft)
    table.do(do.Perform(by="dee", step="cut", position=20))
