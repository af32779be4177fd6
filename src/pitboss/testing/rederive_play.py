"""The commands behind the play of a round: the deal, the offers and the acts on hands."""

from collections.abc import Iterator, Sequence

from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.insurance import (
    CloseInsurance,
    EvenMoneyTaken,
    InsurancePlaced,
    Insure,
    TakeEvenMoney,
)
from pitboss.engine.play.acts import (
    Double,
    HandDoubled,
    HandSplit,
    Hit,
    Signal,
    SignalGiven,
    Split,
    Stand,
    Surrender,
)
from pitboss.engine.play.elections import Stake
from pitboss.engine.round import HandFinished
from pitboss.engine.shoe.drawing import CardDealt, CutCardReached, DeterminantDrawn
from pitboss.engine.state import BETTING, OFFERING, PLAYING, Box, TableState

DETERMINANT_WITHIN = 5
"""The determinant card of a double shoe comes among the first events of a deal."""


def play_commands(state: TableState, events: Sequence[Event]) -> Iterator[Command]:
    """What may have led to the events in the part of the round that the table is in."""
    first = events[0]
    if isinstance(first, InsurancePlaced):
        yield Insure(by=first.player, box=first.box, amounts=first.amounts)
        yield TakeEvenMoney(by=first.player, box=first.box)
    elif isinstance(first, EvenMoneyTaken):
        yield TakeEvenMoney(by=first.player, box=first.box)
    elif state.phase == BETTING:
        yield _deal(events)
    elif state.phase == OFFERING:
        yield CloseInsurance()
    elif state.phase == PLAYING:
        yield from _acts(state, events)


def _deal(events: Sequence[Event]) -> Deal:
    drawn = (event for event in events[:DETERMINANT_WITHIN] if isinstance(event, DeterminantDrawn))
    determinant = next(drawn, None)
    return Deal(drawn_from=determinant.drawn_from if determinant else 0)


def _acts(state: TableState, events: Sequence[Event]) -> Iterator[Command]:
    """Acts on the hand in play, by the player who decides for its box."""
    number, hand = state.turn
    box = state.box(number)
    if box is None:
        return
    by, first = box.seated, events[0]
    match first:
        case SignalGiven(_, gesture, voice):
            yield Signal(by=by, box=number, gesture=gesture, voice=voice)
        case CardDealt() | CutCardReached():
            yield Hit(by=by, box=number)
        case HandFinished(_, _, "surrendered"):
            yield Surrender(by=by, box=number)
        case HandFinished():
            yield Stand(by=by, box=number)
        case HandDoubled():
            yield Double(by=by, box=number, stakes=_stakes(box, hand, first))
        case HandSplit():
            yield Split(by=by, box=number, choices=_choices(box, hand, first))
        case _:
            return


def _stakes(box: Box, hand: int, event: HandDoubled) -> dict[str, tuple[Stake, ...]]:
    """What each bettor added; who is not among them declined."""
    added = {one.player: one.chips for one in event.stakes if not one.free}
    frees = {one.player for one in event.stakes if one.free}
    stakes: dict[str, tuple[Stake, ...]] = {}
    for bet in box.hands[hand - 1].bets:
        if bet.player not in frees:
            stakes[bet.player] = added.get(bet.player, (0,))
    return stakes


def _choices(box: Box, hand: int, event: HandSplit) -> dict[str, str]:
    """Where each follower's wager went."""
    covers = [one.player for one in event.stakes]
    followers = [bet.player for bet in box.hands[hand - 1].bets if bet.player != box.seated]
    return {
        name: "second" if name in event.moves else "cover" if name in covers else "first"
        for name in followers
    }
