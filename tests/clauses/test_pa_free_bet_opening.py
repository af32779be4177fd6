"""Free Bet: the table is opened step by step, and an idle one is made ready again."""

import pytest

from pitboss.cards import full_shoe
from pitboss.engine import do
from pitboss.engine.duties import duties
from pitboss.engine.floor.idle import TableLeft
from pitboss.engine.floor.procedures import StepDone
from pitboss.engine.state import BY_HAND, Automations
from pitboss.rulebook.refusals import Code
from pitboss.shuffle import shuffled
from tests.clauses.options import rules_of
from tests.clauses.staffed import DEALER, FLOOR, STEP_BY_STEP, StaffedTable, staffed

RULEBOOK = "pa_free_bet"
BATCH = [
    "inspect",
    "verify",
    "spread_face_up",
    "count",
    "show_players",
    "turn_down",
    "wash",
    "stack",
]
"""What each batch of cards goes through before it is shuffled."""


def closed(*players: str, **options: object) -> StaffedTable:
    """A table that has its staff and no cards yet."""
    return staffed(RULEBOOK, *players, automations=STEP_BY_STEP, **options)


def opening(*players: str, **options: object) -> StaffedTable:
    """A table whose opening has begun."""
    at = closed(*players, **options)
    at.begin("opening")
    return at


@pytest.mark.clause("PA-4-a", "PA-4-a-s2", "PA-4-b", "PA-4-b-s2", "PA-4-c", "PA-2-d-s2")
def test_the_opening_takes_its_steps_in_order() -> None:
    at = opening("ann")
    assert at.walk() == ["inspect_reader", *BATCH]
    done = [(event.step, event.by, event.clause) for event in at.all_of(StepDone)]
    assert done == [
        ("inspect_reader", FLOOR, "PA-2-d-s2"),
        ("inspect", DEALER, "PA-4-a"),
        ("verify", FLOOR, "PA-4-a-s2"),
        ("spread_face_up", DEALER, "PA-4-b"),
        ("count", DEALER, "PA-4-b-s2"),
        ("show_players", "ann", "PA-4-b"),
        ("turn_down", DEALER, "PA-4-c"),
        ("wash", DEALER, "PA-4-c"),
        ("stack", DEALER, "PA-4-c"),
    ]


@pytest.mark.clause("PA-4-a", "PA-4-a-s2", "PA-4-b", "PA-4-b-s2", "PA-4-c", "PA-2-d-s2")
@pytest.mark.parametrize(
    "step, clause",
    [
        ("inspect_reader", "PA-2-d-s2"),
        ("inspect", "PA-4-a"),
        ("verify", "PA-4-a-s2"),
        ("spread_face_up", "PA-4-b"),
        ("count", "PA-4-b-s2"),
        ("show_players", "PA-4-b"),
        ("turn_down", "PA-4-c"),
        ("wash", "PA-4-c"),
        ("stack", "PA-4-c"),
    ],
)
def test_no_step_of_the_opening_is_left_out(step: str, clause: str) -> None:
    at = opening("ann")
    at.walk(until=step)
    later = ["inspect_reader", *BATCH, "shuffle"]
    for other in later[later.index(step) + 1 :]:
        refused = at.refusal(do.Perform(by=DEALER, step=other, cards=at.shoe()))
        assert refused.code == Code.STEP_NOT_DUE
        assert refused.clause == clause
        assert refused.where == step
    at.do(at.due_command())


@pytest.mark.clause("PA-4-a", "PA-4-a-s2", "PA-4-b", "PA-2-d-s2")
@pytest.mark.parametrize(
    "step, wrong, clause",
    [
        ("inspect_reader", DEALER, "PA-2-d-s2"),
        ("inspect", FLOOR, "PA-4-a"),
        ("inspect", "ann", "PA-4-a"),
        ("verify", DEALER, "PA-4-a-s2"),
        ("show_players", DEALER, "PA-4-b"),
        ("wash", "ann", "PA-4-c"),
    ],
)
def test_each_step_has_its_person(step: str, wrong: str, clause: str) -> None:
    at = opening("ann")
    at.walk(until=step)
    at.refuse(do.Perform(by=wrong, step=step), clause, Code.NOT_YOURS)


@pytest.mark.clause("PA-4-b-s2", "PA-2-e-1")
@pytest.mark.parametrize("decks, counted", [(6, 311), (6, 313), (6, 0), (8, 312)])
def test_a_deck_that_is_not_whole_is_found_in_the_spread(decks: int, counted: int) -> None:
    at = opening("ann", decks=decks)
    at.walk(until="count")
    refused = at.refusal(at.due_command(position=counted))
    assert refused.limit == 52 * decks
    at.do(at.due_command(position=52 * decks))


