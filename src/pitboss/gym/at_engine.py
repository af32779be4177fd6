"""A seat at the engine's own table: every action is a command that the rulebook judges."""

from pitboss.cards import Card
from pitboss.gym.felt import Felt, Setup, ShoeEmpty
from pitboss.gym.sight import Ints, Mask, mask_of, observe
from pitboss.sim.single_table import Taken


class AtEngine:
    """The first seat of a table, played by the engine."""

    def __init__(self, setup: Setup) -> None:
        self.felt = Felt(setup)
        self._seat = setup.seats[0]

    def open(self, order: list[Card]) -> bool:
        """Begin an episode with a shoe in this order; False where its cards do not suffice."""
        try:
            self.felt.open_with(order)
            self.felt.go_on()
        except ShoeEmpty:
            return False
        return True

    def take(self, action: int) -> Taken:
        """Take an action; one that is not offered changes nothing."""
        felt = self.felt
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
