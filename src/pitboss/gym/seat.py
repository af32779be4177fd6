"""A seat at the engine's own table: every action is a command that the rulebook judges."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.engine.state import BETTING
from pitboss.gym.observation import Ints, Mask, mask_of, observe
from pitboss.gym.table import Felt, Setup, ShoeEmpty
from pitboss.sim.targets.single_table import Taken


class AtEngine:
    """The first seat of a table, played by the engine."""

    def __init__(self, setup: Setup) -> None:
        self._numbers: Sequence[int] = ()
        self.felt = Felt(setup, self._number)
        self._seat = setup.seats[0]

    def _number(self, wager: str) -> int:
        return self._numbers[self.felt.setup.sides.index(wager)]

    def open(self, order: list[Card]) -> bool:
        """Begin an episode with a shoe in this order; False where its cards do not suffice."""
        try:
            self.felt.open_with(order)
            self.felt.go_on()
        except ShoeEmpty:
            return False
        return True

    def take(self, action: int, numbers: Sequence[int] = ()) -> Taken:
        """Take an action; one that is not offered changes nothing.

        The numbers that come with a bet draw the prizes of its round.
        """
        felt = self.felt
        if felt.state.phase == BETTING:
            self._numbers = numbers
        is_cut, is_refused = False, False
        if not felt.is_over:
            if action in felt.menu(self._seat):
                try:
                    felt.take(self._seat, action)
                    felt.go_on()
                except ShoeEmpty:
                    is_cut = True
            else:
                is_refused = True
        gained = felt.collect(self._seat)
        return Taken(gained, felt.is_over and not is_cut, is_cut, is_refused)

    def seen(self) -> tuple[Ints, Mask]:
        """What the player sees now, and which actions there are."""
        mask = mask_of(self.felt, self._seat)
        return observe(self.felt, self._seat, mask), mask
