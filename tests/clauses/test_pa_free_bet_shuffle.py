"""Free Bet: the shuffle, the count before it, who cuts and where, the recut."""

from collections import Counter

import pytest

from pitboss.cards import full_shoe
from pitboss.engine import do
from pitboss.engine.declare import redact
from pitboss.engine.floor.cut import RecutOrdered, StackCut, cut_order, cutter_due
from pitboss.engine.floor.procedures import StepDone
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.rulebook.refusals import Code
from pitboss.shuffle import shuffled
from tests.clauses.staffed import DEALER, FLOOR, StaffedTable, opened, staffed, to_cut

RULEBOOK = "pa_free_bet"
WAGERS = ("1 ann main 5", "3 bob main 5", "6 cat main 5")
"""The wagers of a round, from the dealer's left."""


def dealt_out(cards_before: int) -> StaffedTable:
    """A table on which the cover card came out after so many cards, in its only round."""
    at = staffed(RULEBOOK, "ann", "bob", "cat")
    at.load("2s 3s 4s 6h 7s 8s 9s Th Tc", behind=312 - cards_before)
    at.play_round(*WAGERS)
    return at


@pytest.mark.clause("PA-5-a", "PA-5-a-s2", "PA-5-b", "PA-5-d-s4", "PA-7-a-s2", "PA-7-d-2")
def test_the_shuffle_takes_its_steps_in_order() -> None:
    at = opened(RULEBOOK, "ann")
    assert at.carry_out("shuffle") == ["count", "shuffle", "stack", "cut", "place_cut_card", "load"]
    clauses = [event.clause for event in at.all_of(StepDone)[-6:]]
    assert clauses == ["PA-7-d-1", "PA-5-a", "PA-5-a-s2", "PA-5-c", "PA-5-d-s3", "PA-5-d-s4"]
    load = at.state.rules.procedures["shuffle"][-1]
    assert "PA-7-a-s2" in load.clauses


@pytest.mark.clause("PA-5-a", "PA-5-a-s2", "PA-5-d-s3", "PA-5-d-s4", "PA-7-a-s2", "PA-7-d-2")
@pytest.mark.parametrize(
    "step, clause",
    [
        ("count", "PA-7-d-1"),
        ("shuffle", "PA-7-d-2"),
        ("stack", "PA-5-a-s2"),
        ("cut", "PA-5-b"),
        ("place_cut_card", "PA-5-d-s3"),
    ],
)
def test_the_shoe_is_loaded_after_all_other_steps(step: str, clause: str) -> None:
    at = opened(RULEBOOK, "ann")
    at.carry_out("shuffle", until=step)
    at.refuse(do.Perform(by=DEALER, step="load"), clause)
    assert at.state.shoe == ()


@pytest.mark.clause("PA-7-d-1", "PA-2-e-1")
@pytest.mark.parametrize("counted", [311, 313])
def test_a_rack_that_is_not_full_stops_the_shuffle(counted: int) -> None:
    at = dealt_out(5)
    at.begin("shuffle")
    refused = at.refusal(at.due_command(position=counted))
    assert refused.limit == 312
    assert not at.all_of(StepDone)
    at.do(at.due_command(position=312))


@pytest.mark.clause("PA-7-d-1", "PA-2-e-1")
def test_the_rest_of_the_shoe_joins_the_full_rack() -> None:
    at = dealt_out(5)
    assert len(at.state.discards) < 312
    at.begin("shuffle")
    at.do(at.due_command())
    assert Counter(at.state.discards) == Counter(full_shoe(6))


@pytest.mark.clause("PA-5-a-s2", "PA-2-e-1")
@pytest.mark.parametrize("fault", ["missing", "double", "swapped"])
def test_a_stack_holds_every_card_of_every_deck(fault: str) -> None:
    at = opened(RULEBOOK, "ann")
    at.carry_out("shuffle", until="shuffle")
    cards = at.shoe()
    wrong = {"missing": cards[1:], "double": (*cards, 0), "swapped": (1, *cards[1:])}[fault]
    assert at.refusal(do.Perform(by=DEALER, step="shuffle", cards=wrong)).clause == "PA-3-a"
    at.do(do.Perform(by=DEALER, step="shuffle", cards=cards[::-1]))
    assert at.state.prep.stack == cards[::-1], "one stack of all decks"


