"""Try commands on redrawn cards, to find out whether they would be refused.

A command that is carried out deals cards and may end the round. If it were tried on the cards to
come, the time of the answer would give them away: a hit that busts settles the hand.
"""

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.cards import UNSEEN
from pitboss.engine.automatic import decide_on
from pitboss.engine.declare import Command
from pitboss.engine.state import TableState
from pitboss.rulebook.refusals import Rejection
from pitboss.shuffle import shuffled


def refused_if_tried(
    state: TableState, command: Command, who: str, draw_seed: Callable[[], bytes]
) -> Rejection | None:
    """Return the refusal that a command gets with other cards to come, or None."""
    outcome = decide_on(with_other_cards(state, draw_seed()), command, draw_seed, who)
    return outcome if isinstance(outcome, Rejection) else None


def with_other_cards(state: TableState, seed: bytes) -> TableState:
    """Return the table with the unseen cards drawn again, independently of their true order."""
    if not state.automations.cards:
        return state
    has_hole = state.has_hole and state.hole != UNSEEN
    # A card that was exposed is known to all, and stays the next one.
    known = state.position + (state.exposed >= 0)
    unseen = [*state.shoe[known:], *([state.hole] if has_hole else [])]
    drawn = list(shuffled(sorted(unseen), seed))
    if has_hole:
        state = replace(state, hole=drawn.pop(_hole_place(state, drawn)))
    other = state.prep.other
    if other is not None:
        rest = shuffled(sorted(other.shoe[other.position :]), seed)
        side = replace(other, shoe=(*other.shoe[: other.position], *rest))
        state = state.with_prep(other=side)
    return replace(state, shoe=(*state.shoe[:known], *drawn))


def _hole_place(state: TableState, drawn: list[int]) -> int:
    """Return the index of the new hole card; it makes no blackjack once the dealer has looked."""
    if not state.is_checked:
        return 0
    places = (place for place, card in enumerate(drawn) if not state.dealer.add(card).is_blackjack)
    return next(places, 0)
