"""One seat, played by commands to the engine or by tables of the rulebook's answers."""

from collections.abc import Sequence
from dataclasses import asdict, fields

import numpy as np

from pitboss.cards import Card
from pitboss.engine.state import BETTING
from pitboss.gym.observation import Ints, Mask, mask_of, observe
from pitboss.gym.side_wagers import lays
from pitboss.gym.table import ROUND, STEPS_MAX, LearnerTable, Setup, ShoeEmpty
from pitboss.sim.tables.choices import Seat, choice_tables
from pitboss.sim.tables.kept import known_choices
from pitboss.sim.tables.step_layout import Choices
from pitboss.sim.targets.single_table import SingleTable, Taken


class AtEngine:
    """The first seat of a table, played by the engine."""

    def __init__(self, setup: Setup) -> None:
        self._numbers: Sequence[int] = ()
        self.felt = LearnerTable(setup, self._number)
        self._seat = setup.seats[0]

    def _number(self, wager: str) -> int:
        return self._numbers[self.felt.setup.sides.index(wager)]

    def open(self, order: list[Card]) -> bool:
        """Begin an episode with a shoe in this order; return False if it has too few cards."""
        try:
            self.felt.open_with(order)
            self.felt.go_on()
        except ShoeEmpty:
            return False
        return True

    def take(self, action: int, numbers: Sequence[int] = ()) -> Taken:
        """Take an action if it is offered; ``numbers`` of a bet draw the prizes of its round."""
        table = self.felt
        if table.state.phase == BETTING:
            self._numbers = numbers
        is_cut, is_refused = False, False
        if not table.is_round_over:
            if action in table.menu(self._seat):
                try:
                    table.take(self._seat, action)
                    table.go_on()
                except ShoeEmpty:
                    is_cut = True
            else:
                is_refused = True
        gained = table.collect(self._seat)
        return Taken(gained, table.is_round_over and not is_cut, is_cut, is_refused)

    def seen(self) -> tuple[Ints, Mask]:
        """Return the observation and the action mask."""
        mask = mask_of(self.felt, self._seat)
        return observe(self.felt, self._seat, mask), mask


def choices_of(setup: Setup, *, steps_max: int = STEPS_MAX) -> Choices:
    """Return the tables of a seat; ``steps_max`` cuts off an episode of many tables."""
    rules = setup.rules
    seat = Seat(
        bets=setup.bets,
        actions=setup.actions,
        has_insurance=setup.insurance,
        penetration=None if setup.episode == ROUND else setup.penetration,
        steps_max=steps_max,
        lays=lays(rules, setup.sides),
    )
    # Payoffs of side wagers are not in the sections that identify tables.
    sides = (rules.wagers[name] for name in setup.sides)
    payoffs = (repr(getattr(side, field.name)) for side in sides for field in fields(side))
    return known_choices(rules, [asdict(seat), *payoffs], lambda: choice_tables(rules, seat))


class AtTables:
    """A seat of an environment, played by lookups."""

    def __init__(self, setup: Setup) -> None:
        self._table = SingleTable(choices_of(setup))

    def open(self, order: list[Card]) -> bool:
        """Begin an episode with a shoe in this order; return False if it has too few cards."""
        return self._table.open(order)

    def take(self, action: int, numbers: Sequence[int] = ()) -> Taken:
        """Take an action if it is offered; ``numbers`` of a bet draw the prizes of its round."""
        return self._table.take(action, numbers)

    def seen(self) -> tuple[Ints, Mask]:
        """Return the observation and the action mask."""
        table = self._table
        return np.array(table.seen, dtype=np.int64), np.array(table.mask, dtype=np.int8)