@pytest.mark.clause("PA-5-c-1", "PA-5-c", "PA-5-b")
def test_the_first_to_arrive_cuts_the_first_shoe() -> None:
    at = to_cut(RULEBOOK, "bob", "ann")
    assert cutter_due(at.state) == "bob"
    for wrong in ("ann", DEALER, FLOOR):
        at.refuse(do.Perform(by=wrong, step="cut", position=100), "PA-5-c")
    at.refuse(do.DeclineCut(by="ann"), "PA-5-c")
    at.do(do.Perform(by="bob", step="cut", position=100))
    assert at.all_of(StackCut) == [StackCut("bob", 100)]


@pytest.mark.clause("PA-5-b-s2")
def test_the_dealer_cuts_where_no_player_does() -> None:
    at = to_cut(RULEBOOK, "bob", "ann")
    at.decline("bob")
    at.refuse(do.Perform(by=DEALER, step="cut", position=100), "PA-5-b-s2")
    at.decline("ann")
    at.refuse(do.Perform(by=FLOOR, step="cut", position=100), "PA-5-b-s2")
    at.do(do.Perform(by=DEALER, step="cut", position=100))
    assert at.state.prep.cutter == DEALER


@pytest.mark.clause("PA-5-c", "PA-5-c-2", "PA-5-c-3", "PA-5-c-3-s2")
@pytest.mark.parametrize(
    "before, order",
    [
        (1, ["bob", "ann", "cat"]),  # met at the first card of box 3
        (2, ["cat", "bob", "ann"]),
        (3, ["cat", "bob", "ann"]),  # the dealer's first card
        (4, ["ann", "cat", "bob"]),
        (7, ["cat", "bob", "ann"]),  # the dealer's hole card
        (8, ["cat", "bob", "ann"]),  # the dealer draws
    ],
)
def test_where_the_cover_card_came_out_says_who_cuts(before: int, order: list[str]) -> None:
    at = dealt_out(before)
    assert cut_order(at.state) == order
    at.carry_out("shuffle", until="cut")
    for player in order:
        assert cutter_due(at.state) == player
        at.do(do.DeclineCut(by=player))
    at.do(do.Perform(by=DEALER, step="cut", position=10))


@pytest.mark.clause("PA-5-c-2")
def test_a_cover_card_before_the_first_card_belongs_to_the_first_box() -> None:
    at = dealt_out(0)
    assert cut_order(at.state) == ["ann", "cat", "bob"]


@pytest.mark.clause("PA-5-c-4", "PA-5-c-4-s2", "PA-5-f")
def test_after_an_order_of_the_floor_the_right_end_cuts() -> None:
    at = dealt_out(234)
    at.refuse(do.OrderShuffle(by=DEALER, reason="bent card"), "PA-5-e")
    at.do(do.OrderShuffle(by=FLOOR, reason="bent card"))
    at.carry_out("shuffle", until="cut")
    for player in ("cat", "bob", "ann"):
        assert cutter_due(at.state) == player
        at.do(do.DeclineCut(by=player))
    at.do(do.Perform(by=DEALER, step="cut", position=10))


@pytest.mark.clause("PA-5-c-1", "PA-5-c")
def test_from_the_first_to_arrive_the_cut_goes_counterclockwise() -> None:
    at = opened(RULEBOOK, "bob", "cat", "ann")
    at.bet(*WAGERS)
    at.carry_out("shuffle", until="cut")
    for player in ("bob", "ann", "cat"):
        assert cutter_due(at.state) == player
        at.do(do.DeclineCut(by=player))


@pytest.mark.clause("PA-5-c-2", "PA-5-c-3-s2", "PA-5-b-s2")
def test_where_the_player_entitled_has_left_the_cut_goes_counterclockwise() -> None:
    at = dealt_out(1)
    at.leave("bob")
    at.carry_out("shuffle", until="cut")
    assert cut_order(at.state) == ["ann", "cat"]
    at.do(do.PassCutter(by=DEALER))
    at.do(do.Perform(by="cat", step="cut", position=10))


