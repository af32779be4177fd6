"""Round scripts of what was played: for others, without what is for the staff."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from pitboss.engine.declare import Command, Event, for_outsiders, staff_fields
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.engine.state import TableState
from pitboss.engine.state.books import HouseBooks
from pitboss.engine.table import step
from pitboss.errors import Refusal
from pitboss.round_scripts.export import CommandEvents, export_script
from pitboss.rulebook.refusals import Rejection
from pitboss.server.log.events import Logged
from pitboss.server.log.rounds import History, RoundSummary, shoe_begun
from pitboss.store.entry import Entry
from pitboss.store.port import Store, TableHeader


def round_script(
    history: History, store: Store, header: TableHeader, played: RoundSummary, *, is_staff: bool
) -> str:
    """Write the commands of a shoe up to this round as a round script; reads the log, off the loop.

    Raises ``Refusal``.
    """
    begun = shoe_begun(store, header.table, played)
    logged = list(history.replayed(store, header, first=begun, last=played.last))
    start = logged[0].before
    commands = [
        command
        for _, steps in groupby(logged, key=lambda step: step.entry.version)
        if (command := _scripted(list(steps), is_staff=is_staff)) is not None
    ]
    if not is_staff:
        start = _without_books(start)
    return export_script(start, commands, f"{header.title}, round {played.number}")


def _scripted(steps: Sequence[Logged], *, is_staff: bool) -> CommandEvents | None:
    """Return a command with its events as a script has them, or None if it is left out."""
    entry = steps[0].entry
    if entry.command is None:
        text = "this round was played before commands were recorded; no script can be written"
        raise Refusal("unrecorded", text)
    if isinstance(entry.command, CommitShoe | RevealShoe):
        # A fingerprint changes nothing of the play, and its seed may still be a secret.
        return None
    is_private = entry.command.is_aside or bool(staff_fields(type(entry.command)))
    if is_staff or not is_private:
        return entry.command, entry.events
    before, after = steps[0].before, steps[-1].after
    if _without_books(before) == _without_books(after):
        return None
    return _blanked(before, entry, entry.command), entry.events


def _blanked(before: TableState, entry: Entry, command: Command) -> Command:
    """Return a command without what the staff alone sees; the same must follow from it."""
    public = for_outsiders(command)
    if public == command:
        return command
    outcome = step(before, public, entry.who)
    if isinstance(outcome, Rejection) or list(_public(outcome[1])) != list(_public(entry.events)):
        text = "what the staff reported decides this script; supervisors and auditors have it"
        raise Refusal("forbidden", text)
    return public


def _public(events: Sequence[Event]) -> Iterator[Event]:
    return map(for_outsiders, events)


def _without_books(state: TableState) -> TableState:
    """Return a table without what its staff alone knows, and without what can be taken back."""
    floor = replace(state.floor, books=HouseBooks(), damaged=())
    return replace(state, floor=floor, remembered=())
