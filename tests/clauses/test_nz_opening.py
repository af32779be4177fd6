"""New Zealand: fresh, checked and pre-shuffled cards are made ready in the order of section 6."""

import pytest

from pitboss.cards import full_shoe
from pitboss.engine import do
from pitboss.engine.floor.procedures import StepDone
from tests.clauses.nz_table import ready, unopened
from tests.clauses.staffed import DEALER, FLOOR

FRESH = [
    ("inspect", "dealer", "NZ-6.1"),
    ("inspect", "supervisor", "NZ-6.1"),
    ("spread_face_up", "dealer", "NZ-6.2"),
    ("look", "player", "NZ-6.2"),
    ("turn_down", "dealer", "NZ-6.3"),
    ("wash", "dealer", "NZ-6.3-a"),
    ("stack", "dealer", "NZ-6.3-b"),
    ("riffle", "dealer", "NZ-6.3-c"),
]
UNSEEN = [
    *FRESH[:2],
    ("wash", "dealer", "NZ-6.4-a"),
    ("stack", "dealer", "NZ-6.4-b"),
    ("riffle", "dealer", "NZ-6.4-c"),
]
CHECKED = [
    ("wash", "dealer", "NZ-6.5-a"),
    ("stack", "dealer", "NZ-6.5-b"),
    ("riffle", "dealer", "NZ-6.5-c"),
]
WASH, RIFFLE = ("wash", "dealer", "NZ-6.5"), ("riffle", "dealer", "NZ-6.5")
SHUFFLED = {"card_source": "pre_shuffled"}
NEW = {"shuffler": "automatic", "player_inspection": "skipped"}
OPENINGS = [
    pytest.param(
        FRESH,
        {},
        marks=pytest.mark.clause("NZ-6.1", "NZ-6.2", "NZ-6.3", "NZ-6.3-a", "NZ-6.3-b", "NZ-6.3-c"),
        id="fresh",
    ),
    pytest.param(
        UNSEEN,
        NEW,
        marks=pytest.mark.clause("NZ-6.1", "NZ-6.4-a", "NZ-6.4-b", "NZ-6.4-c"),
        id="unseen",
    ),
    pytest.param(
        CHECKED,
        {"card_source": "pre_checked"},
        marks=pytest.mark.clause("NZ-6.5-a", "NZ-6.5-b", "NZ-6.5-c"),
        id="checked",
    ),
    pytest.param([WASH, RIFFLE], SHUFFLED, marks=pytest.mark.clause("NZ-6.5"), id="both"),
    pytest.param(
        [WASH],
        {**SHUFFLED, "pre_shuffled_mix": "chemmy"},
        marks=pytest.mark.clause("NZ-6.5"),
        id="chemmy",
    ),
    pytest.param(
        [RIFFLE],
        {**SHUFFLED, "pre_shuffled_mix": "riffle"},
        marks=pytest.mark.clause("NZ-6.5"),
        id="riffle",
    ),
]


@pytest.mark.parametrize("steps, options", OPENINGS)
def test_cards_are_opened_step_by_step(
    steps: list[tuple[str, str, str]], options: dict[str, object]
) -> None:
    table = unopened("ann", **options)
    roles = {"dealer": DEALER, "supervisor": FLOOR, "player": "ann"}
    names = {step for step, _, _ in FRESH} | {"shuffle", "cut", "load"}
    table.do(do.BeginProcedure(by=DEALER, name="opening"))
    for step, role, clause in steps:
        # Another step, or the right one by somebody else, is refused by the clause that is due.
        for other in names - {step}:
            table.refuse(do.Perform(by=roles[role], step=other), clause)
        for person in set(roles.values()) - {roles[role]}:
            table.refuse(do.Perform(by=person, step=step), clause)
        table.do(do.Perform(by=roles[role], step=step))
    assert not table.due
    done = [(event.step, event.by, event.clause) for event in table.all_of(StepDone)]
    assert done == [(step, roles[role], clause) for step, role, clause in steps]


@pytest.mark.clause("NZ-6.1")
def test_one_person_cannot_inspect_twice() -> None:
    table = unopened()
    table.do(do.BeginProcedure(by=DEALER, name="opening"))
    table.do(do.Perform(by=DEALER, step="inspect"))
    table.refuse(do.Perform(by=DEALER, step="inspect"), "NZ-6.1")
    table.do(do.Perform(by=FLOOR, step="inspect"))
    assert len({event.by for event in table.all_of(StepDone)}) == 2


