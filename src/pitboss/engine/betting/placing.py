"""Wagers before the first card, placed and withdrawn; players waiting for a box.

Also the last round's wagers repeated for guests without a device.
"""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.engine import declare
from pitboss.engine.betting.limits import PlaceWager, late_refusal, wager_refusal
from pitboss.engine.declare import EVERYBODY, Command, Event, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import ANTE, BETTING, COUPON, MAIN, TableState
from pitboss.engine.state.boxes import Box, SideBet, without
from pitboss.engine.words import one_of
from pitboss.money import FLOAT, Cents, Net, Nets, Transfer, Transfers, is_guest, layout, purse
from pitboss.rulebook.refusals import Code, Rejection


class WithdrawWager(Command, tag="withdraw_wager"):
    """Take a wager back while betting is open."""

    box: int
    wager: str
    roles: ClassVar = declare.PLAYERS
    taken_back_as: ClassVar = "withdrawal"


class AskPlace(Command, tag="ask_place"):
    """Wait for a box at the table, or stop waiting."""

    is_waiting: bool = True
    roles: ClassVar = declare.PLAYERS | {Role.SPECTATOR, Role.TABLE}


class WagerPlaced(Event, tag="wager_placed"):
    """A player placed a wager on a box."""

    box: int
    player: str
    wager: str
    amounts: tuple[Cents, ...]
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} bets {amounts} on {wager}."

    def apply(self, state: TableState) -> TableState:
        chips = state.paid(self.player, -sum(self.amounts))
        if self.wager == MAIN:
            boxes, floor = self._with_main(state), state.floor
            if self.player in floor.waiting:
                floor = replace(floor, waiting=_others(floor.waiting, self.player))
            return replace(state, chips=chips, boxes=boxes, floor=floor)
        if self.wager == ANTE:
            box = state.the_box(self.box)
            box = replace(box, antes=(*box.antes, (self.player, self.amounts[0])))
            return replace(state, chips=chips, boxes=state.changed_boxes(box))
        side = SideBet(self.box, self.player, self.wager, self.amounts[0], state.round + 1)
        return replace(state, chips=chips, sides=(*state.sides, side))

    def _with_main(self, state: TableState) -> tuple[Box, ...]:
        box, main = state.box(self.box), (self.player, self.amounts)
        if box:
            return state.changed_boxes(replace(box, mains=(*box.mains, main)))
        boxes = (*state.boxes, Box(self.box, (main,)))
        return tuple(sorted(boxes, key=lambda box: box.number)) if state.boxes else boxes

    def transfers(self) -> Transfers:
        return stake_transfers(self.box, self.player, self.wager, sum(self.amounts))


def stake_transfers(box: int, player: str, what: str, amount: Cents) -> Transfers:
    """Return the transfer of chips that a player puts on a box."""
    if not amount:
        return ()
    return (Transfer(purse(player), layout(box, player), amount, f"{what} placed"),)


def _others(names: tuple[str, ...], player: str) -> tuple[str, ...]:
    return tuple(name for name in names if name != player)


class WagerWithdrawn(Event, tag="wager_withdrawn"):
    """A player took a wager back while betting was open."""

    box: int
    player: str
    wager: str
    amounts: tuple[Cents, ...]
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} takes back {amounts} from {wager}."

    def apply(self, state: TableState) -> TableState:
        chips = state.paid(self.player, sum(self.amounts))
        if self.wager not in (MAIN, ANTE):
            mine = (self.box, self.player, self.wager)
            sides = tuple(side for side in state.sides if side.key != mine)
            return replace(state, chips=chips, sides=sides)
        box = state.the_box(self.box)
        if self.wager == ANTE:
            boxes = state.changed_boxes(replace(box, antes=without(box.antes, self.player)))
        elif mains := without(box.mains, self.player):
            boxes = state.changed_boxes(replace(box, mains=mains))
        else:
            boxes = tuple(other for other in state.boxes if other.number != box.number)
        return replace(state, chips=chips, boxes=boxes)

    def transfers(self) -> Transfers:
        box, amount = layout(self.box, self.player), sum(self.amounts)
        return (Transfer(box, purse(self.player), amount, f"{self.wager} withdrawn"),)


