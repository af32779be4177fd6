"""Whose cards a viewer sees: those of a box lie face up, or are for its bettors and the staff."""

from pitboss.engine.state import DEALER, TableState

FIRST_CARDS = 2
"""Cards of a player's first hand that may be dealt face down."""


def may_see_hand(state: TableState, box: int, viewer: str) -> bool:
    """Whether a viewer sees the first cards of a box: its bettors and the staff, or all (DD-6)."""
    if state.is_staff(viewer) or state.rules.deal.player_cards == "face_up":
        return True
    return bool(state.main(box, viewer))


def may_see_next(state: TableState, box: int, viewer: str) -> bool:
    """Whether a viewer sees the next card dealt face up; only the two of the deal may be hidden."""
    there = state.box(box)
    if box == DEALER or (there is not None and len(there.dealt) >= FIRST_CARDS):
        return True
    return may_see_hand(state, box, viewer)
