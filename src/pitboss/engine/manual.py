"""Dealing by hand: a command that needs cards waits while the dealer enters them one by one.

The command is run again from where it was given with every card entered so far; what it led to
before comes out the same, and only the rest is new.
"""

from collections.abc import Callable

import msgspec

from pitboss.engine.commands import AnyCommand, EnterCard
from pitboss.engine.draft import READ_NO, READ_YES, Draft, Needed, Refused
from pitboss.engine.events import AnyEvent
from pitboss.engine.evolve import evolve
from pitboss.engine.floor_events import CardEntered, CardsAwaited, CommandCompleted
from pitboss.engine.invariants import cards_in_play
from pitboss.engine.state import TableState
from pitboss.rulebook.refusals import Code, Rejection

Run = Callable[[Draft, AnyCommand], Rejection | None]
Outcome = tuple[TableState, tuple[AnyEvent, ...]] | Rejection


def wait_for_cards(state: TableState, command: AnyCommand, events: list[AnyEvent]) -> Outcome:
    """Put a command on hold: what it led to so far has happened."""
    text = msgspec.json.encode(command).decode()
    written: list[AnyEvent] = [CardsAwaited(text), *events]
    for event in written:
        state = evolve(state, event)
    return state, tuple(written)


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
    draft = Draft(awaiting.base, (*awaiting.entered, entry))
    is_over = True
    try:
        refused = run(draft, _command(awaiting.command))
        assert refused is None
    except Needed:
        is_over = False
    except Refused as verdict:
        return verdict.rejection
    written: list[AnyEvent] = [CardEntered(entry), *draft.events[_emitted(state) :]]
    if is_over:
        written.append(CommandCompleted())
    for event in written:
        state = evolve(state, event)
    return state, tuple(written)


def _emitted(state: TableState) -> int:
    """How many events the waiting command has led to so far."""
    assert state.awaiting is not None
    return state.awaiting.emitted


def _command(text: str) -> AnyCommand:
    command: AnyCommand = _DECODER.decode(text)
    return command


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
