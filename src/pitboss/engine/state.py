"""The state of a table: frozen, and rebuilt from its events at any time."""

import msgspec

from pitboss.cards import Card
from pitboss.engine.events import PayoutHeld, WagerSettled
from pitboss.hands import Hand
from pitboss.money import Cents
from pitboss.rulebook.rules import Rules

BETTING, DEALING, OFFERING, PLAYING, DEALER_TURN, SETTLING = (
    "betting", "dealing", "offering", "playing", "dealer", "settling",
)  # fmt: skip
"""The parts of a round. In ``offering`` insurance and even money are open."""


class Bet(msgspec.Struct, frozen=True, gc=False):
    """One bettor's wager on one hand."""

    player: str
    stakes: tuple[Cents, ...]
    """Real chips, one amount for each dealer hand bet against."""
    is_original: bool = True
    """The wager of the initial deal, not one added by splitting."""
    extra: tuple[Cents, ...] = ()
    """Added by doubling."""
    free: Cents = 0
    """The worth of the lammers on the hand: they win, and cost nothing."""
    open: tuple[bool, ...] = (True,)
    """Which of the stakes are still undecided."""
    result: str = ""
    """What the last stake that was decided came to."""

    def at(self, spot: int) -> Cents:
        """All real chips against one dealer hand."""
        return self.stakes[spot] + (self.extra[spot] if self.extra else 0)


class PlayedHand(msgspec.Struct, frozen=True, gc=False):
    """A hand on a box with the wagers that ride on it."""

    hand: Hand
    places: tuple[int, ...]
    """For each card its place in the order in which the box was dealt: it stays with the card."""
    bets: tuple[Bet, ...]
    how: str = ""
    """How it finished: ``stood``, ``doubled``, ``bust``, ``complete``, ``surrendered``,
    ``blackjack`` or ``void``; empty while it is to be played."""
    is_removed: bool = False
    """Its cards are in the discard rack already."""
    is_late: bool = False
    """It has its turn after all others, because a request was missed."""
    settled: tuple[WagerSettled, ...] = ()
    """What has been settled on it."""
    is_doubled: bool = False

    @property
    def key(self) -> int:
        """What it is known by on its box for as long as it exists: the place of its first card."""
        return self.places[0] if self.places else 0

    @property
    def is_open(self) -> bool:
        """Whether a wager on it is undecided."""
        for bet in self.bets:  # noqa: SIM110 - asked for every hand, and faster so
            if True in bet.open:
                return True
        return False


class Box(msgspec.Struct, frozen=True, gc=False):
    """A box with a wager in this round."""

    number: int
    mains: tuple[tuple[str, tuple[Cents, ...]], ...]
    """The bettors with their main wagers; the first is the seated player, who decides.

    The others lie behind in the order in which they came (NZ-14.3-b).
    """
    hands: tuple[PlayedHand, ...] = ()
    dealt: tuple[Card, ...] = ()
    """Its cards in the order dealt, whichever hand they went to."""
    antes: tuple[tuple[str, Cents], ...] = ()
    """Antes placed."""
    has_split: bool = False
    coupons: tuple[tuple[str, Cents], ...] = ()
    """Match play coupons that lie beside main wagers, with their faces."""

    def main(self, player: str) -> tuple[Cents, ...]:
        """A bettor's main wager; empty for somebody who has none here."""
        return next((stakes for name, stakes in self.mains if name == player), ())

    def coupon(self, player: str) -> Cents:
        """The face of a bettor's coupon; nothing where there is none."""
        return next((face for name, face in self.coupons if name == player), 0)

    @property
    def seated(self) -> str:
        """The player who decides for the box; nobody where every wager on it is void."""
        return self.mains[0][0] if self.mains else ""


class Side(msgspec.Struct, frozen=True, gc=False):
    """A side wager that is up, in the area of its own box (PA-2-b-4)."""

    box: int
    player: str
    wager: str
    amount: Cents
    placed_in: int
    """The number of the round it was placed for."""
    wins: int = 0
    """Hands won in a row since it was placed."""
    prize: Cents = -1
    """What the button showed for it; -1 before that."""


class Insured(msgspec.Struct, frozen=True, gc=False):
    """A bettor's answer to the offer of insurance."""

    box: int
    player: str
    amounts: tuple[Cents, ...]
    open: tuple[bool, ...]


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


