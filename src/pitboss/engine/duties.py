"""Duties of the staff: due steps, reports and orders with their fields, and the moves of chips.

Chips move in the order in which the rulebook collects and pays wagers, early ones when they are
decided. The moves of a round stay listed until the next deal.
"""

import msgspec
from msgspec.structs import replace

from pitboss.engine.deal import FACE_DOWN, Deal, deal_refusal, turn_over_refusal
from pitboss.engine.declare import Role, post_of
from pitboss.engine.draft import Draft
from pitboss.engine.floor.cut import cutter_due
from pitboss.engine.floor.idle import IDLE
from pitboss.engine.floor.irregularities.report import can_happen
from pitboss.engine.floor.procedures import BeginProcedure, begin_procedure
from pitboss.engine.legal import legal
from pitboss.engine.offers import Chips, ChipTask, Duty, Field, Offer
from pitboss.engine.shoe.drawing import burn_due, has_determinant
from pitboss.engine.shoe.loading import AT_WILL, shuffle_refusal, side_due, sides_refusal
from pitboss.engine.side_wagers.prizes import check_due
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.state.boxes import ChipMove
from pitboss.engine.state.preparation import due_step, unready_refusal
from pitboss.money import Cents
from pitboss.rulebook.file.payoffs import AtOdds, Prize
from pitboss.rulebook.questions.dealing import cards_behind, usual_behind
from pitboss.rulebook.refusals import HOUSE
from pitboss.rulebook.rules import Irregularity, Rules, Step

BURN_FIRST = "Burn a card first"
FROM_SIDE = ("From the left side of the shoe", "From the right side of the shoe")
"""The compartment of a double shoe from which the round is dealt."""
_PIT = ("dealer", "supervisor")

_BOX, _HAND, _CARD = (Field(name, name) for name in ("box", "hand", "card"))
_PLAYER, _REASON = Field("player", "player"), Field("reason", "text")
_MAYBE_BOX, _MAYBE_HAND, _MAYBE_CARD, _MAYBE_PLAYER = (
    Field(name, name, is_needed=False) for name in ("box", "hand", "card", "player")
)
_NAMED_CARDS = {
    "expose": (_CARD,),
    **dict.fromkeys(("discard", "overdraw", "replace_dropped"), (_MAYBE_CARD,)),
}
"""Further fields of a report if only the dealer knows the cards of the shoe."""


def _choice(*choices: str, is_needed: bool = True) -> Field:
    return Field("choice", "choice", choices, is_needed=is_needed)


# Effects without fields are listed in rows, so that those with fields stay on one screen.
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
"""Fields of a report in addition to its name, by the effect that its rulebook names."""


def reports(state: TableState) -> tuple[Duty, ...]:
    """Return the irregularities of the rulebook that can happen at this table."""
    named = {} if state.automations.cards else _NAMED_CARDS
    listed = []
    for name, rule in state.rules.irregularities.items():
        if can_happen(state, rule):
            fields = _report_fields(rule) + named.get(rule.does, ())
            duty = Duty("report", name, rule.text, rule.by, "", rule.clauses, fields)
            listed.append(replace(duty, is_due=False))
    return tuple(listed)


def _report_fields(rule: Irregularity) -> tuple[Field, ...]:
    fields = REPORT_FIELDS[rule.does]
    if rule.names_player:
        return tuple(_PLAYER if field == _MAYBE_PLAYER else field for field in fields)
    return fields


def orders(rules: Rules) -> tuple[Duty, ...]:
    """Return the orders of supervisors at this table, and corrections, which need two people."""

    def order(do: str, path: str, *fields: Field) -> Duty:
        return Duty(do, clauses=rules.cited(path) if path else (), fields=fields)

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
    listed.append(replace(order("propose_correction", HOUSE, *paid), by=("dealer",)))
    listed += [
        order("confirm_correction", HOUSE),
        order("reject_correction", HOUSE, _REASON),
        order("resume", HOUSE),
        order("hand_over", HOUSE, Field("to", "text")),
        replace(order("go_off_duty", HOUSE), by=("dealer",)),
    ]
    return tuple(replace(duty, by=(*duty.by, "supervisor"), is_due=False) for duty in listed)


