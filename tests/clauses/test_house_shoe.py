"""House: the table is opened, the cards are shuffled, cut and burned."""

import pytest
from msgspec.structs import replace

from pitboss.cards import HIDDEN, full_shoe, parse_card, parse_cards, rest_of_shoe
from pitboss.engine import do
from pitboss.engine.declare import redact
from pitboss.engine.duties import duties
from pitboss.engine.floor.cut import StackCut, cut_order, cutter_due
from pitboss.engine.floor.procedures import StepDone
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardBurned, CardDealt, CutCardReached
from pitboss.engine.state import ONLINE, SCRIPTED, Automations
from pitboss.rulebook.refusals import Code
from pitboss.shuffle import shuffled
from tests.clauses.staffed import DEALER, FLOOR, STEP_BY_STEP, StaffedTable, staffed, to_cut

RULEBOOK = "house"
RIFFLES = ["halve", "riffle_packets", "riffle_through", "halve_again", "shuffle"]
CUT = ["offer_cut", "cut", "place_cut_card", "load"]
SEATS = {"ann": 1, "bob": 3, "cat": 5}


def opening(*players: str, **options: object) -> StaffedTable:
    """A table whose opening has begun."""
    at = staffed(RULEBOOK, *players, automations=STEP_BY_STEP, **options)
    at.begin("opening")
    return at


def loaded(
    top: str, *, before: int = -1, automations: Automations = SCRIPTED, **options: object
) -> StaffedTable:
    """A table with these cards next; dealt down, where it is given how many cards are left before
    the second cut card.
    """
    at = staffed(RULEBOOK, *SEATS, automations=automations, **options)
    cards = parse_cards(top)
    rest = rest_of_shoe(8, cards)
    if before < 0:
        at.do(do.LoadShoe(cards=cards + rest, behind=52))
        return at
    front = 416 - 52 - before
    at.do(do.LoadShoe(cards=rest[:front] + cards + rest[front:], behind=52))
    at.state = replace(at.state, position=front, discards=rest[:front])
    return at


def play_round(at: StaffedTable, *players: str) -> None:
    """A round in which these players bet and stand."""
    for player in players:
        at.bet(f"{SEATS[player]} {player} main 5")
    at.play_round()


@pytest.mark.clause("H-method-1", "H-method-2", "H-method-3")
def test_every_deck_is_spread_and_verified_before_the_wash() -> None:
    at = opening("ann")
    assert at.walk() == ["spread_face_up"] * 8 + ["count", "wash", "stack"]
    done = [(event.by, event.clause) for event in at.all_of(StepDone)]
    assert done[:8] == [(DEALER, "H-method-1")] * 8
    assert [clause for _, clause in done[8:]] == ["H-method-2", "H-method-3", "H-method-3"]


@pytest.mark.clause("H-method-1", "H-method-2", "H-method-3")
@pytest.mark.parametrize("done, clause", [(0, "H-method-1"), (7, "H-method-1"), (8, "H-method-2")])
def test_no_step_of_the_opening_is_left_out(done: int, clause: str) -> None:
    at = opening("ann")
    for _ in range(done):
        at.do(at.due_command())
    at.refuse(do.Perform(by=DEALER, step="wash"), clause)
    at.refuse(do.BeginProcedure(by=DEALER, name="shuffle"), clause)
    at.refuse(do.Perform(by="ann", step=at.due_command().step), clause)


@pytest.mark.clause("H-method-2", "H-equipment-2")
@pytest.mark.parametrize("counted", [415, 417, 312, 0])
def test_eight_whole_decks_or_no_game(counted: int) -> None:
    at = opening("ann")
    at.walk(until="count")
    refused = at.refusal(at.due_command(position=counted))
    assert refused.limit == 416
    assert refused.clause in ("H-equipment-2", "H-method-2")
    at.do(at.due_command(position=416))


