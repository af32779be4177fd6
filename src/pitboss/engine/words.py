"""Each event in words for people, and as plain data with cards in notation."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.cards import name_card, show_card
from pitboss.engine.events import (
    COUPON,
    DEALER,
    AnteTaken,
    AnyEvent,
    CardDealt,
    ChipsBought,
    ChipsCashed,
    CouponPlaced,
    CouponWithdrawn,
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
    SettlementReversed,
    ShoeLoaded,
    StreakMoved,
    TurnGiven,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from pitboss.engine.floor_words import tell_floor
from pitboss.money import Cents, show

UNTITLED: Mapping[str, str] = MappingProxyType({})
"""Wagers stand under their names, as in a script."""
_PHASES = {
    "dealing": "No more bets.",
    "offering": "",
    "playing": "",
    "dealer": "The dealer's turn.",
    "settling": "",
}
_FINISHED = {
    "stood": "stands",
    "doubled": "is complete",
    "bust": "is over 21",
    "complete": "is complete",
    "surrendered": "is given up",
    "blackjack": "is a blackjack",
    "void": "is void",
    "frozen": "takes no more cards",
}


def plain_event(event: AnyEvent) -> dict[str, Any]:
    """An event as plain data: cards in notation, amounts in table currency as text."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    for name, value in data.items():
        if name == "card":
            data[name] = _card(value)
        elif name in ("cards", "collected", "dealer"):
            data[name] = [_card(card) for card in value]
        elif name == "hands":
            data[name] = [
                {"box": box, "hand": hand, "cards": [_card(card) for card in cards]}
                for box, hand, cards in value
            ]
        elif name in ("amount", "stake", "net", "before", "meter", "prize"):
            data[name] = show(value)
        elif name == "amounts":
            data[name] = [show(amount) for amount in value]
        elif name == "stakes":
            data[name] = [
                {"player": player, "chips": [show(chip) for chip in chips], "free": show(free)}
                for player, chips, free in value
            ]
    return data


def _card(card: int) -> str:
    """A card in notation; ``??`` for one that is hidden or not known."""
    return show_card(card) if card >= 0 else "??"


def _sum(amounts: tuple[Cents, ...]) -> str:
    return " and ".join(show(amount) for amount in amounts)


def tell_event(event: AnyEvent, titles: Mapping[str, str] = UNTITLED) -> str:
    """An event in a sentence; nothing where there is nothing to say.

    ``titles`` is what the rulebook calls its side wagers: ``Rules.titles``.
    """
    wager = getattr(event, "wager", "")
    return _tell(replace(event, wager=titles[wager]) if wager in titles else event)


def _tell(event: AnyEvent) -> str:
    match event:
        case ChipsBought(player, amount):
            return f"{player} has {show(amount)} more in chips."
        case ChipsCashed(player, amount):
            return f"{player} takes {show(amount)} in chips to the cashier."
        case ShoeLoaded(cards):
            count = f"{len(cards)} cards" if cards else "The cards"
            return f"{count} are in the shoe."
        case WagerPlaced(box, player, wager, amounts):
            return f"Box {box}: {player} places {_sum(amounts)} on {wager}."
        case WagerWithdrawn(box, player, wager, amounts):
            return f"Box {box}: {player} takes back {_sum(amounts)} from {wager}."
        case CouponPlaced(box, player, amount):
            return (
                f"Box {box}: {player} lays a match play coupon of {show(amount)} beside the wager."
            )
        case CouponWithdrawn(box, player, amount):
            return f"Box {box}: {player} takes back the match play coupon of {show(amount)}."
        case PhaseBegan(phase):
            return _PHASES.get(phase, "")
        case MeterRaised(amount):
            return f"The meter rises by {show(amount)}."
        case AnteTaken(box, player, amount):
            return f"Box {box}: the ante of {player}, {show(amount)}, goes to the house."
        case InsurancePlaced(box, player, amounts):
            if not any(amounts):
                return f"Box {box}: {player} declines insurance."
            return f"Box {box}: {player} insures for {_sum(amounts)}."
        case EvenMoneyTaken(box, player):
            return f"Box {box}: {player} takes even money."
        case HoleCardChecked(is_blackjack):
            return "The dealer has blackjack." if is_blackjack else "The dealer has no blackjack."
        case TurnGiven(box, hand):
            return f"Hand {box}.{hand} is to play."
        case MeterWon(before, meter):
            return f"The meter of {show(before)} is won and shows {show(meter)}."
        case RoundEnded(number):
            return f"Round {number} is over."
        case _:
            return _tell_play(event)


