"""Secrets, event by event: who may not see something is told the same bytes whatever it was.

Each event that holds a secret is sent twice, with two different ones. The messages, text and what
changed on the table included, must be equal to the byte for everybody who may not know it, and
must differ for everybody who may. An event class that has no case here fails.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.cards import full_shoe, parse_card, parse_cards
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import (
    EVERYBODY,
    PIT,
    Command,
    Event,
    Role,
    all_commands,
    all_events,
    for_outsiders,
    redact,
    sealed_blanks,
    staff_fields,
    tag_of,
    withheld_from_outsiders,
    without_secrets,
)
from pitboss.engine.floor.books.drop import DropRemoved
from pitboss.engine.floor.books.shift import ShiftSignedOff
from pitboss.engine.floor.books.slips import SlipWritten
from pitboss.engine.floor.books.tray import FloatCounted, FloatMoved
from pitboss.engine.floor.by_hand import CardEntered, CardsAwaited
from pitboss.engine.floor.irregularities.equipment import CardDamaged, CardReplaced
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled
from pitboss.engine.floor.irregularities.report import IrregularityReported
from pitboss.engine.floor.procedures import Perform, StackShuffled
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.shoe.commitment import CommitShoe, ShoeCommitted
from pitboss.engine.shoe.drawing import CardBurned, CardDealt
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.state import BY_HAND, DEALING, TableState
from pitboss.engine.table import open_table, step
from pitboss.engine.words import tell
from pitboss.rulebook.catalog import rules_of
from pitboss.rulebook.refusals import Rejection
from pitboss.server.feed.messages import Messages
from tests.server.told import logged_as

STAFF = {"dee": "dealer", "sue": "supervisor", "art": "auditor"}
VIEWERS = ("ann", "bob", *STAFF, "eve", "")
"""Two players, the staff, a player without a wager, and somebody who has not logged in."""
NOBODY: frozenset[str] = frozenset()
THE_STAFF = frozenset(STAFF)
ANN = frozenset({"ann"})
"""Nobody of the house knows a card before it is turned up, where the server deals."""
ANN_AND_PIT = frozenset({"ann", "dee", "sue"})
"""The dealer has keyed it; an auditor waits for the end of the round."""


def betting() -> TableState:
    """A table dealt face down, with wagers of Ann on box 1 and Bob on box 2."""
    state = open_table(rules_of("double_deck"))
    commands: list[Command] = [
        LoadShoe(cards=full_shoe(2)),
        *(BuyIn(player=name, amount=100_00) for name in ("ann", "bob", "eve")),
        *(AssignStaff(name=name, role=role) for name, role in STAFF.items()),
        PlaceWager(by="ann", box=1, wager="main", amounts=(10_00,)),
        PlaceWager(by="bob", box=2, wager="main", amounts=(10_00,)),
    ]
    for command in commands:
        outcome = step(state, command)
        assert not isinstance(outcome, Rejection), str(outcome)
        state = outcome[0]
    return state


def dealing() -> TableState:
    """The same when betting has closed, before the first card."""
    return PhaseBegan(DEALING).apply(betting())


def dealt() -> TableState:
    """The same with two cards for each box, and the hole card."""
    outcome = step(betting(), Deal())
    assert not isinstance(outcome, Rejection)
    return outcome[0]


def by_hand() -> TableState:
    """The same where the dealer has a physical shoe."""
    return replace(dealing(), automations=BY_HAND)


def awaiting() -> TableState:
    """The same while the dealer enters the first card."""
    return CardsAwaited('{"do":"deal"}', 0).apply(by_hand())


@dataclass(frozen=True, slots=True)
class Case:
    """An event with one secret and with another, and who may know it."""

    table: Callable[[], TableState]
    event: Event
    other: Event
    known_to: frozenset[str]


SIX, NINE = parse_card("6h"), parse_card("9d")
ORDER, ANOTHER = full_shoe(2), full_shoe(2)[::-1]
RACK = parse_cards("As Kd"), parse_cards("2c 3c")

SECRETS: tuple[Case, ...] = (
    Case(dealing, CardDealt(1, 1, SIX), CardDealt(1, 1, NINE), ANN),
    Case(by_hand, CardDealt(1, 1, SIX), CardDealt(1, 1, NINE), ANN_AND_PIT),
    Case(
        dealt, CardDealt(0, 2, SIX, is_up=False), CardDealt(0, 2, NINE, is_up=False), NOBODY
    ),
    Case(awaiting, CardEntered(SIX, 1, 1, 1), CardEntered(NINE, 1, 1, 1), ANN_AND_PIT),
    Case(
        by_hand,
        CardsAwaited('{"do":"report","what":"x","player":"ann"}', 1),
        CardsAwaited('{"do":"report","what":"x","player":"bob"}', 1),
        THE_STAFF,
    ),
    Case(dealing, CardBurned(SIX, "H-1"), CardBurned(NINE, "H-1"), NOBODY),
    Case(
        betting, ShoeLoaded(ORDER, is_shuffle=True), ShoeLoaded(ANOTHER, is_shuffle=True), NOBODY
    ),
    Case(betting, StackShuffled(ORDER), StackShuffled(ANOTHER), NOBODY),
    Case(betting, ShoeCommitted("f" * 64, "ab" * 32), ShoeCommitted("f" * 64, "cd" * 32), NOBODY),
    Case(dealt, CardDamaged(SIX, "NZ-16.8"), CardDamaged(NINE, "NZ-16.8"), THE_STAFF),
    Case(dealt, CardReplaced(SIX, "NZ-16.8"), CardReplaced(NINE, "NZ-16.8"), THE_STAFF),
    Case(dealt, MisdealCalled(RACK[0], "T-n-5"), MisdealCalled(RACK[1], "T-n-5"), NOBODY),
    Case(dealt, RoundEnded(1, RACK[0]), RoundEnded(1, RACK[1]), NOBODY),
    Case(
        dealt,
        IrregularityReported("cards_mishandled", "dee", 1, 0, "DD-6", "ann", "", SIX, SIX),
        IrregularityReported("cards_mishandled", "dee", 1, 0, "DD-6", "bob", "", NINE, NINE),
        THE_STAFF,
    ),
    Case(
        betting,
        SlipWritten(1, "opening", "dee", 500, {"500": 1}),
        SlipWritten(1, "opening", "dee", 700, {"100": 7}),
        THE_STAFF,
    ),
    Case(
        betting,
        FloatCounted(1, "closing", "dee", "sue", {"500": 1}, 500, 500),
        FloatCounted(1, "closing", "dee", "sue", {"100": 7}, 700, 800),
        THE_STAFF,
    ),
    Case(
        betting,
        FloatMoved(1, "fill", "dee", "sue", {"500": 1}, 500),
        FloatMoved(1, "fill", "dee", "sue", {"100": 7}, 700),
        THE_STAFF,
    ),
    Case(
        betting, DropRemoved(1, "dee", "sue", 500, 500), DropRemoved(1, "dee", "sue", 700, 800),
        THE_STAFF,
    ),
    Case(
        betting, ShiftSignedOff("sue", 0, 1, *range(8)), ShiftSignedOff("sue", 0, 1, *range(8, 16)),
        THE_STAFF,
    ),
)  # fmt: skip

OPEN = frozenset(
    [
        "ante_taken",
        "boxes_limited",
        "burn_shown",
        "button_repaired",
        "button_turned_off",
        "card_discarded",
        "card_exposed",
        "card_refused",
        "card_turned_over",
        "cards_kept",
        "chips_bought",
        "chips_brought",
        "chips_cashed",
        "command_completed",
        "correction_made",
        "correction_proposed",
        "correction_rejected",
        "coupon_placed",
        "coupon_withdrawn",
        "cut_card_reached",
        "cut_contributed",
        "cut_opened",
        "cut_pledged",
        "cut_refused",
        "cut_word_missing",
        "dealer_hand_began",
        "dealer_hand_ended",
        "determinant_drawn",
        "entry_permitted",
        "even_money_taken",
        "hand_doubled",
        "hand_finished",
        "hand_kept",
        "hand_removed",
        "hand_reopened",
        "hand_split",
        "handover_asked",
        "handover_offered",
        "hands_rebuilt",
        "hole_card_checked",
        "hole_card_revealed",
        "insurance_placed",
        "insurance_reopened",
        "keyed",
        "log_time_set_back",
        "meter_raised",
        "meter_won",
        "moves_confirmed",
        "notice_posted",
        "notice_withdrawn",
        "payout_checked",
        "payout_held",
        "phase_began",
        "place_asked",
        "prize_declined",
        "prize_drawn",
        "procedure_began",
        "reader_turned_off",
        "recut_ordered",
        "rules_changed",
        "settlement_reversed",
        "shoe_emptied",
        "shoe_revealed",
        "shoe_voided",
        "shuffle_ordered",
        "shuffler_repaired",
        "shuffler_turned_off",
        "signal_given",
        "side_reopened",
        "slip_rejected",
        "stack_cut",
        "staff_assigned",
        "stakes_returned",
        "step_done",
        "streak_moved",
        "table_closed",
        "table_left",
        "table_paused",
        "table_resumed",
        "taken_back",
        "turn_given",
        "wager_not_repeated",
        "wager_placed",
        "wager_returned",
        "wager_settled",
        "wager_withdrawn",
    ]
)
"""Events in which there is nothing that anybody may not see."""


@pytest.mark.parametrize("case", SECRETS, ids=lambda case: tag_of(type(case.event)))
def test_who_may_not_know_is_told_the_same_bytes(case: Case) -> None:
    state = case.table()
    for viewer in VIEWERS:
        one = Messages().encoded([logged_as(1, case.event, state)], viewer)
        other = Messages().encoded([logged_as(1, case.other, state)], viewer)
        is_told = one != other
        assert is_told == (viewer in case.known_to), f"{viewer or 'a stranger'}: {one} {other}"


@pytest.mark.parametrize("case", SECRETS, ids=lambda case: tag_of(type(case.event)))
def test_the_view_keeps_the_secret_as_well(case: Case) -> None:
    """Whoever asks for the whole table after it is shown the same to the byte."""
    state = case.table()
    for viewer in set(VIEWERS) - case.known_to:
        one = Messages().view(case.event.apply(state), 1, viewer)
        assert one == Messages().view(case.other.apply(state), 1, viewer)


@pytest.mark.parametrize("viewers", [VIEWERS, VIEWERS[::-1]], ids=["first", "last"])
@pytest.mark.parametrize("case", SECRETS, ids=lambda case: tag_of(type(case.event)))
def test_what_was_made_for_one_is_not_sent_to_another(case: Case, viewers: Sequence[str]) -> None:
    """Those who see the same share what is made once, and nobody else has it."""
    state, shared = case.table(), Messages()
    logged, after = [logged_as(1, case.event, state)], case.event.apply(state)
    for viewer in viewers:
        assert shared.encoded(logged, viewer) == Messages().encoded(logged, viewer)
        assert shared.view(after, 1, viewer) == Messages().view(after, 1, viewer)


@pytest.mark.parametrize("kind", all_events(), ids=tag_of)
def test_every_event_has_its_case(kind: type[Event]) -> None:
    """A new event is secret to somebody, with a case above, or open to all, and named there."""
    has_case = kind in {type(case.event) for case in SECRETS}
    assert has_case != (tag_of(kind) in OPEN), f"{kind.__name__} has no case, or two"
    assert has_case == (kind.audience != EVERYBODY)


@pytest.mark.parametrize("case", SECRETS, ids=lambda case: tag_of(type(case.event)))
def test_a_case_differs_in_all_that_is_withheld(case: Case) -> None:
    """What the audience withholds is what the two events differ in, and nothing else is."""
    kind = type(case.event)
    differing = {
        name for name in kind.__struct_fields__
        if getattr(case.event, name) != getattr(case.other, name)
    }  # fmt: skip
    assert differing == set(kind.audience.fields)


def test_commands_that_hold_secrets() -> None:
    """The order of a stack and the seed behind it are in the record, and shown to nobody."""
    assert {kind for kind in all_commands() if kind.secrets} == {CommitShoe, LoadShoe, Perform}
    shown = without_secrets(CommitShoe(commitment="f" * 64, seed="ab" * 32))
    assert shown == CommitShoe(commitment="f" * 64)
    assert set(without_secrets(LoadShoe(cards=ORDER)).cards) == {-1}
    hidden = without_secrets(ShoeLoaded(ORDER, is_shuffle=True))
    assert hidden == replace(hidden, cards=(-1,) * len(ORDER))
    assert without_secrets(CardDealt(1, 1, SIX)).card == SIX


FOR_STAFF = {
    "count_float": ("chips",),
    "move_chips": ("chips",),
    "remove_drop": ("amount",),
    "report": ("player", "card", "replacement"),
}
"""What of commands the staff alone sees."""

OF_STAFF_FOR_ALL = {
    "assign_staff": ("name", "role"),
    "bring_chips": ("player", "amount"),
    "confirm_correction": ("number",),
    "confirm_moves": ("number",),
    "confirm_slip": ("number",),
    "count_float": ("kind",),
    "enter_card": ("card", "has_blackjack"),
    "hand_over": ("to", "role"),
    "keep_cards": ("reason",),
    "move_chips": ("kind",),
    "order_recut": ("reason",),
    "order_shuffle": ("reason", "is_suspect"),
    "permit_entry": ("player",),
    "post_notice": ("changes", "minutes", "at_ms"),
    "propose_correction": ("player", "amount", "reason", "round", "box", "hand", "wager"),
    "rebuild": ("hands", "dealer", "wagers"),
    "reject_correction": ("number", "reason"),
    "reject_slip": ("number",),
    "report": ("what", "box", "hand", "choice"),
    "sign_off": ("at_ms",),
    "take_back": ("reason", "back_to"),
    "turn_over": ("box",),
}
"""What everybody may see of commands that only the staff gives. A correction is as public as the
payment that it puts right; a card is keyed once the shoe is loaded, and open when that is over."""


@pytest.mark.parametrize("kind", all_commands(), ids=tag_of)
def test_each_field_of_a_staff_command_is_for_staff_or_for_all(kind: type[Command]) -> None:
    """A new field of a command of the staff is sorted into one of the two tables above."""
    assert staff_fields(kind) == FOR_STAFF.get(tag_of(kind), ())
    if kind.roles <= PIT | {Role.TABLE} and kind.roles & PIT:
        fields = set(kind.__struct_fields__) - {"by", *staff_fields(kind), *kind.secrets}
        is_sorted = fields == set(OF_STAFF_FOR_ALL.get(tag_of(kind), ()))
        assert is_sorted or kind.roles & {Role.TABLE}, tag_of(kind)


@pytest.mark.parametrize("kind", [kind for kind in all_events() if staff_fields(kind)], ids=tag_of)
def test_blanks_stand_for_what_the_staff_alone_sees(kind: type[Event]) -> None:
    """A reader of a log with blanks can apply it, and it moves no chips."""
    case = next(case for case in SECRETS if type(case.event) is kind)
    blanks = sealed_blanks()
    raw = msgspec.to_builtins(case.event) | {name: blanks[name] for name in staff_fields(kind)}
    blank = msgspec.convert(raw, kind)
    state = case.table()
    assert blank.transfers() == ()
    assert for_outsiders(case.event).transfers() == ()
    assert tell(redact(state, case.event, "ann")) == tell(blank)
    assert blank.apply(state).floor.books.at_table >= 0


def test_a_waiting_command_is_withheld_only_if_it_names_a_player() -> None:
    waiting = CardsAwaited('{"do":"hit","box":1}', 1)
    assert withheld_from_outsiders(waiting) == ()
    assert for_outsiders(waiting) == waiting
    assert withheld_from_outsiders(CardsAwaited('{"do":"report","what":"x"}', 1)) == ("command",)
    assert withheld_from_outsiders(CardsAwaited("", 1)) == ("command",)
