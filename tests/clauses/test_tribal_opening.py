"""The tribal regulation: opening a table, the shuffle, the stack, and cards at an idle table."""

from collections import Counter

import pytest

from pitboss.cards import parse_cards
from pitboss.engine import do
from pitboss.engine.floor.procedures import Perform, ProcedureBegan, StepDone
from pitboss.engine.legal import legal
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import ONLINE
from pitboss.engine.state.invariants import broken
from pitboss.shuffle import cut, shuffled
from tests.clauses.staffed import BY_STEPS, StaffedTable, loaded, opened, staffed, to_cut

OPENING = (
    ("inspect", "dan", "T-d-1"),
    ("verify", "sue", "T-d-1-s2"),
    ("spread_face_up", "dan", "T-d-2"),
    ("look", "ann", "T-d-3"),
    ("turn_down", "dan", "T-d-3"),
    ("wash", "dan", "T-d-3"),
    ("stack", "dan", "T-d-3"),
)
"""The steps of an opening, who does them, and their clauses. Ann is the first player."""
IDLE = (
    ("spread", "dan", "T-e-9"),
    ("turn_up", "dan", "T-e-9-s2"),
    ("look", "ann", "T-e-9-s3"),
    ("turn_down", "dan", "T-e-9-s3"),
    ("wash", "dan", "T-e-9-i"),
    ("stack", "dan", "T-e-9-i"),
    ("shuffle", "dan", "T-e-9-i"),
    ("offer_cut", "dan", "T-e-9-i"),
    ("cut", "ann", "T-e-9-i"),
    ("count", "dan", "T-e-9-i"),
    ("place_cut_card", "dan", "T-e-9-i"),
    ("load", "dan", "T-e-9-i"),
)