def duties(state: TableState) -> tuple[Duty, ...]:
    """Return the duties that the table waits for now, and the procedures that may be begun."""
    listed = [_duty(state, offer) for offer in legal(state, "")]
    step, floor = due_step(state), state.floor
    if step is not None and step.do == "cut" and cutter_due(state) and not floor.paused:
        listed.append(Duty("pass_cutter", by=_PIT, clauses=step.clauses, is_due=False))
    if floor.stood_empty and not floor.paused:
        # After the next wager the table waits for the floor's decision.
        clauses, is_due = (floor.stood_empty,), bool(state.boxes)
        duty = Duty("keep_cards", by=("supervisor",), clauses=clauses, fields=(_REASON,))
        listed.append(replace(duty, is_due=is_due))
    procedures = _procedures(state)
    if any(duty.is_due for duty in procedures):
        # A step that needs a failed shuffler gives way to a shuffle by hand (PA-12-l).
        listed = [duty for duty in listed if duty.do != "perform"]
    listed += (*_repairs(state), *procedures, *_handovers(state), *_turnable(state))
    if not any(duty.is_due for duty in listed):
        listed += _held_up(state)
    return tuple(listed)


def take_over() -> Duty:
    """Return the offer to come on duty, for staff members who are not."""
    return Duty("take_table", by=_PIT, is_due=False)


def _handovers(state: TableState) -> list[Duty]:
    """Return the duty to hand the table over, if a dealer has asked to take it."""
    if not state.floor.taker:
        return []
    to = Field("to", "choice", (state.floor.taker,))
    return [Duty("hand_over", by=_PIT, fields=(to,), is_due=False)]


def _turnable(state: TableState) -> list[Duty]:
    """Return the offer to turn over the face-down cards of a box."""
    is_stopped = state.awaiting is not None or state.floor.paused
    boxes = () if is_stopped else state.boxes
    numbers = [str(box.number) for box in boxes if not turn_over_refusal(state, box.number)]
    if not numbers:
        return []
    fields, clauses = (Field("box", "box", tuple(numbers)),), state.rules.cited(FACE_DOWN)
    return [Duty("turn_over", by=("dealer",), clauses=clauses, fields=fields, is_due=False)]


def _repairs(state: TableState) -> list[Duty]:
    """Return the reports that the table waits for.

    Before the next round a damaged card is replaced (NZ-16.8) and a shuffler that failed is covered
    (PA-12-l); a prize waits for its button (NZ-16.12).
    """
    is_betting, floor = state.phase == BETTING, state.floor
    broken = {
        "replace_card": is_betting and floor.damaged,
        "cover_shuffler": is_betting and floor.shuffler == "failed",
        "button_works": floor.is_button_off and prize_to_draw(state) is not None,
    }
    rules = state.rules.irregularities
    due = [duty for duty in reports(state) if broken.get(rules[duty.what].does)]
    return [replace(duty, is_due=True) for duty in due]


def _held_up(state: TableState) -> list[Duty]:
    """Return the repair or the refused deal that chips wait for, if nothing else is due."""
    is_waiting = state.phase == BETTING and bool(state.boxes) and not state.automations.cards
    refusal = deal_refusal(state, Deal()) if is_waiting else None
    if refusal is None:
        return []
    # Cards that only a shuffler can make ready wait until it works again.
    rules, is_covered = state.rules.irregularities, state.floor.shuffler == "covered"
    works = [duty for duty in reports(state) if rules[duty.what].does == "shuffler_works"]
    if is_covered and works:
        return [replace(duty, is_due=True) for duty in works]
    return [Duty("deal", text=refusal.text, by=("dealer",), clauses=refusal.clauses)]


def _duty(state: TableState, offer: Offer) -> Duty:
    """Return an offer to the staff with its description, clauses and fields."""
    rules, duty = state.rules, Duty(offer.do, offer.wager, by=("dealer",), box=offer.box)
    match offer.do:
        case "perform":
            step = due_step(state) or check_due(state)
            assert step is not None
            by = _PIT if step.by == "cutter" else (step.by,)
            fields = _step_fields(rules, step)
            return Duty("perform", step.do, step.text, by, offer.by, step.clauses, fields)
        case "enter_card":
            return _entry(state, replace(duty, hand=offer.hand))
        case "resume":
            cited = (state.floor.paused_by,) if state.floor.paused_by else ()
            return Duty("resume", text=state.floor.paused, by=("supervisor",), clauses=cited)
        case "draw_prize" if offer.by:
            # The player who has the button may press it, or leave it to others (NZ-15A.9).
            press = (rules.wagers[offer.wager].press_clause,)
            presser = (Field("player", "choice", (offer.by,)),)
            return replace(duty, clauses=press, fields=presser)
        case "decline_prize":
            nominee = (Field("nominee", "choice", (offer.wager,)),) if offer.wager else ()
            return replace(duty, who=offer.by, fields=nominee, is_due=False)
        case "deal":
            fields = (_side(state, "drawn_from"),) if has_determinant(state) else ()
            # A new shoe and a new dealer burn a card first (T-f-3, T-f-3-s2).
            burn = burn_due(state)
            clauses = rules.cited(burn) if burn else ()
            text = BURN_FIRST if burn else ""
            return Duty("deal", text=text, by=("dealer",), clauses=clauses, fields=fields)
        case _:
            return duty


