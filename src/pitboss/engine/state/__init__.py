"""The state of a table: frozen, and rebuilt from its events at any time.

Boxes with their wagers, the books, the invariants and the step that is due have modules here.
Nothing here judges a command, and each change of the table is the ``apply`` of an event.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.state.books import HouseBooks
from pitboss.engine.state.boxes import Box, Button, ChipMove, Insured, PlayedHand, Settled, SideBet
from pitboss.hands import Hand
from pitboss.money import Cents, Nets
from pitboss.rulebook.rules import Rules

DEALER = 0
"""Box number of the dealer's hand."""
MAIN, ANTE, INSURANCE = "main", "ante", "insurance"
ONLOOKER = "-"
"""Viewer after the end of the shoe: sees every card, but no field for staff."""
INSPECTOR = "+"
"""Viewer for an auditor: sees the fields for staff, but no face-down card."""
EXAMINER = "*"
"""Viewer for staff after the end of a round: sees every card and the fields for staff."""
COUPON = "match_play"
"""The name under which a match play coupon is placed and settled."""

BETTING, DEALING, OFFERING = "betting", "dealing", "offering"
PLAYING, DEALER_TURN, SETTLING = "playing", "dealer", "settling"
"""The parts of a round. In ``offering`` insurance and even money are open."""


class Automations(msgspec.Struct, frozen=True, gc=False):
    """The parts that the table does by itself; a person does the rest."""

    cards: bool = True
    """Deal cards in the loaded order; otherwise the dealer enters each one."""
    procedures: bool = True
    """Loading a shoe completes its preparation; otherwise the staff does each step."""
    burn: bool = False
    """Burn cards as the rulebook says; a script leaves burns out."""
    checks: bool = True
    """Pay without verification by the staff."""
    remembers: bool = False
    """Keep a history of what was keyed, so that it can be taken back."""


SCRIPTED = Automations()
"""Everything is automatic, and no card is burned."""
ONLINE = Automations(burn=True)
"""Everything is automatic."""
BY_HAND = Automations(cards=False, procedures=False, burn=True, checks=False, remembers=True)
"""A human dealer with a physical shoe."""


class PostedNotice(msgspec.Struct, frozen=True, gc=False):
    """A posted change of options."""

    by: str
    changes: dict[str, str]
    was: dict[str, str]
    from_ms: int
    """Earliest time of the change, in milliseconds since the epoch."""
    clause: str


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """A correction proposed by one person and pending until a second decides."""

    by: str
    player: str
    amount: Cents
    """Positive to the player, negative from the player."""
    reason: str
    number: int = 0
    """Number from 1; 0 in logs older than the numbering."""
    round: int = 0
    """The round, the box, the hand (0 for a side wager) and the wager that was settled wrongly."""
    box: int = 0
    hand: int = 0
    wager: str = ""


class Floor(msgspec.Struct, frozen=True, gc=False):
    """The people at the table, and their rulings."""

    staff: dict[str, str] = {}
    """Roles by name."""
    arrivals: tuple[str, ...] = ()
    """Players in order of arrival."""
    last_boxes: tuple[tuple[int, str], ...] = ()
    """Boxes of the last round with their seated players."""
    last_wagers: tuple[tuple[int, str, str, tuple[Cents, ...]], ...] = ()
    """Box, player, wager and amounts of the last round, if the dealer keys them."""
    permitted: frozenset[str] = frozenset()
    """Players whom the floor lets bet although they sat out."""
    one_box: frozenset[str] = frozenset()
    """Players whom the floor limits to one box."""
    is_reader_off: bool = False
    is_button_off: bool = False
    shuffler: str = ""
    """``failed`` until the shuffling machine is covered, then ``covered``; empty while it works."""
    damaged: tuple[Card, ...] = ()
    """Cards to replace before the next round."""
    damaged_by: str = ""
    """Clause that requires the replacement."""
    paused: str = ""
    """Reason why the table is stopped; empty while it is not."""
    paused_by: str = ""
    """Clause by which it is stopped."""
    refusers: frozenset[str] = frozenset()
    """Players who refused an exposed card in this round."""
    waiting: tuple[str, ...] = ()
    late_insurance: tuple[tuple[int, str], ...] = ()
    """Boxes and players who may still insure."""
    corrections: tuple[Proposal, ...] = ()
    """Corrections pending a second person."""
    corrections_ever: int = 0
    """Number of corrections proposed so far."""
    chips_moved: int = 0
    """Number of the last chip movement that a dealer has confirmed."""
    taker: str = ""
    """A dealer who asked to take over from the one on duty."""
    handed_to: str = ""
    """The dealer to whom the one on duty offers the table."""
    has_new_dealer: bool = False
    """The dealer changed, and the new one has not burned a card yet."""
    stood_empty: str = ""
    """Clause by which the floor decides about the cards of a table left empty."""
    notice: PostedNotice | None = None
    changed: dict[str, str] = {}
    """Options that have changed since the table was opened."""
    books: HouseBooks = HouseBooks()