def _tell_play(event: AnyEvent) -> str:
    match event:
        case CardDealt(box, hand, card, is_up):
            place = "The dealer" if box == DEALER else f"Hand {box}.{hand}"
            if card < 0 or not is_up:
                return f"{place} gets a hole card." if box == DEALER else f"{place} gets a card."
            return f"{place} gets the {name_card(card)}."
        case HandDoubled(box, hand, stakes):
            added = ", ".join(f"{player} {_added(chips, free)}" for player, chips, free in stakes)
            return f"Hand {box}.{hand} is doubled: {added}."
        case HandSplit(box, hand, _, moves, stakes):
            added = ", ".join(f"{player} {_added(chips, free)}" for player, chips, free in stakes)
            moved = "".join(f", {player} moves to the second hand" for player in moves)
            return f"Hand {box}.{hand} is split: {added}{moved}."
        case HandFinished(box, hand, how):
            return f"Hand {box}.{hand} {_FINISHED[how]}."
        case HandRemoved(box, hand):
            return f"The cards of hand {box}.{hand} are taken away."
        case HoleCardRevealed(card):
            return f"The dealer turns over the {name_card(card)}."
        case DealerHandBegan(spot):
            return f"The up card begins dealer hand {spot + 1}."
        case DealerHandEnded(_, total):
            return f"The dealer has {total}."
        case PrizeDrawn(box, wager, prize):
            return f"Box {box}: the button shows {show(prize)} for {wager}."
        case StreakMoved(box, player, wins):
            return f"Box {box}: {player} has won {wins} in a row."
        case WagerSettled() if event.wager == COUPON:
            return _tell_coupon(event)
        case WagerSettled():
            return _tell_settled(event)
        case PayoutHeld(box, player, wager, _, net):
            return f"Box {box}: {player}'s {wager} has won {show(net)}, to be verified."
        case PayoutChecked(step, by, clause):
            return f"{by}: {step.replace('_', ' ')} [{clause}]."
        case SettlementReversed(box, player, wager, amount, clause):
            return f"Box {box}: {player}'s {wager} is reversed, {show(amount)} [{clause}]."
        case _:
            return tell_floor(event)


def _added(chips: tuple[Cents, ...], free: Cents) -> str:
    return f"a lammer worth {show(free)}" if free else _sum(chips)


def _tell_coupon(event: WagerSettled) -> str:
    verb = {
        "win": f"wins {show(event.net)}, {event.pays}",
        "loss": "is collected",
        "push": "pushes and stays",
        "void": "is void and goes back",
    }[event.result]
    return f"Box {event.box}: {event.player}'s match play coupon {verb} [{event.clause}]."


def _tell_settled(event: WagerSettled) -> str:
    hand = f"{event.box}.{event.hand}" if event.hand else str(event.box)
    what = (
        f"Hand {hand}: {event.player}'s {event.wager}"
        if event.hand
        else (f"Box {hand}: {event.player}'s {event.wager}")
    )
    match event.result:
        case "win":
            line = f" ({event.line})" if event.line else ""
            verb = f"wins {show(event.net)}{line}, {event.pays}"
        case "loss":
            verb = f"loses {show(-event.net)}"
            if -event.net < event.stake:
                verb += f" and has {show(event.stake + event.net)} back"
        case "surrender":
            verb = f"gives up {show(-event.net)}"
        case "void":
            verb = f"is void, {show(event.stake)} goes back"
        case _:
            verb = f"pushes, {show(event.stake)} stays"
    return f"{what} {verb} [{event.clause}]."
