"""Cards from a physical shoe: a command that needs cards is pending until the dealer enters them.

Each card runs the command again from its first state with all cards entered so far. The events
before come out the same, and only the others are new.
"""

from collections.abc import Callable
from functools import cache
from itertools import accumulate
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine import declare
from pitboss.engine.declare import DEALERS, EVERYBODY, Accepted, Command, Event
from pitboss.engine.draft import READ_NO, READ_YES, Draft, Needed, Refused
from pitboss.engine.state import Awaiting, TableState
from pitboss.engine.state.invariants import cards_in_play
from pitboss.engine.state.visibility import may_see_next
from pitboss.rulebook.refusals import Code, Rejection

Run = Callable[[Draft, Command], Rejection | None]
Outcome = tuple[tuple[TableState, ...], tuple[Event, ...]] | Rejection
"""The state after each event, and the events; or the refusal."""


class EnterCard(Command, tag="enter_card"):
    """Enter a card drawn from a physical shoe, or the answer of the card reader."""

    card: Card = -1
    has_blackjack: bool | None = None
    """Answer of the card reader, if that is due."""
    roles: ClassVar = DEALERS
    accepted: ClassVar = Accepted.HAND_DEALT
    taken_back_as: ClassVar = "card"


def _is_private(event: "CardsAwaited") -> bool:
    """Return True unless every field of the pending command is public."""
    try:
        kind = msgspec.json.decode(event.command, type=_Kind).do
    except msgspec.MsgspecError:
        return True
    return kind not in _public_commands()


class _Kind(msgspec.Struct, frozen=True):
    """The name of a command."""

    do: str


@cache
def _public_commands() -> frozenset[str]:
    public = (kind for kind in declare.all_commands() if not (kind.secrets or kind.for_staff))
    return frozenset(declare.tag_of(kind) for kind in public)


class CardsAwaited(Event, tag="cards_awaited"):
    """A command is pending until the dealer enters cards from a physical shoe."""

    command: str
    """The pending command as JSON."""
    emitted: int
    """Number of its events emitted so far."""
    audience: ClassVar = declare.seen_by_staff("command", holds=_is_private)
    words: ClassVar = "The dealer draws from the shoe."

    def apply(self, state: TableState) -> TableState:
        # Running the command again needs no undo history.
        base = replace(state, remembered=()) if state.remembered else state
        return replace(state, awaiting=Awaiting(self.command, base, emitted=self.emitted))


class CardEntered(Event, tag="card_entered"):
    """The dealer entered a card, or the answer of the card reader."""

    entry: int
    emitted: int
    """Number of events of the pending command emitted so far."""
    box: int = -1
    """The box that the card is for; 0 is the dealer."""
    hand: int = 0
    audience: ClassVar = declare.faces_of(
        "entry", seen_by=lambda state, event, viewer: may_see_next(state, event.box, viewer)
    )
    words: ClassVar = ""

    def apply(self, state: TableState) -> TableState:
        awaiting = state.awaiting
        assert awaiting is not None
        entered = (*awaiting.entered, self.entry)
        return replace(state, awaiting=replace(awaiting, entered=entered, emitted=self.emitted))


class CommandCompleted(Event, tag="command_completed"):
    """The pending command has all the cards it needs."""

    audience: ClassVar = EVERYBODY
    words: ClassVar = ""

    def apply(self, state: TableState) -> TableState:
        return replace(state, awaiting=None)


def try_command(draft: Draft, command: Command, run: Run) -> Outcome:
    """Carry out a command on an empty draft, or leave it pending if it needs cards."""
    base = draft.state
    try:
        refusal = run(draft, command)
    except Refused as verdict:
        return verdict.rejection
    except Needed:
        awaited = CardsAwaited(_ENCODER.encode(command).decode(), len(draft.events))
        return apply_events(base, awaited, *draft.events)
    return refusal or (tuple(draft.states), tuple(draft.events))


def join_outcomes(first: Outcome, then: Outcome) -> Outcome:
    """Join two outcomes; a refusal of either refuses both."""
    if isinstance(first, Rejection) or isinstance(then, Rejection):
        return first if isinstance(first, Rejection) else then
    return (*first[0], *then[0]), (*first[1], *then[1])


def run_before_card(state: TableState, command: Command, run: Run) -> Outcome:
    """Carry out a command before the card that is due, and wait for that card again."""
    dropped = CommandCompleted()
    base = declare.evolve(state, dropped)
    return join_outcomes(((base,), (dropped,)), try_command(Draft(base), command, run))


def read_command(command: str) -> Command:
    """Decode a pending command."""
    return _decoder().decode(command)


def apply_events(state: TableState, *events: Event) -> Outcome:
    """Return the state after each event, and the events."""
    return tuple(accumulate(events, declare.evolve, initial=state))[1:], events


def card_due(state: TableState, run: Run) -> Needed | None:
    """Return the next entry that the dealer must make, or None if the command is refused."""
    assert state.awaiting is not None
    awaiting = state.awaiting
    try:
        run(Draft(awaiting.base, awaiting.entered), read_command(awaiting.command))
    except Needed as needed:
        return needed
    except Refused:
        return None
    return None


def enter_card(state: TableState, command: EnterCard, run: Run) -> Outcome:
    """Accept a card, or the reader's answer, and continue the pending command."""
    if state.awaiting is None:
        text = "no card is due"
        return state.rules.refuse(Code.STEP_NOT_DUE, "wrong_time", text, also="handling")
    due = card_due(state, run)
    assert due is not None
    if refusal := _entry_refusal(state, command, due):
        return refusal
    reading = READ_YES if command.has_blackjack else READ_NO
    return continue_command(state, reading if due.what == "reading" else command.card, due, run)


def continue_command(
    state: TableState, entry: int, due: Needed, run: Run, *first: Event
) -> Outcome:
    """Run the pending command again with one more entry, and emit only the new events."""
    awaiting = state.awaiting
    assert awaiting is not None
    draft = Draft(awaiting.base, (*awaiting.entered, entry))
    last: list[Event] = [CommandCompleted()]
    try:
        refusal = run(draft, read_command(awaiting.command))
        assert refusal is None
    except Needed:
        last = []
    except Refused as verdict:
        return verdict.rejection
    entered = CardEntered(entry, len(draft.events), due.box, due.hand)
    return apply_events(state, *first, entered, *draft.events[awaiting.emitted :], *last)


# Mappings in a command are unordered, so that the recorded JSON sorts their keys.
_ENCODER = msgspec.json.Encoder(order="deterministic")


@cache
def _decoder() -> msgspec.json.Decoder[Command]:
    return msgspec.json.Decoder(declare.any_command())


def _entry_refusal(state: TableState, command: EnterCard, due: Needed) -> Rejection | None:
    rules, where = state.rules, f"{due.box}.{due.hand}"
    if (due.what == "reading") != (command.has_blackjack is not None):
        text = f"the {due.what} for {where} comes first"
        return rules.refuse(Code.STEP_NOT_DUE, "wrong_time", text, also="handling", where=where)
    if due.what == "reading":
        return None
    if command.card not in rules.deck:
        return rules.refuse(Code.UNKNOWN, "handling", "a card is due", where=where)
    if cards_in_play(state)[command.card] >= rules.copies[command.card]:
        text = "every copy of that card has been dealt from this shoe"
        return rules.refuse(Code.UNKNOWN, "table.decks", text, where=where)
    return None
