"""Whose cards a viewer sees: those of a box lie face up, or are for its bettors alone.

At a table that is dealt by hand the pit sees them too: the dealer has keyed them.
"""

from pitboss.engine.state import DEALER, EXAMINER, ONLOOKER, TableState

AUDITOR = "auditor"
ALL_OPEN = (ONLOOKER, EXAMINER)
"""Viewers of what is over, to whom no card lies face down."""
FIRST_CARDS = 2
"""Cards of a player's first hand that may be dealt face down."""


def may_see_every_hand(state: TableState, viewer: str) -> bool:
    """Whether no hand lies face down to a viewer: at a table that is dealt by hand to the pit on
    duty, which keys the cards and rules on them (DD-6); an auditor waits for the end of the round.

    Where the server deals, nobody of the house needs to know a card before it is turned up.
    """
    if state.rules.deal.player_cards == "face_up" or viewer in ALL_OPEN:
        return True
    return not state.automations.cards and state.floor.staff.get(viewer, AUDITOR) != AUDITOR


def may_see_hand(state: TableState, box: int, viewer: str) -> bool:
    """Whether a viewer sees the first cards of a box: its bettors, the pit or all (DD-6)."""
    if may_see_every_hand(state, viewer):
        return True
    return bool(state.main(box, viewer))


def may_see_next(state: TableState, box: int, viewer: str) -> bool:
    """Whether a viewer sees the next card dealt face up; only the two of the deal may be hidden."""
    there = state.box(box)
    if box == DEALER or (there is not None and len(there.dealt) >= FIRST_CARDS):
        return True
    return may_see_hand(state, box, viewer)
