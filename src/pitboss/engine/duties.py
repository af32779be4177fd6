"""What the staff may do: the step that is due, and every report and order, with what each needs.

What to do with the chips: box by box in the rulebook's order, in which chips, by which clause.

Wagers are settled in the order in which the rulebook has them collected and paid, early ones when
they are decided; so the moves of a round come in that order, and stay until the next deal.
"""

import msgspec
from msgspec.structs import replace

from pitboss.engine.declare import Role, post_of
from pitboss.engine.draft import Draft
from pitboss.engine.floor.cut import cutter_due
from pitboss.engine.floor.idle import IDLE
from pitboss.engine.floor.irregularities.report import can_happen
from pitboss.engine.floor.procedures import BeginProcedure, begin_procedure
from pitboss.engine.legal import Offer, legal
from pitboss.engine.shoe.drawing import burn_due, has_determinant
from pitboss.engine.shoe.loading import AT_WILL, shuffle_refusal
from pitboss.engine.side_wagers.prizes import check_due
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.state.boxes import ChipMove
from pitboss.engine.state.preparation import due_step, not_ready
from pitboss.money import Cents
from pitboss.rulebook.questions.dealing import cards_behind, usual_behind
from pitboss.rulebook.rules import Irregularity, Rules, Step

BURN_FIRST = "Burn a card first"


class Field(msgspec.Struct, frozen=True):
    """A field that a command needs, and the values it takes."""

    name: str
    """As the command calls it."""
    kind: str
    """``box``, ``hand``, ``player``, ``card``, ``choice``, ``side``, ``count``, ``amount``,
    ``payout`` (a wager that was settled: player, round, box, hand and wager), ``text`` or
    ``yes_no``."""
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    """The bounds of a count; both are 0 where there are none."""
    is_needed: bool = True
    default: int | None = None
    """What usually stands there: the full count, or a place within the bounds."""


class Duty(msgspec.Struct, frozen=True):
    """A command of the staff, in words, with its clauses and what it needs."""

    do: str
    """The command's name, as on the wire."""
    what: str = ""
    """The step, the procedure, the report, or the thing that is to be entered."""
    text: str = ""
    by: tuple[str, ...] = ()
    """The roles that may give it."""
    who: str = ""
    """The one player whose turn it is, where it is not the staff's."""
    clauses: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    box: int = 0
    hand: int = 0
    is_due: bool = True
    """Whether the table waits for it; otherwise it may be done."""


_BOX, _HAND, _CARD = (Field(name, name) for name in ("box", "hand", "card"))
_PLAYER, _REASON = Field("player", "player"), Field("reason", "text")
_MAYBE_BOX, _MAYBE_HAND, _MAYBE_CARD, _MAYBE_PLAYER = (
    Field(name, name, is_needed=False) for name in ("box", "hand", "card", "player")
)
_NAMED_CARDS = {
    "expose": (_CARD,),
    **dict.fromkeys(("discard", "overdraw", "replace_dropped"), (_MAYBE_CARD,)),
}
"""What else a report is given where nobody but the dealer knows the cards of the shoe."""


def _choice(*choices: str, is_needed: bool = True) -> Field:
    return Field("choice", "choice", choices, is_needed=is_needed)


REPORT_FIELDS: dict[str, tuple[Field, ...]] = {
    **dict.fromkeys((
        "next_card", "skip_dealer", "discard", "misdeal_shuffle", "overdraw", "shuffle_again",
        "shuffle_after", "button_works", "rebuild", "void_round", "pause", "dead_if_exposing",
        "resume", "no_reader", "no_button", "no_shuffler", "cover_shuffler", "shuffler_works",
    ), ()),
    **dict.fromkeys(("expose", "misdeal"), (_MAYBE_BOX, _MAYBE_PLAYER)),
    "continue": (_MAYBE_BOX, _MAYBE_PLAYER, _MAYBE_CARD),
    "replace_card": (_CARD, Field("replacement", "card", is_needed=False)),
    "late_or_void": (_BOX, _HAND, _choice("late", "void")),
    "restore_up_card": (_CARD,),
    "void_hand": (_BOX, _HAND),
    "dead_hand": (_BOX, _HAND),
    "late_or_dead": (_BOX, _HAND, _choice("late", "dead")),
    "void_round_or_hand": (_choice("round", "hand"), _MAYBE_BOX, _MAYBE_HAND),
    "replace_dropped": (_choice("void", is_needed=False), _MAYBE_BOX, _MAYBE_HAND),
    "late_insurance": (_BOX, _PLAYER),
    "draw_to": (_BOX,),
    "limit_boxes": (_PLAYER, _choice("lifted", is_needed=False)),
}  # fmt: skip
"""What a report is given beside its name, by the effect that its rulebook names."""