@pytest.mark.clause("NZ-6.1")
def test_nor_when_promoted_in_between() -> None:
    table = unopened()
    table.do(do.BeginProcedure(by=DEALER, name="opening"))
    table.do(do.Perform(by=DEALER, step="inspect"))
    table.do(do.AssignStaff(name="don", role="dealer"))
    table.do(do.AssignStaff(name=DEALER, role="supervisor"))
    table.refuse(do.Perform(by=DEALER, step="inspect"), "NZ-6.1")
    table.do(do.Perform(by=FLOOR, step="inspect"))
    assert [event.by for event in table.all_of(StepDone)] == [DEALER, FLOOR]


@pytest.mark.clause("NZ-7.1-a", "NZ-7.1")
def test_play_starts_with_a_shuffle() -> None:
    table = unopened()
    table.bet("1 ann main 10")
    table.refuse(do.BeginProcedure(by=DEALER, name="shuffle"), "NZ-6.1")
    table.refusal(do.LoadShoe(by=DEALER, cards=full_shoe(6)))
    table.refusal(do.Deal(by=DEALER))
    table.carry_out("opening")
    table.refusal(do.Deal(by=DEALER))
    table.carry_out("shuffle", until="load")
    table.refusal(do.Deal(by=DEALER))
    table.do(do.Perform(by=DEALER, step="load"))
    table.deal(by=DEALER)


@pytest.mark.clause("NZ-7.1")
@pytest.mark.parametrize("decks", [4, 6, 8])
def test_a_shuffle_keeps_every_card(decks: int) -> None:
    table = unopened(decks=decks)
    table.carry_out("opening")
    table.do(do.BeginProcedure(by=DEALER, name="shuffle"))
    cards = full_shoe(decks)
    for wrong in ((), cards[1:], (*cards, 5), (*cards[1:], cards[-1])):
        table.refusal(do.Perform(by=DEALER, step="shuffle", cards=wrong))
    table.do(do.Perform(by=DEALER, step="shuffle", cards=cards[::-1]))
    assert table.state.prep.stack == cards[::-1]


@pytest.mark.clause("NZ-7.7", "NZ-7.3-d")
@pytest.mark.parametrize("source", ["fresh", "pre_checked", "pre_shuffled"])
def test_new_cards_are_opened_shuffled_and_cut_like_the_first(source: str) -> None:
    wagers = ("2 ann main 10", "5 bob main 10")
    table = ready("Ts 9c 9d 9h 8h Tc", *wagers, card_source=source)
    first = [event.step for event in table.all_of(StepDone)]
    table.deal(by=DEALER)
    assert table.refusal(do.BeginProcedure(by=DEALER, name="opening")).code == "step_not_due"
    table.do(do.OrderShuffle(by=FLOOR, reason="new cards", is_suspect=True))
    table.stand_all()
    table.bet(*wagers)
    table.refusal(do.Deal(by=DEALER))
    table.refusal(do.BeginProcedure(by=DEALER, name="opening"))
    table.carry_out("opening", by=FLOOR)
    table.refusal(do.Deal(by=DEALER))
    table.carry_out("shuffle", until="cut")
    assert table.due_command().by == "ann"
    table.walk()
    table.deal(by=DEALER)
    again = [event.step for event in table.all_of(StepDone)]
    assert again == first * 2


@pytest.mark.clause("NZ-7.7", "NZ-7.3-d")
def test_after_a_second_opening_the_old_shoe_is_not_dealt_on() -> None:
    table = ready("Ts 9d 9h Tc", "1 ann main 10")
    table.carry_out("opening", by=FLOOR)
    table.refusal(do.Deal(by=DEALER))
    table.carry_out("shuffle")
    table.deal(by=DEALER)


@pytest.mark.clause("NZ-7.1A", "NZ-7.1A-b")
def test_a_player_may_have_pre_shuffled_decks_treated_as_fresh() -> None:
    table = unopened("ann", card_source="pre_shuffled")
    table.carry_out("opening")
    before = len(table.all_of(StepDone))
    table.carry_out("pre_shuffled_mix", by="ann")
    done = [(event.step, event.by) for event in table.all_of(StepDone)][before:]
    roles = {"dealer": DEALER, "supervisor": FLOOR, "player": "ann"}
    assert done == [("ask", "ann"), *((step, roles[role]) for step, role, _ in FRESH)]
    table.carry_out("shuffle")
    assert len(table.state.shoe) == 6 * 52
