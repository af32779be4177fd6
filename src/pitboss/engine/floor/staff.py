"""The staff: who works at the table, and who may give which command."""

from typing import ClassVar

from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, PLAYERS, SUPERVISORS, Command, Event, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import TableState
from pitboss.engine.words import one_of
from pitboss.rulebook.refusals import Code, Rejection


class AssignStaff(Command, tag="assign_staff"):
    """Give somebody a role at the table, or end it with an empty role."""

    name: str
    role: str
    roles: ClassVar = SUPERVISORS | {Role.TABLE}
    is_for_stops: ClassVar = True


class PermitEntry(Command, tag="permit_entry"):
    """Let somebody bet who had sat out."""

    player: str
    roles: ClassVar = SUPERVISORS
    ordered_by: ClassVar = "table.mid_shoe"


class StaffAssigned(Event, tag="staff_assigned"):
    """Somebody works at the table in a role; an empty role ends it."""

    name: str
    role: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "is_on", yes="{name} comes on as {role}.", no="{name} goes off duty at this table."
    )

    @property
    def is_on(self) -> bool:
        """Whether the person works here from now on."""
        return bool(self.role)

    def apply(self, state: TableState) -> TableState:
        staff = {name: role for name, role in state.floor.staff.items() if name != self.name}
        if self.role:
            staff[self.name] = self.role
        is_change = self.role == "dealer" != state.floor.staff.get(self.name)
        is_new = state.floor.has_new_dealer or (is_change and state.position > 0)
        return state.with_floor(staff=staff, has_new_dealer=is_new)


class EntryPermitted(Event, tag="entry_permitted"):
    """The house lets somebody bet who had sat out."""

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


def role_refused(state: TableState, command: Command) -> Rejection | None:
    """Why somebody may not give this command at all."""
    allowed, rules = command.roles, state.rules
    if allowed is PLAYERS and not state.floor.staff.get(command.by):
        # Who has no chips is refused by the wager's own rules, which say more.
        return None
    role = role_of(state, command.by)
    if role in allowed:
        return None
    who = f"{command.by} is {role.value}" if command.by else "nobody is named"
    posts = {declare.post_of(other.value) for other in allowed if other != Role.TABLE}
    names = " or ".join(sorted(posts))
    text = f"this is for the {names or 'table itself'}; {who}"
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
    rules, state = draft.rules, draft.state
    is_player = any(box.main(command.name) for box in state.boxes)
    if not command.name or (command.role and command.role not in declare.STAFF) or is_player:
        text = f"somebody without a wager may be {', '.join(declare.STAFF)}"
        return rules.refuse(Code.UNKNOWN, "staff", text, where=command.name)
    holder = next((n for n, role in state.floor.staff.items() if role == Role.DEALER), "")
    if command.role == Role.DEALER and holder and holder != command.name:
        draft.add(StaffAssigned(holder, ""))
    draft.add(StaffAssigned(command.name, command.role))
    return None


@decides(PermitEntry)
def permit_entry(draft: Draft, command: PermitEntry) -> Rejection | None:
    """Let somebody bet who sat out (T-c-9, PA-6-b-1)."""
    rules = draft.rules
    if rules.table.mid_shoe != "barred":
        text = "this table bars nobody, or lets nobody in before the shuffle"
        return rules.refuse(Code.NOT_OFFERED, "table.mid_shoe", text, where=command.player)
    draft.add(EntryPermitted(command.player, rules.clause("table.mid_shoe")))
    return None
