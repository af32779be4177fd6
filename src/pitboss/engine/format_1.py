"""Events of logs of format 1, from before an event carried all that applying it needs.

What they leave out follows from the rules of the table that they happened at.
"""

from msgspec.structs import replace

from pitboss.engine.declare import Event
from pitboss.engine.floor.procedures import StepDone
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.sides.settling import StreakMoved
from pitboss.engine.state import TableState


def completed(event: Event, state: TableState) -> Event:
    """An event with what it did not say; ``state`` is the table before it."""
    rules = state.rules
    match event:
        case ShoeLoaded(is_shuffle=True):
            is_double = rules.shoe.compartments == "double"
            is_endless = rules.shoe.shuffler == "continuous"
            return replace(event, is_double=is_double, is_endless=is_endless)
        case StepDone(step=step, position=position):
            steps = rules.procedures.get(state.prep.procedure, ())
            cut_card = len(rules.stack) - position if step == "place_cut_card" else -1
            is_last = state.prep.steps + 1 >= len(steps)
            return replace(event, is_last=is_last, cut_card=cut_card)
        case StreakMoved(box=box, player=player):
            mine = [side for side in state.sides if (side.box, side.player) == (box, player)]
            pending = (side.wager for side in mine if rules.wagers[side.wager].kind.stays_up)
            return replace(event, wagers=tuple(pending))
        case _:
            return event
