"""Notes: records of a log that the table itself does not know, such as commitments to a shoe."""

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from typing_extensions import TypeIs


class Note(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """Something on record beside the events: numbered and chained like them, never applied."""


class ShoeCommitted(Note, frozen=True, tag="shoe_committed"):
    """The order of the coming shoe is fixed, and this is its fingerprint.

    It stands before the first wager of the shoe.
    """

    commitment: str
    """``shuffle.commitment`` of the seed and the order before the cut."""
    seed: str = ""
    """The seed as hexadecimal, which nobody sees before the shoe is over; empty where it is kept
    elsewhere until then."""
    side: int = 0
    """The compartment of a double shoe, or the batch."""


class ShoeRevealed(Note, frozen=True, tag="shoe_revealed"):
    """A shoe is over, and this is the seed behind its commitment."""

    commitment: str
    seed: str


AnyNote = ShoeCommitted | ShoeRevealed


def is_note(entry: object) -> "TypeIs[AnyNote]":
    """Whether a record is a note, which no state is made from."""
    return isinstance(entry, Note)
