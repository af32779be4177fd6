"""A draft: events written one after another, each applied at once, so that the next can see it."""

from pitboss.cards import Card
from pitboss.engine.event import DEALER
from pitboss.engine.events import AnyEvent, CardDealt
from pitboss.engine.evolve import APPLY
from pitboss.engine.floor_events import CardBurned, CardDiscarded, CutCardReached
from pitboss.engine.state import BETTING, TableState
from pitboss.rulebook.refusals import Code, Rejection

UNSEEN: Card = -2
"""A card from a physical shoe that lies face down: nobody knows it yet."""
READ_YES, READ_NO = 100, 101
"""What the card reader said, among the entries of a dealer."""
SKIP, SKIP_BOX = 102, 103
"""A place that the dealer passed over: for now, or for good."""


class Refused(Exception):
    """Ends a decision half way: the whole command is refused and nothing of the draft is kept."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(str(rejection))
        self.rejection = rejection


class Needed(Exception):
    """Stops a decision until the dealer enters what comes next from a physical shoe."""

    def __init__(self, box: int, hand: int, what: str) -> None:
        super().__init__(f"{what} for {box}.{hand}")
        self.box = box
        self.hand = hand
        self.what = what
        """``card``, ``hole`` or ``reading``."""


class Draft:
    """What a command leads to: the events, and the state after each of them."""

    __slots__ = ("carried", "entered", "events", "is_manual", "rules", "state", "states", "used")

    def __init__(self, state: TableState, entered: tuple[int, ...] = ()) -> None:
        self.state = state
        self.rules = state.rules
        self.events: list[AnyEvent] = []
        self.states: list[TableState] = []
        self.is_manual = not state.automations.cards
        self.entered = entered
        self.used = 0
        self.carried: Card = -1
        """A determinant card that is dealt on to the first box."""

    def add(self, event: AnyEvent) -> None:
        """Write an event and apply it."""
        self.events.append(event)
        self.state = state = APPLY[type(event)](self.state, event)
        self.states.append(state)

    def deal(self, box: int, hand: int, *, is_up: bool = True) -> Card:
        """Deal the next card of the shoe to a hand; box 0 is the dealer.

        Gives ``SKIP`` or ``SKIP_BOX`` where a human dealer passed the place over.
        """
        if self.state.prep.cut_card >= 0:
            self.watch_cut_card(box)
        state = self.state
        if self.carried >= 0:
            card, self.carried = self.carried, -1
        elif self.is_manual:
            card = state.exposed if state.exposed >= 0 else self._entered(box, hand, is_up=is_up)
            if card in (SKIP, SKIP_BOX):
                return card
        else:
            position = state.position
            card = state.shoe[position] if position < len(state.shoe) else self.next_card()
        self.add(CardDealt(box, hand, card, is_up))
        return card

    def _entered(self, box: int, hand: int, *, is_up: bool) -> Card:
        return self.entry(box, hand, "card") if is_up else UNSEEN

    def next_card(self) -> Card:
        """The card at the front of the shoe (T-f-1); one that has run out refuses the command."""
        return self.card_at(self.state.shoe, self.state.position)

    def card_at(self, shoe: tuple[Card, ...], position: int) -> Card:
        """A card of a shoe; where there is none the whole command is refused."""
        if position >= len(shoe):
            text = "the shoe has run out of cards"
            raise Refused(self.rules.refuse(Code.SHOE_EMPTY, "shoe.runs_out", text))
        return shoe[position]

    def entry(self, box: int, hand: int, what: str) -> int:
        """The next thing that the dealer has entered; where there is none, the command waits."""
        if self.used >= len(self.entered):
            raise Needed(box, hand, what)
        self.used += 1
        return self.entered[self.used - 1]

    def hole_card(self) -> Card:
        """The dealer's face-down card, as it is turned over."""
        return self.entry(DEALER, 2, "hole") if self.state.hole == UNSEEN else self.state.hole

    def watch_cut_card(self, box: int) -> None:
        """The cutting card may come out: this round, or one more, is the last of the shoe."""
        prep = self.state.prep
        if not 0 <= prep.cut_card <= self.state.position:
            return
        # With the determinant card that of the other side may have come out before this one.
        is_other_out = prep.due_side == 1 - prep.side and not prep.is_both_due
        if prep.cut_at < 0 or is_other_out:
            self.meet_cut_card(box, prep.side)

    def meet_cut_card(self, box: int, side: int) -> None:
        """The cutting card of a side comes out."""
        is_one_more = self.rules.shoe.rounds_after_cut_card == "one_more"
        last = self.state.round + (1 if is_one_more else 0)
        if self.state.phase == BETTING and self.rules.shoe.cut_card_first == "play":
            # It came out between rounds: the coming round is played.
            last += 1
        clause = self.rules.clause("shoe.rounds_after_cut_card")
        self.add(CutCardReached(box, last, clause, side))

    def burn(self, clause: str) -> None:
        """Put the next card face down in the discard rack."""
        self.watch_cut_card(DEALER)
        card = UNSEEN if self.is_manual else self.next_card()
        self.add(CardBurned(card, clause))

    def discard(self, clause: str) -> None:
        """Take the next card out of play."""
        self.watch_cut_card(DEALER)
        card = UNSEEN if self.is_manual else self.next_card()
        self.add(CardDiscarded(card, clause))