def reports(state: TableState) -> tuple[Duty, ...]:
    """Everything that can go wrong at this table, as its rulebook has it."""
    named = {} if state.automations.cards else _NAMED_CARDS
    return tuple(
        Duty("report", name, rule.text, rule.by, "", rule.clauses,
             _report_fields(rule) + named.get(rule.does, ()), is_due=False)
        for name, rule in state.rules.irregularities.items()
        if can_happen(state, rule)
    )  # fmt: skip


def _report_fields(rule: Irregularity) -> tuple[Field, ...]:
    fields = REPORT_FIELDS[rule.does]
    if rule.names_player:
        return tuple(_PLAYER if field == _MAYBE_PLAYER else field for field in fields)
    return fields


def orders(rules: Rules) -> tuple[Duty, ...]:
    """What supervisors order and rule at this table, and corrections, which need two people."""

    def order(do: str, path: str, *fields: Field) -> Duty:
        return Duty(do, clauses=rules.clauses(path), fields=fields)

    doubt = (Field("is_suspect", "yes_no"),) if AT_WILL in rules.refusals else ()
    listed = [order("order_shuffle", "shoe.cutter_after_order", _REASON, *doubt)]
    if rules.shoe.recut_until != "never":
        listed.append(order("order_recut", "shoe.recut_until", _REASON))
    if rules.table.mid_shoe == "barred":
        listed.append(order("permit_entry", "table.mid_shoe", _PLAYER))
    misdealt = rules.irregularities.get("misdealt")
    if misdealt is not None and misdealt.does == "rebuild":
        listed.append(Duty("rebuild", text=misdealt.text, clauses=misdealt.clauses))
    paid = (Field("payout", "payout"), Field("amount", "amount"), _REASON)
    listed.append(replace(order("propose_correction", "staff", *paid), by=("dealer",)))
    listed += [
        order("confirm_correction", "staff"),
        order("reject_correction", "staff", _REASON),
        order("resume", "staff"),
        order("hand_over", "staff", Field("to", "text")),
        replace(order("go_off_duty", "staff"), by=("dealer",)),
    ]
    return tuple(replace(one, by=(*one.by, "supervisor"), is_due=False) for one in listed)


def duties(state: TableState) -> tuple[Duty, ...]:
    """What the table waits for from its staff now, and which procedures may be begun."""
    listed = [_duty(state, offer) for offer in legal(state, "")]
    step, floor = due_step(state), state.floor
    if step is not None and step.do == "cut" and cutter_due(state) and not floor.paused:
        by = ("dealer", "supervisor")
        listed.append(Duty("pass_cutter", by=by, clauses=step.clauses, is_due=False))
    if floor.stood_empty and not floor.paused:
        # Once somebody bets, the table waits for what the floor decides.
        listed.append(Duty("keep_cards", by=("supervisor",), clauses=(floor.stood_empty,),
                           fields=(_REASON,), is_due=bool(state.boxes)))  # fmt: skip
    return (*listed, *_replacements(state), *_procedures(state), *_handovers(state))


def take_over(rules: Rules) -> Duty:
    """What somebody of the house who is not on duty here may do."""
    return Duty("take_table", by=("dealer", "supervisor"), clauses=rules.clauses("staff"),
                is_due=False)  # fmt: skip


def _handovers(state: TableState) -> list[Duty]:
    """The table may be handed over to the dealer who asked for it."""
    if not state.floor.taker:
        return []
    to = Field("to", "choice", (state.floor.taker,))
    return [Duty("hand_over", by=("dealer", "supervisor"), fields=(to,),
                 clauses=state.rules.clauses("staff"), is_due=False)]  # fmt: skip


def _replacements(state: TableState) -> list[Duty]:
    """A damaged card is replaced before the next round (NZ-16.8)."""
    if not state.floor.damaged or state.phase != BETTING:
        return []
    return [replace(one, is_due=True) for one in reports(state)
            if state.rules.irregularities[one.what].does == "replace_card"]  # fmt: skip


