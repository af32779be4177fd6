"""The staff on duty at a table, and the roles that may give a command."""

from typing import ClassVar

from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, Command, Event, OffRound, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.words import one_of
from pitboss.rulebook.refusals import HOUSE, Code, Rejection


class AssignStaff(Command, tag="assign_staff"):
    """Assign a role at the table; an empty role ends it."""

    name: str
    role: str
    roles: ClassVar = declare.SUPERVISORS | {Role.TABLE}
    accepted: ClassVar = declare.Accepted.NOBODY
    is_for_stops: ClassVar = True


class TakeTable(OffRound, Command, tag="take_table"):
    """Come on duty: a supervisor at once, a dealer when the one on duty agrees."""

    role: str = ""
    """The sender's role in the house, which the server fills in."""
    roles: ClassVar = declare.ANYBODY - {Role.TABLE}
    speaker: ClassVar = declare.Speaker.SENDER
    filled: ClassVar = {"role": declare.Source.OWN_ROLE}


class HandOver(OffRound, Command, tag="hand_over"):
    """Hand the table over to another dealer, as the dealer on duty or as a supervisor."""

    to: str
    role: str = ""
    """The house role of the person named in ``to``, which the server fills in."""
    roles: ClassVar = declare.PIT
    filled: ClassVar = {"role": declare.Source.ROLE_OF_TO}


class GoOffDuty(OffRound, Command, tag="go_off_duty"):
    """Go off duty without relief: a dealer between two rounds, a supervisor at any time."""

    roles: ClassVar = declare.PIT


class PermitEntry(Command, tag="permit_entry"):
    """Permit a player who sat out to bet again."""

    player: str
    roles: ClassVar = declare.SUPERVISORS
    ordered_by: ClassVar = "table.mid_shoe"


class StaffAssigned(Event, tag="staff_assigned"):
    """A person came on duty in a role; an empty role ends it."""

    name: str
    role: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "role", yes="{name} comes on as {role:plain}.", no="{name} goes off duty at this table."
    )

    def apply(self, state: TableState) -> TableState:
        staff = {name: role for name, role in state.floor.staff.items() if name != self.name}
        if self.role:
            staff[self.name] = self.role
        was_dealer = state.floor.staff.get(self.name) == "dealer"
        is_change = self.role == "dealer" and not was_dealer
        is_new = state.floor.has_new_dealer or (is_change and state.position > 0)
        after = state.with_floor(staff=staff, has_new_dealer=is_new)
        # An offer or request to hand over ends with the dealer on duty.
        return after.with_floor(taker="", handed_to="") if is_change or was_dealer else after


class HandoverAsked(Event, tag="handover_asked"):
    """A dealer asks to take the table; the dealer on duty has not agreed yet."""

    by: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} wants to take over the table."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(taker=self.by).with_history(self.apply)


class HandoverOffered(Event, tag="handover_offered"):
    """The dealer on duty offers the table to another dealer, who has not accepted yet."""

    by: str
    to: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} hands the table over as soon as {to} takes it."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(handed_to=self.to).with_history(self.apply)


