"""A draft: events written one after another, each applied at once, so that the next can see it."""

from pitboss.cards import Card
from pitboss.engine.declare import Event
from pitboss.engine.state import TableState
from pitboss.errors import Error
from pitboss.rulebook.refusals import Rejection

READ_YES, READ_NO = 100, 101
"""Answers of the card reader, among a dealer's entries."""
SKIP, SKIP_BOX = 102, 103
"""The dealer skipped a box: for now, or for good."""


class Refused(Error):
    """A command that the rules refuse; nothing changes. The message names the clause.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="As 6d 6h 9c Tc 5s")
    >>> table.sit("ann", 100)
    >>> table.bet("ann", 10)
    >>> table.deal()
    >>> try:
    ...     table.act("double")
    ... except pitboss.Refused as refused:
    ...     str(refused.code), refused.rejection.clause, refused.hint
    ('not_allowed', 'NZ-11.1', 'ann may hit, stand')
    """

    def __init__(self, rejection: Rejection, *, hint: str = "") -> None:
        super().__init__(str(rejection), code=rejection.code, place=rejection.where, hint=hint)
        self.rejection = rejection


class Needed(Exception):
    """Stops a decision until the dealer enters what comes next from a physical shoe."""

    def __init__(self, box: int, hand: int, what: str) -> None:
        super().__init__(f"{what} for {box}.{hand}")
        self.box, self.hand, self.what = box, hand, what


class Draft:
    """The events of a command, and the state after each."""

    used = 0
    """Number of entries read."""
    carried: Card = -1
    """A determinant card that is dealt to the first box."""

    def __init__(self, state: TableState, entered: tuple[int, ...] = ()) -> None:
        self.state, self.rules = state, state.rules
        self.events: list[Event] = []
        self.states: list[TableState] = []
        self.is_manual, self.entered = not state.automations.cards, entered

    def add(self, event: Event) -> None:
        """Write an event and apply it."""
        self.events.append(event)
        self.state = state = event.apply(self.state)
        self.states.append(state)

    def entry(self, box: int, hand: int, what: str) -> int:
        """Return the dealer's next keyed entry; raise ``Needed`` if it is missing."""
        if self.used >= len(self.entered):
            raise Needed(box, hand, what)
        self.used += 1
        return self.entered[self.used - 1]