def perform(table: StaffedTable, step: str, by: str) -> Perform:
    """The step with whatever it needs: an order, a place, a count."""
    count = len(table.shoe())
    places = {"cut": count // 2, "count": count, "place_cut_card": count // 4}
    cards = table.shoe() if step == "shuffle" else ()
    return Perform(by=by, step=step, cards=cards, position=places.get(step, 0))


@pytest.mark.clause("T-d-1", "T-d-1-s2", "T-d-2", "T-d-2-s2", "T-d-3")
def test_a_table_opens_step_by_step() -> None:
    table = opened("tribal", "ann", automations=BY_STEPS)
    done = [(event.step, event.by, event.clause) for event in table.all_of(StepDone)]
    assert done == list(OPENING)
    assert table.state.prep.is_opened
    spread = next(s for s in table.state.rules.procedures["opening"] if s.do == "spread_face_up")
    assert spread.clauses == ("T-d-2", "T-d-2-s2")


@pytest.mark.clause("T-d-1", "T-d-1-s2", "T-d-2", "T-d-3")
@pytest.mark.parametrize("place", range(len(OPENING)))
def test_a_step_of_the_opening_out_of_its_order_is_refused(place: int) -> None:
    table = staffed("tribal", "ann", automations=BY_STEPS)
    table.do(do.BeginProcedure(by="dan", name="opening"))
    for step, by, _ in OPENING[:place]:
        table.do(Perform(by=by, step=step))
    due, _, clause = OPENING[place]
    for step, by, _ in OPENING:
        if step != due:
            table.refuse(Perform(by=by, step=step), clause)
    assert [offer.wager for offer in legal(table.state, "")] == [due]


@pytest.mark.clause("T-d-1", "T-d-1-s2", "T-d-2", "T-d-3", "T-a-1-iii")
@pytest.mark.parametrize("place", range(len(OPENING)))
def test_each_step_of_the_opening_is_for_one_role(place: int) -> None:
    table = staffed("tribal", "ann", automations=BY_STEPS)
    table.do(do.BeginProcedure(by="dan", name="opening"))
    for step, by, _ in OPENING[:place]:
        table.do(Perform(by=by, step=step))
    step, right, clause = OPENING[place]
    for by in {"dan", "sue", "ann"} - {right}:
        table.refuse(Perform(by=by, step=step), clause)
    table.do(Perform(by=right, step=step))


@pytest.mark.clause("T-b-4-i", "T-d-1", "T-d-1-s2")
def test_decks_for_a_shuffler_are_attested_with_the_inspection() -> None:
    table = staffed("tribal", "ann", automations=BY_STEPS, shuffler="two_batch")
    table.do(do.BeginProcedure(by="dan", name="opening"))
    table.do(Perform(by="dan", step="inspect"))
    table.refuse(Perform(by="sue", step="verify"), "T-b-4-i")
    table.do(Perform(by="dan", step="attest"))
    table.do(Perform(by="sue", step="verify"))
    assert "T-b-4-i" in [event.clause for event in table.all_of(StepDone)]
    plain = staffed("tribal", "ann", automations=BY_STEPS).state.rules.procedures["opening"]
    assert "attest" not in [step.do for step in plain]


@pytest.mark.clause("T-e-1", "T-e-2", "T-e-4-s2", "T-e-4-s3", "T-e-4-s4", "T-f-10-ii")
def test_a_shuffle_goes_step_by_step_to_the_shoe() -> None:
    table = opened("tribal", "ann", automations=BY_STEPS)
    table.do(do.BeginProcedure(by="dan", name="shuffle"))
    steps = (
        ("count", "dan", "T-f-10-ii"),
        ("shuffle", "dan", "T-e-1"),
        ("offer_cut", "dan", "T-e-2"),
        ("cut", "ann", "T-e-5"),
        ("count", "dan", "T-e-4-s2"),
        ("place_cut_card", "dan", "T-e-4-s3"),
        ("load", "dan", "T-e-4-s4"),
    )
    for step, by, clause in steps:
        for other in {name for name, _, _ in steps} - {step}:
            table.refuse(perform(table, other, by), clause)
        stranger = "sue" if by == "dan" else "dan"
        table.refuse(perform(table, step, stranger), clause)
        table.do(perform(table, step, by))
    (shoe,) = table.all_of(ShoeLoaded)
    assert shoe.cards == cut(table.shoe(), 156)
    assert table.state.shoe == shoe.cards


@pytest.mark.clause("T-e-1-s2")
def test_every_order_of_a_shuffle_is_as_likely_as_another() -> None:
    cards = parse_cards("As Kh 7d 2c")
    seeds = 24 * 200
    counts = Counter(shuffled(cards, seed.to_bytes(32, "big")) for seed in range(seeds))
    assert len(counts) == 24
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < 41.6  # 99 % with 23 degrees of freedom


@pytest.mark.clause("T-e-1-s2")
def test_a_shuffle_keeps_every_card() -> None:
    table = opened("tribal", "ann", automations=BY_STEPS, decks=1)
    table.do(do.BeginProcedure(by="dan", name="shuffle"))
    table.do(Perform(by="dan", step="count", position=52))
    whole = table.shoe()
    for cards in (whole[:-1], whole[:-1] + whole[:1], whole + whole[:1], ()):
        table.refusal(Perform(by="dan", step="shuffle", cards=cards))
    table.do(Perform(by="dan", step="shuffle", cards=shuffled(whole, bytes(32))))


@pytest.mark.clause("T-e-3-s2")
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_a_cut_leaves_ten_cards_at_either_end(decks: int) -> None:
    table = to_cut("tribal", "ann", automations=BY_STEPS, decks=decks)
    for place in (0, 1, 9, 52 * decks - 9, 52 * decks - 1, 52 * decks):
        table.refuse(Perform(by="ann", step="cut", position=place), "T-e-3-s2")
    loading = staffed("tribal", automations=ONLINE, decks=decks)
    cards = loading.shoe()
    for place in (9, 52 * decks - 9):
        loading.refuse(do.LoadShoe(cards=cards, cut=place), "T-e-3-s2")
    for place in (10, 52 * decks - 10):
        loading.do(do.LoadShoe(cards=cards, cut=place))
        assert loading.state.shoe == cards[place:] + cards[:place]
    table.cut(10)


@pytest.mark.clause("T-e-4")
@pytest.mark.parametrize("place", [10, 17, 42])
def test_the_cards_before_the_cutting_card_go_to_the_back_in_order(place: int) -> None:
    table = to_cut(
        "tribal", "ann", automations=BY_STEPS, decks=1, top="As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s"
    )
    before = table.state.prep.stack
    table.cut(place)
    after = table.state.prep.stack
    assert after[-place:] == before[:place]
    assert after[:-place] == before[place:]


@pytest.mark.clause("T-e-4-s2", "T-f-10-ii-a")
@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("counted", [0, 311, 313])
def test_a_count_that_is_not_full_stops_the_shuffle(is_first: bool, counted: int) -> None:
    table = opened("tribal", "ann", automations=BY_STEPS)
    if is_first:
        table.do(do.BeginProcedure(by="dan", name="shuffle"))
    else:
        table.carry_out("shuffle", until="cut")
        table.cut(100)
    table.refusal(Perform(by="dan", step="count", position=counted))
    table.do(Perform(by="dan", step="count", position=312))


@pytest.mark.clause("T-e-4-s3")
@pytest.mark.parametrize("decks, least", [(1, 13), (2, 26), (4, 52), (6, 78), (8, 104)])
def test_a_quarter_of_the_stack_stays_behind_the_cutting_card(decks: int, least: int) -> None:
    table = to_cut("tribal", "ann", automations=BY_STEPS, decks=decks)
    table.cut(20)
    table.do(Perform(by="dan", step="count", position=52 * decks))
    for behind in (0, least - 1):
        table.refuse(Perform(by="dan", step="place_cut_card", position=behind), "T-e-4-s3")
    table.do(Perform(by="dan", step="place_cut_card", position=least))
    table.do(Perform(by="dan", step="load"))
    assert table.state.prep.cut_card == 52 * decks - least


@pytest.mark.clause("T-e-4-s4")
def test_play_begins_with_the_front_of_the_loaded_stack() -> None:
    table = to_cut(
        "tribal", "ann", automations=BY_STEPS, top="2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2h"
    )
    table.cut(11)
    table.walk()
    table.deal("1 ann main 10", by="dan")
    assert table.state.discards == parse_cards("Ks")
    assert table.state.boxes[0].dealt[0] == parse_cards("As")[0]
    assert table.state.dealer.cards == parse_cards("2h")


@pytest.mark.clause("T-e-9", "T-e-9-s2", "T-e-9-s3", "T-e-9-i")
def test_cards_of_an_idle_table_are_washed_and_shuffled_before_play_goes_on() -> None:
    table = to_cut("tribal", "bob", automations=BY_STEPS)
    table.cut(156, by="bob")
    table.walk()
    table.play_round("1 bob main 10", by="dan")
    assert table.all_of(RoundEnded)
    # As soon as nobody is seated, and before somebody comes.
    table.do(do.CashOut(by="bob", amount=table.state.chips["bob"]))
    assert table.all_of(ProcedureBegan)[-1].name == "idle"
    table.do(Perform(by="dan", step="spread"))
    table.bet("1 ann main 10")
    for step, by, clause in IDLE[1:]:
        table.refuse(do.Deal(by="dan"), clause)
        for other in {name for name, _, _ in IDLE} - {step}:
            table.refuse(perform(table, other, by), clause)
        table.do(perform(table, step, by))
    assert (table.state.position, table.state.discards) == (0, ())
    assert table.state.shoe == cut(table.shoe(), 156)
    table.deal(by="dan")
    assert not broken(table.state)


@pytest.mark.clause("T-e-9")
def test_no_spread_while_a_round_is_under_way() -> None:
    table = loaded("tribal", "2s Ts 9h 9s Td", automations=ONLINE)
    table.deal("1 ann main 10")
    table.refuse(do.BeginProcedure(by="dan", name="idle"), "T-e-9")
    table.stand_all()
    table.do(do.BeginProcedure(by="dan", name="idle"))
