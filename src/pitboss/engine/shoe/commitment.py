"""Commitments: the order of a shoe, fixed before the first wager and revealed at its end."""

from typing import ClassVar

from pitboss.engine.declare import (
    EVERYBODY,
    Command,
    Event,
    OffRound,
    Role,
    decides,
    unchanged,
    unseen,
)
from pitboss.engine.draft import Draft

TABLE = frozenset({Role.TABLE})


class CommitShoe(OffRound, Command, tag="commit_shoe"):
    """Record the commitment to the next shoe."""

    commitment: str
    """``shuffle.commitment`` of the seed and the order before the cut."""
    seed: str = ""
    """The seed in hexadecimal; empty if it is stored elsewhere until the shoe is over."""
    side: int = 0
    """The compartment of a double shoe, or the batch."""
    roles: ClassVar = TABLE
    secrets: ClassVar = ("seed",)


class RevealShoe(OffRound, Command, tag="reveal_shoe"):
    """Reveal the seed of a finished shoe."""

    commitment: str
    seed: str
    roles: ClassVar = TABLE


class ShoeCommitted(Event, tag="shoe_committed"):
    """The order of the next shoe is fixed by this commitment, before its first wager."""

    commitment: str
    seed: str = ""
    """Hidden from every viewer until the shoe is over."""
    side: int = 0
    audience: ClassVar = unseen("seed")
    sealed: ClassVar = ("seed",)
    words: ClassVar = "The order of the next shoe is fixed."
    apply = unchanged


class ShoeRevealed(Event, tag="shoe_revealed"):
    """The seed behind the commitment of a finished shoe."""

    commitment: str
    seed: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The seed of the last shoe is revealed."
    apply = unchanged


@decides(CommitShoe)
def commit_shoe(draft: Draft, command: CommitShoe) -> None:
    """Fix the order of the next shoe."""
    draft.add(ShoeCommitted(command.commitment, command.seed, command.side))


@decides(RevealShoe)
def reveal_shoe(draft: Draft, command: RevealShoe) -> None:
    """Reveal the seed of a finished shoe."""
    draft.add(ShoeRevealed(command.commitment, command.seed))
