"""What the staff did, and what went wrong: events beside the play of hands."""

from pitboss.cards import Card
from pitboss.engine.event import Event
from pitboss.money import Cents


class StaffAssigned(Event, frozen=True, tag="staff_assigned"):
    """Somebody works at the table in a role; an empty role ends it."""

    name: str
    role: str


class ProcedureBegan(Event, frozen=True, tag="procedure_began"):
    """The staff began a procedure, such as opening the table."""

    name: str
    by: str
    side: int = 0
    """The compartment of a double shoe that is prepared."""
    steps: int = 0
    """Steps that need not be done again."""


class StepDone(Event, frozen=True, tag="step_done"):
    """A step of a procedure was carried out."""

    step: str
    by: str
    clause: str
    position: int = 0
    """Cards behind the cutting card, or cards counted."""
    at_ms: int = 0
    """When, where the step brings cards into use."""


class StackShuffled(Event, frozen=True, tag="stack_shuffled"):
    """The stack lies in this order; nobody sees it."""

    cards: tuple[Card, ...]


class CutRefused(Event, frozen=True, tag="cut_refused"):
    """A player to whom the cut was offered declined it."""

    player: str


class CutContributed(Event, frozen=True, tag="cut_contributed"):
    """A player gave words from which the place of the next cut is drawn."""

    player: str
    words: str


class StackCut(Event, frozen=True, tag="stack_cut"):
    """The stack was cut, so many cards from the front."""

    by: str
    position: int


class RecutOrdered(Event, frozen=True, tag="recut_ordered"):
    """A supervisor had the stack cut again."""

    by: str
    reason: str
    steps: int
    """The step of the shuffle that comes again."""
    is_next: bool
    """The next person entitled cuts, not the last cutter."""
    clause: str


class CardBurned(Event, frozen=True, tag="card_burned"):
    """A card went to the discard rack face down without being played."""

    card: Card
    clause: str


class BurnShown(Event, frozen=True, tag="burn_shown"):
    """The last burned card was shown because a player asked."""

    card: Card
    player: str
    clause: str


class CutCardReached(Event, frozen=True, tag="cut_card_reached"):
    """The cutting card came out where the next card was due; box 0 is the dealer."""

    box: int
    last_round: int
    """The number of the last round before the shuffle."""
    clause: str
    side: int = 0
    """The compartment of a double shoe that it lay in."""


class ShuffleOrdered(Event, frozen=True, tag="shuffle_ordered"):
    """The cards are to be shuffled once this round is over."""

    by: str
    reason: str
    clause: str


class DeterminantDrawn(Event, frozen=True, tag="determinant_drawn"):
    """The first card of the round named the compartment of the double shoe it is dealt from."""

    card: Card
    drawn_from: int
    dealt_from: int
    clause: str


class IrregularityReported(Event, frozen=True, tag="irregularity_reported"):
    """Something went wrong, and this clause says what follows."""

    what: str
    by: str
    box: int
    hand: int
    clause: str


class CardDiscarded(Event, frozen=True, tag="card_discarded"):
    """The next card of the shoe went to the discard rack and counts for nothing."""

    card: Card
    clause: str


class CardExposed(Event, frozen=True, tag="card_exposed"):
    """The next card of the shoe was seen by everybody."""

    card: Card


class MisdealCalled(Event, frozen=True, tag="misdeal_called"):
    """All cards of the round were discarded; it is dealt again for the same wagers."""

    collected: tuple[Card, ...]
    clause: str


class StakesReturned(Event, frozen=True, tag="stakes_returned"):
    """Chips added by doubling or splitting went back to a player."""

    box: int
    player: str
    amount: Cents
    clause: str


class HandsRebuilt(Event, frozen=True, tag="hands_rebuilt"):
    """The cards lie again as they should have been dealt."""

    hands: tuple[tuple[int, int, tuple[Card, ...]], ...]
    """Box, hand and cards."""
    dealer: tuple[Card, ...]
    clause: str


class TablePaused(Event, frozen=True, tag="table_paused"):
    """Nothing goes on until the reason is dealt with."""

    why: str
    clause: str


class TableResumed(Event, frozen=True, tag="table_resumed"):
    """The table goes on."""

    by: str


