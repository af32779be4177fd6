"""Limits on wagers: players, boxes and amounts."""

from collections.abc import Iterable
from typing import ClassVar

from pitboss.engine.chips import chips_refusal
from pitboss.engine.declare import PLAYERS, Command
from pitboss.engine.side_wagers.prizes import wins_prize
from pitboss.engine.state import ANTE, BETTING, COUPON, INSURANCE, MAIN, OFFERING, TableState
from pitboss.money import Cents, show
from pitboss.rulebook.options.changes import clauses_excluding
from pitboss.rulebook.questions.acts import insurance_refusal
from pitboss.rulebook.questions.stakes import (
    Stakes,
    ante_due,
    main_refusal,
    main_stakes,
    side_refusal,
)
from pitboss.rulebook.refusals import Code, Rejection, refused_by
from pitboss.rulebook.rules import SideWager


class PlaceWager(Command, tag="place_wager"):
    """Place a main wager, an ante or a side wager on a box."""

    box: int
    wager: str
    amounts: tuple[Cents, ...]
    """One amount, or one for each dealer hand bet against."""
    roles: ClassVar = PLAYERS
    taken_back_as: ClassVar = "wager"

    @property
    def where(self) -> str:
        """The place that a refusal points at."""
        return f"{self.box} {self.by} {self.wager}"


def wager_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    """Return the refusal of a wager, if any; late ones are always refused.

    T-s-2, T-t-11-i, NZ-15B.3, NZ-15C.4 and NZ-19.2.
    """
    rules, player, boxes = state.rules, command.by, state.rules.table.boxes
    is_coupon = command.wager == COUPON
    if player not in state.chips:
        text = f"{player or 'nobody'} has no chips at this table"
        return rules.refuse(Code.UNKNOWN, "chips", text, where=command.where)
    if not 1 <= command.box <= boxes:
        text = f"the table has boxes 1 to {boxes}"
        return rules.refuse(Code.UNKNOWN, "box", text, where=command.where, limit=boxes)
    if state.phase != BETTING or state.is_locked:
        return _too_late(state, command)
    refusal = _REFUSED.get(command.wager, _side_refusal)(state, command)
    if refusal or is_coupon:
        return refusal
    if sum(command.amounts) > state.chips[player]:
        return chips_refusal(state, player, command.where)
    return _total_refusal(state, command)


def room_left(state: TableState, player: str) -> Cents | None:
    """Return what a player may still stake on the round before the deal; None for no limit."""
    most = state.rules.limits.total_max
    if most is None:
        return None
    mains = sum(sum(box.main(player)) for box in state.boxes)
    return most - mains - sum(side.amount for side in state.sides if side.player == player)


def _total_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    """Refuse a wager that brings all of a player's wagers over their common limit (H-limits-1)."""
    rules, room = state.rules, room_left(state, command.by)
    if room is None or sum(command.amounts) <= room:
        return None
    most = rules.limits.total_max
    text = f"all wagers of a player come to {show(most or 0)} at most"
    where = command.where
    path = "limits.total_max"
    return rules.refuse(Code.STAKE_TOO_LARGE, path, text, where=where, limit=most)


def _too_late(state: TableState, command: PlaceWager) -> Rejection:
    """Refuse a wager after the first card; some side wagers have their own clause."""
    rules, side = state.rules, state.rules.wagers.get(command.wager)
    more = {COUPON: "limits.coupon", ANTE: "fees.ante"}.get(command.wager)
    own = (side.late_clause,) if side and side.late_clause else ()
    named = (*own, *rules.cited("late_wager"), *(rules.cited(more) if more else ()))
    clauses = dict.fromkeys(named)
    return late_refusal(state, clauses, command.where)


def late_refusal(state: TableState, clauses: Iterable[str], where: str = "") -> Rejection:
    """Return the refusal of wagers after the first card; it names insurance that is open."""
    is_insurance_open = state.phase == OFFERING and any(
        box.hands[0].is_open and insurance_refusal(state.rules, box.hands[0].hand, state.up) is None
        for box in state.boxes
        if box.hands
    )
    text = "no wager may be placed once betting is closed"
    if is_insurance_open:
        text = "no wager may be placed while insurance is open"
    return refused_by(clauses, Code.BETTING_CLOSED, text, where=where)


