"""Folds a log of events into the state they lead to."""

from collections.abc import Iterable
from functools import reduce

from pitboss.engine.events import AnyEvent
from pitboss.engine.evolve import evolve
from pitboss.engine.state import TableState


def replay(state: TableState, events: Iterable[AnyEvent]) -> TableState:
    """The state after all events, in order."""
    return reduce(evolve, events, state)
