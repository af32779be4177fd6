"""Taking back what was keyed: the table, the chips and the record, and who may do it."""

import pytest

from pitboss.cards import parse_card
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.betting.placing import AskPlace, WithdrawWager
from pitboss.engine.chips import BuyIn, CashOut, ChipsBought
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event, Role
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.rulings import Resume
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.floor.taking_back import REMEMBERED_MAX, Keyed, TakeBack, TakenBack
from pitboss.engine.insurance import CloseInsurance, Insure
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import BETTING, PLAYING, Automations, TableState
from pitboss.engine.state.invariants import chips_by_account
from pitboss.engine.table import nets_by_player, replay, step, steps
from pitboss.engine.words import tell
from pitboss.ledger.balances import book, opening
from pitboss.money import Transfer
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.server.feed.floor import floor_status
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed

KEYED = Automations(cards=False, remembers=True)
"""Cards are entered, and what was keyed is remembered."""
RULEBOOKS = ("tribal", "nz", "pa_free_bet", "house", "double_deck")


def keyed(at: AtTable, command: Command, who: str = DEALER) -> tuple[Event, ...]:
    """A command that somebody keyed."""
    outcome = steps(at.state, command, who)
    assert not isinstance(outcome, Rejection), str(outcome)
    states, events = outcome
    at.state = states[-1]
    at.events.extend(events)
    return events


def card(text: str) -> EnterCard:
    return EnterCard(by=DEALER, card=parse_card(text))


def dealt(rulebook: str = "nz", cards: str = "Ts 7d Qh", box: int = 1) -> AtTable:
    """A round of one guest with two cards against a seven."""
    at = staffed(rulebook, automations=KEYED)
    at.bet(f"{box} guest-1 main 10")
    at.do(Deal(by=DEALER))
    for text in cards.split():
        at.do(card(text))
    assert at.state.phase == PLAYING
    return at


def wager(player: str) -> PlaceWager:
    """Ten on box 1."""
    return PlaceWager(by=player, box=1, wager="main", amounts=(10_00,))


def back(at: AtTable, by: str = DEALER, reason: str = "") -> TakenBack:
    (event,) = at.do(TakeBack(by=by, reason=reason))
    assert isinstance(event, TakenBack)
    return event


def books_agree(at: AtTable, start: TableState) -> None:
    """The books of all events hold what the table does, account by account."""
    books = opening(start.rules.fees.meter)
    book(books, at.events)
    house = ("cashier", "float")
    held = {name: held for name, held in books.items() if held and name not in house}
    assert held == {name: one for name, one in chips_by_account(at.state).items() if one}
    assert books.total() == 0


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_mistyped_card_is_taken_back_and_keyed_anew(rulebook: str) -> None:
    at = staffed(rulebook, automations=KEYED)
    at.bet("1 guest-1 main 10")
    at.do(Deal(by=DEALER))
    before = at.state
    at.do(card("As"))
    event = back(at)
    assert tell(event).startswith(f"{DEALER} takes back the card for box 1.")
    assert at.state.awaiting == before.awaiting
    assert at.state.position == before.position
    at.do(card("Ts"))
    assert at.state.boxes[0].dealt == (parse_card("Ts"),)
    # Both stay on record, and the record leads to the table.
    assert len(at.all_of(TakenBack)) == 1
    start = staffed(rulebook, automations=KEYED).state
    assert replay(start, at.events[len(start.floor.staff) * 2 :]) == at.state


def test_what_settled_the_round_is_taken_back_with_its_chips() -> None:
    at = dealt()
    start = staffed("nz", automations=KEYED).state
    keyed(at, Stand(by="guest-1", box=1))
    before, held = at.state, at.state.chips["guest-1"]
    at.do(card("Tc"))
    assert at.state.phase == BETTING
    assert at.state.chips["guest-1"] == held + 20_00
    at.bet("2 guest-2 main 5")
    # The wager goes first, and then the card that ended the round.
    back(at, FLOOR, "that wager was box 3's")
    event = back(at, FLOOR, "the card was a ten of hearts")
    assert event.is_round_reopened
    assert (at.state.phase, at.state.chips) == (before.phase, {**before.chips, "guest-2": 10**8})
    assert nets_by_player(at.events)["guest-1"] == 0
    books_agree(at, start)
    at.do(card("5h"))
    at.do(card("9h"))
    assert at.state.phase == BETTING
    assert nets_by_player(at.events)["guest-1"] == -10_00
    books_agree(at, start)


