"""Who may see what: the one function that redacts events, and the rule behind it."""

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.events import DEALER, AnyEvent, CardDealt, RoundEnded, ShoeLoaded
from pitboss.engine.floor_events import CardBurned, MisdealCalled, StackShuffled
from pitboss.engine.state import TableState

HIDDEN: Card = -1
"""Stands for a card that the viewer may not see."""

FIRST_CARDS = 2
"""Cards of a player's first hand that may be dealt face down."""


def may_see_hand(state: TableState, box: int, viewer: str) -> bool:
    """Whether a viewer sees the first cards of a box: its bettors and the staff, or all (DD-6)."""
    if viewer in state.floor.staff:
        return True
    if state.rules.deal.player_cards == "face_up":
        return True
    found = state.box(box)
    return found is not None and bool(found.main(viewer))


def redact(state: TableState, event: AnyEvent, viewer: str) -> AnyEvent:
    """An event as a viewer may see it; ``state`` is the table before the event."""
    match event:
        case ShoeLoaded(cards) | StackShuffled(cards):
            return replace(event, cards=(HIDDEN,) * len(cards))
        case CardBurned():
            return replace(event, card=HIDDEN)
        case MisdealCalled(collected=collected):
            return replace(event, collected=(HIDDEN,) * len(collected))
        case CardDealt(box=box, is_up=is_up):
            if not is_up:
                return replace(event, card=HIDDEN)
            if box != DEALER and not _is_open_card(state, event, viewer):
                return replace(event, card=HIDDEN)
        case RoundEnded(collected=collected):
            # Hands that were never shown go to the rack face down.
            if state.rules.deal.player_cards == "face_down" or state.has_hole:
                return replace(event, collected=(HIDDEN,) * len(collected))
    return event


def _is_open_card(state: TableState, event: CardDealt, viewer: str) -> bool:
    """Further cards lie face up; only the two of the deal may be hidden."""
    box = state.box(event.box)
    assert box is not None
    return len(box.dealt) >= FIRST_CARDS or may_see_hand(state, event.box, viewer)
