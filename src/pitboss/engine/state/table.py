"""The state of a table: frozen, and rebuilt from its events at any time."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.state.books import HouseBooks
from pitboss.engine.state.boxes import Box, Button, ChipMove, Insured, PlayedHand, Settled, SideBet
from pitboss.hands import Hand
from pitboss.money import Cents, Nets
from pitboss.rulebook.options.changes import with_changes
from pitboss.rulebook.rules import Rules

DEALER = 0
"""The box number that stands for the dealer's hand."""
MAIN, ANTE, INSURANCE = "main", "ante", "insurance"
ONLOOKER = "-"
"""An outsider once the shoe is over: every card lies open, and what is for the staff does not."""
INSPECTOR = "+"
"""An auditor who looks on: on the staff, and no card that lies face down is open to them."""
EXAMINER = "*"
"""The staff after the end of a round: every card lies open, and so does what is for the staff."""
COUPON = "match_play"
"""The name under which a match play coupon is placed and settled."""

BETTING, DEALING, OFFERING, PLAYING, DEALER_TURN, SETTLING = (
    "betting", "dealing", "offering", "playing", "dealer", "settling",
)  # fmt: skip
"""The parts of a round. In ``offering`` insurance and even money are open."""


class Automations(msgspec.Struct, frozen=True, gc=False):
    """What the table does by itself; a person does the rest."""

    cards: bool = True
    """Cards come from the order that was loaded; otherwise the dealer enters each one."""
    procedures: bool = True
    """Loading a shoe stands for all steps of its preparation; otherwise the staff does each."""
    burn: bool = False
    """Cards are burned as the rulebook says; a script leaves them out."""
    checks: bool = True
    """Payouts that the staff must verify are paid by themselves."""
    remembers: bool = False
    """What was keyed is remembered, so that it can be taken back."""


SCRIPTED = Automations()
"""Everything by itself, and no card burned."""
ONLINE = Automations(burn=True)
"""Everything by itself."""
BY_HAND = Automations(cards=False, procedures=False, burn=True, checks=False, remembers=True)
"""A human dealer with a physical shoe."""


class PostedNotice(msgspec.Struct, frozen=True, gc=False):
    """Options that will change, as everybody at the table can read."""

    by: str
    changes: dict[str, str]
    was: dict[str, str]
    from_ms: int
    """When at the earliest: milliseconds since the epoch."""
    clause: str


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """A correction that one person proposed, and another has neither confirmed nor rejected."""

    by: str
    player: str
    amount: Cents
    reason: str
    number: int = 0
    """From 1; 0 in logs from before corrections were numbered."""
    round: int = 0
    """The round, the box, the hand (0 for a side wager) and the wager that was settled wrongly."""
    box: int = 0
    hand: int = 0
    wager: str = ""


class Floor(msgspec.Struct, frozen=True, gc=False):
    """The people at the table, and what they have ruled."""

    staff: dict[str, str] = {}
    """Roles by name."""
    arrivals: tuple[str, ...] = ()
    """Players in the order in which they came."""
    last_boxes: tuple[tuple[int, str], ...] = ()
    """Boxes of the last round with their seated players."""
    last_wagers: tuple[tuple[int, str, str, tuple[Cents, ...]], ...] = ()
    """Box, player, wager and amounts as the last round was dealt, where the dealer keys them."""
    permitted: frozenset[str] = frozenset()
    """Players whom the house lets bet although they sat out."""
    one_box: frozenset[str] = frozenset()
    """Players whom the house keeps to one box."""
    is_reader_off: bool = False
    is_button_off: bool = False
    shuffler: str = ""
    """``failed`` while the machine is out of use and not covered, then ``covered``."""
    damaged: tuple[Card, ...] = ()
    """Cards that are to be replaced before the next round."""
    damaged_by: str = ""
    """The clause behind that."""
    paused: str = ""
    """Why nothing goes on."""
    paused_by: str = ""
    """The clause behind that."""
    refusers: frozenset[str] = frozenset()
    """Players who refused an exposed card in this round."""
    waiting: tuple[str, ...] = ()
    late_insurance: tuple[tuple[int, str], ...] = ()
    """Boxes and players who may still insure."""
    corrections: tuple[Proposal, ...] = ()
    """Those that wait for a second person."""
    corrections_ever: int = 0
    """How many have been proposed: the number of the last."""
    taker: str = ""
    """A dealer who would take the table over from the one on duty."""
    handed_to: str = ""
    """Whom the dealer on duty would hand the table over to."""
    has_new_dealer: bool = False
    """A dealer has come who has not burned a card yet."""
    stood_empty: str = ""
    """The clause by which the floor decides about the cards, as nobody was left at the table."""
    notice: PostedNotice | None = None
    changed: dict[str, str] = {}
    """Options that have changed since the table was opened."""
    books: HouseBooks = HouseBooks()