def test_a_wager_taken_back_goes_to_its_owner_and_not_through_the_float() -> None:
    at = staffed("nz", "guest-1", automations=KEYED)
    keyed(at, wager("guest-1"))
    event = back(at)
    box = Transfer("box 1 guest-1", "player guest-1", 10_00, "taken back")
    assert event.transfers() == (box,)
    assert event.what == "the wager of guest-1 on box 1"


def test_the_dealer_takes_back_one_thing_and_the_supervisor_one_after_another() -> None:
    at = dealt()
    keyed(at, Hit(by="guest-1", box=1))
    at.do(card("2c"))
    back(at)
    refused = at.refusal(TakeBack(by=DEALER))
    assert refused.code is Code.NOT_YOURS
    assert refused.text == (
        "a supervisor takes back the hit of guest-1 on box 1, with a reason:"
        " a later entry was taken back"
    )
    assert at.refusal(TakeBack(by=FLOOR)).code is Code.UNKNOWN
    assert at.refusal(TakeBack(by=FLOOR, reason="x" * 201)).code is Code.UNKNOWN
    back(at, FLOOR, "he had stood")
    assert at.state.turn == (1, 1)
    assert at.state.awaiting is None
    keyed(at, Stand(by="guest-1", box=1))
    assert back(at).what == "the stand of guest-1 on box 1"


def test_what_a_player_decided_on_a_device_is_for_the_supervisor() -> None:
    at = staffed("nz", "ann", automations=KEYED)
    at.do(wager("ann"))
    assert "ann gave it" in at.refusal(TakeBack(by=DEALER)).text
    told = tell(back(at, FLOOR, "not her box"))
    assert told.startswith(f"{FLOOR} takes back the wager of ann on box 1: not her box.")
    keyed(at, wager("ann"))
    back(at)


def test_only_the_staff_takes_anything_back() -> None:
    at = staffed("nz", "ann", automations=KEYED)
    at.do(wager("ann"))
    for by in ("ann", "eve", ""):
        assert at.refusal(TakeBack(by=by, reason="please")).code is Code.NOT_YOURS


def test_what_the_table_did_by_itself_goes_with_it() -> None:
    """When the last player has answered, the table closes the offer of insurance."""
    at = staffed("nz", automations=KEYED)
    at.bet("1 guest-1 main 10")
    at.do(Deal(by=DEALER))
    for text in ("Ts", "As", "9h"):
        at.do(card(text))
    before = at.state
    keyed(at, Insure(by="guest-1", box=1, amounts=(5_00,)))
    keyed(at, CloseInsurance(), "")
    assert at.state.phase == PLAYING
    event = back(at)
    assert (event.what, event.count) == ("the insurance of guest-1 on box 1", 2)
    assert at.state.phase == before.phase
    assert at.state.chips == before.chips


def test_the_deal_keeps_what_was_keyed_for_its_round_alone() -> None:
    at = dealt()
    keyed(at, Stand(by="guest-1", box=1))
    at.do(card("Tc"))
    at.do(wager("guest-1"))
    at.do(Deal(by=DEALER))
    for reason in ("deal", "wager"):
        back(at, FLOOR, reason)
    assert at.refusal(TakeBack(by=FLOOR, reason="the round before")).code is Code.WRONG_TIME
    assert at.state.round == 1


