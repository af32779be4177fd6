"""Applies one event to a state. It never judges: a log of any age can be read."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.engine.events import (
    DEALER,
    AnyEvent,
    CardDealt,
    DealerHandBegan,
    DealerHandEnded,
    EvenMoneyTaken,
    HandDoubled,
    HandFinished,
    HandRemoved,
    HandSplit,
    HoleCardChecked,
    HoleCardRevealed,
    PhaseBegan,
    RoundEnded,
    TurnGiven,
)
from pitboss.engine.evolve_floor import FLOOR
from pitboss.engine.evolve_shoe import SHOE
from pitboss.engine.evolve_wagers import WAGERS, find_box, with_box, with_hand
from pitboss.engine.state import (
    BETTING,
    DEALING,
    Bet,
    Box,
    Floor,
    PlayedHand,
    TableState,
)
from pitboss.hands import Hand


def evolve(state: TableState, event: AnyEvent) -> TableState:
    """The state after the event."""
    return APPLY[type(event)](state, event)


def _phase_began(state: TableState, event: PhaseBegan) -> TableState:
    if event.phase != DEALING:
        return replace(state, phase=event.phase, turn=(0, 0))
    boxes = tuple(
        replace(
            box,
            hands=(
                PlayedHand(
                    Hand(),
                    (),
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
    # Who was let in again and bets is barred like anybody else after the next round sat out.
    permitted = state.floor.permitted
    return replace(
        state,
        phase=DEALING,
        boxes=boxes,
        is_locked=False,
        floor=replace(state.floor, last_boxes=seated, permitted=permitted - players),
        round=state.round + 1,
        shoe_round=state.shoe_round + 1,
        regulars=players if is_first else (state.regulars | permitted) & players,
        regular_boxes=numbers if is_first else state.regular_boxes & numbers,
    )


def _card_dealt(state: TableState, event: CardDealt) -> TableState:
    position = state.position + 1
    if state.exposed >= 0:
        state = replace(state, exposed=-1)
    if event.box == DEALER:
        if not event.is_up:
            return replace(state, position=position, hole=event.card)
        return replace(state, position=position, dealer=state.dealer.add(event.card))
    box = state.box(event.box)
    assert box is not None
    hands = box.hands
    played = hands[event.hand - 1]
    changed = PlayedHand(
        played.hand.add(event.card),
        (*played.places, len(box.dealt)),
        played.bets,
        played.how,
        played.is_removed,
        played.is_late,
        played.settled,
        played.is_doubled,
    )
    box = Box(
        box.number,
        box.mains,
        (changed,) if len(hands) == 1 else with_hand(box, event.hand, changed),
        (*box.dealt, event.card),
        box.antes,
        box.has_split,
        box.coupons,
    )
    boxes = (box,) if len(state.boxes) == 1 else with_box(state, box)
    return replace(state, position=position, boxes=boxes)


def _nothing(state: TableState, _event: EvenMoneyTaken | DealerHandEnded) -> TableState:
    return state


def _hole_card_checked(state: TableState, event: HoleCardChecked) -> TableState:
    return replace(state, is_checked=not event.is_blackjack)


def _turn_given(state: TableState, event: TurnGiven) -> TableState:
    return replace(state, turn=(event.box, event.hand))


def _hand_doubled(state: TableState, event: HandDoubled) -> TableState:
    box = find_box(state, event.box)
    played = box.hands[event.hand - 1]
    chips = state.chips
    bets = list(played.bets)
    for player, stakes, free in event.stakes:
        chips = {**chips, player: chips[player] - sum(stakes)}
        for place, bet in enumerate(bets):
            if bet.player == player:
                bets[place] = replace(bet, extra=stakes, free=bet.free + free)
    hands = with_hand(box, event.hand, replace(played, bets=tuple(bets), is_doubled=True))
    return replace(state, chips=chips, boxes=with_box(state, replace(box, hands=hands)))


def _hand_split(state: TableState, event: HandSplit) -> TableState:
    box = find_box(state, event.box)
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
    # The wager stays with the first hand; what was added backs the second (PA-10-b-2-ii).
    hands = (
        *box.hands[: event.hand - 1],
        PlayedHand(empty.add(first), played.places[:1], stay, settled=played.settled),
        PlayedHand(empty.add(second), played.places[1:], (*moved, *added)),
        *box.hands[event.hand :],
    )
    changed = replace(box, hands=hands, has_split=True)
    return replace(state, chips=chips, boxes=with_box(state, changed))


def _hand_finished(state: TableState, event: HandFinished) -> TableState:
    box = find_box(state, event.box)
    changed = replace(box.hands[event.hand - 1], how=event.how)
    hands = with_hand(box, event.hand, changed)
    return replace(state, boxes=with_box(state, replace(box, hands=hands)))


def _hand_removed(state: TableState, event: HandRemoved) -> TableState:
    box = find_box(state, event.box)
    played = box.hands[event.hand - 1]
    hands = with_hand(box, event.hand, replace(played, is_removed=True))
    return replace(
        state,
        boxes=with_box(state, replace(box, hands=hands)),
        discards=state.discards + played.hand.cards,
    )


def _hole_card_revealed(state: TableState, event: HoleCardRevealed) -> TableState:
    return replace(state, hole=-1, dealer=state.dealer.add(event.card))


def _dealer_hand_began(state: TableState, event: DealerHandBegan) -> TableState:
    return replace(
        state,
        spot=event.spot,
        dealer=Hand().add(state.up),
        dealer_hands=(*state.dealer_hands, state.dealer),
    )


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
        dealer_hands=(),
        is_checked=False,
        turn=(0, 0),
        discards=state.discards + event.collected,
        settled=(),
        settled_before=0,
        exposed=-1,
        floor=_after_round(state.floor),
    )


APPLY: dict[type, Callable[[TableState, Any], TableState]] = {
    PhaseBegan: _phase_began,
    CardDealt: _card_dealt,
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
    RoundEnded: _round_ended,
    **WAGERS,
    **SHOE,
    **FLOOR,
}
"""What each kind of event does to a state."""