class Preparation(msgspec.Struct, frozen=True, gc=False):
    """The cards before they are dealt: procedures, the cut, the cutting card."""

    procedure: str = ""
    steps: int = 0
    """How many steps of it are done."""
    done_by: tuple[tuple[str, str], ...] = ()
    """These steps, each with who did it."""
    stack: tuple[Card, ...] = ()
    """Shuffled, not yet in the shoe."""
    is_opened: bool = False
    """The cards were inspected and made ready once."""
    has_loaded: bool = False
    refused: tuple[str, ...] = ()
    """Players who declined the cut."""
    words: tuple[tuple[str, str], ...] = ()
    """Players who contributed to the next cut, with what they said."""
    pledges: tuple[tuple[str, str], ...] = ()
    """Players who have committed to a word for the cut, in order, each with the commitment."""
    is_opening: bool = False
    """Words for the cut are opened now, and nobody commits to one any more."""
    cutter: str = ""
    cut_card: int = -1
    """How many cards of the shoe lie before the cutting card; -1 where none is in."""
    cut_at: int = -1
    """The box where the cutting card came out, 0 for the dealer; -1 while it is in."""
    cut_for: str = ""
    """Who had that box."""
    due_side: int = -1
    """The side whose cutting card came out; -1 where the shuffle has another reason."""
    is_both_due: bool = False
    """The cutting card of the other side came out in the same round."""
    last_round: int = -1
    """The last round before the shuffle; -1 while there is no such."""
    reason: str = ""
    clause: str = ""
    burned: Card = -1
    has_burned: bool = False
    only_cutter: str = ""
    """Who must make a recut."""
    loading: int = 0
    """The side that is being prepared."""
    side: int = 0
    """The compartment or batch in play."""
    other: "Compartment | None" = None
    """The other compartment of a double shoe."""
    opened_ms: int = 0
    """When the cards came into use."""


class Compartment(msgspec.Struct, frozen=True, gc=False):
    """The side of a double shoe that is not dealt from."""

    shoe: tuple[Card, ...] = ()
    position: int = 0
    cut_card: int = -1
    discards: tuple[Card, ...] = ()


class Awaiting(msgspec.Struct, frozen=True, gc=False):
    """A command that waits for cards from a physical shoe."""

    command: str
    base: "TableState"
    """The table when the command was given: it is run again from there with each card."""
    entered: tuple[int, ...] = ()
    emitted: int = 0
    """How many events it has led to so far."""


class Remembered(msgspec.Struct, frozen=True, gc=False):
    """Something that was keyed, and the table before it."""

    what: str
    """In words: ``the wager of ann on box 3``."""
    who: str
    """Who keyed it; empty for the table itself."""
    before: "TableState"
    nets: Nets = ()
    """What it brought players."""
    is_round_end: bool = False
    """The round ended by it."""
    is_followed: bool = False
    """Something was decided after it, and taken back since."""