class ReaderTurnedOff(Event, frozen=True, tag="reader_turned_off"):
    """The table goes on without its card reader."""

    clause: str


class ButtonRepaired(Event, frozen=True, tag="button_repaired"):
    """The prize button works again."""

    clause: str


class ShoeEmptied(Event, frozen=True, tag="shoe_emptied"):
    """The rest of the shoe joined the discard rack, to be counted and shuffled."""


class HandReopened(Event, frozen=True, tag="hand_reopened"):
    """A hand has its turn again, after all others."""

    box: int
    hand: int
    clause: str


class CardRefused(Event, frozen=True, tag="card_refused"):
    """A player refused a card that everybody had seen, and gets no more in this round."""

    player: str
    clause: str


class PlaceAsked(Event, frozen=True, tag="place_asked"):
    """Somebody waits for a place, or waits no longer."""

    player: str
    is_waiting: bool


class SignalGiven(Event, frozen=True, tag="signal_given"):
    """A player showed or said what to do."""

    box: int
    gesture: str
    voice: str
    clause: str


class ButtonTurnedOff(Event, frozen=True, tag="button_turned_off"):
    """The prize button is out of order."""

    clause: str


class InsuranceReopened(Event, frozen=True, tag="insurance_reopened"):
    """A player who was not asked may still insure."""

    box: int
    player: str
    clause: str


class EntryPermitted(Event, frozen=True, tag="entry_permitted"):
    """The house lets somebody bet who had sat out."""

    player: str
    clause: str


class BoxesLimited(Event, frozen=True, tag="boxes_limited"):
    """The house keeps somebody to one box, or no longer does."""

    player: str
    is_limited: bool
    clause: str


class CorrectionProposed(Event, frozen=True, tag="correction_proposed"):
    """One of two people asks for a player's chips to be corrected."""

    by: str
    player: str
    amount: Cents
    """Above zero: to the player; below: from the player."""
    reason: str


class CorrectionMade(Event, frozen=True, tag="correction_made"):
    """The second person agreed, and the chips went over."""

    by: str
    second: str
    player: str
    amount: Cents
    reason: str


class NoticePosted(Event, frozen=True, tag="notice_posted"):
    """Somebody gave notice of options that will change; an earlier notice is replaced."""

    by: str
    changes: dict[str, str]
    """New values by option, as they are written on the command line."""
    was: dict[str, str]
    """The values until then."""
    at_ms: int
    from_ms: int
    """The change takes effect between rounds, and not before this."""
    clause: str


class NoticeWithdrawn(Event, frozen=True, tag="notice_withdrawn"):
    """What notice was given of will not change."""

    by: str
    clause: str


class RulesChanged(Event, frozen=True, tag="rules_changed"):
    """The table goes on under other options."""

    by: str
    changes: dict[str, str]
    was: dict[str, str]
    at_ms: int
    clause: str


class CardsAwaited(Event, frozen=True, tag="cards_awaited"):
    """A command waits for the cards that the dealer draws from a physical shoe."""

    command: str
    """As JSON."""
    emitted: int
    """How many events it has led to so far."""


class CardEntered(Event, frozen=True, tag="card_entered"):
    """The dealer entered a card, or what the card reader said."""

    entry: int
    emitted: int
    """How many events the waiting command has led to so far."""


class CommandCompleted(Event, frozen=True, tag="command_completed"):
    """The command that waited for cards has all it needed."""


FloorEvent = (
    StaffAssigned | ProcedureBegan | StepDone | StackShuffled | CutRefused | StackCut | RecutOrdered
    | CutContributed | CardBurned
    | BurnShown | CutCardReached | ShuffleOrdered | DeterminantDrawn | IrregularityReported
    | CardDiscarded | CardExposed | MisdealCalled | StakesReturned | HandsRebuilt | TablePaused
    | TableResumed | ReaderTurnedOff | ButtonTurnedOff | InsuranceReopened | EntryPermitted
    | ButtonRepaired | ShoeEmptied | HandReopened | CardRefused | PlaceAsked | SignalGiven
    | CorrectionProposed | CorrectionMade | CardsAwaited | CardEntered | CommandCompleted
    | NoticePosted | NoticeWithdrawn | RulesChanged | BoxesLimited
)  # fmt: skip
