"""Applies the events of money: wagers placed, taken back and settled, meters, prizes."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.engine.events import (
    COUPON,
    AnteTaken,
    ChipsBought,
    ChipsCashed,
    CouponPlaced,
    CouponWithdrawn,
    InsurancePlaced,
    MeterRaised,
    MeterWon,
    PayoutChecked,
    PayoutHeld,
    PrizeDrawn,
    StreakMoved,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from pitboss.engine.state import (
    Box,
    Insured,
    PlayedHand,
    Side,
    TableState,
)


def with_box(state: TableState, changed: Box) -> tuple[Box, ...]:
    """The boxes with one of them changed."""
    if len(state.boxes) == 1:
        return (changed,)
    return tuple(changed if box.number == changed.number else box for box in state.boxes)


def with_hand(box: Box, number: int, changed: PlayedHand) -> tuple[PlayedHand, ...]:
    """The hands of a box with one of them changed."""
    return (*box.hands[: number - 1], changed, *box.hands[number:])


def find_box(state: TableState, number: int) -> Box:
    """A box that is there."""
    box = state.box(number)
    assert box is not None
    return box


def _with_chips(state: TableState, player: str, change: int) -> dict[str, int]:
    return {**state.chips, player: state.chips.get(player, 0) + change}


def _chips_bought(state: TableState, event: ChipsBought) -> TableState:
    chips = _with_chips(state, event.player, event.amount)
    if event.player in state.chips:
        return replace(state, chips=chips)
    arrivals = (*state.floor.arrivals, event.player)
    return replace(state, chips=chips, floor=replace(state.floor, arrivals=arrivals))


def _chips_cashed(state: TableState, event: ChipsCashed) -> TableState:
    name, chips = event.player, _with_chips(state, event.player, -event.amount)
    if chips[name] or state.has_main(name) or any(side.player == name for side in state.sides):
        return replace(state, chips=chips)
    del chips[name]
    arrivals = tuple(other for other in state.floor.arrivals if other != name)
    return replace(state, chips=chips, floor=replace(state.floor, arrivals=arrivals))


def _wager_placed(state: TableState, event: WagerPlaced) -> TableState:
    chips = _with_chips(state, event.player, -sum(event.amounts))
    if event.wager == "main":
        box = state.box(event.box)
        main = (event.player, event.amounts)
        if box is None:
            boxes = (*state.boxes, Box(event.box, (main,)))
            if len(boxes) > 1:
                boxes = tuple(sorted(boxes, key=lambda box: box.number))
        else:
            boxes = with_box(state, replace(box, mains=(*box.mains, main)))
        if event.player in state.floor.waiting:
            waiting = tuple(name for name in state.floor.waiting if name != event.player)
            state = replace(state, floor=replace(state.floor, waiting=waiting))
        return replace(state, chips=chips, boxes=boxes)
    if event.wager == "ante":
        box = find_box(state, event.box)
        antes = (*box.antes, (event.player, event.amounts[0]))
        return replace(state, chips=chips, boxes=with_box(state, replace(box, antes=antes)))
    side = Side(event.box, event.player, event.wager, event.amounts[0], state.round + 1)
    return replace(state, chips=chips, sides=(*state.sides, side))


def _wager_withdrawn(state: TableState, event: WagerWithdrawn) -> TableState:
    chips = _with_chips(state, event.player, sum(event.amounts))
    if event.wager not in ("main", "ante"):
        sides = tuple(
            side
            for side in state.sides
            if (side.box, side.player, side.wager) != (event.box, event.player, event.wager)
        )
        return replace(state, chips=chips, sides=sides)
    box = find_box(state, event.box)
    if event.wager == "ante":
        antes = tuple(ante for ante in box.antes if ante[0] != event.player)
        return replace(state, chips=chips, boxes=with_box(state, replace(box, antes=antes)))
    mains = tuple(main for main in box.mains if main[0] != event.player)
    if not mains:
        boxes = tuple(other for other in state.boxes if other.number != box.number)
    else:
        boxes = with_box(state, replace(box, mains=mains))
    return replace(state, chips=chips, boxes=boxes)


def _coupon_placed(state: TableState, event: CouponPlaced) -> TableState:
    box = find_box(state, event.box)
    coupons = (*box.coupons, (event.player, event.amount))
    return replace(state, boxes=with_box(state, replace(box, coupons=coupons)))


def _without_coupon(state: TableState, event: CouponWithdrawn | WagerSettled) -> tuple[Box, ...]:
    box = find_box(state, event.box)
    coupons = tuple(coupon for coupon in box.coupons if coupon[0] != event.player)
    return with_box(state, replace(box, coupons=coupons))


def _coupon_withdrawn(state: TableState, event: CouponWithdrawn) -> TableState:
    return replace(state, boxes=_without_coupon(state, event))


def _meter_raised(state: TableState, event: MeterRaised) -> TableState:
    return replace(state, meter=state.meter + event.amount)


def _ante_taken(state: TableState, event: AnteTaken) -> TableState:
    box = find_box(state, event.box)
    antes = tuple(ante for ante in box.antes if ante[0] != event.player)
    return replace(state, boxes=with_box(state, replace(box, antes=antes)))


def _insurance_placed(state: TableState, event: InsurancePlaced) -> TableState:
    chips = _with_chips(state, event.player, -sum(event.amounts))
    opens = tuple(amount > 0 for amount in event.amounts)
    answer = Insured(event.box, event.player, event.amounts, opens)
    return replace(state, chips=chips, insured=(*state.insured, answer))


def _prize_drawn(state: TableState, event: PrizeDrawn) -> TableState:
    sides = tuple(
        replace(side, prize=event.prize)
        if (side.box, side.wager) == (event.box, event.wager)
        else side
        for side in state.sides
    )
    return replace(state, sides=sides)


def _wager_settled(state: TableState, event: WagerSettled) -> TableState:
    settled = (*state.settled, event)
    chips = state.chips
    back = event.stake + event.net
    if back:
        chips = {**chips, event.player: chips[event.player] + back}
    key = (event.box, event.player)
    if event.wager == "main":
        box = find_box(state, event.box)
        played = box.hands[event.hand - 1]
        bets = tuple(
            replace(bet, open=_closed(bet.open, event.spot), result=event.result)
            if bet.player == event.player
            else bet
            for bet in played.bets
        )
        changed = replace(played, bets=bets, settled=(*played.settled, event))
        box = replace(box, hands=with_hand(box, event.hand, changed))
        if event.result == "void":
            box = _without_void(box, event.player)
        return replace(state, settled=settled, chips=chips, boxes=with_box(state, box))
    if event.wager == COUPON:
        boxes = _without_coupon(state, event)
        return replace(state, settled=settled, chips=chips, boxes=boxes)
    if event.wager == "insurance":
        insured = tuple(
            replace(answer, open=_closed(answer.open, event.spot))
            if (answer.box, answer.player) == key
            else answer
            for answer in state.insured
        )
        return replace(state, settled=settled, chips=chips, insured=insured)
    sides = tuple(
        side for side in state.sides if (side.box, side.player, side.wager) != (*key, event.wager)
    )
    if state.held:
        held = tuple(h for h in state.held if (h.box, h.player, h.wager) != (*key, event.wager))
        return replace(state, settled=settled, chips=chips, sides=sides, held=held, checked=0)
    return replace(state, settled=settled, chips=chips, sides=sides)


def _payout_held(state: TableState, event: PayoutHeld) -> TableState:
    return replace(state, held=(*state.held, event))


def _payout_checked(state: TableState, _event: PayoutChecked) -> TableState:
    return replace(state, checked=state.checked + 1)


def _without_void(box: Box, player: str) -> Box:
    """A bettor whose wagers on a box are all void has no part in it any more."""
    hands = tuple(
        replace(
            played,
            bets=tuple(
                bet
                for bet in played.bets
                if bet.player != player or bet.result != "void" or True in bet.open
            ),
        )
        for played in box.hands
    )
    is_in = any(bet.player == player for played in hands for bet in played.bets)
    mains = box.mains if is_in else tuple(main for main in box.mains if main[0] != player)
    return replace(box, hands=hands, mains=mains)


def _closed(opens: tuple[bool, ...], spot: int) -> tuple[bool, ...]:
    return (*opens[:spot], False, *opens[spot + 1 :])


def _streak_moved(state: TableState, event: StreakMoved) -> TableState:
    streaks = [name for name, wager in state.rules.wagers.items() if wager.kind.kind == "streak"]
    sides = tuple(
        replace(side, wins=event.wins)
        if (side.box, side.player) == (event.box, event.player) and side.wager in streaks
        else side
        for side in state.sides
    )
    return replace(state, sides=sides)


def _meter_won(state: TableState, event: MeterWon) -> TableState:
    return replace(state, meter=event.meter)


WAGERS: dict[type, Callable[[TableState, Any], TableState]] = {
    ChipsBought: _chips_bought,
    ChipsCashed: _chips_cashed,
    WagerPlaced: _wager_placed,
    WagerWithdrawn: _wager_withdrawn,
    CouponPlaced: _coupon_placed,
    CouponWithdrawn: _coupon_withdrawn,
    MeterRaised: _meter_raised,
    AnteTaken: _ante_taken,
    InsurancePlaced: _insurance_placed,
    PrizeDrawn: _prize_drawn,
    WagerSettled: _wager_settled,
    PayoutHeld: _payout_held,
    PayoutChecked: _payout_checked,
    StreakMoved: _streak_moved,
    MeterWon: _meter_won,
}
