"""Visibility of cards to a viewer.

A box's cards are face up, or only for its bettors. At a table dealt by hand the pit sees them too:
the dealer has keyed them.
"""

from pitboss.engine.state import DEALER, EXAMINER, ONLOOKER, TableState

AUDITOR = "auditor"
ALL_OPEN = (ONLOOKER, EXAMINER)
"""Viewers of finished rounds and shoes, who see every card."""
FIRST_CARDS = 2
"""Cards of a player's first hand that may be dealt face down."""


def may_see_every_hand(state: TableState, viewer: str) -> bool:
    """Return True if no hand is face down to a viewer.

    At a table dealt by hand that is the pit on duty, which keys the cards and rules on them (DD-6);
    an auditor waits for the end of the round. If the server deals, no staff member needs to know a
    card before it is turned up.
    """
    if state.rules.deal.player_cards == "face_up" or viewer in ALL_OPEN:
        return True
    return not state.automations.cards and state.floor.staff.get(viewer, AUDITOR) != AUDITOR


def may_see_hand(state: TableState, box: int, viewer: str) -> bool:
    """Return True if a viewer sees the first cards of a box: its bettors, the pit or all (DD-6)."""
    if may_see_every_hand(state, viewer):
        return True
    return bool(state.main(box, viewer))


def may_see_next(state: TableState, box: int, viewer: str) -> bool:
    """Return True if a viewer sees the box's next card; only its first two may be hidden."""
    there = state.box(box)
    if box == DEALER or (there is not None and len(there.dealt) >= FIRST_CARDS):
        return True
    return may_see_hand(state, box, viewer)
