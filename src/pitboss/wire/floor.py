"""The floor of a table as its staff gets it: duties, books, staff."""

import msgspec

from pitboss.engine.offers import ChipTask, Duty, Offer
from pitboss.engine.state import PostedNotice, Proposal
from pitboss.engine.state.books import Slip
from pitboss.money import Cents


class FloatStatus(msgspec.Struct, frozen=True):
    """How the books of a table with physical chips stand; what should be there is not told before
    it was counted.
    """

    counted: str
    """The last count of the float: ``opening``, ``closing``, or none yet."""
    waiting: Slip | None
    """The slip that a second person has to sign."""
    is_count_due: bool
    """The float has to be counted before the table is closed."""


class TakeBackOffer(msgspec.Struct, frozen=True):
    """What can be taken back now."""

    what: str
    """In words: ``the card for box 3``."""
    who: str
    """Who keyed it."""
    roles: tuple[str, ...]
    """Who may take it back."""
    needs_reason: bool
    """A supervisor gives one."""


class FloorStatus(msgspec.Struct, frozen=True):
    """The state of the floor, for the staff."""

    duties: tuple[Duty, ...]
    """What is due from the staff now, and which procedures may be begun."""
    procedure: str
    steps_done: int
    paused: str
    paused_by: str
    """The clause behind that."""
    shuffle: str
    """Why the cards are to be shuffled, where they are."""
    shuffle_by: str
    corrections: tuple[Proposal, ...]
    """Those that wait for a second person, each with its number."""
    staff: dict[str, str]
    """Roles by name."""
    players: dict[str, Cents]
    """Everybody with chips, and how many."""
    waiting: tuple[str, ...]
    """Those who wait for a place."""
    notice: PostedNotice | None = None
    """The change of the rules that was given notice of."""
    books: FloatStatus | None = None
    """Of a table with physical chips."""
    taker: str = ""
    """A dealer who wants to take over the table."""
    handed_to: str = ""
    """Whom the dealer on duty would hand it over to."""
    acting: dict[str, tuple[Offer, ...]] = {}
    """For the dealer of a physical table: what each player may do now, who may do anything."""
    take_back: TakeBackOffer | None = None
    """What can be taken back now."""
    chip_moves: tuple[ChipTask, ...] = ()
    """What to do with the chips at a physical table, in order, until the next deal."""
    chip_order: tuple[str, ...] = ()
    """The clauses that have this order."""
