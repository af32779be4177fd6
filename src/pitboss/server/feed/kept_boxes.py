"""Boxes that are kept for their last bettors through the next betting window.

The rulebooks do not say whose box it is between two rounds, so this is a rule of the server: the
engine and the log do not have it. It ends when the player leaves, sits the round out or is ready
for the deal. At a table of people the dealer watches over the boxes.
"""

from collections.abc import Iterable, Mapping, Set

from pitboss.engine.offers import Offer
from pitboss.engine.state import BETTING, MAIN, TableState
from pitboss.wire.protocol import Refused


def kept_boxes(state: TableState, present: Set[str], given_up: Set[str]) -> Mapping[int, str]:
    """Return the boxes that wait for the player of the last round, each with the player's name.

    ``present`` are those who are connected, ``given_up`` those who have said that they do not bet.
    """
    if state.phase != BETTING or state.is_locked or not state.automations.cards:
        return {}
    least = state.rules.limits.min_bet
    return {
        box: name
        for box, name in state.floor.last_boxes
        if name in present
        and name not in given_up
        and not state.box(box)
        and state.chips.get(name, 0) >= least
    }


def without_kept(offers: Iterable[Offer], name: str, kept: Mapping[int, str]) -> tuple[Offer, ...]:
    """Return the offers to a player without those of boxes that are kept for others."""
    return tuple(offer for offer in offers if not is_kept(offer.do, offer.box, name, kept))


def is_kept(do: str, box: int, name: str, kept: Mapping[int, str]) -> bool:
    """Return True if this is a wager on a box that is kept for another player."""
    return do == "place_wager" and kept.get(box, name) != name


def kept_refusal(box: int, kept: Mapping[int, str]) -> Refused:
    """Return the refusal of a wager on a box that is kept for another player."""
    text = f"box {box} is kept for {kept[box]} until the cards are dealt"
    return Refused("box_taken", text, where=str(box))


def for_bot(offers: Iterable[Offer], name: str, state: TableState) -> tuple[Offer, ...]:
    """Return the offers that a bot takes up: a bot sits where no other player sat last."""
    last = dict(state.floor.last_boxes)
    fitting = tuple(
        offer
        for offer in offers
        if (offer.do, offer.wager) != ("place_wager", MAIN) or last.get(offer.box, name) == name
    )
    own = {box for box, player in last.items() if player == name}
    mains = {offer.box for offer in fitting if offer.wager == MAIN}
    # A bot goes back to its box while nobody has taken it.
    return tuple(
        offer for offer in fitting if offer.wager != MAIN or not own & mains or offer.box in own
    )