def _main_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    return (
        _entry_refusal(state, command)
        or _boxes_refusal(state, command)
        or _company_refusal(state, command)
        or _amounts_refusal(state, command)
        or _most_refusal(state, command)
    )


def _entry_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    """Refuse a player, or a box, that sat out a round of this shoe (PA-6-b-2)."""
    mid_shoe = state.rules.table.mid_shoe
    if state.shoe_round == 0 or mid_shoe not in ("barred", "box_barred"):
        return None
    if mid_shoe == "box_barred":
        is_in = command.box in state.regular_boxes
        text = "a box left empty since the shuffle may not be bet on before the next one"
    else:
        is_in = command.by in state.regulars | state.floor.permitted
        text = "a player who sat out a round may not bet before the next shuffle"
    where = str(command.box)
    return None if is_in else state.rules.refuse(Code.BARRED, "table.mid_shoe", text, where=where)


def closed_boxes(state: TableState, player: str) -> tuple[int, ...]:
    """Return the boxes on which a player, or a newcomer, may not bet before the next shuffle."""
    wagers = (
        PlaceWager(by=player, box=box, wager=MAIN, amounts=())
        for box in range(1, state.rules.table.boxes + 1)
        if state.phase == BETTING
    )
    return tuple(wager.box for wager in wagers if _entry_refusal(state, wager))


def is_held_to_minimum(state: TableState, player: str) -> bool:
    """Return True if the player may bet only the minimum, having sat out since the shuffle."""
    is_held = state.rules.table.mid_shoe == "minimum"
    return is_held and state.shoe_round > 0 and player not in state.regulars


def _boxes_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    """Refuse a box over the player's limit, or not adjacent to the player's others."""
    rules, by, most = state.rules, command.by, state.rules.table.boxes_per_player
    own = [box.number for box in state.boxes if box.number != command.box and box.main(by)]
    if not own:
        return None
    if state.floor.waiting and "waiting" in rules.refusals:
        # While somebody waits, a player with several boxes gives one up (H-rules-7).
        left = max(1, sum(name == by for _, name in state.floor.last_boxes) - 1)
        if len(own) >= left:
            text = "somebody waits for a box: give one of yours up"
            return rules.refuse(Code.TOO_MANY_BOXES, "waiting", text, limit=left)
    if by in state.floor.one_box:
        clauses, where = rules.irregularities["one_box"].clauses, str(command.box)
        text = "the house lets this player bet on one box"
        return refused_by(clauses, Code.TOO_MANY_BOXES, text, where=where, limit=1)
    if len(own) >= most:
        text = f"a player may bet on {most} of the boxes"
        return rules.refuse(Code.TOO_MANY_BOXES, "table.boxes_per_player", text, limit=most)
    if rules.table.boxes_adjacent and not {command.box - 1, command.box + 1} & set(own):
        text = "the boxes of a player must lie side by side"
        return rules.refuse(Code.TOO_MANY_BOXES, "table.boxes_adjacent", text)
    return None


def has_room(state: TableState, number: int) -> bool:
    """Return True if a box has room for another bettor."""
    box = state.box(number)
    return box is None or len(box.mains) < state.rules.table.bettors_per_box


def _company_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    """Refuse a player who bets on the box already, or for whom it has no room."""
    rules, box, most = state.rules, state.box(command.box), state.rules.table.bettors_per_box
    if box is None:
        return None
    where = str(box.number)
    if box.main(command.by):
        is_final = rules.limits.withdrawal == "never"
        hint = "it may not be changed" if is_final else "take it back to change it"
        text = f"there is a main wager already; {hint}"
        return rules.refuse(Code.ALREADY_PLACED, "placed", text, where=where)
    if has_room(state, command.box):
        return None
    if most == 1:
        text = f"box {where} is {box.seated}'s"
        return rules.refuse(Code.BOX_TAKEN, "box_taken", text, where=where)
    text = f"{most} players may bet on one box"
    return rules.refuse(Code.TOO_MANY_BETTORS, "table.bettors_per_box", text, limit=most)