@pytest.mark.clause("H-method-2", "H-equipment-2")
def test_the_stack_holds_eight_copies_of_each_card() -> None:
    at = opening("ann")
    at.walk()
    at.carry_out("shuffle", until="shuffle")
    swapped = (1, *at.shoe()[1:])
    assert (
        at.refusal(do.Perform(by=DEALER, step="shuffle", cards=swapped)).clause == "H-equipment-2"
    )


@pytest.mark.clause("H-method-4", "H-method-5", "H-method-6", "H-method-7", "H-method-8")
def test_the_shuffle_by_hand_takes_its_steps_in_order() -> None:
    at = opening("ann")
    at.walk()
    assert at.carry_out("shuffle") == RIFFLES + CUT
    clauses = [event.clause for event in at.all_of(StepDone)[-9:]]
    assert clauses[:5] == [f"H-method-{number}" for number in range(4, 9)]
    assert clauses[5:] == ["H-method-9", "H-method-9", "H-method-12", "H-equipment-4"]


@pytest.mark.clause("H-method-4", "H-method-5", "H-method-6", "H-method-7", "H-method-8")
@pytest.mark.parametrize("step", RIFFLES)
def test_no_riffle_is_left_out(step: str) -> None:
    at = opening("ann")
    at.walk()
    at.carry_out("shuffle", until=step)
    clause = f"H-method-{4 + RIFFLES.index(step)}"
    at.refuse(do.Perform(by=DEALER, step="offer_cut"), clause)
    at.refuse(do.Perform(by=DEALER, step="load"), clause)


@pytest.mark.clause("H-equipment-5")
def test_a_machine_takes_the_place_of_wash_and_riffles_only() -> None:
    at = opening("ann", shuffler="automatic")
    assert at.walk() == ["spread_face_up"] * 8 + ["count"]
    assert at.carry_out("shuffle") == ["shuffle", *CUT]


@pytest.mark.clause("H-method-9")
def test_the_cut_is_offered_from_the_dealers_left() -> None:
    at = to_cut(RULEBOOK, "bob", "ann")
    assert at.all_of(StepDone)[-1].step == "offer_cut"
    assert cutter_due(at.state) == "bob", "before a round, in the order of arrival"
    at.refuse(do.Perform(by="ann", step="cut", position=100), "H-method-9")
    at.decline("bob", "ann")
    at.do(do.Perform(by=DEALER, step="cut", position=100))
    assert at.all_of(StackCut) == [StackCut(DEALER, 100)]


@pytest.mark.clause("H-method-9")
@pytest.mark.parametrize("before", [1, 2, 3])
def test_it_starts_at_the_left_wherever_the_cut_card_came_out(before: int) -> None:
    at = loaded("9s 9h 9d Tc 9c 8h 8d 7c", before=before)
    play_round(at, "ann", "bob", "cat")
    assert at.all_of(CutCardReached)
    assert cut_order(at.state) == ["ann", "bob", "cat"]


@pytest.mark.clause("H-method-10", "H-method-11")
@pytest.mark.parametrize("position", [-1, 0, 51, 365, 416])
def test_a_cut_leaves_a_deck_at_either_end(position: int) -> None:
    at = to_cut(RULEBOOK, "ann")
    at.refuse(do.Perform(by="ann", step="cut", position=position), "H-method-10")


@pytest.mark.clause("H-method-10", "H-method-11")
@pytest.mark.parametrize("position", [52, 200, 364])
def test_the_cards_behind_the_cut_card_come_to_the_front(position: int) -> None:
    at = to_cut(RULEBOOK, "ann")
    stack = at.state.prep.stack
    at.do(do.Perform(by="ann", step="cut", position=position))
    assert at.state.prep.stack == stack[position:] + stack[:position]
    assert at.refusal(do.OrderRecut(by=FLOOR, reason="x")).clause == "H-method-11"


@pytest.mark.clause("H-method-12")
@pytest.mark.parametrize("behind", [0, 51, 53, 104])
def test_the_second_cut_card_lies_a_deck_before_the_end(behind: int) -> None:
    at = to_cut(RULEBOOK, "ann")
    at.do(at.due_command())
    at.refuse(do.Perform(by=DEALER, step="place_cut_card", position=behind), "H-method-12")
    at.do(do.Perform(by=DEALER, step="place_cut_card", position=52))
    at.walk()
    assert at.state.prep.cut_card == 364


