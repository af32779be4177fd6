"""The staff: who works at the table, and who may give which command."""

from typing import ClassVar

from pitboss.engine import declare
from pitboss.engine.declare import (
    ANYBODY,
    EVERYBODY,
    PIT,
    PLAYERS,
    SUPERVISORS,
    Accepted,
    Command,
    Event,
    Role,
    Source,
    Speaker,
    decides,
)
from pitboss.engine.draft import Draft
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.words import one_of
from pitboss.rulebook.refusals import Code, Rejection


class AssignStaff(Command, tag="assign_staff"):
    """Give somebody a role at the table; an empty role ends it."""

    name: str
    role: str
    roles: ClassVar = SUPERVISORS | {Role.TABLE}
    accepted: ClassVar = Accepted.NOBODY
    is_for_stops: ClassVar = True


class TakeTable(Command, tag="take_table"):
    """Come on duty: as a supervisor at once, as the dealer once the one on duty has agreed."""

    role: str = ""
    """What the house has them for: the server fills it in."""
    roles: ClassVar = ANYBODY - {Role.TABLE}
    speaker: ClassVar = Speaker.SENDER
    filled: ClassVar = {"role": Source.OWN_ROLE}
    is_for_stops: ClassVar = True
    is_aside: ClassVar = True


class HandOver(Command, tag="hand_over"):
    """Hand the table over to another dealer: the dealer on duty, or a supervisor for them."""

    to: str
    role: str = ""
    """What the house has that person for: the server fills it in."""
    roles: ClassVar = PIT
    filled: ClassVar = {"role": Source.ROLE_OF_TO}
    is_for_stops: ClassVar = True
    is_aside: ClassVar = True


class GoOffDuty(Command, tag="go_off_duty"):
    """Leave the table without a relief: the dealer between two rounds, a supervisor at any time."""

    roles: ClassVar = PIT
    is_for_stops: ClassVar = True
    is_aside: ClassVar = True


class PermitEntry(Command, tag="permit_entry"):
    """Let a player who sat out bet again."""

    player: str
    roles: ClassVar = SUPERVISORS
    ordered_by: ClassVar = "table.mid_shoe"


class StaffAssigned(Event, tag="staff_assigned"):
    """Somebody works at the table in a role; an empty role ends it."""

    name: str
    role: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "is_on", yes="{name} comes on as {role:plain}.", no="{name} goes off duty at this table."
    )

    @property
    def is_on(self) -> bool:
        """Whether the person works here from now on."""
        return bool(self.role)

    def apply(self, state: TableState) -> TableState:
        staff = {name: role for name, role in state.floor.staff.items() if name != self.name}
        if self.role:
            staff[self.name] = self.role
        was_dealer = state.floor.staff.get(self.name) == "dealer"
        is_change = self.role == "dealer" and not was_dealer
        is_new = state.floor.has_new_dealer or (is_change and state.position > 0)
        after = state.with_floor(staff=staff, has_new_dealer=is_new)
        # Whatever was said about the next dealer was said to the one who goes.
        return after.with_floor(taker="", handed_to="") if is_change or was_dealer else after


class HandoverAsked(Event, tag="handover_asked"):
    """A dealer asks to take the table; the dealer on duty has not agreed yet."""

    by: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} wants to take over the table."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(taker=self.by).beside(self.apply)


class HandoverOffered(Event, tag="handover_offered"):
    """The dealer on duty offers the table to another dealer, who has not come yet."""

    by: str
    to: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} hands the table over as soon as {to} takes it."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(handed_to=self.to).beside(self.apply)


