"""What to do with the chips: box by box in the rulebook's order, in which chips, by which clause.

Wagers are settled in the order in which the rulebook has them collected and paid, early ones when
they are decided; so the moves of a round come in that order, and stay until the next deal.
"""

import msgspec

from pitboss.engine.state import TableState
from pitboss.engine.state.boxes import ChipMove
from pitboss.money import Cents

VALUES: tuple[Cents, ...] = (
    5_000_00, 1_000_00, 500_00, 100_00, 25_00, 5_00, 1_00,
)  # fmt: skip
"""What chips are worth, where the table has no other."""
SMALL_VALUES: tuple[Cents, ...] = (50, 25)
"""What amounts are paid with that are not whole."""


class Chips(msgspec.Struct, frozen=True):
    """Chips of one value."""

    value: Cents
    count: int


class ChipTask(ChipMove, frozen=True):
    """A move of chips with those that are paid out."""

    chips: tuple[Chips, ...] = ()
    """What is paid, the largest first."""
    change: Cents = 0
    """What no chip makes."""


def chip_tasks(state: TableState) -> tuple[ChipTask, ...]:
    """What the dealer does with the chips of this round, or of the last until the next deal."""
    return tuple(_task(state, move) for move in state.chip_moves)


def _task(state: TableState, move: ChipMove) -> ChipTask:
    chips, change = in_chips(move.pay, state.rules.limits.chip_unit)
    return ChipTask(**msgspec.structs.asdict(move), chips=chips, change=change)


def in_chips(amount: Cents, unit: Cents) -> tuple[tuple[Chips, ...], Cents]:
    """An amount in chips, the largest first, and what is left; ``unit`` is the smallest chip."""
    small = SMALL_VALUES if amount % 100 else ()
    chips: list[Chips] = []
    for value in sorted({*VALUES, *small, unit}, reverse=True):
        count, amount = divmod(amount, value)
        if count:
            chips.append(Chips(value, count))
    return tuple(chips), amount