@pytest.mark.clause("PA-2-d", "PA-2-d-s2")
def test_no_table_opens_before_its_reader_was_looked_at() -> None:
    for options in ({}, {"preshuffled": True}, {"shuffler": "batch"}, {"shuffler": "continuous"}):
        rules = rules_of(RULEBOOK, **options)
        assert rules.deal.reader == "private"
        assert "PA-2-d" in rules.cited("deal.reader")
        assert rules.procedures["opening"][0].do == "inspect_reader"
        at = closed("ann", **options)
        at.refuse(do.BeginProcedure(by=DEALER, name="shuffle"), "PA-2-d-s2")
        at.do(do.Report(by=FLOOR, what="reader_failed"))
        at.refuse(do.BeginProcedure(by=DEALER, name="opening"), "PA-12-j")
        at.do(do.Report(by=FLOOR, what="reader_repaired"))
        at.do(do.BeginProcedure(by=DEALER, name="opening"))
        at.refuse(do.Perform(by=DEALER, step="inspect"), "PA-2-d")


@pytest.mark.clause("PA-4-c-s2", "PA-7-a-s2", "PA-5-a")
def test_stacked_cards_are_shuffled_before_any_deal() -> None:
    at = opening("ann")
    at.bet("1 ann main 5")
    at.walk()
    assert at.refusal(do.Deal()).code in (Code.SHUFFLE_DUE, Code.SHOE_EMPTY, Code.STEP_NOT_DUE)
    at.refuse(do.Deal(), "PA-4-c-s2")
    assert at.refusal(do.LoadShoe(cards=full_shoe(6))).code == Code.STEP_NOT_DUE
    at.begin("shuffle")
    while at.due != "load":
        assert at.refusal(do.Deal()).code == Code.STEP_NOT_DUE
        assert at.refusal(do.LoadShoe(cards=full_shoe(6))).code == Code.STEP_NOT_DUE
        at.do(at.due_command())
    at.refuse(do.Deal(), "PA-7-a-s2")
    at.do(at.due_command())
    assert at.do(do.Deal())


@pytest.mark.clause("PA-4-d", "PA-3-b-3")
def test_each_batch_is_opened_on_its_own() -> None:
    at = opening("ann", shuffler="batch")
    assert at.walk() == ["inspect_reader", *BATCH, *BATCH, "feed_shuffler"]
    second = at.all_of(StepDone)[9:17]
    assert [event.step for event in second] == BATCH
    assert {event.clause for event in second} == {"PA-4-d"}
    assert at.all_of(StepDone)[-1].clause == "PA-3-b-3"
    assert opening("ann").walk() == ["inspect_reader", *BATCH], "one batch where there is one"


@pytest.mark.clause("PA-4-d")
def test_the_second_batch_may_not_be_skipped() -> None:
    at = opening("ann", shuffler="batch")
    for _ in range(9):
        at.do(at.due_command())
    at.refuse(do.BeginProcedure(by=DEALER, name="shuffle"), "PA-4-d")
    at.refuse(do.Perform(by=DEALER, step="feed_shuffler"), "PA-4-d")


@pytest.mark.clause("PA-4-e", "PA-2-d-s2")
def test_preshuffled_decks_need_the_reader_and_the_cut_only() -> None:
    at = opening("ann", preshuffled=True)
    assert at.walk() == ["inspect_reader"]
    assert at.carry_out("shuffle")[-3:] == ["cut", "place_cut_card", "load"]


@pytest.mark.clause("PA-5-h-s2")
def test_a_device_that_counts_and_shuffles_needs_no_cut() -> None:
    at = closed("ann", shuffler="continuous")
    at.carry_out("opening")
    assert at.carry_out("shuffle") == ["shuffle", "load"]
    assert at.refusal(do.BeginProcedure(by=DEALER, name="idle")).code == Code.UNKNOWN
    assert at.state.prep.cut_card == -1


@pytest.mark.clause("PA-5-g", "PA-5-g-lead2", "PA-5-g-1")
def test_an_idle_table_is_made_ready_again() -> None:
    at = closed("ann")
    at.prepare()
    at.begin("idle")
    order = shuffled(at.shoe(), b"idle")
    steps = at.state.rules.procedures["idle"]
    assert steps[1].do == "spread_face_down"
    assert [step.by for step in steps if step.do == "show_players"] == ["player"]
    expected = ["empty_shoe", "spread_face_down", "show_players", "wash", "stack", "shuffle"]
    assert at.walk(until="cut", cards=order) == [*expected, "stack"]
    at.do(at.due_command(position=100))
    at.walk()
    assert at.state.shoe == order[100:] + order[:100]
    clauses = {event.step: event.clause for event in at.all_of(StepDone)[-10:]}
    assert clauses["empty_shoe"] == clauses["spread_face_down"] == "PA-5-g"
    assert clauses["show_players"] == "PA-5-g-lead2"
    assert clauses["wash"] == clauses["shuffle"] == "PA-5-g-1"