@pytest.mark.clause("PA-5-d", "PA-5-d-s2")
@pytest.mark.parametrize("decks", [6, 8])
def test_a_cut_leaves_ten_cards_at_either_end_and_turns_the_stack(decks: int) -> None:
    count = 52 * decks
    for wrong in (0, 9, count - 9, count, -1):
        at = to_cut(RULEBOOK, "ann", decks=decks)
        at.refuse(do.Perform(by="ann", step="cut", position=wrong), "PA-5-d")
    for right in (10, count // 2, count - 10):
        at = to_cut(RULEBOOK, "ann", decks=decks)
        stack = at.state.prep.stack
        at.do(do.Perform(by="ann", step="cut", position=right))
        assert at.state.prep.stack == stack[right:] + stack[:right]


@pytest.mark.clause("PA-5-d-s3", "PA-5-d-s4")
@pytest.mark.parametrize("decks, least", [(6, 78), (8, 104)])
def test_a_quarter_of_the_stack_lies_below_the_cover_card(decks: int, least: int) -> None:
    at = to_cut(RULEBOOK, "ann", decks=decks)
    at.do(at.due_command())
    for wrong in (0, least - 1):
        at.refuse(do.Perform(by=DEALER, step="place_cut_card", position=wrong), "PA-5-d-s3")
    at.refuse(do.Perform(by="ann", step="place_cut_card", position=least), "PA-5-d-s3")
    at.do(do.Perform(by=DEALER, step="place_cut_card", position=least))
    stack = at.state.prep.stack
    at.do(do.Perform(by=DEALER, step="load"))
    assert at.state.shoe == stack
    assert at.state.prep.cut_card == 52 * decks - least
    at.bet("1 ann main 5")
    assert at.do(do.Deal()), "play can begin"


@pytest.mark.clause("PA-5-e", "PA-5-e-s2", "PA-5-e-s3")
def test_a_recut_before_the_shoe_is_loaded() -> None:
    at = to_cut(RULEBOOK, "ann", "bob")
    at.refuse(do.OrderRecut(by=FLOOR, reason="sloppy"), "PA-5-e")
    at.decline("ann")
    at.do(do.Perform(by="bob", step="cut", position=50))
    once = at.state.prep.stack
    at.do(at.due_command())
    for wrong in (DEALER, "ann"):
        assert at.refusal(do.OrderRecut(by=wrong, reason="sloppy")).code == Code.NOT_YOURS
    assert at.refusal(do.OrderRecut(by=FLOOR, reason="")).clause == "PA-5-e"
    at.do(do.OrderRecut(by=FLOOR, reason="sloppy"))
    assert at.all_of(RecutOrdered)[0].clause == "PA-5-e-s2"
    assert at.due == "cut"
    at.refuse(do.Perform(by=DEALER, step="load"), "PA-5-c")
    assert cutter_due(at.state) == "bob", "who cut last cuts again"
    at.do(do.Perform(by="bob", step="cut", position=60))
    assert at.state.prep.stack == once[60:] + once[:60]
    at.refuse(do.Perform(by=DEALER, step="load"), "PA-5-e-s3")
    assert at.walk() == ["place_cut_card", "load"]
    assert at.state.shoe == once[60:] + once[:60]
    at.refuse(do.OrderRecut(by=FLOOR, reason="too late"), "PA-5-e")


@pytest.mark.clause("PA-5-f", "PA-7-d-2", "PA-5-a")
def test_the_floor_may_have_the_cards_shuffled_after_any_round() -> None:
    at = dealt_out(234)
    at.play_round(*WAGERS)
    at.deal(*WAGERS)
    at.do(do.OrderShuffle(by=FLOOR, reason="doubtful cards"))
    assert at.state.phase != "betting", "the round goes on"
    at.stand_all()
    at.bet("1 ann main 5")
    assert at.refusal(do.Deal()).code == Code.SHUFFLE_DUE
    at.refuse(do.Deal(), "PA-5-f")
    at.do(do.LoadShoe(cards=shuffled(full_shoe(6), b"again")))
    at.deal()


@pytest.mark.clause("PA-5-a-random", "PA-5-d-s2")
def test_nobody_sees_the_order_of_the_stack() -> None:
    at = to_cut(RULEBOOK, "ann")
    at.walk()
    for event in at.events:
        for viewer in ("ann", DEALER, FLOOR, ""):
            seen = redact(at.state, event, viewer)
            if isinstance(seen, ShoeLoaded):
                assert set(seen.cards) == {-1}
            assert getattr(seen, "cards", (-1,)) in ((), (-1,) * 312, (-1,))


@pytest.mark.clause("PA-7-d-2", "PA-5-a")
def test_no_shuffle_within_a_round() -> None:
    at = dealt_out(234)
    at.deal("1 ann main 5")
    refused = at.refusal(do.BeginProcedure(by=DEALER, name="shuffle"))
    assert refused.code == Code.STEP_NOT_DUE
    assert at.refusal(do.LoadShoe(cards=full_shoe(6))).code == Code.WRONG_TIME