@pytest.mark.clause("H-method-12")
@pytest.mark.parametrize("behind, is_near", [(46, False), (47, True), (57, True), (58, False)])
def test_a_house_may_allow_a_few_cards_more_or_fewer(behind: int, *, is_near: bool) -> None:
    at = to_cut(RULEBOOK, "ann", second_cut_card_tolerance=5)
    at.do(at.due_command())
    (duty,) = [duty for duty in duties(at.state) if duty.do == "perform"]
    assert [(field.low, field.high) for field in duty.fields] == [(47, 57)]
    place = do.Perform(by=DEALER, step="place_cut_card", position=behind)
    if is_near:
        at.do(place)
        at.walk()
        assert at.state.prep.cut_card == 416 - behind
    else:
        at.refuse(place, "H-method-12")


@pytest.mark.clause("H-method-13", "H-method-14")
@pytest.mark.parametrize("last_round, more", [("current", 0), ("one_more", 1)])
def test_the_round_of_the_second_cut_card_is_the_last(last_round: str, more: int) -> None:
    at = loaded("9s Th 9d 7c", before=2, last_round=last_round)
    play_round(at, "ann")
    assert [event.clause for event in at.all_of(CutCardReached)] == ["H-method-13"]
    rounds = len(at.all_of(RoundEnded))
    for _ in range(more):
        play_round(at, "ann")
    at.bet("1 ann main 5")
    refused = at.refusal(do.Deal())
    assert refused.code == Code.SHUFFLE_DUE
    assert "H-method-14" in refused.clauses
    at.do(do.LoadShoe(cards=shuffled(full_shoe(8), b"new"), behind=52))
    at.deal()
    assert len(at.all_of(RoundEnded)) == rounds + more


@pytest.mark.clause("H-method-13", "H-method-14")
def test_a_cut_card_before_the_first_card_makes_that_round_the_last() -> None:
    at = loaded("9s Th 9d 7c", before=0)
    assert at.state.position == at.state.prep.cut_card
    play_round(at, "ann")
    at.bet("1 ann main 5")
    at.refuse(do.Deal(), "H-method-14")


@pytest.mark.clause("H-method-14")
def test_a_later_shuffle_begins_with_the_halves() -> None:
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP)
    at.prepare()
    play_round(at, "ann")
    at.begin("shuffle")
    at.refuse(do.Perform(by=DEALER, step="wash"), "H-method-4")
    assert at.walk() == RIFFLES + CUT


@pytest.mark.clause("H-method-17")
@pytest.mark.parametrize("burn, count", [("per_round", 3), ("per_shoe", 1)])
def test_a_card_is_burned_when_wagers_are_down(burn: str, count: int) -> None:
    at = loaded("2s 9s Th 9d 7c", automations=ONLINE, burn=burn)
    for _ in range(3):
        play_round(at, "ann")
    burned = at.all_of(CardBurned)
    assert burned[0] == CardBurned(parse_card("2s"), "H-method-17")
    assert len(burned) == count
    assert at.all_of(CardDealt)[0].card == parse_card("9s")
    assert at.state.discards[0] == parse_card("2s")


@pytest.mark.clause("H-method-17")
def test_the_burned_card_is_never_shown_and_ends_the_betting() -> None:
    at = loaded("2s 9s Th 9d 7c", automations=ONLINE)
    at.deal("1 ann main 5")
    for viewer in ("ann", "eve", DEALER):
        seen = redact(at.state, at.all_of(CardBurned)[0], viewer)
        assert isinstance(seen, CardBurned)
        assert seen.card == HIDDEN
    at.refuse(do.AskBurn(by="ann"), "H-method-17")
    for wager in ("main", "over_13"):
        late = do.PlaceWager(by="bob", box=3, wager=wager, amounts=(500,))
        assert at.refusal(late).clause == "H-method-17"