class Preparation(msgspec.Struct, frozen=True, gc=False):
    """The cards before they are dealt: procedures, the cut, the cutting card."""

    procedure: str = ""
    steps: int = 0
    """Number of steps done."""
    done_by: tuple[tuple[str, str], ...] = ()
    """The steps done, each with the person who did it."""
    stack: tuple[Card, ...] = ()
    """Shuffled, not yet in the shoe."""
    is_opened: bool = False
    """The cards have been inspected and prepared once."""
    has_loaded: bool = False
    refused: tuple[str, ...] = ()
    """Players who declined the cut."""
    words: tuple[tuple[str, str], ...] = ()
    """Players who contributed to the next cut, each with a word."""
    pledges: tuple[tuple[str, str], ...] = ()
    """Players who committed to a word for the cut, in order, each with the commitment."""
    is_opening: bool = False
    """Words for the cut are being revealed; no more commitments are accepted."""
    cutter: str = ""
    cut_card: int = -1
    """Number of cards before the cutting card; -1 without a cutting card."""
    cut_at: int = -1
    """The box at which the cutting card came out, 0 for the dealer; -1 until then."""
    cut_for: str = ""
    """The player of that box."""
    due_side: int = -1
    """The side whose cutting card came out; -1 if the shuffle has another reason."""
    is_both_due: bool = False
    """The cutting card of the other side came out in the same round."""
    last_round: int = -1
    """The last round before the shuffle; -1 if it is not known yet."""
    reason: str = ""
    clause: str = ""
    burned: Card = -1
    has_burned: bool = False
    only_cutter: str = ""
    """The player who must cut again."""
    loading: int = 0
    """The side being prepared."""
    side: int = 0
    """The compartment or batch in play."""
    other: "Compartment | None" = None
    """The other compartment of a double shoe."""
    opened_ms: int = 0
    """Time when the cards came into use, in milliseconds since the epoch."""


class Compartment(msgspec.Struct, frozen=True, gc=False):
    """The side of a double shoe that is not in play."""

    shoe: tuple[Card, ...] = ()
    position: int = 0
    cut_card: int = -1
    discards: tuple[Card, ...] = ()


class Awaiting(msgspec.Struct, frozen=True, gc=False):
    """A command pending until cards from a physical shoe are entered."""

    command: str
    base: "TableState"
    """The table before the command, which is run again from here with each card."""
    entered: tuple[int, ...] = ()
    emitted: int = 0
    """Number of events emitted so far."""


class Remembered(msgspec.Struct, frozen=True, gc=False):
    """An entry that can be taken back, and the table before it."""

    what: str
    """Description: ``the wager of ann on box 3``."""
    who: str
    """The person who keyed it; empty for the table itself."""
    before: "TableState"
    nets: Nets = ()
    """Net results for players."""
    is_round_end: bool = False
    """It ended the round."""
    is_followed: bool = False
    """A later entry was taken back."""


