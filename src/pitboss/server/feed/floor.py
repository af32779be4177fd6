"""The floor of a table for its staff: ways to deal, duties, options and clauses."""

import msgspec
from msgspec.structs import replace

from pitboss.engine.declare import SUPERVISORS, Role
from pitboss.engine.duties import (
    SMALL_VALUES,
    VALUES,
    chip_tasks,
    duties,
    orders,
    reports,
    take_over,
)
from pitboss.engine.floor.books.tray import count_due, slip_unit
from pitboss.engine.floor.taking_back import TakeBack, entries_back_to, is_dealers_own
from pitboss.engine.legal import legal
from pitboss.engine.offers import Duty, Offer
from pitboss.engine.state import BY_HAND, ONLINE, Automations, TableState
from pitboss.rulebook.file.options import plain_allowed
from pitboss.rulebook.options.changes import changeable, shown_options
from pitboss.rulebook.rules import Rules, Step
from pitboss.wire.floor import FloatStatus, FloorStatus, TakeBackOffer

DEALING: dict[str, Automations] = {
    "automatic": ONLINE,
    "cards_by_hand": Automations(cards=False, remembers=True),
    "by_hand": BY_HAND,
}
"""Ways to deal: by the server; a dealer who enters the cards of a physical shoe; or a dealer who
also does each step of the rulebook's procedures and verifies payouts."""


class StepWords(msgspec.Struct, frozen=True):
    """A step of a procedure, in words."""

    do: str
    by: str
    text: str
    clauses: tuple[str, ...]


class ClauseWords(msgspec.Struct, frozen=True):
    """Reference and summary of a clause."""

    ref: str
    text: str


class OpenOption(msgspec.Struct, frozen=True):
    """An option that a supervisor may change at the open table."""

    name: str
    text: str
    """The question that the option decides."""
    value: str
    """Value in force, as it is written on the command line."""
    values: tuple[str, ...]
    """The only allowed values; empty for numbers and amounts."""
    allowed: str
    """Allowed values in words."""
    clause: str
    notice: str
    """Clause that requires notice of a change; empty if no clause does."""


class FloorSheet(msgspec.Struct, frozen=True):
    """Reports, orders, procedures and options of the staff of a table, by its rulebook."""

    title: str
    """Title of the table."""
    dealing: str
    reports: tuple[Duty, ...]
    orders: tuple[Duty, ...]
    procedures: dict[str, tuple[StepWords, ...]]
    options: tuple[OpenOption, ...]
    """Options that a supervisor may change while the table is open, limits first."""
    clauses: dict[str, ClauseWords]
    """All clauses that the sheet names."""


def dealing_of(automations: Automations) -> str:
    """Return the name of the way in which a table is dealt."""
    # A table that was opened before it remembered what is keyed is dealt the same way.
    keyed = replace(automations, remembers=not automations.cards)
    return next((name for name, dealt in DEALING.items() if dealt == keyed), "automatic")


def floor_status(state: TableState, role: Role) -> FloorStatus:
    """Return the floor as staff with this role sees it now."""
    is_keying = role is Role.DEALER and not state.automations.cards
    return replace(
        off_duty_status(state),
        duties=duties(state),
        corrections=state.floor.corrections,
        notice=state.floor.notice,
        books=_float_status(state),
        acting=_acting(state) if is_keying else {},
        take_back=_take_back(state, role),
        chip_moves=chip_tasks(state),
        chips_moved=state.floor.chips_moved,
        chip_order=state.rules.cited("settlement.order") if state.chip_moves else (),
    )


def off_duty_status(state: TableState) -> FloorStatus:
    """Return the floor for staff who are not on duty here: no books and no corrections."""
    floor, prep = state.floor, state.prep
    return FloorStatus(
        duties=(take_over(),),
        procedure=prep.procedure,
        steps_done=prep.steps,
        paused=floor.paused,
        paused_by=floor.paused_by,
        shuffle=prep.reason if prep.last_round >= 0 else "",
        shuffle_by=prep.clause if prep.last_round >= 0 else "",
        corrections=(),
        staff=dict(floor.staff),
        players=dict(state.chips),
        waiting=floor.waiting,
        taker=floor.taker,
        handed_to=floor.handed_to,
    )


def _float_status(state: TableState) -> FloatStatus | None:
    books = state.floor.books
    if state.automations.cards:
        return None
    unit = slip_unit(state.rules)
    values = tuple(value for value in reversed((*VALUES, *SMALL_VALUES)) if value % unit == 0)
    return FloatStatus(books.counted, books.waiting, count_due(state), values)


def _acting(state: TableState) -> dict[str, tuple[Offer, ...]]:
    """Return the offers of every player, on whose behalf the dealer may act."""
    players = (name for name in state.chips if name not in state.floor.staff)
    return {name: offers for name in players if (offers := legal(state, name))}


def _take_back(state: TableState, role: Role) -> TakeBackOffer | None:
    place = entries_back_to(state, TakeBack(back_to="keystroke"))
    if not place or role not in TakeBack.roles or state.floor.paused:
        return None
    keyed = state.remembered[-place]
    dealer = next((name for name, held in state.floor.staff.items() if held == Role.DEALER), "")
    roles = (Role.DEALER, Role.SUPERVISOR) if is_dealers_own(state, dealer) else (Role.SUPERVISOR,)
    names = tuple(role.value for role in roles)
    is_supervisor = role in SUPERVISORS
    is_dealt = is_supervisor and entries_back_to(state, TakeBack(back_to="deal")) > place
    return TakeBackOffer(keyed.what, keyed.who, names, is_supervisor, is_dealt)


def floor_sheet(state: TableState, title: str) -> FloorSheet:
    """Return everything that the staff of a table can do, with the words of its clauses."""
    rules = state.rules
    known, ordered = reports(state), orders(rules)
    if state.automations.cards:
        # The server lays every card where it belongs.
        ordered = tuple(duty for duty in ordered if duty.do != "rebuild")
    steps = {
        name: tuple(_step_words(step) for step in procedure)
        for name, procedure in rules.procedures.items()
    }
    cited = {clause for duty in (*known, *ordered) for clause in duty.clauses}
    cited |= {
        clause for procedure in steps.values() for step in procedure for clause in step.clauses
    }
    options = open_options(rules)
    cited |= {clause for option in options for clause in (option.clause, option.notice)}
    return FloorSheet(
        title=title,
        dealing=dealing_of(state.automations),
        reports=known,
        orders=ordered,
        procedures=steps,
        options=options,
        clauses=clause_words(rules, cited),
    )


def open_options(rules: Rules) -> tuple[OpenOption, ...]:
    """Return the options that may change at an open table, with their values in force."""
    now, options = shown_options(rules), []
    for name in changeable(rules.book):
        option = rules.book.options[name]
        spec, listed = option.spec, plain_allowed(option.spec)
        values = tuple(_word(value) for value in listed) if isinstance(listed, list) else ()
        options.append(
            OpenOption(name, spec.text, now[name], values, option.allowed, spec.clause, spec.notice)
        )
    return tuple(options)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def clause_words(rules: Rules, cited: set[str]) -> dict[str, ClauseWords]:
    """Return the words of clauses by their ids."""
    known = rules.book.clauses
    return {
        id_: ClauseWords(str(known[id_]), known[id_].summary)
        for id_ in sorted(cited)
        if id_ in known
    }


def _step_words(step: Step) -> StepWords:
    return StepWords(step.do, step.by, step.text, step.clauses)