SCRIPTED = Automations()
"""Everything by itself, and no card burned."""
ONLINE = Automations(burn=True)
"""Everything by itself."""
BY_HAND = Automations(cards=False, procedures=False, burn=True, checks=False)
"""A human dealer with a physical shoe."""


class PostedNotice(msgspec.Struct, frozen=True, gc=False):
    """Options that will change, as everybody at the table can read."""

    by: str
    changes: dict[str, str]
    """New values by option."""
    was: dict[str, str]
    from_ms: int
    """When at the earliest: milliseconds since the epoch."""
    clause: str


class Floor(msgspec.Struct, frozen=True, gc=False):
    """The people at the table, and what they have ruled."""

    staff: dict[str, str] = {}
    """Roles by name."""
    arrivals: tuple[str, ...] = ()
    """Players in the order in which they came."""
    last_boxes: tuple[tuple[int, str], ...] = ()
    """Boxes of the last round with their seated players."""
    permitted: frozenset[str] = frozenset()
    """Players whom the house lets bet although they sat out."""
    one_box: frozenset[str] = frozenset()
    """Players whom the house keeps to one box."""
    is_reader_off: bool = False
    is_button_off: bool = False
    paused: str = ""
    """Why nothing goes on."""
    paused_by: str = ""
    """The clause behind that."""
    refusers: frozenset[str] = frozenset()
    """Players who refused an exposed card in this round."""
    waiting: tuple[str, ...] = ()
    """People who wait for a place."""
    late_insurance: tuple[tuple[int, str], ...] = ()
    """Boxes and players who may still insure."""
    correction: tuple[str, str, Cents, str] | None = None
    """A correction that one person proposed: by, player, amount, reason."""
    has_new_dealer: bool = False
    """A dealer has come who has not burned a card yet."""
    notice: PostedNotice | None = None
    """The change that was given notice of."""
    changed: dict[str, str] = {}
    """Options that have changed since the table was opened."""


class Preparation(msgspec.Struct, frozen=True, gc=False):
    """The cards before they are dealt: procedures, the cut, the cutting card."""

    procedure: str = ""
    steps: int = 0
    """How many steps of it are done."""
    stack: tuple[Card, ...] = ()
    """Shuffled, not yet in the shoe."""
    is_opened: bool = False
    """The cards were inspected and made ready once."""
    has_loaded: bool = False
    """Cards have been put into the shoe."""
    refused: tuple[str, ...] = ()
    """Players who declined the cut."""
    words: tuple[tuple[str, str], ...] = ()
    """Players who contributed to the next cut, with what they said."""
    cutter: str = ""
    """Who made the last cut."""
    cut_card: int = -1
    """How many cards of the shoe lie before the cutting card; -1 where none is in."""
    cut_at: int = -1
    """The box where the cutting card came out, 0 for the dealer; -1 while it is in."""
    due_side: int = -1
    """The side whose cutting card came out; -1 where the shuffle has another reason."""
    is_both_due: bool = False
    """The cutting card of the other side came out in the same round."""
    last_round: int = -1
    """The last round before the shuffle; -1 while there is no such."""
    reason: str = ""
    """Why the cards are to be shuffled."""
    clause: str = ""
    """The clause behind that."""
    burned: Card = -1
    """The last burned card."""
    has_burned: bool = False
    """A card of this shoe has been burned."""
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
    regulars: frozenset[str] = frozenset()
    """Players who bet in every round since the shuffle, or since the house let them in again."""
    regular_boxes: frozenset[int] = frozenset()
    """Boxes that were bet on in every round since the shuffle."""
    phase: str = BETTING
    boxes: tuple[Box, ...] = ()
    sides: tuple[Side, ...] = ()
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
    settled: tuple[WagerSettled, ...] = ()
    """What has been settled in this round."""
    settled_before: int = 0
    """How many of these were settled before the round was dealt again."""
    held: tuple[PayoutHeld, ...] = ()
    """Payouts that wait to be verified."""
    checked: int = 0
    """How many checks of the first of them are done."""
    floor: Floor = Floor()
    prep: Preparation = Preparation()
    automations: Automations = Automations()
    awaiting: Awaiting | None = None

    @property
    def has_hole(self) -> bool:
        """Whether the dealer has a face-down card."""
        return self.hole != -1

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

    @property
    def up(self) -> Card:
        """The dealer's up card."""
        return self.dealer.cards[0]

    def has_main(self, player: str) -> bool:
        """Whether the player has a main wager on any box."""
        return any(name == player for box in self.boxes for name, _ in box.mains)