class TableState(msgspec.Struct, frozen=True, gc=False):
    """A table at one moment."""

    rules: Rules
    chips: dict[str, Cents] = {}
    """What each player has before him, not counting chips on boxes."""
    shoe: tuple[Card, ...] = ()
    position: int = 0
    """How many cards of the shoe have been dealt."""
    discards: tuple[Card, ...] = ()
    round: int = 0
    """Rounds dealt so far, this one included."""
    shoe_round: int = 0
    """Rounds dealt since the shuffle."""
    starters: frozenset[str] = frozenset()
    """Players who bet in the first round since the shuffle."""
    regulars: frozenset[str] = frozenset()
    """Players who bet in every round since the shuffle, or since the house let them in again."""
    regular_boxes: frozenset[int] = frozenset()
    """Boxes that were bet on in every round since the shuffle."""
    phase: str = BETTING
    boxes: tuple[Box, ...] = ()
    sides: tuple[SideBet, ...] = ()
    insured: tuple[Insured, ...] = ()
    dealer: Hand = Hand()
    hole: Card = -1
    """The dealer's face-down card; -1 where there is none."""
    spot: int = 0
    """Which dealer hand is being played, from 0."""
    dealer_hands: tuple[Hand, ...] = ()
    """Dealer hands already played in this round, each with the up card."""
    is_checked: bool = False
    """The dealer has looked and has no blackjack."""
    turn: tuple[int, int] = (0, 0)
    """Box and hand, from 1, whose turn it is."""
    meter: Cents = 0
    exposed: Card = -1
    """The next card of the shoe, where everybody has seen it."""
    is_locked: bool = False
    """Wagers stay as they are: the round is dealt again."""
    settled: tuple[Settled, ...] = ()
    """What has been settled in this round."""
    settled_last: tuple[Settled, ...] = ()
    """What was settled in the round that ended last."""
    settled_before: int = 0
    """How many of these were settled before the round was dealt again."""
    held: tuple[Settled, ...] = ()
    """Payouts that wait to be verified."""
    checked: int = 0
    """How many checks of the first of them are done."""
    button: Button = Button()
    floor: Floor = Floor()
    prep: Preparation = Preparation()
    automations: Automations = Automations()
    awaiting: Awaiting | None = None
    is_closed: bool = False
    """It is played no more."""
    remembered: tuple[Remembered, ...] = ()
    """What can be taken back, the last thing last."""
    chip_moves: tuple[ChipMove, ...] = ()
    """What the dealer does with the chips, in order, until the next deal."""
    moves_made: int = 0
    """How many of these there have been."""

    @property
    def has_hole(self) -> bool:
        """Whether the dealer has a face-down card."""
        return self.hole != -1

    @property
    def awaits_second_card(self) -> bool:
        """Whether the dealer's second card, dealt by hand after the players, is the one due."""
        is_due = self.awaiting is not None and self.phase == DEALER_TURN
        return is_due and not self.has_hole and len(self.dealer.cards) == 1 and self.spot == 0

    @property
    def dealer_cards(self) -> tuple[Card, ...]:
        """Cards of the dealer hands already played, without the up card that they share."""
        return tuple(card for hand in self.dealer_hands for card in hand.cards[1:])

    def box(self, number: int) -> Box | None:
        """A box with a wager in this round."""
        for box in self.boxes:
            if box.number == number:
                return box
        return None

    def the_box(self, number: int) -> Box:
        """A box that is there."""
        for box in self.boxes:
            if box.number == number:
                return box
        raise AssertionError(f"there is no wager on box {number}")

    def main(self, box: int, player: str) -> tuple[Cents, ...]:
        """A bettor's main wager on a box; empty for somebody who has none there."""
        there = self.box(box)
        return there.main(player) if there else ()

    def hand(self, box: int, hand: int) -> PlayedHand:
        """A hand that is there, counted from 1."""
        return self.the_box(box).hands[hand - 1]

    def with_box(self, changed: Box) -> "TableState":
        """The table with one of its boxes changed."""
        return replace(self, boxes=self.changed_boxes(changed))

    def changed_boxes(self, changed: Box) -> tuple[Box, ...]:
        """The boxes with one of them changed."""
        if len(self.boxes) == 1:
            return (changed,)
        return tuple(changed if box.number == changed.number else box for box in self.boxes)

    def with_hand(self, box: int, hand: int, **changes: Any) -> tuple[Box, ...]:
        """The boxes with one hand changed."""
        old = self.the_box(box)
        return self.changed_boxes(old.with_hand(hand, replace(old.hands[hand - 1], **changes)))

    def paid(self, player: str, amount: Cents) -> dict[str, Cents]:
        """Everybody's chips when a player has this many more, or fewer."""
        return {**self.chips, player: self.chips.get(player, 0) + amount}

    def beside(self, change: Callable[["TableState"], "TableState"]) -> "TableState":
        """The table with the same done to what is remembered, so that it outlasts a take-back."""
        if not self.remembered:
            return self
        kept = [replace(one, before=change(one.before)) for one in self.remembered]
        return replace(self, remembered=tuple(kept))

    def moving(
        self, box: int, hand: int, player: str, wager: str, result: str, clause: str,
        *, net: Cents = 0, back: Cents = 0,
    ) -> "TableState":  # fmt: skip
        """The table with something for a dealer's hands to do; a table that deals by itself has
        none.
        """
        if self.automations.cards:
            return self
        number, take, pay = self.moves_made + 1, max(0, -net), max(0, net)
        move = ChipMove(number, box, hand, player, wager, result, take, pay, back, clause)
        return replace(self, chip_moves=(*self.chip_moves, move), moves_made=number)

    def with_floor(self, **changes: Any) -> "TableState":
        """The table with something changed about the people at it."""
        return replace(self, floor=replace(self.floor, **changes))

    def with_prep(self, **changes: Any) -> "TableState":
        """The table with something changed about its cards before they are dealt."""
        return replace(self, prep=replace(self.prep, **changes))

    def under(self, changes: dict[str, str]) -> "TableState":
        """The table under the same rulebook with other options."""
        return replace(self, rules=with_changes(self.rules, changes))

    def __repr__(self) -> str:
        return f"<TableState of {self.rules.rulebook!r}: round {self.round}, {self.phase}>"

    @property
    def up(self) -> Card:
        """The dealer's up card."""
        return self.dealer.cards[0]

    def is_present(self, player: str) -> bool:
        """Whether somebody has chips here, or a wager up; who has neither has left."""
        if self.chips.get(player) or self.has_main(player):
            return True
        return any(side.player == player for side in self.sides)

    def is_staff(self, viewer: str) -> bool:
        """Whether somebody works at the table, or looks on as if they did."""
        return viewer in self.floor.staff or viewer in (INSPECTOR, EXAMINER)

    def has_main(self, player: str) -> bool:
        """Whether the player has a main wager on any box."""
        return any(name == player for box in self.boxes for name, _ in box.mains)
