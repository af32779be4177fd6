"""The floor of a table as its staff gets it: duties, books, staff."""

import msgspec

from pitboss.engine.offers import ChipTask, Duty, Offer
from pitboss.engine.state import PostedNotice, Proposal
from pitboss.engine.state.books import Slip
from pitboss.money import Cents


class FloatStatus(msgspec.Struct, frozen=True):
    """The books of a table with physical chips; expected amounts are secret until the count."""

    counted: str
    """The last count of the float: ``opening``, ``closing``, or none yet."""
    waiting: Slip | None
    """The slip that a second person has to sign."""
    is_count_due: bool
    """The float has to be counted before the table is closed."""
    values: tuple[Cents, ...]
    """Values of the chips that a slip may count, the smallest first."""


class TakeBackOffer(msgspec.Struct, frozen=True):
    """An act that can be taken back now."""

    what: str
    """In words: ``the card for box 3``."""
    who: str
    """Name of the person who keyed it."""
    roles: tuple[str, ...]
    """Roles that may take it back."""
    needs_reason: bool
    """A supervisor has to give a reason."""
    to_deal: bool = False
    """A supervisor may take back all entries of the round in one act."""


class FloorStatus(msgspec.Struct, frozen=True):
    """The state of the floor, for the staff."""

    duties: tuple[Duty, ...]
    """Duties of the staff that are due now, and procedures that may be begun."""
    procedure: str
    steps_done: int
    paused: str
    paused_by: str
    """The clause behind that."""
    shuffle: str
    """Reason for which the cards are to be shuffled, or ""."""
    shuffle_by: str
    corrections: tuple[Proposal, ...]
    """Those that wait for a second person, each with its number."""
    staff: dict[str, str]
    """Roles by name."""
    players: dict[str, Cents]
    """Chips of each player who has any."""
    waiting: tuple[str, ...]
    """Players who wait for a place."""
    notice: PostedNotice | None = None
    """The change of the rules that was given notice of."""
    books: FloatStatus | None = None
    """The books; null at a table without physical chips."""
    taker: str = ""
    """A dealer who wants to take over the table."""
    handed_to: str = ""
    """The dealer to whom the dealer on duty would hand the table over."""
    acting: dict[str, tuple[Offer, ...]] = {}
    """Legal acts of each player who may act now, for the dealer of a physical table."""
    take_back: TakeBackOffer | None = None
    """The act that can be taken back now."""
    chip_moves: tuple[ChipTask, ...] = ()
    """Moves of chips to make at a physical table, in order, until the next deal."""
    chips_moved: int = 0
    """Number of the last of these that a dealer has confirmed."""
    laid: dict[str, Cents] = {}
    """Chips that players have laid out on their own devices and not placed."""
    chip_order: tuple[str, ...] = ()
    """The clauses that have this order."""
