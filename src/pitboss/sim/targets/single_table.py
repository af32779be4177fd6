"""One table that waits for its player, run by Python: the kernel's own functions over lists.

Nothing is compiled, so that it is ready at once. A call of compiled code would cost more than a
step does here, because it unpacks the arrays of the tables each time.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import getitem, setitem
from typing import Any, NamedTuple, cast

from pitboss.cards import Card
from pitboss.sim.kernels.build import build
from pitboss.sim.kernels.waiting import WAITS
from pitboss.sim.tables import layout
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.layout import KernelSpec, ShoeState
from pitboss.sim.tables.step_layout import Choices, seen_width, step_spec


@lru_cache(maxsize=8)
def functions(spec: KernelSpec) -> dict[str, Any]:
    """Return the functions of the kernel as plain Python, which index lists directly."""
    own = {
        "to_int": int,
        "card_at": getitem,
        "put_card": setitem,
        "number": lambda t, place: t.numbers[place],
        # The numbers that draw prizes come with the bet.
        "prize_number": lambda numbers, side: numbers[side],
    }
    return build(spec, lambda function, _name: function, places=own)


class Taken(NamedTuple):
    """The result of an action."""

    reward: float
    """Amount settled by the action, in least wagers."""
    is_over: bool
    is_cut: bool
    """True if the shoe has run out."""
    is_refused: bool
    """True if the action was not legal, and changed nothing."""


class SingleTable:
    """A table that deals from a shoe in a given order, one action after another."""

    def __init__(self, tables: Choices) -> None:
        lists: Any = Choices(*(array.tolist() for array in tables))
        self._tables, self._spec = lists, step_spec(tables)
        self._bind()
        self._size, self._unit = lists.numbers[step.SIZE], lists.numbers[step.UNIT]
        self._last: Card = lists.shoe[-1]
        self._table: Any = [0] * step.TABLE_WIDTH
        self._counts: Any = [0] * step.VALUES
        self._shoe = ShoeState(*cast(tuple[Any, ...], (lists, lists.shoe, (), [0, 0, 0, 0])))
        actions = lists.numbers[step.ACTIONS]
        self.mask: Any = [0] * actions
        """1 for each legal action."""
        self.seen: Any = [0] * seen_width(tables, self._spec)
        """The player's observation: features, cards seen by value, the mask, and streaks."""

    def _bind(self) -> None:
        made = functions(self._spec)
        self._open, self._carry_on = made["open_table"], made["carry_on"]
        self._take, self._tell, self._mask_of = made["taken"], made["observe"], made["mask_of"]

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without the functions, which cannot be pickled."""
        return {name: value for name, value in vars(self).items() if not callable(value)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def open(self, order: list[Card]) -> bool:
        """Begin an episode with a shoe in this order; return True if it has the cards to deal."""
        cards: Any = [*order, self._last]
        self._shoe = self._shoe._replace(cards=cards)
        todo = self._open(self._shoe, self._table, self._counts)
        # All cards are in order, so that none is drawn at random.
        self._shoe.at[layout.AT_FILLED] = self._size
        is_cut = todo != WAITS and self._carry_on(self._shoe, self._table, self._counts, todo, 0)
        self._show()
        return not is_cut

    def take(self, action: int, numbers: Sequence[int] = ()) -> Taken:
        """Take an action, and play on until the next decision.

        ``numbers`` below 2^32, one for each side wager, come with a bet and draw the prizes of its
        round.
        """
        table = self._table
        if table[step.PHASE] == step.BET:
            self._shoe = self._shoe._replace(rng=cast(Any, numbers))
        is_refused, is_cut = False, False
        if table[step.PHASE] != step.OVER:
            is_known = 0 <= action < len(self.mask)
            if is_known and self._mask_of(self._tables, table) >> action & 1:
                todo, now = self._take(self._tables, table, action)
                table[step.BEFORE] = table[step.GAINED]
                if todo != WAITS:
                    is_cut = self._carry_on(self._shoe, table, self._counts, todo, now)
            else:
                is_refused = True
        reward = table[step.GAINED] / self._unit
        table[step.GAINED] = 0
        self._show()
        return Taken(reward, table[step.PHASE] == step.OVER and not is_cut, is_cut, is_refused)

    def _show(self) -> None:
        self._tell(self._tables, self._table, self.seen, self.mask)
        self.seen[step.FEATURES : step.FEATURES + step.VALUES] = self._counts
