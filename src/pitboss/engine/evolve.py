"""Applies one event to a state. It never judges: a log of any age can be read."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.engine.events import (
    DEALER,
    AnteTaken,
    AnyEvent,
    CardDealt,
    ChipsBought,
    DealerHandBegan,
    DealerHandEnded,
    EvenMoneyTaken,
    HandDoubled,
    HandFinished,
    HandRemoved,
    HandSplit,
    HoleCardChecked,
    HoleCardRevealed,
    InsurancePlaced,
    MeterRaised,
    MeterWon,
    PayoutChecked,
    PayoutHeld,
    PhaseBegan,
    PrizeDrawn,
    RoundEnded,
    StreakMoved,
    TurnGiven,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from pitboss.engine.evolve_floor import FLOOR
from pitboss.engine.state import (
    BETTING,
    DEALING,
    Bet,
    Box,
    Floor,
    Insured,
    PlayedHand,
    Side,
    TableState,
)
from pitboss.hands import Hand


def evolve(state: TableState, event: AnyEvent) -> TableState:
    """The state after the event."""
    return _APPLY[type(event)](state, event)


def _with_chips(state: TableState, player: str, change: int) -> dict[str, int]:
    return {**state.chips, player: state.chips.get(player, 0) + change}


def _with_box(state: TableState, changed: Box) -> tuple[Box, ...]:
    return tuple(changed if box.number == changed.number else box for box in state.boxes)


def _with_hand(box: Box, number: int, changed: PlayedHand) -> tuple[PlayedHand, ...]:
    return (*box.hands[: number - 1], changed, *box.hands[number:])


def _find(state: TableState, number: int) -> Box:
    box = state.box(number)
    assert box is not None
    return box


def _chips_bought(state: TableState, event: ChipsBought) -> TableState:
    chips = _with_chips(state, event.player, event.amount)
    if event.player in state.chips:
        return replace(state, chips=chips)
    arrivals = (*state.floor.arrivals, event.player)
    return replace(state, chips=chips, floor=replace(state.floor, arrivals=arrivals))


def _wager_placed(state: TableState, event: WagerPlaced) -> TableState:
    chips = _with_chips(state, event.player, -sum(event.amounts))
    if event.wager == "main":
        box = state.box(event.box)
        main = (event.player, event.amounts)
        if box is None:
            boxes = tuple(
                sorted((*state.boxes, Box(event.box, (main,))), key=lambda box: box.number)
            )
        else:
            boxes = _with_box(state, replace(box, mains=(*box.mains, main)))
        return replace(state, chips=chips, boxes=boxes)
    if event.wager == "ante":
        box = _find(state, event.box)
        antes = (*box.antes, (event.player, event.amounts[0]))
        return replace(state, chips=chips, boxes=_with_box(state, replace(box, antes=antes)))
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
    box = _find(state, event.box)
    if event.wager == "ante":
        antes = tuple(ante for ante in box.antes if ante[0] != event.player)
        return replace(state, chips=chips, boxes=_with_box(state, replace(box, antes=antes)))
    mains = tuple(main for main in box.mains if main[0] != event.player)
    if not mains:
        boxes = tuple(other for other in state.boxes if other.number != box.number)
    else:
        boxes = _with_box(state, replace(box, mains=mains))
    return replace(state, chips=chips, boxes=boxes)


def _phase_began(state: TableState, event: PhaseBegan) -> TableState:
    if event.phase != DEALING:
        return replace(state, phase=event.phase, turn=(0, 0))
    boxes = tuple(
        replace(
            box,
            hands=(
                PlayedHand(
                    Hand(),
                    tuple(Bet(name, sums, open=(True,) * len(sums)) for name, sums in box.mains),
                ),
            ),
        )
        for box in state.boxes
    )
    players = frozenset(name for box in boxes for name, _ in box.mains)
    numbers = frozenset(box.number for box in boxes)
    is_first = state.shoe_round == 0
    seated = tuple((box.number, box.seated) for box in boxes)
    return replace(
        state,
        phase=DEALING,
        boxes=boxes,
        is_locked=False,
        floor=replace(state.floor, last_boxes=seated),
        round=state.round + 1,
        shoe_round=state.shoe_round + 1,
        regulars=players if is_first else state.regulars & players,
        regular_boxes=numbers if is_first else state.regular_boxes & numbers,
    )


def _meter_raised(state: TableState, event: MeterRaised) -> TableState:
    return replace(state, meter=state.meter + event.amount)


def _card_dealt(state: TableState, event: CardDealt) -> TableState:
    position = state.position + 1
    if state.exposed >= 0:
        state = replace(state, exposed=-1)
    if event.box == DEALER:
        if not event.is_up:
            return replace(state, position=position, hole=event.card)
        return replace(state, position=position, dealer=state.dealer.add(event.card))
    box = _find(state, event.box)
    played = box.hands[event.hand - 1]
    changed = PlayedHand(played.hand.add(event.card), played.bets, played.how)
    box = Box(
        box.number,
        box.mains,
        _with_hand(box, event.hand, changed),
        (*box.dealt, event.card),
        box.antes,
        box.has_split,
    )
    return replace(state, position=position, boxes=_with_box(state, box))


def _ante_taken(state: TableState, event: AnteTaken) -> TableState:
    box = _find(state, event.box)
    antes = tuple(ante for ante in box.antes if ante[0] != event.player)
    return replace(state, boxes=_with_box(state, replace(box, antes=antes)))


def _insurance_placed(state: TableState, event: InsurancePlaced) -> TableState:
    chips = _with_chips(state, event.player, -sum(event.amounts))
    opens = tuple(amount > 0 for amount in event.amounts)
    answer = Insured(event.box, event.player, event.amounts, opens)
    return replace(state, chips=chips, insured=(*state.insured, answer))


def _nothing(state: TableState, _event: EvenMoneyTaken | DealerHandEnded) -> TableState:
    return state


def _hole_card_checked(state: TableState, event: HoleCardChecked) -> TableState:
    return replace(state, is_checked=not event.is_blackjack)


def _turn_given(state: TableState, event: TurnGiven) -> TableState:
    return replace(state, turn=(event.box, event.hand))


def _hand_doubled(state: TableState, event: HandDoubled) -> TableState:
    box = _find(state, event.box)
    played = box.hands[event.hand - 1]
    chips = state.chips
    bets = list(played.bets)
    for player, stakes, free in event.stakes:
        chips = {**chips, player: chips[player] - sum(stakes)}
        for place, bet in enumerate(bets):
            if bet.player == player:
                bets[place] = replace(bet, extra=stakes, free=bet.free + free)
    hands = _with_hand(box, event.hand, replace(played, bets=tuple(bets)))
    return replace(state, chips=chips, boxes=_with_box(state, replace(box, hands=hands)))


def _hand_split(state: TableState, event: HandSplit) -> TableState:
    box = _find(state, event.box)
    played = box.hands[event.hand - 1]
    first, second = played.hand.cards
    is_ace = first < 4
    empty = Hand(is_split=True, is_split_ace=is_ace)
    stay = tuple(bet for bet in played.bets if bet.player in event.stays)
    moved = tuple(bet for bet in played.bets if bet.player in event.moves)
    chips = state.chips
    added = []
    for player, stakes, free in event.stakes:
        chips = {**chips, player: chips[player] - sum(stakes)}
        added.append(Bet(player, stakes, is_original=False, free=free, open=(True,) * len(stakes)))
    hands = (
        *box.hands[: event.hand - 1],
        PlayedHand(empty.add(first), stay),
        PlayedHand(empty.add(second), (*moved, *added)),
        *box.hands[event.hand :],
    )
    changed = replace(box, hands=hands, has_split=True)
    return replace(state, chips=chips, boxes=_with_box(state, changed))


def _hand_finished(state: TableState, event: HandFinished) -> TableState:
    box = _find(state, event.box)
    changed = replace(box.hands[event.hand - 1], how=event.how)
    hands = _with_hand(box, event.hand, changed)
    return replace(state, boxes=_with_box(state, replace(box, hands=hands)))


def _hand_removed(state: TableState, event: HandRemoved) -> TableState:
    box = _find(state, event.box)
    played = box.hands[event.hand - 1]
    hands = _with_hand(box, event.hand, replace(played, is_removed=True))
    return replace(
        state,
        boxes=_with_box(state, replace(box, hands=hands)),
        discards=state.discards + played.hand.cards,
    )


def _hole_card_revealed(state: TableState, event: HoleCardRevealed) -> TableState:
    return replace(state, hole=-1, dealer=state.dealer.add(event.card))


def _dealer_hand_began(state: TableState, event: DealerHandBegan) -> TableState:
    up, *rest = state.dealer.cards
    return replace(
        state,
        spot=event.spot,
        dealer=Hand().add(up),
        dealer_cards=(*state.dealer_cards, *rest),
    )


def _prize_drawn(state: TableState, event: PrizeDrawn) -> TableState:
    sides = tuple(
        replace(side, prize=event.prize)
        if (side.box, side.wager) == (event.box, event.wager)
        else side
        for side in state.sides
    )
    return replace(state, sides=sides)


def _wager_settled(state: TableState, event: WagerSettled) -> TableState:
    state = replace(state, settled=(*state.settled, event))
    chips = state.chips
    back = event.stake + event.net
    if back:
        chips = {**chips, event.player: chips[event.player] + back}
    key = (event.box, event.player)
    if event.wager == "main":
        box = _find(state, event.box)
        played = box.hands[event.hand - 1]
        bets = tuple(
            replace(bet, open=_closed(bet.open, event.spot), result=event.result)
            if bet.player == event.player
            else bet
            for bet in played.bets
        )
        hands = _with_hand(box, event.hand, replace(played, bets=bets))
        box = replace(box, hands=hands)
        if event.result == "void":
            box = _without_void(box, event.player)
        return replace(state, chips=chips, boxes=_with_box(state, box))
    if event.wager == "insurance":
        insured = tuple(
            replace(answer, open=_closed(answer.open, event.spot))
            if (answer.box, answer.player) == key
            else answer
            for answer in state.insured
        )
        return replace(state, chips=chips, insured=insured)
    sides = tuple(
        side for side in state.sides if (side.box, side.player, side.wager) != (*key, event.wager)
    )
    if state.held:
        held = tuple(h for h in state.held if (h.box, h.player, h.wager) != (*key, event.wager))
        return replace(state, chips=chips, sides=sides, held=held, checked=0)
    return replace(state, chips=chips, sides=sides)


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


def _after_round(floor: Floor) -> Floor:
    if not floor.late_insurance and not floor.refusers:
        return floor
    return replace(floor, late_insurance=(), refusers=frozenset())


def _round_ended(state: TableState, event: RoundEnded) -> TableState:
    return replace(
        state,
        phase=BETTING,
        boxes=(),
        insured=(),
        dealer=Hand(),
        hole=-1,
        spot=0,
        dealer_cards=(),
        is_checked=False,
        turn=(0, 0),
        discards=state.discards + event.collected,
        settled=(),
        exposed=-1,
        floor=_after_round(state.floor),
    )


_APPLY: dict[type, Callable[[TableState, Any], TableState]] = {
    ChipsBought: _chips_bought,
    WagerPlaced: _wager_placed,
    WagerWithdrawn: _wager_withdrawn,
    PhaseBegan: _phase_began,
    MeterRaised: _meter_raised,
    CardDealt: _card_dealt,
    AnteTaken: _ante_taken,
    InsurancePlaced: _insurance_placed,
    EvenMoneyTaken: _nothing,
    DealerHandEnded: _nothing,
    HoleCardChecked: _hole_card_checked,
    TurnGiven: _turn_given,
    HandDoubled: _hand_doubled,
    HandSplit: _hand_split,
    HandFinished: _hand_finished,
    HandRemoved: _hand_removed,
    HoleCardRevealed: _hole_card_revealed,
    DealerHandBegan: _dealer_hand_began,
    PrizeDrawn: _prize_drawn,
    WagerSettled: _wager_settled,
    PayoutHeld: _payout_held,
    PayoutChecked: _payout_checked,
    StreakMoved: _streak_moved,
    MeterWon: _meter_won,
    RoundEnded: _round_ended,
    **FLOOR,
}
