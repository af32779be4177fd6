"""Cards that have not been dealt stay unknown: a script lists those that left the shoe.

The order of a stack is in the command that brought it in. What was dealt from it is known; the rest
is left out, and comes in a fixed order when the script is played.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from pitboss.cards import Card, CardError, rest_of, show_card
from pitboss.engine.declare import Command, Event
from pitboss.engine.floor.cut import RecutOrdered, StackCut
from pitboss.engine.floor.procedures import Perform, StackShuffled
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.state import BETTING, TableState
from pitboss.shuffle import cut


@dataclass
class _Stack:
    """The cards of one command, in the order of the shoe."""

    cards: tuple[Card, ...]
    out: int = 0
    """Number of cards that have left the shoe, from the front."""
    cuts: list[int] = field(default_factory=list)
    """Places at which the command's stack was cut since."""
    is_whole: bool = False
    """True if the order was set for a script, and is shown as it is."""
    left: tuple[Card, ...] = ()
    """Cards that were left in the shoe when the discards were shuffled and put behind them."""
    under: "_Stack | None" = None
    """The stack that those came from."""
    burns: int = 0
    """Cards of the new stack that lie before those that were left."""

    def reach(self, position: int) -> None:
        """Note that this many cards have left the shoe."""
        if position > self.out:
            self.out = position
            if self.under is not None:
                rest = max(0, min(position - self.burns, len(self.left)))
                self.under.reach(len(self.under.cards) - len(self.left) + rest)

    def listed(self) -> tuple[Card, ...]:
        """Return the cards of the command that have left the shoe."""
        if self.is_whole:
            return self.cards
        own = self.cards[: self.burns] + self.cards[self.burns + len(self.left) :]
        early = min(self.out, self.burns)
        return own[: early + max(0, self.out - self.burns - len(self.left))]

    def uncut(self) -> tuple[Card, ...]:
        """Return all cards as before the cuts; those still in the shoe in a fixed order."""
        cards = _with_rest(self.cards, self.out)
        for position in reversed(self.cuts):
            cards = cut(cards, len(cards) - position)
        return cards


class Undealt:
    """Follows the cards of a table from stack to shoe, and knows which have left it."""

    def __init__(self, start: TableState) -> None:
        side, other = start.prep.side, start.prep.other
        second = _Stack(other.shoe, other.position) if other else _Stack(())
        self._shoes = {side: _Stack(start.shoe, start.position), 1 - side: second}
        self._first = dict(self._shoes)
        self._stack = _Stack(start.prep.stack)
        self._by_entry: dict[int, _Stack] = {}

    def note(self, entry: int, command: Command, event: Event, before: TableState) -> None:
        """Take account of an event of one of the commands; ``before`` is the table before it."""
        match event:
            case StackShuffled(cards):
                self._stack = self._by_entry[entry] = _Stack(cards)
            case StackCut(position=position):
                self._stack.cuts.append(position)
            case RecutOrdered():
                self._stack = self._shoes[before.prep.side]
            case ShoeLoaded() if isinstance(command, LoadShoe):
                is_refill = before.phase != BETTING
                loaded = _Stack(event.cards, is_whole=not is_refill and not event.is_shuffle)
                if is_refill:
                    loaded.left = before.shoe[before.position :]
                    loaded.under = self._shoes[before.prep.side]
                    loaded.burns = int(before.rules.shoe.refill_burn and before.automations.burn)
                side = event.side if event.is_shuffle else before.prep.side
                self._shoes[side] = self._by_entry[entry] = loaded
            case ShoeLoaded():
                self._stack.cards = event.cards
                self._shoes[event.side] = self._stack
        after = event.apply(before)
        # A card that was exposed lies in the shoe and is known.
        self._shoes[after.prep.side].reach(after.position + (after.exposed >= 0))
        if after.prep.other is not None:
            self._shoes[1 - after.prep.side].reach(after.prep.other.position)

    def hidden(self, entry: int, command: Command) -> Command:
        """Return a command without the order of cards that are still to come."""
        stack = self._by_entry.get(entry)
        if stack is None:
            return command
        if isinstance(command, LoadShoe):
            return replace(command, cards=stack.uncut() if stack.cuts else stack.listed(), cut=0)
        assert isinstance(command, Perform)
        return replace(command, cards=stack.uncut())

    def hidden_start(self, start: TableState) -> TableState:
        """Return the table at the start, likewise without the order of the shoe."""
        prep, side = start.prep, start.prep.side
        if prep.other is not None:
            out = self._first[1 - side].out
            prep = replace(prep, other=replace(prep.other, shoe=_with_rest(prep.other.shoe, out)))
        prep = replace(prep, stack=tuple(sorted(prep.stack)))
        return replace(start, shoe=_with_rest(start.shoe, self._first[side].out), prep=prep)


def _with_rest(cards: Sequence[Card], known: int) -> tuple[Card, ...]:
    """Return cards with those after the first known ones in a fixed order."""
    return (*cards[:known], *sorted(cards[known:]))


def complete_stack(state: TableState, command: LoadShoe) -> LoadShoe:
    """Return a stack of which a script lists the first cards, with the rest in a fixed order.

    Raises ``CardError`` if more cards are listed than there are.
    """
    if not command.is_shuffle:
        return command
    stack, rest = state.rules.stack, list(state.discards)
    if state.phase == BETTING:
        return replace(command, cards=command.cards + rest_of(stack, command.cards))
    for card in command.cards:
        if card not in rest:
            raise CardError(f"{show_card(card)} is not among the discards")
        rest.remove(card)
    return replace(command, cards=(*command.cards, *sorted(rest)))