@pytest.mark.parametrize(
    "final",
    [
        AssignStaff(by=FLOOR, name="dora", role="dealer"),
        CashOut(by="guest-1", amount=1_00),
        LoadShoe(by=DEALER, cards=()),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_stands_ends_what_can_be_taken_back(final: Command) -> None:
    at = staffed("nz", "guest-1", automations=KEYED)
    keyed(at, wager("guest-1"))
    keyed(at, WithdrawWager(by="guest-1", box=1, wager="main"))
    if isinstance(final, LoadShoe):
        final = LoadShoe(by=DEALER, cards=tuple(range(52)) * 6)
    at.do(final)
    refused = at.refusal(TakeBack(by=FLOOR, reason="no"))
    assert (refused.code, refused.text) == (
        Code.WRONG_TIME, "there is nothing to take back: what came last stands",
    )  # fmt: skip
    assert not refused.clause, "no rulebook speaks of taking back"


def test_chips_bought_and_places_asked_for_outlast_a_take_back() -> None:
    at = dealt()
    keyed(at, Hit(by="guest-1", box=1))
    at.do(card("2c"))
    (bought,) = at.do(BuyIn(player="ann", amount=50_00))
    assert isinstance(bought, ChipsBought)
    at.do(AskPlace(by="eve"))
    back(at)
    assert at.state.chips["ann"] == 50_00
    assert at.state.floor.waiting == ("eve",)
    assert "ann" in at.state.floor.arrivals
    books_agree(at, staffed("nz", automations=KEYED).state)


def test_so_many_things_are_remembered() -> None:
    at = staffed("nz", "guest-1", automations=KEYED)
    for _ in range(REMEMBERED_MAX):
        keyed(at, wager("guest-1"))
        keyed(at, WithdrawWager(by="guest-1", box=1, wager="main"))
    assert len(at.state.remembered) == REMEMBERED_MAX
    for number in range(REMEMBERED_MAX):
        back(at, FLOOR, f"number {number}")
    assert at.refusal(TakeBack(by=FLOOR, reason="more")).code is Code.WRONG_TIME
    # What is remembered does not remember in turn.
    assert all(not one.before.remembered for one in at.state.remembered)


@pytest.mark.parametrize("automations", [Automations(), Automations(cards=False)])
def test_other_tables_take_nothing_back_and_keep_no_more_than_before(
    automations: Automations,
) -> None:
    at = staffed("nz", "ann", automations=automations)
    at.do(wager("ann"))
    assert at.all_of(Keyed) == []
    assert at.state.remembered == ()
    for by in (DEALER, FLOOR):
        refused = at.refusal(TakeBack(by=by, reason="no"))
        assert refused.code is Code.NOT_OFFERED
        assert "only a table dealt by hand" in refused.text


def test_a_stopped_table_takes_nothing_back() -> None:
    at = dealt("house", cards="Ts 6d Qh")
    stops = next(
        name for name, rule in at.state.rules.irregularities.items() if rule.does == "pause"
    )
    at.do(Report(by=DEALER, what=stops))
    assert at.refusal(TakeBack(by=FLOOR, reason="no")).code is Code.PAUSED
    at.do(Resume(by=FLOOR))
    assert at.refusal(TakeBack(by=FLOOR, reason="no")).code is Code.WRONG_TIME


def test_every_command_is_decided_alike_when_it_is_given_again() -> None:
    at = dealt()
    keyed(at, Hit(by="guest-1", box=1))
    again = step(at.state, TakeBack(by=DEALER))
    assert again == step(at.state, TakeBack(by=DEALER))
    assert not isinstance(again, Rejection)


def hit_with(at: AtTable, text: str) -> None:
    """The card that the dealer types while a guest's hand waits: a hit, and its card."""
    keyed(at, Hit(by="guest-1", box=1))
    at.do(card(text))


def test_one_keystroke_is_taken_back_by_one_act() -> None:
    at = dealt("nz", "2s 7d 3h")
    before = at.state
    hit_with(at, "4c")
    offer = floor_status(at.state, Role.DEALER).take_back
    assert offer is not None
    assert offer.what == "the hit of guest-1 on box 1"
    (event,) = at.do(TakeBack(by=DEALER, back_to="keystroke"))
    assert isinstance(event, TakenBack)
    assert event.count == 2
    assert (at.state.boxes, at.state.awaiting) == (before.boxes, None)
    # A card that was keyed for the hit of a player's own device leaves the hit as it is.
    keyed(at, Hit(by="guest-1", box=1), "guest-1")
    at.do(card("4c"))
    at.do(TakeBack(by=DEALER, back_to="keystroke"))
    assert at.state.awaiting is not None


def test_round_is_taken_back_to_the_deal_in_one_act_with_one_reason() -> None:
    at = staffed("nz", automations=KEYED)
    at.bet("1 guest-1 main 10")
    before = at.state
    at.do(Deal(by=DEALER))
    for text in ["2s", "7d", "3h"]:
        at.do(card(text))
    hit_with(at, "4c")
    hit_with(at, "5c")
    assert at.refusal(TakeBack(by=DEALER, back_to="deal")).code == Code.NOT_YOURS
    assert at.refusal(TakeBack(by=FLOOR, back_to="deal")).code == Code.UNKNOWN
    offer = floor_status(at.state, Role.SUPERVISOR).take_back
    assert offer is not None
    assert offer.to_deal
    (event,) = at.do(TakeBack(by=FLOOR, reason="dealt from the wrong box", back_to="deal"))
    assert isinstance(event, TakenBack)
    assert (event.count, event.what) == (8, "the deal")
    assert (at.state.phase, at.state.boxes, at.state.round) == (BETTING, before.boxes, 0)
    books_agree(at, staffed("nz", automations=KEYED).state)
