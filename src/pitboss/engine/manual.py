"""Dealing by hand: a command that needs cards waits while the dealer enters them one by one.

The command is run again from where it was given with every card entered so far; what it led to
before comes out the same, and only the rest is new.
"""

from collections.abc import Callable
from itertools import accumulate

import msgspec

from pitboss.engine.commands import AnyCommand, EnterCard, Report
from pitboss.engine.draft import READ_NO, READ_YES, SKIP, SKIP_BOX, Draft, Needed, Refused
from pitboss.engine.event import DEALER
from pitboss.engine.events import AnyEvent
from pitboss.engine.evolve import evolve
from pitboss.engine.floor_events import (
    CardEntered,
    CardsAwaited,
    CommandCompleted,
    IrregularityReported,
)
from pitboss.engine.invariants import cards_in_play
from pitboss.engine.state import DEALING, TableState
from pitboss.rulebook.refusals import Code, Rejection

Run = Callable[[Draft, AnyCommand], Rejection | None]
Outcome = tuple[tuple[TableState, ...], tuple[AnyEvent, ...]] | Rejection
"""The state after each event, and the events; or why there are none."""


def wait_for_cards(state: TableState, command: AnyCommand, events: list[AnyEvent]) -> Outcome:
    """Put a command on hold: what it led to so far has happened."""
    text = _ENCODER.encode(command).decode()
    written: list[AnyEvent] = [CardsAwaited(text, len(events)), *events]
    return _after_each(state, written), tuple(written)


def _after_each(state: TableState, events: list[AnyEvent]) -> tuple[TableState, ...]:
    return tuple(accumulate(events, evolve, initial=state))[1:]


def card_due(state: TableState, run: Run) -> Needed | None:
    """What the dealer has to enter next."""
    assert state.awaiting is not None
    awaiting = state.awaiting
    try:
        run(Draft(awaiting.base, awaiting.entered), _command(awaiting.command))
    except Needed as needed:
        return needed
    except Refused:
        return None
    return None


def enter_card(state: TableState, command: EnterCard, run: Run) -> Outcome:
    """Take a card, or what the reader said, and carry the waiting command on."""
    rules, awaiting = state.rules, state.awaiting
    if awaiting is None:
        return rules.refuse(Code.STEP_NOT_DUE, "wrong_time", "no card is due", also="handling")
    due = card_due(state, run)
    assert due is not None
    refused = _entry_refused(state, command, due)
    if refused:
        return refused
    entry = command.card
    if due.what == "reading":
        entry = READ_YES if command.has_blackjack else READ_NO
    return _go_on(state, entry, run)


def _go_on(state: TableState, entry: int, run: Run, *first: AnyEvent) -> Outcome:
    """Run the waiting command again with one entry more; only what is new has happened now."""
    awaiting = state.awaiting
    assert awaiting is not None
    draft = Draft(awaiting.base, (*awaiting.entered, entry))
    is_over = True
    try:
        refused = run(draft, _command(awaiting.command))
        assert refused is None
    except Needed:
        is_over = False
    except Refused as verdict:
        return verdict.rejection
    new = draft.events[awaiting.emitted :]
    written: list[AnyEvent] = [*first, CardEntered(entry, len(draft.events)), *new]
    if is_over:
        written.append(CommandCompleted())
    return _after_each(state, written), tuple(written)


def pass_over(state: TableState, command: Report, run: Run) -> Outcome | None:
    """A report that the place due was passed over in the deal; ``None`` for any other report."""
    found = state.rules.irregularities.get(command.what)
    role = state.floor.staff.get(command.by, "")
    due = card_due(state, run) if state.awaiting else None
    if found is None or due is None or role not in found.by or state.phase != DEALING:
        return None
    is_late = found.does == "late_or_void" and command.choice == "late"
    is_missed_box = found.does == "void_hand" and command.what == "missed_box"
    entry = 0
    if due.box == DEALER:
        entry = SKIP if found.does == "skip_dealer" else 0
    elif due.box == command.box:
        entry = SKIP if is_late else SKIP_BOX if is_missed_box else 0
    if not entry:
        return None
    reported = IrregularityReported(
        command.what, command.by, command.box, command.hand, found.clauses[0]
    )
    return _go_on(state, entry, run, reported)


def _command(text: str) -> AnyCommand:
    command: AnyCommand = _DECODER.decode(text)
    return command


# Names in a command have no order, and the recorded one is the same whatever theirs was.
_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def _entry_refused(state: TableState, command: EnterCard, due: Needed) -> Rejection | None:
    rules = state.rules
    where = f"{due.box}.{due.hand}"
    if (due.what == "reading") != (command.has_blackjack is not None):
        text = f"due is the {due.what} for {where}"
        return rules.refuse(Code.STEP_NOT_DUE, "wrong_time", text, also="handling", where=where)
    if due.what == "reading":
        return None
    if not 0 <= command.card < 52:
        return rules.refuse(Code.UNKNOWN, "handling", "a card is due", where=where)
    if cards_in_play(state)[command.card] >= rules.decks_in_play:
        text = "every copy of that card has been dealt from this shoe"
        return rules.refuse(Code.UNKNOWN, "table.decks", text, where=where)
    return None
