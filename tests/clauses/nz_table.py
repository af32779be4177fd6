"""New Zealand tables with staff, whose cards are made ready step by step."""

from pitboss.cards import Card
from tests.clauses.staffed import BY_STEPS, StaffedTable, staffed

CUT = 52
"""Where the stack is cut unless a test says otherwise."""


def unopened(*players: str, **options: object) -> StaffedTable:
    """A table whose cards the staff has still to open, with players in order of arrival."""
    return staffed("nz", *(players or ("ann",)), automations=BY_STEPS, **options)


def uncut(final: tuple[Card, ...], position: int = CUT) -> tuple[Card, ...]:
    """The stack that a cut at this place brings into its final order."""
    return (*final[-position:], *final[:-position])


def ready(
    cards: str, *wagers: str, start: int = 0, behind: int = 0, **options: object
) -> StaffedTable:
    """A table opened, shuffled and cut by its staff, with these wagers placed.

    The cards lie at ``start``; those before them are found face up and discarded.
    """
    table = unopened(*dict.fromkeys(line.split()[1] for line in wagers), **options)
    table.carry_out("opening")
    count, shoe = len(cards.split()), table.shoe(cards)
    final = (*shoe[count : count + start], *shoe[:count], *shoe[count + start :])
    table.carry_out("shuffle", cards=uncut(final), behind=behind)
    table.discard(start)
    table.bet(*wagers)
    return table