@pytest.mark.clause("PA-5-g")
def test_idle_cards_lie_face_up_where_a_player_asks() -> None:
    at = closed("ann")
    at.prepare()
    at.begin("idle_face_up")
    at.do(at.due_command())
    assert at.due == "spread_face_up"
    at.refuse(do.Perform(by=DEALER, step="spread_face_down"), "PA-5-g")


def left_empty(automations: Automations = STEP_BY_STEP) -> StaffedTable:
    """A table with a shoe in use that its only player has left."""
    at = staffed(RULEBOOK, "ann", automations=automations)
    at.prepare()
    at.leave("ann")
    return at


@pytest.mark.clause("PA-5-g")
@pytest.mark.parametrize("procedure", ["idle", "idle_face_up"])
def test_at_a_table_that_stood_empty_the_first_wager_asks_for_a_decision(procedure: str) -> None:
    at = left_empty()
    assert at.events[-1] == TableLeft("PA-5-g", is_asked=True)
    at.bet("1 bob main 5")
    at.refuse(do.Deal(by=DEALER), "PA-5-g")
    at.carry_out(procedure)
    at.deal(by=DEALER)


@pytest.mark.clause("PA-5-g")
def test_the_decision_is_due_on_the_desk_from_the_first_wager_on() -> None:
    at = left_empty(BY_HAND)
    assert not [duty for duty in duties(at.state) if duty.is_due]
    at.bet("1 bob main 5")
    due_now = [duty for duty in duties(at.state) if duty.is_due]
    assert [(duty.do, duty.what) for duty in due_now] == [
        ("keep_cards", ""), ("begin_procedure", "idle"),
    ]  # fmt: skip
    assert {duty.clauses[0] for duty in due_now} == {"PA-5-g"}


@pytest.mark.clause("PA-5-g")
def test_the_floor_may_have_the_cards_dealt_on() -> None:
    at = left_empty()
    shoe = at.state.shoe
    at.bet("1 bob main 5")
    for wrong in (DEALER, "bob"):
        at.refusal(do.KeepCards(by=wrong, reason="ann was away for a minute"))
    at.refuse(do.KeepCards(by=FLOOR, reason=""), "PA-5-g")
    at.do(do.KeepCards(by=FLOOR, reason="ann was away for a minute"))
    at.refuse(do.KeepCards(by=FLOOR, reason="again"), "PA-5-g")
    at.deal(by=DEALER)
    assert at.state.shoe == shoe


@pytest.mark.clause("PA-5-g")
@pytest.mark.parametrize("procedure", ["idle", "shuffle"])
def test_nobody_is_asked_where_the_cards_were_shuffled_meanwhile(procedure: str) -> None:
    at = left_empty()
    at.do(do.BuyIn(player="bob", amount=5000))
    at.carry_out(procedure)
    at.deal("1 bob main 5", by=DEALER)


@pytest.mark.clause("PA-5-g")
def test_where_no_floor_prepares_the_cards_they_are_shuffled() -> None:
    at = staffed(RULEBOOK, "ann")
    at.load()
    at.leave("ann")
    at.bet("1 bob main 5")
    at.refuse(do.Deal(), "PA-5-g")
    at.do(do.LoadShoe(cards=shuffled(at.shoe(), b"new")))
    at.deal()


@pytest.mark.clause("PA-5-g", "PA-5-h-s2")
def test_a_device_that_shuffles_without_end_knows_no_idle_table() -> None:
    at = closed("ann", shuffler="continuous")
    at.prepare()
    at.leave("ann")
    assert not at.all_of(TableLeft)


@pytest.mark.clause("PA-5-g-2", "PA-5-g-2-s2", "PA-3-b-5")
def test_idle_cards_go_into_the_shuffler_and_the_other_batch_comes_out() -> None:
    at = closed("ann", shuffler="batch")
    at.prepare()
    before = at.state.prep.side
    at.carry_out("idle")
    steps = [(event.step, event.clause) for event in at.all_of(StepDone)]
    fed = steps.index(("feed_shuffler", "PA-5-g-2"))
    assert steps[fed + 1] == ("take_batch", "PA-5-g-2-s2")
    assert at.state.prep.side == 1 - before
    assert at.state.discards == ()


@pytest.mark.clause("PA-5-g-2-s3")
def test_the_kept_batch_is_spread_only_where_a_player_asks() -> None:
    for name, is_spread in (("idle", False), ("idle_face_up", True)):
        at = closed("ann", shuffler="batch")
        at.prepare()
        at.begin(name)
        done = at.walk()
        after = done[done.index("take_batch") :]
        assert ("spread_batch" in after) is is_spread
        assert "wash" not in after
