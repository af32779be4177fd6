"""Taking back the last entry at a table dealt by hand, with its chips; both stay on record.

An event before each command remembers the table. Taking back restores that table, but keeps chips
bought meanwhile.
"""

from typing import ClassVar, Literal

from msgspec.structs import replace

from pitboss.engine.declare import EVERYBODY, PIT, Command, Event, Role, tag_of
from pitboss.engine.floor.by_hand import CardEntered, Outcome, apply_events, read_command
from pitboss.engine.floor.staff import role_of
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.state import BETTING, DEALING, Remembered, TableState
from pitboss.engine.state.boxes import ChipMove
from pitboss.engine.state.invariants import chips_by_account
from pitboss.engine.words import one_of
from pitboss.money import FLOAT, Cents, Nets, Transfer, Transfers, account_owner
from pitboss.rulebook.refusals import HOUSE, Code, Rejection

REMEMBERED_MAX = 40
"""Most entries that can be taken back, one after another."""
REASON_MAX = 200
TAKEN_BACK = "taken_back"
"""Result of a chip movement that undoes one."""


class TakeBack(Command, tag="take_back"):
    """Take back the last entry; a supervisor gives a reason."""

    reason: str = ""
    back_to: Literal["entry", "keystroke", "deal"] = "entry"
    """``keystroke``: a hit goes with its card. ``deal``: all entries of the round go."""
    roles: ClassVar = PIT


class Keyed(Event, tag="keyed"):
    """A command was keyed at a table dealt by hand; its events follow."""

    what: str
    """Description; empty if neither it nor anything before it can be taken back."""
    who: str
    """The person who keyed it; empty for the table itself."""
    results: Nets = ()
    """Net results for players."""
    is_deal: bool = False
    """It deals a round, so that the results of the round before are final."""
    is_round_end: bool = False
    audience: ClassVar = EVERYBODY
    words: ClassVar = ""

    def apply(self, state: TableState) -> TableState:
        if not self.what:
            return replace(state, remembered=()) if state.remembered else state
        kept = state.remembered
        if self.is_deal:
            kept = tuple(entry for entry in kept if _is_of_this_round(entry, state))
        before = replace(state, remembered=())
        new = Remembered(self.what, self.who, before, self.results, self.is_round_end)
        return replace(state, remembered=(*kept, new)[-REMEMBERED_MAX:])


def _is_of_this_round(entry: Remembered, state: TableState) -> bool:
    """Return True if it was keyed since the last round ended."""
    return entry.before.phase == BETTING and entry.before.round == state.round


