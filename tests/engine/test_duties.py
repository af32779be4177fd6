"""Duties: what the staff is told to do is what the table then accepts."""

import pytest

from pitboss.engine.deal import Deal
from pitboss.engine.duties import REPORT_FIELDS, duties, orders, reports
from pitboss.engine.floor.cut import DeclineCut
from pitboss.engine.floor.irregularities.effects import EFFECTS
from pitboss.engine.floor.irregularities.report import WITHOUT_HANDS, Report
from pitboss.engine.floor.procedures import BeginProcedure, Perform
from pitboss.engine.legal import legal
from pitboss.engine.offers import Duty, Offer
from pitboss.engine.shoe.loading import OrderShuffle
from pitboss.engine.side_wagers.prizes import DeclinePrize
from pitboss.engine.state import BY_HAND, SCRIPTED, Automations
from pitboss.rulebook.catalog import SHIPPED
from tests.clauses.options import rules_of
from tests.clauses.rounds import AtTable, table_of
from tests.clauses.staffed import DEALER, FLOOR, staffed
from tests.engine.test_manual import ENTERED, dealing, enter


def due(at: AtTable) -> list[Duty]:
    """What the table waits for from its staff."""
    return [duty for duty in duties(at.state) if duty.is_due]


def test_every_effect_says_what_a_report_needs() -> None:
    assert set(REPORT_FIELDS) == set(EFFECTS)


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_step_that_is_due_is_done_as_it_is_told(rulebook: str) -> None:
    """From the opening to the shoe: each duty is accepted from who it is for, with its number."""
    at = staffed(rulebook, "ann", automations=BY_HAND)
    while duties := due(at):
        (duty,) = duties
        names = {"dealer": DEALER, "supervisor": FLOOR, "player": "ann"}
        by = duty.who or names[duty.by[0]]
        if duty.do == "begin_procedure":
            at.do(BeginProcedure(by=by, name=duty.what))
            continue
        place = 0
        for field in duty.fields:
            assert (field.name, field.kind) == ("position", "count")
            place = field.high
        at.do(Perform(by=by, step=duty.what, position=place))
        assert duty.text
        assert duty.clauses
    at.bet("1 ann main 10")
    assert [duty.do for duty in due(at)] == ["deal"]


@pytest.mark.parametrize("rulebook", SHIPPED)
@pytest.mark.parametrize("automations", [SCRIPTED, BY_HAND])
def test_reports_and_orders_have_clauses(rulebook: str, automations: Automations) -> None:
    at = staffed(rulebook, automations=automations)
    known, rules = reports(at.state), at.state.rules
    happens = [
        name for name, rule in rules.irregularities.items()
        if not automations.cards or rule.does in WITHOUT_HANDS
    ]  # fmt: skip
    assert [duty.what for duty in known] == happens
    # No rulebook speaks of these: a clause beside them would be another rule's.
    own = {"propose_correction", "confirm_correction", "reject_correction", "resume", "hand_over",
           "go_off_duty"}  # fmt: skip
    for duty in (*known, *orders(rules)):
        assert bool(duty.clauses) == (duty.do not in own)
        assert set(duty.by) <= {"dealer", "supervisor"}
        assert not duty.is_due
    assert all(duty.text for duty in known)


def test_a_card_that_was_seen_is_named_where_the_shoe_is_physical() -> None:
    def fields(automations: Automations) -> list[str]:
        at = staffed("nz", automations=automations)
        return [f.name for duty in reports(at.state) if duty.what == "exposed_card"
                for f in duty.fields]  # fmt: skip

    assert fields(SCRIPTED) == []
    assert fields(BY_HAND) == ["box", "player", "card"]


def test_orders_are_those_of_the_rulebook() -> None:
    def names(rulebook: str, **options: object) -> set[str]:
        return {duty.do for duty in orders(rules_of(rulebook, **options))}

    assert "rebuild" in names("nz")
    assert "rebuild" not in names("tribal")
    assert "order_recut" in names("tribal")
    assert "order_recut" not in names("house")
    assert "permit_entry" in names("tribal", mid_shoe_entry="barred")
    assert "permit_entry" not in names("tribal")