class CouponPlaced(Event, tag="coupon_placed"):
    """A player put a match play coupon beside a main wager."""

    box: int
    player: str
    amount: Cents
    """Its face value."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} lays a match play coupon of {amount} beside the wager."

    def apply(self, state: TableState) -> TableState:
        box = state.the_box(self.box)
        return state.with_box(replace(box, coupons=(*box.coupons, (self.player, self.amount))))


class CouponWithdrawn(Event, tag="coupon_withdrawn"):
    """A player took a match play coupon back while betting was open."""

    box: int
    player: str
    amount: Cents
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} takes back a match play coupon of {amount}."

    def apply(self, state: TableState) -> TableState:
        box = state.the_box(self.box)
        return state.with_box(replace(box, coupons=without(box.coupons, self.player)))


class AnteTaken(Event, tag="ante_taken"):
    """The ante went to the house."""

    box: int
    player: str
    amount: Cents
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: the house takes {player}'s ante of {amount} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        box = state.the_box(self.box)
        after = state.with_box(replace(box, antes=without(box.antes, self.player)))
        key = (self.box, self.player, ANTE)
        return after.moving(key, ANTE, self.clause, net=-self.amount)

    def transfers(self) -> Transfers:
        box = layout(self.box, self.player)
        return (Transfer(box, FLOAT, self.amount, f"ante [{self.clause}]"),)

    def nets(self) -> Nets:
        return (Net(self.player, self.box, ANTE, -self.amount),)


class PlaceAsked(Event, tag="place_asked"):
    """A player waits for a box, or stopped waiting."""

    player: str
    is_waiting: bool
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "is_waiting", yes="{player} waits for a box.", no="{player} no longer waits for a box."
    )
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        others = _others(state.floor.waiting, self.player)
        waiting = (*others, self.player) if self.is_waiting else others
        return state.with_floor(waiting=waiting).with_history(self.apply)


@decides(PlaceWager)
def place_wager(draft: Draft, command: PlaceWager) -> Rejection | None:
    """Place a wager before the first card."""
    if refusal := wager_refusal(draft.state, command):
        return refusal
    if command.wager == COUPON:
        draft.add(CouponPlaced(command.box, command.by, command.amounts[0]))
    else:
        draft.add(WagerPlaced(command.box, command.by, command.wager, command.amounts))
    return None


@decides(AskPlace)
def ask_place(draft: Draft, command: AskPlace) -> Rejection | None:
    """Wait for a box, or stop waiting."""
    if not command.by:
        return draft.rules.refuse(Code.UNKNOWN, "box", "nobody is named")
    draft.add(PlaceAsked(command.by, command.is_waiting))
    return None


@decides(WithdrawWager)
def withdraw_wager(draft: Draft, command: WithdrawWager) -> Rejection | None:
    """Withdraw a wager before the first card; later none may be touched (NZ-5.7)."""
    state, rules = draft.state, draft.rules
    if state.phase != BETTING or state.is_locked:
        text, ahead, also = "betting is closed", "taken_back", "limits.withdrawal"
        return rules.refuse(Code.BETTING_CLOSED, "late_wager", text, ahead=ahead, also=also)
    if rules.limits.withdrawal == "never":
        text = "a wager once made may not be taken back"
        return rules.refuse(Code.NOT_ALLOWED, "limits.withdrawal", text, where=str(command.box))
    taken = _taken_back(state, command)
    if not taken:
        text = f"there is no {rules.titles.get(command.wager, command.wager)} wager to take back"
        return rules.refuse(Code.UNKNOWN, "placed", text, where=str(command.box))
    for event in taken:
        draft.add(event)
    return None


def _taken_back(state: TableState, command: WithdrawWager) -> list[Event]:
    """Return the withdrawal of a wager and, for a main wager, of all that depends on it."""
    number, player, wager = command.box, command.by, command.wager
    box, main = state.box(number), state.main(number, player)
    if box is None:
        return []
    is_main = wager == MAIN and bool(main)
    is_last = is_main and len(box.mains) == 1
    taken: list[Event] = []
    if wager in (MAIN, COUPON) and (face := box.coupon(player)):
        taken.append(CouponWithdrawn(number, player, face))
    for side in state.sides:
        is_asked = side.player == player and (is_main or side.wager == wager)
        if side.box == number and side.placed_in > state.round and (is_asked or is_last):
            taken.append(WagerWithdrawn(*side.key, (side.amount,)))
    if wager in (MAIN, ANTE) and player in (antes := dict(box.antes)):
        taken.append(WagerWithdrawn(number, player, ANTE, (antes[player],)))
    if is_main:
        taken.append(WagerWithdrawn(number, player, MAIN, main))
    return taken


class RepeatWagers(Command, tag="repeat_wagers"):
    """Place the wagers of the last round again for every guest without one."""

    roles: ClassVar = declare.DEALERS
    taken_back_as: ClassVar = "repeated wagers"


class WagerNotRepeated(Event, tag="wager_not_repeated"):
    """A wager of the last round could not be placed again."""

    box: int
    player: str
    wager: str
    amounts: tuple[Cents, ...]
    why: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = (
        "Box {box}: {player}'s {amounts} on {wager} is not bet again: {why} [{clause}]."
    )
    apply = declare.unchanged


@decides(RepeatWagers)
def repeat_wagers(draft: Draft, _command: RepeatWagers) -> Rejection | None:
    """Place the last round's wagers again, and report those that the rules refuse now."""
    state, rules = draft.state, draft.rules
    if state.automations.cards:
        text = "at a table that deals by itself the players lay their wagers"
        return rules.refuse(Code.NOT_OFFERED, "staff", text, also="decider")
    if state.phase != BETTING or state.is_locked:
        return late_refusal(state, rules.cited("late_wager"))
    again = [
        (box, player, wager, amounts)
        for box, player, wager, amounts in state.floor.last_wagers
        if is_guest(player) and state.chips.get(player) and not state.has_main(player)
    ]
    if not again:
        text = "no guest without a wager had one in the last round"
        return rules.refuse(Code.UNKNOWN, "placed", text)
    for box, player, wager, amounts in again:
        place = PlaceWager(by=player, box=box, wager=wager, amounts=amounts)
        if refusal := wager_refusal(draft.state, place):
            why, clause = refusal.text, refusal.clause
            draft.add(WagerNotRepeated(box, player, wager, amounts, why, clause))
        else:
            draft.add(WagerPlaced(box, player, wager, amounts))
    return None