def _duty(state: TableState, offer: Offer) -> Duty:
    """An offer to the staff with its words, its clauses and what it needs."""
    rules = state.rules
    match offer.do:
        case "perform":
            step = due_step(state) or check_due(state)
            assert step is not None
            by = ("dealer", "supervisor") if step.by == "cutter" else (step.by,)
            fields = _step_fields(rules, step)
            return Duty("perform", step.do, step.text, by, offer.by, step.clauses, fields)
        case "enter_card":
            field = Field("has_blackjack", "yes_no") if offer.wager == "reading" else _CARD
            return Duty("enter_card", offer.wager, "", ("dealer",), "", rules.clauses("handling"),
                        (field,), offer.box, offer.hand)  # fmt: skip
        case "resume":
            cited = (state.floor.paused_by,) if state.floor.paused_by else ()
            return Duty("resume", "", state.floor.paused, ("supervisor",), "", cited)
        case "draw_prize" if offer.by:
            # Whose button it is may press it, or leave it to others (NZ-15A.9).
            press = (rules.wagers[offer.wager].press_clause,)
            presser = (Field("player", "choice", (offer.by,)),)
            return Duty("draw_prize", offer.wager, "", ("dealer",), "", press, presser, offer.box)
        case "decline_prize":
            nominee = (Field("nominee", "choice", (offer.wager,)),) if offer.wager else ()
            return Duty("decline_prize", offer.wager, "", ("dealer",), fields=nominee,
                        box=offer.box, is_due=False)  # fmt: skip
        case "deal":
            fields = (Field("drawn_from", "side"),) if has_determinant(state) else ()
            # A new shoe and a new dealer burn a card first (T-f-3, T-f-3-s2).
            burn = burn_due(state)
            clauses = rules.clauses(burn) if burn else ()
            text = BURN_FIRST if burn else ""
            return Duty("deal", text=text, by=("dealer",), clauses=clauses, fields=fields)
        case _:
            return Duty(offer.do, offer.wager, "", ("dealer",), box=offer.box)


def _step_fields(rules: Rules, step: Step) -> tuple[Field, ...]:
    """The number that a step is done with, its bounds, and what it usually is."""
    shoe, cards = rules.shoe, len(rules.stack)
    bounds = {
        "count": (0, cards, cards),
        "cut": (shoe.cut_from_end, cards - shoe.cut_from_end, cards // 2),
        "place_cut_card": (*cards_behind(rules), usual_behind(rules)),
    }
    if step.do not in bounds:
        return ()
    low, high, default = bounds[step.do]
    return (Field("position", "count", (), low, high, default=default),)


def _procedures(state: TableState) -> list[Duty]:
    """Procedures that somebody of the staff may begin; one is due where it holds up the deal."""
    if state.automations.cards or state.phase != BETTING or state.floor.paused:
        return []
    rules, listed = state.rules, []
    is_held_up = not_ready(state) is not None or shuffle_refusal(state) is not None
    if state.automations.procedures and not state.prep.procedure:
        # The steps are nobody's concern here, only that the cards were shuffled.
        return [Duty("load_shoe", by=("dealer",), clauses=rules.clauses("table.decks"),
                     is_due=is_held_up)]  # fmt: skip
    is_first = not state.prep.is_opened and "opening" in rules.procedures
    is_double = rules.shoe.compartments == "double"
    for name, steps in rules.procedures.items():
        by = dict.fromkeys(
            post_of(role) for staff, role in state.floor.staff.items() if role != Role.AUDITOR
            and begin_procedure(Draft(state), BeginProcedure(by=staff, name=name)) is None
        )  # fmt: skip
        if by:
            fields = (Field("side", "side"),) if is_double and name == "shuffle" else ()
            due = IDLE if state.floor.stood_empty else "opening" if is_first else "shuffle"
            is_due = is_held_up and name == due and (due != IDLE or bool(state.boxes))
            listed.append(Duty("begin_procedure", name, steps[0].text, tuple(by), "",
                               steps[0].clauses, fields, is_due=is_due))  # fmt: skip
    return listed


VALUES: tuple[Cents, ...] = (
    5_000_00, 1_000_00, 500_00, 100_00, 25_00, 5_00, 1_00,
)  # fmt: skip
"""What chips are worth, where the table has no other."""
SMALL_VALUES: tuple[Cents, ...] = (50, 25)
"""What amounts are paid with that are not whole."""


class Chips(msgspec.Struct, frozen=True):
    """Chips of one value."""

    value: Cents
    count: int


class ChipTask(ChipMove, frozen=True):
    """A move of chips with those that are paid out."""

    chips: tuple[Chips, ...] = ()
    """What is paid, the largest first."""
    change: Cents = 0
    """What no chip makes."""


def chip_tasks(state: TableState) -> tuple[ChipTask, ...]:
    """What the dealer does with the chips of this round, or of the last until the next deal."""
    return tuple(_task(state, move) for move in state.chip_moves)


def _task(state: TableState, move: ChipMove) -> ChipTask:
    chips, change = in_chips(move.pay, state.rules.limits.chip_unit)
    return ChipTask(**msgspec.structs.asdict(move), chips=chips, change=change)


def in_chips(amount: Cents, unit: Cents) -> tuple[tuple[Chips, ...], Cents]:
    """An amount in chips, the largest first, and what is left; ``unit`` is the smallest chip."""
    small = SMALL_VALUES if amount % 100 else ()
    chips: list[Chips] = []
    for value in sorted({*VALUES, *small, unit}, reverse=True):
        count, amount = divmod(amount, value)
        if count:
            chips.append(Chips(value, count))
    return tuple(chips), amount
