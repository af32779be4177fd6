"""The order of a shoe that is still sealed: from its seed, or any that fits the cards in the open.

A command that draws cards can be decided again from such an order. A log that no order fits is
forged; one that some order fits is not proven by that.
"""

from collections import Counter
from collections.abc import Iterable

from pitboss.cards import DECK, Card, show_card
from pitboss.engine.declare import Event, evolve
from pitboss.engine.floor.closing import ShoeVoided
from pitboss.engine.shoe.drawing import BurnShown, CardBurned
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.state import TableState
from pitboss.rulebook.rules import Rules
from pitboss.shuffle import cut

Numbered = Iterable[tuple[int, Event]]


def side_of(rules: Rules, side: int) -> int:
    """Return the compartment of a double shoe; batches follow one another like any shoes."""
    return side if rules.shoe.compartments == "double" else 0


def uncut(command: LoadShoe, order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the stack as it was before the cut of a command that leads to this order."""
    return cut(order, len(order) - command.cut) if 0 < command.cut < len(order) else order


def fitting_order(state: TableState, events: Numbered) -> tuple[Card, ...] | str:
    """Return an order that fits the cards of these events, or the reason why no order does.

    ``events`` begin with the one that loads the shoe; ``state`` is the table before them.
    """
    drawn = _find_drawn(state, iter(events))
    left = Counter(state.rules.stack)
    left.subtract(drawn.values())
    excess = next((card for card, count in left.items() if count < 0), -1)
    if excess >= 0:
        named = show_card(excess) if excess in DECK else "a card"
        return f"more of {named} left the shoe than are in it"
    rest = list(left.elements())
    places = len(state.rules.stack)
    if any(place >= places for place in drawn):
        return "more cards left the shoe than are in it"
    return tuple(drawn[place] if place in drawn else rest.pop() for place in range(places))


def _find_drawn(state: TableState, events: Iterable[tuple[int, Event]]) -> dict[int, Card]:
    """Return the cards that left a shoe in the open, by their places in it."""
    drawn: dict[int, Card] = {}
    side, burned = -1, -1
    for _, event in events:
        if isinstance(event, ShoeVoided):
            break
        if isinstance(event, ShoeLoaded):
            its = side_of(state.rules, event.side)
            if side >= 0 and (its == side or not event.is_shuffle):
                break
            side = its if side < 0 else side
        try:
            after = evolve(state, event)
        except Exception:  # A forged event may do anything; the check that applies it reports it.
            break
        place = _count_drawn(state).get(side, 0)
        if not isinstance(event, ShoeLoaded) and _count_drawn(after).get(side, 0) == place + 1:
            card = getattr(event, "card", -1)
            burned = place if isinstance(event, CardBurned) else burned
            if card >= 0:
                drawn[place] = card
        elif isinstance(event, BurnShown) and burned >= 0:
            drawn[burned] = event.card
        state = after
    return drawn


def _count_drawn(state: TableState) -> dict[int, int]:
    """Return how many cards have left each compartment."""
    side = side_of(state.rules, state.prep.side)
    places = {side: state.position}
    if state.prep.other is not None:
        places[1 - side] = state.prep.other.position
    return places