class TableState(msgspec.Struct, frozen=True, gc=False):
    """A table at one moment."""

    rules: Rules
    chips: dict[str, Cents] = {}
    """Chips of each player, without those on boxes."""
    shoe: tuple[Card, ...] = ()
    position: int = 0
    """Number of cards dealt from the shoe."""
    discards: tuple[Card, ...] = ()
    round: int = 0
    """Rounds dealt so far, including the current one."""
    shoe_round: int = 0
    """Rounds dealt since the shuffle."""
    starters: frozenset[str] = frozenset()
    """Players who bet in the first round since the shuffle."""
    regulars: frozenset[str] = frozenset()
    """Players who bet in every round since the shuffle, or since the floor permitted them."""
    regular_boxes: frozenset[int] = frozenset()
    """Boxes with a bet in every round since the shuffle."""
    phase: str = BETTING
    boxes: tuple[Box, ...] = ()
    sides: tuple[SideBet, ...] = ()
    insured: tuple[Insured, ...] = ()
    dealer: Hand = Hand()
    hole: Card = -1
    """The dealer's face-down card; -1 if no card is face down."""
    spot: int = 0
    """Index of the dealer hand in play."""
    dealer_hands: tuple[Hand, ...] = ()
    """Dealer hands already played in the round, each with the up card."""
    is_checked: bool = False
    """The dealer has peeked and has no blackjack."""
    turn: tuple[int, int] = (0, 0)
    """Box and hand, from 1, whose turn it is."""
    meter: Cents = 0
    exposed: Card = -1
    """The next card of the shoe if it was exposed; -1 otherwise."""
    is_locked: bool = False
    """Wagers are locked because the round is dealt again."""
    settled: tuple[Settled, ...] = ()
    """Wagers settled in this round."""
    settled_last: tuple[Settled, ...] = ()
    """Wagers settled in the last completed round."""
    settled_before: int = 0
    """Number of ``settled`` from before the round was dealt again."""
    held: tuple[Settled, ...] = ()
    """Payouts pending verification."""
    checked: int = 0
    """Number of checks done on the first held payout."""
    button: Button = Button()
    floor: Floor = Floor()
    prep: Preparation = Preparation()
    automations: Automations = Automations()
    awaiting: Awaiting | None = None
    is_closed: bool = False
    """The table is closed for good."""
    remembered: tuple[Remembered, ...] = ()
    """Entries that can be taken back, oldest first."""
    chip_moves: tuple[ChipMove, ...] = ()
    """Chip movements for the dealer, in order, until the next deal."""
    moves_made: int = 0
    """Number of chip movements so far."""

    @property
    def has_hole(self) -> bool:
        """Return True if the dealer has a face-down card."""
        return self.hole != -1

    @property
    def awaits_second_card(self) -> bool:
        """Return True if the next card is the dealer's second, dealt by hand after the players."""
        is_due = self.awaiting is not None and self.phase == DEALER_TURN
        return is_due and not self.has_hole and len(self.dealer.cards) == 1 and self.spot == 0

    @property
    def dealer_cards(self) -> tuple[Card, ...]:
        """Cards of the dealer hands already played, without their common up card."""
        return tuple(card for hand in self.dealer_hands for card in hand.cards[1:])

    def box(self, number: int) -> Box | None:
        """Return a box with a wager in this round, or None."""
        for box in self.boxes:
            if box.number == number:
                return box
        return None

    def the_box(self, number: int) -> Box:
        """Return a box that must have a wager."""
        for box in self.boxes:
            if box.number == number:
                return box
        raise AssertionError(f"there is no wager on box {number}")

    def main(self, box: int, player: str) -> tuple[Cents, ...]:
        """Return a bettor's main wager on a box, or () if the bettor has none."""
        there = self.box(box)
        return there.main(player) if there else ()

    def hand(self, box: int, hand: int) -> PlayedHand:
        """Return a hand that must exist; hands are numbered from 1."""
        return self.the_box(box).hands[hand - 1]

    def with_box(self, changed: Box) -> "TableState":
        """Return the table with one of its boxes replaced."""
        return replace(self, boxes=self.changed_boxes(changed))

    def changed_boxes(self, changed: Box) -> tuple[Box, ...]:
        """Return the boxes with one of them replaced."""
        if len(self.boxes) == 1:
            return (changed,)
        return tuple(changed if box.number == changed.number else box for box in self.boxes)

    def with_hand(self, box: int, hand: int, **changes: Any) -> tuple[Box, ...]:
        """Return the boxes with one hand changed."""
        old = self.the_box(box)
        return self.changed_boxes(old.with_hand(hand, replace(old.hands[hand - 1], **changes)))

    def paid(self, player: str, amount: Cents) -> dict[str, Cents]:
        """Return all players' chips after adding ``amount`` to one player's."""
        return {**self.chips, player: self.chips.get(player, 0) + amount}

    def with_history(self, change: Callable[["TableState"], "TableState"]) -> "TableState":
        """Apply ``change`` to the undo history as well, so that a take-back does not revert it."""
        if not self.remembered:
            return self
        kept = [replace(entry, before=change(entry.before)) for entry in self.remembered]
        return replace(self, remembered=tuple(kept))

    def moving(
        self,
        wager_key: tuple[int, str, str],
        result: str,
        clause: str,
        *,
        hand: int = 0,
        net: Cents = 0,
        back: Cents = 0,
        lammers: Cents = 0,
    ) -> "TableState":
        """Return the table with a further chip movement for the dealer, if a dealer deals."""
        if self.automations.cards:
            return self
        (box, player, wager), number = wager_key, self.moves_made + 1
        take, pay = max(0, -net), max(0, net)
        what = (number, box, hand, player, wager, result)
        move = ChipMove(*what, take, pay, back, clause, lammers)
        return replace(self, chip_moves=(*self.chip_moves, move), moves_made=number)

    def clear_layout(self, collected: tuple[Card, ...]) -> "TableState":
        """Return the table between two rounds, with these cards in the discard rack."""
        discards = self.discards + collected
        after = replace(self, phase=BETTING, insured=(), turn=(0, 0), discards=discards, exposed=-1)
        return replace(after, dealer=Hand(), hole=-1, spot=0, dealer_hands=(), is_checked=False)

    def with_floor(self, **changes: Any) -> "TableState":
        """Return the table with these fields of ``floor`` changed."""
        return replace(self, floor=replace(self.floor, **changes))

    def with_prep(self, **changes: Any) -> "TableState":
        """Return the table with these fields of ``prep`` changed."""
        return replace(self, prep=replace(self.prep, **changes))

    def __repr__(self) -> str:
        return f"<TableState of {self.rules.rulebook!r}: round {self.round}, {self.phase}>"

    @property
    def up(self) -> Card:
        """The dealer's up card."""
        return self.dealer.cards[0]

    def is_present(self, player: str) -> bool:
        """Return True if the player has chips or a wager at the table."""
        if self.chips.get(player) or self.has_main(player):
            return True
        return any(side.player == player for side in self.sides)

    def is_staff(self, viewer: str) -> bool:
        """Return True if the viewer works at the table or inspects it."""
        return viewer in self.floor.staff or viewer in (INSPECTOR, EXAMINER)

    def has_main(self, player: str) -> bool:
        """Return True if the player has a main wager on any box."""
        return any(name == player for box in self.boxes for name, _ in box.mains)
