"""Commitments: the order of a shoe is fixed before the first wager and revealed when it is over."""

from typing import ClassVar

from pitboss.engine.declare import EVERYBODY, Command, Event, Role, decides, unchanged, unseen
from pitboss.engine.draft import Draft

TABLE = frozenset({Role.TABLE})


class CommitShoe(Command, tag="commit_shoe"):
    """Put the fingerprint of the coming shoe on record."""

    commitment: str
    """``shuffle.commitment`` of the seed and the order before the cut."""
    seed: str = ""
    """The seed as hexadecimal; empty where it is kept elsewhere until the shoe is over."""
    side: int = 0
    """The compartment of a double shoe, or the batch."""
    roles: ClassVar = TABLE
    secrets: ClassVar = ("seed",)
    is_for_stops: ClassVar = True
    is_aside: ClassVar = True


class RevealShoe(Command, tag="reveal_shoe"):
    """Reveal the seed of a shoe that is over."""

    commitment: str
    seed: str
    roles: ClassVar = TABLE
    is_for_stops: ClassVar = True
    is_aside: ClassVar = True


class ShoeCommitted(Event, tag="shoe_committed"):
    """The order of the coming shoe is fixed, and this is its fingerprint.

    It stands before the first wager of the shoe.
    """

    commitment: str
    seed: str = ""
    """Nobody sees it before the shoe is over."""
    side: int = 0
    audience: ClassVar = unseen("seed")
    sealed: ClassVar = ("seed",)
    words: ClassVar = "The order of the next shoe is fixed."
    apply = unchanged


class ShoeRevealed(Event, tag="shoe_revealed"):
    """A shoe is over, and this is the seed behind its commitment."""

    commitment: str
    seed: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The seed of the last shoe is revealed."
    apply = unchanged


@decides(CommitShoe)
def commit_shoe(draft: Draft, command: CommitShoe) -> None:
    """Fix the order of the coming shoe."""
    draft.add(ShoeCommitted(command.commitment, command.seed, command.side))


@decides(RevealShoe)
def reveal_shoe(draft: Draft, command: RevealShoe) -> None:
    """Show how the cards of a shoe came to lie as they did."""
    draft.add(ShoeRevealed(command.commitment, command.seed))
