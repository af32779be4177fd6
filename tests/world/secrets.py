"""Who may see what, told a second time: no message shows a card or a seed to anybody else."""

from typing import Any

import msgspec

from pitboss.engine.floor.by_hand import CardEntered, CardsAwaited
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled
from pitboss.engine.floor.irregularities.report import IrregularityReported
from pitboss.engine.floor.procedures import StackShuffled
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.drawing import CardBurned, CardDealt
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import INSPECTOR, TableState
from pitboss.server.log.events import Logged
from pitboss.wire.protocol import Message

NEXT = 4
"""So many cards in their order would not come up by chance."""
BLANKS: tuple[object, ...] = ("", -1, [], {}, None)


def secret_fields(one: Logged, viewer: str) -> tuple[str, ...]:
    """The fields of an event that a viewer may not see."""
    is_staff = _works(one.before, viewer)
    match one.event:
        case CardDealt(is_up=False):
            return ("card",)
        case CardDealt(box=box):
            return () if _sees_next(one.before, box, viewer) else ("card",)
        case CardEntered(box=box):
            return () if _sees_next(one.before, box, viewer) else ("entry",)
        case ShoeLoaded() | StackShuffled():
            return ("cards",)
        case CardBurned():
            return ("card",)
        case MisdealCalled():
            return ("collected",)
        case ShoeCommitted():
            return ("seed",)
        case CardsAwaited(command=command):
            # Of the commands that wait for cards, a report alone names players.
            return ("command",) if '"do":"report"' in command and not is_staff else ()
        case IrregularityReported():
            return () if is_staff else ("player", "card", "replacement")
        case _:
            return ()


def _works(state: TableState, viewer: str) -> bool:
    """Who is on duty, and an auditor, who looks on without being there."""
    return viewer in (*state.floor.staff, INSPECTOR)


def _keys(state: TableState, viewer: str) -> bool:
    """The pit of a table that is dealt by hand."""
    return not state.automations.cards and viewer in state.floor.staff


def _sees_next(state: TableState, box: int, viewer: str) -> bool:
    """The rule of the first two cards of a box, which may be face down (DD-6)."""
    is_open = state.rules.deal.player_cards == "face_up" or _keys(state, viewer)
    if box == 0 or is_open:
        return True
    area = state.box(box)
    assert area is not None
    return len(area.dealt) >= 2 or viewer in [name for name, _ in area.mains]


def told_too_much(one: Logged, told: Message, viewer: str) -> str:
    """What an event tells a viewer who may not know it; empty where that is nothing."""
    shown = msgspec.json.decode(told.event)
    for field in secret_fields(one, viewer):
        value = shown.get(field)
        if value not in BLANKS and not (isinstance(value, list) and set(value) <= {-1}):
            return f"{viewer!r} was told the {field} of event {one.version} ({shown['event']})"
    return ""


def shown_too_much(seen: dict[str, Any], state: TableState, viewer: str) -> str:
    """A card in a viewer's view that they may not see, or one that is not there."""
    dealer = seen["dealer_hands"].get(str(state.spot), {"cards": {}})["cards"]
    if state.has_hole and dealer[str(len(dealer) - 1)] != -1:
        return f"{viewer!r} sees the hole card"
    for box in state.boxes:
        names = [player for player, _ in box.mains]
        is_own = _keys(state, viewer) or viewer in names
        is_down = state.rules.deal.player_cards == "face_down" and not is_own
        for played in box.hands:
            hand = seen["boxes"][str(box.number)]["hands"][str(played.key)]
            cards = [*hand["cards"].values()]
            is_open = played.hand.is_split or played.how in ("bust", "blackjack")
            # Cards that a dealer has not turned over are seen by nobody here, then by all.
            is_open = (is_open or not is_down or played.is_shown) and not played.hand.has_unseen
            if is_open:
                if cards != [*played.hand.cards]:
                    return f"{viewer!r} sees other cards on box {box.number} than lie there"
            elif not set(cards[:2]) <= {-1} or hand["total"] != "":
                return f"{viewer!r} sees the cards of box {box.number}"
    return ""


def next_cards(state: TableState) -> bytes:
    """The order of the next cards as it would stand in a message; empty where there is none."""
    cards = state.shoe[state.position : state.position + NEXT]
    if len(cards) < NEXT or not state.automations.cards:
        return b""
    return ",".join(map(str, cards)).encode()