class EntryPermitted(Event, tag="entry_permitted"):
    """The house lets a player who sat out bet again."""

    player: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} may bet again [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(permitted=state.floor.permitted | {self.player})


def role_of(state: TableState, name: str) -> Role:
    """What somebody is at this table."""
    if not name:
        return Role.TABLE
    if held := state.floor.staff.get(name):
        return Role(held)
    return Role.PLAYER if name in state.chips else Role.SPECTATOR


def role_refusal(state: TableState, command: Command) -> Rejection | None:
    """Why somebody may not give this command at all."""
    allowed, rules = command.roles, state.rules
    if allowed is PLAYERS and not state.floor.staff.get(command.by):
        # Who has no chips is refused by the wager's own rules, which say more.
        return None
    role = role_of(state, command.by)
    if role in allowed:
        return None
    posts = {declare.post_of(other.value) for other in allowed if other != Role.TABLE}
    names = " or ".join(sorted(posts)) or "table itself"
    text = f"this is for the {names}; {command.by} is {role.value}"
    if not command.by:
        text = f"this is for the {names}; nobody is named"
    if allowed is PLAYERS:
        return rules.refuse(Code.NOT_YOURS, "staff", text, also="decider")
    path = "handling" if role in (Role.PLAYER, Role.SPECTATOR) else "staff"
    if command.ends_stop and state.floor.paused:
        # The clause that stopped the table says who lets it go on (H-method-15).
        return Rejection(Code.NOT_YOURS, text, state.floor.paused_by, rules.clauses(path))
    if path == "staff" and command.ordered_by:
        return rules.refuse(Code.NOT_YOURS, command.ordered_by, text, also=path)
    return rules.refuse(Code.NOT_YOURS, path, text)


@decides(AssignStaff)
def assign_staff(draft: Draft, command: AssignStaff) -> Rejection | None:
    """Give somebody a role, or end it."""
    is_known = not command.role or command.role in declare.STAFF
    if not command.name or not is_known or draft.state.has_main(command.name):
        text = f"somebody without a wager may be {', '.join(declare.STAFF)}"
        return draft.rules.refuse(Code.UNKNOWN, "staff", text, where=command.name)
    if command.role == Role.DEALER:
        _relieve(draft, command.name)
    else:
        draft.add(StaffAssigned(command.name, command.role))
    return None


def dealer_on_duty(state: TableState) -> str:
    """Who deals at this table; empty where nobody does."""
    return next((name for name, role in state.floor.staff.items() if role == Role.DEALER), "")


@decides(TakeTable)
def take_table(draft: Draft, command: TakeTable) -> Rejection | None:
    """Come on duty; a dealer relieves another only where both have said so."""
    rules, state, name = draft.rules, draft.state, command.by
    if command.role not in PIT:
        text = f"{name} is neither a dealer nor a supervisor of the house"
        return rules.refuse(Code.NOT_YOURS, "staff", text, where=name)
    if refusal := _newcomer_refusal(state, name, command.role):
        return refusal
    if command.role in SUPERVISORS:
        draft.add(StaffAssigned(name, command.role))
    elif dealer_on_duty(state) and state.floor.handed_to != name:
        draft.add(HandoverAsked(name))
    else:
        _relieve(draft, name)
    return None


@decides(HandOver)
def hand_over(draft: Draft, command: HandOver) -> Rejection | None:
    """Hand the table over: at once by a supervisor, or to a dealer who would take it."""
    rules, state = draft.rules, draft.state
    if command.role != Role.DEALER:
        text = f"{command.to or 'nobody'} is not a dealer of the house"
        return rules.refuse(Code.UNKNOWN, "staff", text, where=command.to)
    if refusal := _newcomer_refusal(state, command.to, command.role):
        return refusal
    if role_of(state, command.by) in SUPERVISORS or state.floor.taker == command.to:
        _relieve(draft, command.to)
    else:
        draft.add(HandoverOffered(command.by, command.to))
    return None


@decides(GoOffDuty)
def go_off_duty(draft: Draft, command: GoOffDuty) -> Rejection | None:
    """Leave the table; a dealer leaves no wager and no card behind."""
    state = draft.state
    is_dealing = state.phase != BETTING or state.is_locked or state.awaiting is not None
    if role_of(state, command.by) is Role.DEALER and (is_dealing or state.boxes or state.sides):
        text = "a round or a wager is up: hand the table over, or finish the round first"
        return draft.rules.refuse(Code.WRONG_TIME, "staff", text, where=command.by)
    draft.add(StaffAssigned(command.by, ""))
    return None


def _newcomer_refusal(state: TableState, name: str, role: str) -> Rejection | None:
    """Why somebody does not come on duty: they are, or they play here."""
    if state.floor.staff.get(name) == role:
        text = f"{name} is the {role} here already" if role == Role.DEALER else "you are on duty"
        return state.rules.refuse(Code.WRONG_TIME, "staff", text, where=name)
    if state.has_main(name):
        text = f"{name} has a wager up, and does not work at this table"
        return state.rules.refuse(Code.NOT_YOURS, "staff", text, where=name)
    return None


def _relieve(draft: Draft, name: str) -> None:
    """Somebody deals from now on; the one before is off duty."""
    before = dealer_on_duty(draft.state)
    if before and before != name:
        draft.add(StaffAssigned(before, ""))
    draft.add(StaffAssigned(name, Role.DEALER.value))


@decides(PermitEntry)
def permit_entry(draft: Draft, command: PermitEntry) -> Rejection | None:
    """Let somebody bet who sat out (T-c-9, PA-6-b-1)."""
    rules = draft.rules
    if rules.table.mid_shoe != "barred":
        text = "this table bars nobody, or lets nobody in before the shuffle"
        return rules.refuse(Code.NOT_OFFERED, "table.mid_shoe", text, where=command.player)
    draft.add(EntryPermitted(command.player, rules.clause("table.mid_shoe")))
    return None