def _amounts_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    """Refuse anything but one allowed amount for each dealer hand bet against."""
    rules = state.rules
    least, most = rules.dealer.hands_min, rules.dealer.hands
    # A spot with nothing on it has no wager (T-q-2).
    if not least <= len(command.amounts) <= most or (most > 1 and 0 in command.amounts):
        number = str(most) if least == most else f"{least} to {most}"
        text = f"a main wager is {number} amounts, one for each dealer hand"
        if most == 1:
            text = "a main wager is one amount"
        path, also = "dealer.hands_min", "chips" if 0 in command.amounts else ""
        return rules.refuse(Code.STAKE_NOT_OFFERED, path, text, also=also, limit=least)
    for amount in command.amounts:
        if refusal := main_refusal(rules, amount):
            return refusal
    return None


def _most_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    """Refuse amounts over the box's limit; a player who sat out may bet only the minimum."""
    rules, most = state.rules, state.rules.limits.box_max
    if most is not None and _held(state, command.box) + sum(command.amounts) > most:
        text = f"the main wagers on a box may come to {show(most)}"
        return rules.refuse(Code.STAKE_TOO_LARGE, "limits.box_max", text, limit=most)
    if is_held_to_minimum(state, command.by):
        least = main_stakes(rules).low
        if command.amounts[0] != least:
            text = f"a player who sat out a round since the shuffle may bet {show(least)} only"
            why = "sat_out" if command.by in state.starters else "came_late"
            return rules.refuse(Code.BARRED, "table.mid_shoe", text, also=why, limit=least)
    return None


def _held(state: TableState, number: int) -> Cents:
    """Return the sum of main wagers on a box."""
    box = state.box(number)
    return sum(sum(stakes) for _, stakes in box.mains) if box else 0


def _ante_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    rules, main = state.rules, state.main(command.box, command.by)
    if rules.fees.ante == 0:
        return rules.refuse(Code.NOT_OFFERED, "fees.ante", "this table takes no ante")
    if not main:
        text = "an ante goes with a main wager"
        return rules.refuse(Code.NO_MAIN_WAGER, "main", text, also="fees.ante")
    if command.by in dict(state.the_box(command.box).antes):
        text = "the ante is placed already"
        return rules.refuse(Code.ALREADY_PLACED, "placed", text, also="fees.ante")
    due = ante_due(rules, main[0])
    if due == 0:
        text = "no ante is due on a main wager of this size"
        return rules.refuse(Code.NOT_OFFERED, "fees.ante_waived_from", text)
    if command.amounts != (due,):
        text = f"the ante is {show(due)}"
        return rules.refuse(Code.STAKE_NOT_OFFERED, "fees.ante", text, ahead="ante", limit=due)
    return None


def _coupon_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    """Refuse a coupon without a chip wager of equal value; it costs no chips itself (T-c-4-s2)."""
    rules, path, where = state.rules, "limits.coupon", command.where
    main = state.main(command.box, command.by)
    if rules.limits.coupon == "never":
        text = "this table takes no match play coupon"
        return rules.refuse(Code.NOT_OFFERED, path, text, where=where)
    if not main:
        text = "a match play coupon goes with a main wager; place that first"
        return rules.refuse(Code.NO_MAIN_WAGER, path, text, also="main", where=where)
    if state.the_box(command.box).coupon(command.by):
        text = "there is a match play coupon already"
        return rules.refuse(Code.ALREADY_PLACED, path, text, also="placed", where=where)
    if command.amounts != main[:1]:
        text = f"a match play coupon is equal to the main wager of {show(main[0])}"
        return rules.refuse(Code.STAKE_NOT_OFFERED, path, text, where=where, limit=main[0])
    return None


def _not_offered(state: TableState, wager: str) -> Rejection:
    rules = state.rules
    if wager == INSURANCE:
        text = "insurance is offered after the deal"
        return rules.refuse(Code.NOT_OFFERED, "insurance", text, where=wager)
    text = f"the wager {rules.titles.get(wager, wager)} is not offered at this table"
    known = [rules.all_wagers[wager]] if wager in rules.all_wagers else []
    clauses = dict.fromkeys((*clauses_excluding(rules, wager), *known, *rules.cited("side_wagers")))
    return refused_by(clauses, Code.NOT_OFFERED, text, where=wager)