class EntryPermitted(Event, tag="entry_permitted"):
    """A player who sat out may bet again."""

    player: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} may bet again [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(permitted=state.floor.permitted | {self.player})


def role_of(state: TableState, name: str) -> Role:
    """Return a person's role at this table."""
    if not name:
        return Role.TABLE
    if held := state.floor.staff.get(name):
        return Role(held)
    return Role.PLAYER if name in state.chips else Role.SPECTATOR


def role_refusal(state: TableState, command: Command) -> Rejection | None:
    """Refuse a command to roles that may not give it."""
    allowed, rules = command.roles, state.rules
    if allowed is declare.PLAYERS and not state.floor.staff.get(command.by):
        # A player without chips is refused by the wager's own rules, which say more.
        return None
    role = role_of(state, command.by)
    if role in allowed:
        return None
    posts = {declare.post_of(other.value) for other in allowed if other != Role.TABLE}
    names = " or ".join(sorted(posts)) or "table itself"
    text = f"this is for the {names}; {command.by} is {role.value}"
    if not command.by:
        text = f"this is for the {names}; nobody is named"
    if allowed is declare.PLAYERS:
        return rules.refuse(Code.NOT_YOURS, "staff", text, also="decider")
    path = "handling" if role in (Role.PLAYER, Role.SPECTATOR) else "staff"
    if command.ends_stop and state.floor.paused:
        # The clause that stopped the table says who may resume it (H-method-15).
        return Rejection(Code.NOT_YOURS, text, state.floor.paused_by, rules.cited(path))
    if path == "staff" and command.ordered_by:
        return rules.refuse(Code.NOT_YOURS, command.ordered_by, text, also=path)
    return rules.refuse(Code.NOT_YOURS, path, text)


@decides(AssignStaff)
def assign_staff(draft: Draft, command: AssignStaff) -> Rejection | None:
    """Assign a role, or end it."""
    is_known = not command.role or command.role in declare.STAFF
    if not command.name or not is_known or draft.state.has_main(command.name):
        text = f"somebody without a wager may be {', '.join(declare.STAFF)}"
        return draft.rules.refuse(Code.UNKNOWN, HOUSE, text, where=command.name)
    if command.role == Role.DEALER:
        _relieve(draft, command.name)
    else:
        draft.add(StaffAssigned(command.name, command.role))
    return None


def dealer_on_duty(state: TableState) -> str:
    """Return the dealer on duty, or "" if the table has no dealer."""
    return next((name for name, role in state.floor.staff.items() if role == Role.DEALER), "")


@decides(TakeTable)
def take_table(draft: Draft, command: TakeTable) -> Rejection | None:
    """Come on duty; a dealer relieves another only with the agreement of both."""
    rules, state, name = draft.rules, draft.state, command.by
    if command.role not in declare.PIT:
        text = f"{name} is neither a dealer nor a supervisor of the house"
        return rules.refuse(Code.NOT_YOURS, HOUSE, text, where=name)
    if refusal := _newcomer_refusal(state, name, command.role):
        return refusal
    if command.role in declare.SUPERVISORS:
        draft.add(StaffAssigned(name, command.role))
    elif dealer_on_duty(state) and state.floor.handed_to != name:
        draft.add(HandoverAsked(name))
    else:
        _relieve(draft, name)
    return None


@decides(HandOver)
def hand_over(draft: Draft, command: HandOver) -> Rejection | None:
    """Hand the table over: at once if a supervisor orders it or the other dealer asked."""
    rules, state = draft.rules, draft.state
    if command.role != Role.DEALER:
        text = f"{command.to or 'nobody'} is not a dealer of the house"
        return rules.refuse(Code.UNKNOWN, HOUSE, text, where=command.to)
    if refusal := _newcomer_refusal(state, command.to, command.role):
        return refusal
    if role_of(state, command.by) in declare.SUPERVISORS or state.floor.taker == command.to:
        _relieve(draft, command.to)
    else:
        draft.add(HandoverOffered(command.by, command.to))
    return None


@decides(GoOffDuty)
def go_off_duty(draft: Draft, command: GoOffDuty) -> Rejection | None:
    """Go off duty; a dealer only between rounds, with no wager up."""
    state = draft.state
    is_dealing = state.phase != BETTING or state.is_locked or state.awaiting is not None
    if role_of(state, command.by) is Role.DEALER and (is_dealing or state.boxes or state.sides):
        text = "a round or a wager is up: hand the table over, or finish the round first"
        return draft.rules.refuse(Code.WRONG_TIME, HOUSE, text, where=command.by)
    draft.add(StaffAssigned(command.by, ""))
    return None


def _newcomer_refusal(state: TableState, name: str, role: str) -> Rejection | None:
    """Refuse a person who is already on duty, or plays here."""
    if state.floor.staff.get(name) == role:
        text = f"{name} is the {role} here already" if role == Role.DEALER else "you are on duty"
        return state.rules.refuse(Code.WRONG_TIME, HOUSE, text, where=name)
    if state.has_main(name):
        text = f"{name} has a wager up, and does not work at this table"
        return state.rules.refuse(Code.NOT_YOURS, HOUSE, text, where=name)
    return None


def _relieve(draft: Draft, name: str) -> None:
    """Put a new dealer on duty, and the one before off duty."""
    before = dealer_on_duty(draft.state)
    if before and before != name:
        draft.add(StaffAssigned(before, ""))
    draft.add(StaffAssigned(name, Role.DEALER.value))


@decides(PermitEntry)
def permit_entry(draft: Draft, command: PermitEntry) -> Rejection | None:
    """Permit a player who sat out to bet again (T-c-9, PA-6-b-1)."""
    rules = draft.rules
    if rules.table.mid_shoe != "barred":
        text = "this table bars nobody, or lets nobody in before the shuffle"
        return rules.refuse(Code.NOT_OFFERED, "table.mid_shoe", text, where=command.player)
    draft.add(EntryPermitted(command.player, rules.clause("table.mid_shoe")))
    return None
