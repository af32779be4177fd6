"""Timers of a table: what it waits for, for how long, and what is done when time is up."""

from dataclasses import dataclass

from pitboss.engine.commands import (
    AnyCommand,
    CloseInsurance,
    Deal,
    DrawPrize,
    Hit,
    Stand,
)
from pitboss.engine.legal import insurance_is_open, legal, prize_to_draw
from pitboss.engine.state import BETTING, PLAYING, TableState
from pitboss.server.config import Pace
from pitboss.server.shoes import drawn_prize, shuffle_due


@dataclass(frozen=True, slots=True)
class Due:
    """What a table does by itself next."""

    what: str
    """``shuffle``, ``deal``, ``insurance``, ``turn`` or ``prize``."""
    wait_ms: int
    key: tuple[object, ...]
    """Time runs from the moment at which this first came up."""


def due(state: TableState, pace: Pace, now_ms: int) -> Due | None:
    """What comes next without anybody's doing, if anything does."""
    if state.floor.paused or state.awaiting is not None or state.prep.procedure:
        return None
    if shuffle_due(state, now_ms):
        return Due("shuffle", 0, ("shuffle", state.round, state.prep.side, len(state.shoe)))
    if state.phase == BETTING:
        if not state.boxes or not pace.has_auto_deal:
            return None
        return Due("deal", pace.betting_ms, ("deal", state.round, state.is_locked))
    if (side := prize_to_draw(state)) is not None:
        return Due("prize", pace.prize_ms, ("prize", state.round, side.box, side.wager))
    if insurance_is_open(state):
        if not _is_anybody_asked(state):
            return Due("insurance", 0, ("answered", state.round))
        if not pace.has_auto_deal:
            return None
        return Due("insurance", pace.insurance_ms, ("insurance", state.round))
    if state.phase == PLAYING:
        number, hand = state.turn
        box = state.box(number)
        assert box is not None
        key = ("turn", state.round, number, hand, len(box.hands), len(box.dealt))
        return Due("turn", pace.turn_ms, key)
    return None


def command_due(state: TableState, what: str, *, now_ms: int, seed: bytes) -> AnyCommand:
    """What the table does when time is up; a shuffle is made in ``shoes``."""
    match what:
        case "deal":
            return Deal(at_ms=now_ms, drawn_from=seed[0] % 2)
        case "insurance":
            return CloseInsurance()
        case "prize":
            return DrawPrize(prize=drawn_prize(state, seed))
        case _:
            assert what == "turn"
            return default_act(state)


def default_act(state: TableState) -> Hit | Stand:
    """What is played for somebody who does not answer: stand, and draw where that is not allowed.

    A hand below the least total on which a player may stand is drawn to (12 in NZ-13.1-d).
    """
    number, hand = state.turn
    box = state.box(number)
    assert box is not None
    kind = Stand if any(o.do == "stand" for o in legal(state, box.seated)) else Hit
    return kind(by=box.seated, box=number, hand=hand)


def _is_anybody_asked(state: TableState) -> bool:
    """Whether somebody has still to answer the offer of insurance or even money."""
    players = {name for box in state.boxes for name, _ in box.mains}
    return any(legal(state, name) for name in players)
