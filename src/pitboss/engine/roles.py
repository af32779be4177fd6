"""Roles: who may give which command, in one table that the rules of the house are read from."""

from enum import StrEnum

from pitboss.engine.commands import (
    ApplyNotice,
    AskBurn,
    AskPlace,
    AssignStaff,
    BeginProcedure,
    BuyIn,
    CashOut,
    CloseInsurance,
    Command,
    ConfirmCorrection,
    ContributeCut,
    Deal,
    DeclineCut,
    Double,
    DrawPrize,
    EnterCard,
    Hit,
    Insure,
    LoadShoe,
    OrderRecut,
    OrderShuffle,
    Perform,
    PermitEntry,
    PlaceWager,
    PostNotice,
    ProposeCorrection,
    Rebuild,
    RefuseCard,
    Report,
    Resume,
    Signal,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    WithdrawWager,
)
from pitboss.engine.state import TableState
from pitboss.rulebook.refusals import Code, Rejection


class Role(StrEnum):
    """What somebody is at a table."""

    TABLE = "table"
    """The table itself, carrying out what is automatic."""
    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"
    SPECTATOR = "spectator"


STAFF = (Role.DEALER, Role.SUPERVISOR, Role.AUDITOR)
"""Roles that are assigned by name."""

_PLAYERS = frozenset({Role.PLAYER})
_DEALING = frozenset({Role.TABLE, Role.DEALER})
_FLOOR = frozenset({Role.TABLE, Role.DEALER, Role.SUPERVISOR})
_SUPERVISING = frozenset({Role.SUPERVISOR})

PERMISSIONS: dict[type[Command], frozenset[Role]] = {
    AssignStaff: frozenset({Role.TABLE, Role.SUPERVISOR}),
    BuyIn: _FLOOR | _PLAYERS,
    CashOut: _PLAYERS,
    LoadShoe: _DEALING,
    PlaceWager: _PLAYERS,
    WithdrawWager: _PLAYERS,
    Deal: _DEALING,
    Insure: _PLAYERS,
    TakeEvenMoney: _PLAYERS,
    CloseInsurance: _DEALING,
    Hit: _PLAYERS,
    Stand: _PLAYERS,
    Double: _PLAYERS,
    Split: _PLAYERS,
    Surrender: _PLAYERS,
    RefuseCard: _PLAYERS,
    DrawPrize: frozenset(Role),
    BeginProcedure: _FLOOR | _PLAYERS,
    AskPlace: frozenset({Role.SPECTATOR, Role.PLAYER, Role.TABLE}),
    Signal: _PLAYERS,
    Perform: _FLOOR | _PLAYERS,
    DeclineCut: _PLAYERS,
    ContributeCut: _PLAYERS,
    OrderRecut: _SUPERVISING,
    OrderShuffle: _SUPERVISING,
    AskBurn: _PLAYERS,
    Report: frozenset({Role.DEALER, Role.SUPERVISOR}),
    Rebuild: _SUPERVISING,
    Resume: _SUPERVISING,
    PermitEntry: _SUPERVISING,
    ProposeCorrection: frozenset({Role.DEALER, Role.SUPERVISOR}),
    ConfirmCorrection: _SUPERVISING,
    EnterCard: frozenset({Role.DEALER}),
    PostNotice: _SUPERVISING,
    ApplyNotice: _FLOOR,
}
"""Who may give each command. A player's wagers and decisions are nobody else's (T-c-8), and cards
are the staff's alone (T-f-11)."""

_ORDERS: dict[type[Command], str] = {
    OrderRecut: "shoe.recut_until",
    OrderShuffle: "shoe.cutter_after_order",
    PermitEntry: "table.mid_shoe",
}
"""The values behind what a supervisor alone orders or allows."""


def role_of(state: TableState, name: str) -> Role:
    """What somebody is at this table."""
    if not name:
        return Role.TABLE
    held = state.floor.staff.get(name)
    if held:
        return Role(held)
    return Role.PLAYER if name in state.chips else Role.SPECTATOR


def role_refused(state: TableState, command: Command) -> Rejection | None:
    """Why somebody may not give this command at all."""
    allowed = PERMISSIONS[type(command)]
    if allowed is _PLAYERS and not state.floor.staff.get(command.by):
        # Who has no chips is refused by the wager's own rules, which say more.
        return None
    role = role_of(state, command.by)
    if role in allowed:
        return None
    rules = state.rules
    who = f"{command.by} is {role.value}" if command.by else "nobody is named"
    names = " or ".join(sorted(other.value for other in allowed if other != Role.TABLE))
    text = f"this is for the {names}; {who}"
    if allowed is _PLAYERS:
        return rules.refuse(Code.NOT_YOURS, "staff", text, also="decider")
    path = "handling" if role in (Role.PLAYER, Role.SPECTATOR) else "staff"
    if isinstance(command, Resume) and state.floor.paused:
        # The clause that stopped the table says who lets it go on (H-method-15).
        return Rejection(Code.NOT_YOURS, text, state.floor.paused_by, rules.clauses(path))
    if path == "staff" and type(command) in _ORDERS:
        return rules.refuse(Code.NOT_YOURS, _ORDERS[type(command)], text, also=path)
    return rules.refuse(Code.NOT_YOURS, path, text)