def _entry(state: TableState, duty: Duty) -> Duty:
    """Return the entry of a card, with the side of a double shoe from which it comes."""
    rules, field = state.rules, _CARD
    if duty.what == "reading":
        field = Field("has_blackjack", "yes_no")
    clauses, text = rules.cited("handling"), ""
    if has_determinant(state):
        is_first = duty.what.startswith("determinant")
        clauses = rules.cited("shoe.red_suits_side") if is_first else clauses
        text = "" if is_first else FROM_SIDE[state.prep.side]
    return replace(duty, clauses=clauses, fields=(field,), text=text)


def _side(state: TableState, name: str) -> Field:
    return Field(name, "side", default=side_due(state))


def _step_fields(rules: Rules, step: Step) -> tuple[Field, ...]:
    """Return the field for the number of cards of a step, with its bounds and usual value."""
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
    """Return the procedures that the staff may begin; one is due if it holds up the deal."""
    if state.automations.cards or state.phase != BETTING or state.floor.paused:
        return []
    rules, listed = state.rules, []
    refusals = (unready_refusal(state), shuffle_refusal(state), sides_refusal(state))
    is_held_up, is_double = any(refusals), rules.shoe.compartments == "double"
    sides = (_side(state, "side"),) if is_double else ()
    if state.automations.procedures and not state.prep.procedure:
        # The table skips the steps, and needs only the shuffle.
        clauses = rules.cited("table.decks")
        duty = Duty("load_shoe", by=("dealer",), clauses=clauses, fields=sides)
        return [replace(duty, is_due=is_held_up)]
    is_first = not state.prep.is_opened and "opening" in rules.procedures
    beginners = {name: by for name in rules.procedures if (by := _beginners(state, name))}
    due = IDLE if state.floor.stood_empty else "opening" if is_first else "shuffle"
    due = due if due in beginners else "shuffle_by_hand"
    for name, by in beginners.items():
        step = rules.procedures[name][0]
        is_due = is_held_up and name == due and (due != IDLE or bool(state.boxes))
        duty = Duty("begin_procedure", name, step.text, by, clauses=step.clauses)
        fields = sides if name.startswith("shuffle") else ()
        listed.append(replace(duty, fields=fields, is_due=is_due))
    return listed


def _beginners(state: TableState, procedure: str) -> tuple[str, ...]:
    """Return the posts whose staff on duty may begin a procedure."""
    posts = [
        post_of(role)
        for name, role in state.floor.staff.items()
        if role != Role.AUDITOR
        and begin_procedure(Draft(state), BeginProcedure(by=name, name=procedure)) is None
    ]
    return tuple(dict.fromkeys(posts))


VALUES: tuple[Cents, ...] = (5_000_00, 1_000_00, 500_00, 100_00, 25_00, 5_00, 1_00)
"""Usual values of chips."""
SMALL_VALUES: tuple[Cents, ...] = (50, 25)
"""Values of chips for amounts that are not whole."""


def chip_tasks(state: TableState) -> tuple[ChipTask, ...]:
    """Return the dealer's movements of chips in this round, or in the last until the next deal."""
    return tuple(_task(state, move) for move in state.chip_moves)


def _task(state: TableState, move: ChipMove) -> ChipTask:
    if _keeps_stake(state, move):
        # The wager is collected, and the whole amount paid.
        move = replace(move, take=move.back, pay=move.pay + move.back, back=0)
    chips, change = in_chips(move.pay, state.rules.limits.chip_unit)
    return ChipTask(**msgspec.structs.asdict(move), chips=chips, change=change)


def _keeps_stake(state: TableState, move: ChipMove) -> bool:
    """Return True for a win that pays an amount, a prize or the meter without the stake."""
    wager, key = state.rules.wagers.get(move.wager), (move.box, move.player, move.wager)
    won = [one.line for one in (*state.settled, *state.settled_last) if one.key == key]
    if wager is None or move.result != "win" or not won or won[0] not in wager.lines:
        return False
    payoff = wager.lines[won[0]].payoff
    return not isinstance(payoff, AtOdds) and not (
        isinstance(payoff, Prize) and payoff.returns_stake
    )


def in_chips(amount: Cents, unit: Cents) -> tuple[tuple[Chips, ...], Cents]:
    """Return an amount in chips, the largest first, and the rest; ``unit`` is the smallest chip."""
    small = SMALL_VALUES if amount % 100 else ()
    chips: list[Chips] = []
    for value in sorted({*VALUES, *small, unit}, reverse=True):
        count, amount = divmod(amount, value)
        if count:
            chips.append(Chips(value, count))
    return tuple(chips), amount