def test_cards_are_due_one_by_one_and_then_what_the_reader_says() -> None:
    at = dealing("tribal", "1 ann main 10", card_reader="private")
    assert [(d.do, d.what, d.box, d.hand) for d in due(at)] == [("enter_card", "card", 1, 1)]
    enter(at, "9s Kd 8h")
    (reading,) = due(at)
    assert reading.what == "reading"
    assert [(field.name, field.kind) for field in reading.fields] == [("has_blackjack", "yes_no")]


def test_a_dealer_who_enters_cards_says_that_they_were_shuffled() -> None:
    at = staffed("nz", "ann", automations=ENTERED)
    assert [(duty.do, duty.is_due) for duty in duties(at.state)] == [("load_shoe", False)]
    at.do(OrderShuffle(by=FLOOR, reason="house", is_suspect=True))
    assert [(duty.do, duty.is_due) for duty in duties(at.state)] == [("load_shoe", True)]


def test_a_table_that_is_stopped_waits_for_a_supervisor() -> None:
    at = staffed("house", "ann", automations=ENTERED)
    at.do(Report(by=DEALER, what="dropped_card"))
    (duty,) = duties(at.state)
    assert (duty.do, duty.by) == ("resume", ("supervisor",))
    assert duty.clauses == (at.state.floor.paused_by,)


def test_a_double_shoe_is_prepared_side_by_side() -> None:
    at = staffed("tribal", "ann", automations=BY_HAND, shoe="double")
    at.carry_out("opening")
    (begun,) = due(at)
    assert [(field.name, field.kind) for field in begun.fields] == [("side", "side")]
    for side in (0, 1):
        at.do(BeginProcedure(by=DEALER, name="shuffle", side=side))
        at.walk()
    at.bet("1 ann main 10")
    (duty,) = due(at)
    assert [(field.name, field.kind) for field in duty.fields] == [("drawn_from", "side")]
    at.do(Deal(by=DEALER, drawn_from=1))


def test_a_player_is_offered_the_look_and_the_cut() -> None:
    at = staffed("tribal", "ann", "bob", automations=BY_HAND)
    at.carry_out("opening", until="look")
    for player in ("ann", "bob"):
        assert Offer("perform", player, wager="look") in legal(at.state, player)
    assert legal(at.state, "eve") == ()
    at.walk()
    at.carry_out("shuffle", until="cut")
    cut = Offer("perform", "ann", wager="cut", low=10, high=6 * 52 - 10)
    assert legal(at.state, "ann")[:2] == (cut, Offer("decline_cut", "ann"))
    assert all(offer.do == "place_wager" for offer in legal(at.state, "bob"))
    (passing,) = [duty for duty in duties(at.state) if duty.do == "pass_cutter"]
    assert (passing.by, passing.is_due) == (("dealer", "supervisor"), False)
    at.do(DeclineCut(by="ann"))
    at.do(at.due_command(position=legal(at.state, "bob")[0].low))


def test_nothing_is_due_from_the_staff_while_players_bet() -> None:
    at = staffed("double_deck", "ann", automations=BY_HAND)
    at.prepare()
    assert due(at) == []
    others = [(duty.do, duty.what) for duty in duties(at.state)]
    assert others == [("begin_procedure", "shuffle")]


def test_insurance_and_prizes_are_the_dealers() -> None:
    at = dealing("nz", "1 ann main 10")
    enter(at, "9s As 8h")
    assert [(duty.do, duty.by) for duty in due(at)] == [("close_insurance", ("dealer",))]


def test_the_dealer_enters_who_pressed_or_declined() -> None:
    wagers = ("1 ann main 10", "1 bob main 10", "1 bob madness_21 2")
    at = table_of("nz", "As 9d Kh", *wagers, madness_21=True)
    at.do(Deal())
    told = [(duty.do, [(f.name, f.choices) for f in duty.fields]) for duty in duties(at.state)]
    assert told == [
        ("draw_prize", [("player", ("ann",))]),
        ("decline_prize", []),
        ("decline_prize", [("nominee", ("bob",))]),
    ]
    at.do(DeclinePrize(by="ann"))
    assert [(duty.do, duty.fields) for duty in duties(at.state)] == [("draw_prize", ())]