def lacks_main(state: TableState, wager: SideWager, number: int, player: str) -> bool:
    """Return True if a side wager lacks its main wager: the player's on this box, or on any."""
    box = state.box(number)
    if box is None or box.main(player):
        return box is None
    return not (wager.any_box and state.has_main(player))


def _side_refusal(state: TableState, command: PlaceWager) -> Rejection | None:
    """Refuse a side wager that is not an optional addition to a main wager.

    NZ-1.0-super-sevens-wager, NZ-1.0-madness-21-wager, NZ-1.0-perfect-pairs-wager and
    NZ-1.0-any-pair-wager.
    """
    rules, player, where = state.rules, command.by, command.where
    wager = rules.wagers.get(command.wager)
    if wager is None:
        return _not_offered(state, command.wager)
    main = state.main(command.box, player)
    if lacks_main(state, wager, command.box, player):
        taken = () if has_room(state, command.box) else rules.cited("box_taken")
        clauses = (*taken, wager.main_clause, wager.clause, *rules.cited("main"))
        text = f"{wager.title} needs a main wager first"
        return refused_by(dict.fromkeys(clauses), Code.NO_MAIN_WAGER, text, where=where)
    if state.floor.is_button_off and wins_prize(wager):
        text = f"{wager.title} is withdrawn while the prize button is out of order"
        clauses = rules.irregularities["button_failed"].clauses + rules.cited("side_wagers")
        return refused_by(clauses, Code.NOT_OFFERED, text, where=wager.name)
    stays_up = wager.kind.stays_up
    for side in state.sides:
        if (side.box, side.player) == (command.box, player):
            if side.wager == wager.name and not stays_up:
                return _placed_already(state, wager)
            if side.wager in wager.alone:
                text = f"{wager.title} may not stand beside {rules.wagers[side.wager].title}"
                return Rejection(Code.EXCLUDED, text, wager.alone_clause, (), where)
    if stays_up and (refusal := _streak_refusal(state, command, wager)):
        return refusal
    if len(command.amounts) != 1:
        text = f"{wager.title} is one amount"
        return Rejection(Code.STAKE_NOT_OFFERED, text, wager.stakes_clauses[0], (), where)
    return side_refusal(rules, wager, command.amounts[0], main=sum(main))


def _streak_refusal(state: TableState, command: PlaceWager, wager: SideWager) -> Rejection | None:
    """Refuse a streak wager until the player's earlier ones are decided (T-t-11, T-t-11-ii)."""
    rules = state.rules
    for side in state.sides:
        held = rules.wagers.get(side.wager)
        if not held or not held.kind.stays_up or side.player != command.by:
            continue
        if side.placed_in <= state.round:
            text = "no streak wager may be placed until the earlier ones are decided"
            return rules.refuse(
                Code.ALREADY_PLACED, "placed", text, ahead="pending", where=str(command.box)
            )
        if (side.box, side.wager) == (command.box, wager.name):
            return _placed_already(state, wager)
    return None


def _placed_already(state: TableState, wager: SideWager) -> Rejection:
    pending = state.rules.refusals.get("pending", ()) if wager.kind.stays_up else ()
    clauses = (*state.rules.cited("placed"), *wager.stakes_clauses, *pending)
    text = f"{wager.title} is placed already"
    return refused_by(clauses, Code.ALREADY_PLACED, text, where=wager.name)


_REFUSED = {MAIN: _main_refusal, ANTE: _ante_refusal, COUPON: _coupon_refusal}


def main_range(state: TableState, number: int, player: str) -> Stakes:
    """Return the range of main wagers open to a player on a box."""
    limits, stakes = state.rules.limits, main_stakes(state.rules)
    room = None if limits.box_max is None else limits.box_max - _held(state, number)
    high = min(most for most in (stakes.high, limits.player_max, room) if most is not None)
    if is_held_to_minimum(state, player):
        high = stakes.low
    return Stakes(stakes.low, high, stakes.unit)
