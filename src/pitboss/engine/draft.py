"""A draft: events written one after another, each applied at once, so that the next can see it."""

from pitboss.cards import Card
from pitboss.engine.events import AnyEvent, CardDealt
from pitboss.engine.evolve import evolve
from pitboss.engine.state import TableState
from pitboss.rulebook.refusals import Code, Rejection


class Refused(Exception):
    """Ends a decision half way: the whole command is refused and nothing of the draft is kept."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(str(rejection))
        self.rejection = rejection


class Draft:
    """What a command leads to: the events, and the state after them."""

    __slots__ = ("events", "rules", "state")

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.rules = state.rules
        self.events: list[AnyEvent] = []

    def add(self, event: AnyEvent) -> None:
        """Write an event and apply it."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def deal(self, box: int, hand: int, *, is_up: bool = True) -> Card:
        """Deal the next card of the shoe to a hand; box 0 is the dealer."""
        state = self.state
        if state.position >= len(state.shoe):
            rejection = self.rules.refuse(
                Code.SHOE_EMPTY, "shoe.runs_out", "the shoe has run out of cards"
            )
            raise Refused(rejection)
        card = state.shoe[state.position]
        self.add(CardDealt(box, hand, card, is_up))
        return card