class TakenBack(Event, tag="taken_back"):
    """An entry was taken back: the table and all chips are as they were before it."""

    by: str
    what: str
    who: str
    """The person who keyed it."""
    reason: str
    count: int
    """Number of entries removed: this one, and what the table then did by itself."""
    moved: Transfers
    """The transfers that return the chips."""
    results: Nets
    """Its net results for players, reversed."""
    is_round_reopened: bool
    """It had ended the round, which is open again."""
    clause: str = ""
    """Named in older logs only: no rulebook says how an entry is taken back."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "reason",
        yes="{by} takes back {what:keyed}: {reason}.",
        no="{by} takes back {what:keyed}.",
    )

    def apply(self, state: TableState) -> TableState:
        before, kept = state.remembered[-self.count].before, state.remembered[: -self.count]
        if kept:
            kept = (*kept[:-1], replace(kept[-1], is_followed=True))
        # A repeated move gets a new number, so that it is not mistaken for the old one.
        after = replace(before, remembered=kept, moves_made=state.moves_made)
        return _move_back(after, state.chip_moves)

    def transfers(self) -> Transfers:
        return self.moved

    def nets(self) -> Nets:
        return self.results


def _move_back(after: TableState, moves: tuple[ChipMove, ...]) -> TableState:
    """Return the table with chips to move back, for moves that a dealer had already made."""
    kept = {move.number for move in after.chip_moves}
    for move in (move for move in moves if move.number not in kept):
        is_done, is_back = move.number <= after.floor.chips_moved, move.result == TAKEN_BACK
        if is_back and not is_done:
            after = replace(after, chip_moves=(*after.chip_moves, move))
        elif is_done and not is_back:
            key, net = (move.box, move.player, move.wager), move.take - move.pay
            after = after.moving(key, TAKEN_BACK, move.clause, hand=move.hand, net=net)
    return after


def remember(state: TableState, command: Command, outcome: Outcome, who: str) -> Outcome:
    """Return an outcome preceded by the event that remembers the table before it."""
    if isinstance(outcome, Rejection) or all(event.is_beside for event in outcome[1]):
        return outcome
    events = outcome[1]
    results = tuple(net for event in events for net in event.nets())
    is_deal = any(isinstance(event, PhaseBegan) and event.phase == DEALING for event in events)
    is_round_end = any(isinstance(event, RoundEnded) for event in events)
    what = _in_words(state, command, events) if command.taken_back_as else ""
    if not what:
        return apply_events(state, Keyed("", who), *events)
    return apply_events(state, Keyed(what, who, results, is_deal, is_round_end), *events)


def _in_words(state: TableState, command: Command, events: tuple[Event, ...]) -> str:
    """Describe an entry: ``the hit of ann on box 3``, ``the card for box 3``."""
    entered = next((event for event in events if isinstance(event, CardEntered)), None)
    if entered is not None:
        place = f"box {entered.box}" if entered.box > 0 else "the dealer"
        return f"the {command.taken_back_as} for {place}"
    box = getattr(command, "box", 0)
    whose = f" of {command.by}" if command.by and command.by not in state.floor.staff else ""
    return f"the {command.taken_back_as}{whose}" + (f" on box {box}" if box else "")


def last_keyed(state: TableState) -> int:
    """Return the number of entries that a take-back would remove now; 0 if it has nothing to undo.

    They are the last one keyed by a person, and what the table did by itself after it.
    """
    for count, entry in enumerate(reversed(state.remembered), start=1):
        if entry.who:
            return count
    return 0


def entries_back_to(state: TableState, command: TakeBack) -> int:
    """Return the number of entries that a take-back would remove; 0 if it has nothing to undo."""
    count, kept = last_keyed(state), state.remembered
    if command.back_to == "keystroke" and 0 < count < len(kept) and _is_card_of_hit(kept, count):
        return count + 1
    if command.back_to != "deal":
        return count
    after = (state, *(entry.before for entry in reversed(kept)))
    return next(
        (n for n, entry in enumerate(reversed(kept), 1) if _is_deal(entry, after[n - 1])), 0
    )


def _is_card_of_hit(kept: tuple[Remembered, ...], count: int) -> bool:
    """Return True if one person keyed a card and the hit before it."""
    hit, card = kept[-count - 1], kept[-count]
    awaiting = card.before.awaiting
    if awaiting is None or awaiting.entered or hit.is_followed or hit.who != card.who:
        return False
    return tag_of(type(read_command(awaiting.command))) == "hit"


def _is_deal(entry: Remembered, after: TableState) -> bool:
    before = entry.before
    is_begun = after.phase != BETTING or after.awaiting is not None
    return before.phase == BETTING and before.awaiting is None and is_begun


def is_dealers_own(state: TableState, name: str) -> bool:
    """Return True if the dealer may take the last entry back without a supervisor.

    The same dealer keyed it, and nothing later was taken back.
    """
    count = last_keyed(state)
    if not count:
        return False
    entry = state.remembered[-count]
    return entry.who == name and not entry.is_followed


def take_back(state: TableState, command: TakeBack) -> Outcome:
    """Restore the table to its state before the last entry."""
    if refusal := _refusal(state, command):
        return refusal
    count = entries_back_to(state, command)
    entries = state.remembered[-count:]
    first, moved = entries[0], chips_back(state, entries[0].before)
    results = tuple(replace(net, amount=-net.amount) for entry in entries for net in entry.nets)
    is_reopened = any(entry.is_round_end for entry in entries)
    what = (command.by, first.what, first.who, command.reason, count)
    return apply_events(state, TakenBack(*what, moved, results, is_reopened))


def _refusal(state: TableState, command: TakeBack) -> Rejection | None:
    rules = state.rules
    if not state.automations.remembers:
        text = "nothing is taken back here: only a table dealt by hand remembers what was keyed"
        return rules.refuse(Code.NOT_OFFERED, HOUSE, text)
    if not entries_back_to(state, command):
        text = "there is nothing to take back: what came last stands"
        return rules.refuse(Code.WRONG_TIME, HOUSE, text)
    if role_of(state, command.by) is Role.DEALER:
        if is_dealers_own(state, command.by) and command.back_to != "deal":
            return None
        entry = state.remembered[-entries_back_to(state, command)]
        why = "a later entry was taken back" if entry.is_followed else f"{entry.who} gave it"
        if command.back_to == "deal":
            why = "the round is taken back to the deal"
        text = f"a supervisor takes back {entry.what}, with a reason: {why}"
        return rules.refuse(Code.NOT_YOURS, HOUSE, text)
    if not command.reason.strip() or len(command.reason) > REASON_MAX:
        text = f"a supervisor takes something back with a reason of up to {REASON_MAX} letters"
        return rules.refuse(Code.UNKNOWN, HOUSE, text)
    return None


def chips_back(state: TableState, before: TableState) -> Transfers:
    """Return the transfers that restore the chips of ``before``, the float's last."""
    wanted, held = chips_by_account(before), chips_by_account(state)
    by_owner: dict[str, list[tuple[str, Cents]]] = {}
    for account in sorted(wanted.keys() | held.keys()):
        if change := wanted[account] - held[account]:
            by_owner.setdefault(account_owner(account), []).append((account, change))
    moved: list[Transfer] = []
    for changes in by_owner.values():
        moved += _balanced(changes)
    return tuple(moved)


def _balanced(changes: list[tuple[str, Cents]]) -> list[Transfer]:
    """Transfer between one owner's accounts first, then the rest from or to the float."""
    rest = -sum(change for _, change in changes)
    takes = [(account, -change) for account, change in changes if change < 0]
    gives = [(account, change) for account, change in changes if change > 0]
    if rest:
        (takes if rest < 0 else gives).append((FLOAT, abs(rest)))
    moved: list[Transfer] = []
    while takes and gives:
        (debit, most), (credit, due) = takes.pop(0), gives.pop(0)
        amount = min(most, due)
        moved.append(Transfer(debit, credit, amount, "taken back"))
        if most > amount:
            takes.insert(0, (debit, most - amount))
        if due > amount:
            gives.insert(0, (credit, due - amount))
    return moved
