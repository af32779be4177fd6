"""Decides a recorded command again: who may have given it, and whether it leads to its events."""

from collections.abc import Container
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
from msgspec.structs import asdict

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.declare import Command, Event, Role
from pitboss.engine.state import TableState
from pitboss.engine.table import steps
from pitboss.money import is_guest, show
from pitboss.proof.openings import closed_events
from pitboss.rulebook.refusals import Rejection
from pitboss.rulebook.rules import Rules
from pitboss.store.codec import encode_event, name_of
from pitboss.store.entry import HOUSE_NAME, Entry


@dataclass(frozen=True, slots=True)
class Differs:
    """A difference between an entry and the engine's decision."""

    event: int
    """The number of the event."""
    why: str


def decide_again(state: TableState, entry: Entry) -> tuple[TableState, ...] | Differs:
    """Return the table after each event of an entry, or what is wrong with the entry.

    ``state`` is the table before it. Fields that are closed may be anything.
    """
    if entry.command is None:
        return Differs(entry.first, "it happened without a command")
    fault = giver_fault(state, entry.who, entry.command) or _id_fault(entry)
    if fault:
        return Differs(entry.first, fault)
    try:
        outcome = steps(state, entry.command, entry.who)
    except Exception as error:  # A forged event may have led to a state that no table has.
        return Differs(entry.first, f"it cannot be judged ({type(error).__name__})")
    if isinstance(outcome, Rejection):
        return Differs(entry.first, f"{name_of(entry.command)} is refused: {outcome}")
    states, decided = outcome
    closed = closed_events(entry) if entry.closed else {}
    for place, (number, event) in enumerate(entry.numbered()):
        if place == len(decided):
            return Differs(number, "the engine decides nothing more")
        if why := _difference(event, decided[place], state.rules, closed.get(place, set())):
            return Differs(number, why)
    if len(entry.events) < len(decided):
        due = name_of(decided[len(entry.events)])
        return Differs(entry.version, f"the entry breaks off where the engine decides {due}")
    return states


def giver_fault(state: TableState, who: str, command: Command) -> str:
    """Return why a person cannot have given a command, in a sentence, or "".

    People give their own commands. The dealer of a physical table keys those of players, and takes
    and pays the cash of guests. The table acts by itself, and for players whose time is up, but
    never in the name of its staff.
    """
    whom = command.player if isinstance(command, BuyIn) and not command.by else command.by
    staff, name = state.floor.staff, name_of(command)
    if not who:
        is_forged = whom in staff and whom != HOUSE_NAME
        return f"nobody has given {name}, which is told of {whom}" if is_forged else ""
    is_keying = not state.automations.cards and staff.get(who) == Role.DEALER
    is_cash = isinstance(command, BuyIn | CashOut)
    is_keyed = is_keying and whom and whom not in staff and (is_guest(whom) or not is_cash)
    if who == whom or is_keyed:
        return ""
    return f"{who} cannot have given {name} for {whom or 'the table'}"


def _id_fault(entry: Entry) -> str:
    """Return why an id cannot be of this person's command, or ""; ids begin with a name."""
    if entry.id.startswith(f"{entry.who}:") if entry.id else not entry.who:
        return ""
    return f"{entry.who or 'the table'} cannot have given a command with the id {entry.id!r}"


def _difference(event: Event, decided: Event, rules: Rules, closed: Container[str]) -> str:
    """Return how an event differs from what the engine decides, or "" if only closed fields do.

    Another clause of the same rule does not count as a difference: an older log may name one that
    fits less well, or one for a step of which the rulebook says nothing.
    """
    if encode_event(event) == encode_event(decided):
        return ""
    if type(event) is not type(decided):
        return f"the engine decides {name_of(decided)}"
    logged, right = asdict(event), asdict(decided)
    differing = [name for name in logged if logged[name] != right[name] and name not in closed]
    if differing == ["clause"] and _is_older(rules, logged["clause"], right["clause"]):
        return ""
    return "; ".join(
        f"{name} is {_short(logged[name])}, where the engine decides {_short(right[name])}"
        for name in differing
    )


def _is_older(rules: Rules, logged: str, right: str) -> bool:
    """Return True if a logged clause is one that was named for the same fact before."""
    return rules.is_one_rule(logged, right) if right else logged in rules.cited("staff")


def describe_result(event: Event, at_ms: int) -> str:
    """Return player, wager, box, time, sum and clause of a result, or "" if an event has none."""
    at, clause = datetime.fromtimestamp(at_ms / 1000, UTC), getattr(event, "clause", "")
    for net in event.nets():
        when, amount = at.isoformat(" ", "seconds"), show(net.amount)
        return f"{net.player}'s {net.wager} on box {net.box}, {when}: {amount} by {clause}"
    return ""


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:60]}..."
