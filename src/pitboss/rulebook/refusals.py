"""Refusals: what was refused, where, and by which clause."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec


class Code(StrEnum):
    """The kind of a refusal; names never change.

    Listed from faults of the command as a whole to faults of its stake; docs/concepts/engine.md
    gives the order in which each command is checked.
    """

    UNKNOWN = "unknown"
    NOT_YOURS = "not_yours"
    WRONG_TIME = "wrong_time"
    BETTING_CLOSED = "betting_closed"
    OUT_OF_TURN = "out_of_turn"
    HAND_FINISHED = "hand_finished"
    NOT_OFFERED = "not_offered"
    EXCLUDED = "excluded"
    BARRED = "barred"
    BOX_TAKEN = "box_taken"
    TOO_MANY_BOXES = "too_many_boxes"
    TOO_MANY_BETTORS = "too_many_bettors"
    NO_MAIN_WAGER = "no_main_wager"
    ALREADY_PLACED = "already_placed"
    STAKE_NOT_CHIPS = "stake_not_chips"
    STAKE_TOO_SMALL = "stake_too_small"
    STAKE_TOO_LARGE = "stake_too_large"
    STAKE_NOT_OFFERED = "stake_not_offered"
    NOT_ALLOWED = "not_allowed"
    MUST_DRAW = "must_draw"
    NOT_ENOUGH_CHIPS = "not_enough_chips"
    PRIZE_NOT_OFFERED = "prize_not_offered"
    SHOE_EMPTY = "shoe_empty"
    SHUFFLE_DUE = "shuffle_due"
    STEP_NOT_DUE = "step_not_due"
    PAUSED = "paused"


HOUSE = ""
"""The rule behind a step of this program's own, of which no rulebook speaks."""


class Rejection(msgspec.Struct, frozen=True, tag="rejection"):
    """A refused command; nothing has changed.

    >>> refused = Rejection(Code.STAKE_TOO_SMALL, "the stake is at least 5.00", "MY-1", limit=500)
    >>> print(refused)
    MY-1: the stake is at least 5.00
    """

    code: Code
    """The kind of refusal, for programs."""
    text: str
    """The same in a sentence, without the clause."""
    clause: str
    """The clause that refuses; empty for a step of which no rulebook speaks."""
    also: tuple[str, ...] = ()
    """Further clauses that refuse the same."""
    where: str = ""
    """The box, hand or wager concerned, as in a round script."""
    limit: int | None = None
    """The amount in cents, or the number, that would have been the most or the least."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that refuses."""
        return (self.clause, *self.also) if self.clause else ()

    def __str__(self) -> str:
        return f"{self.clause}: {self.text}" if self.clause else self.text


def refused_by(
    clauses: Iterable[str], code: Code, text: str, *, where: str = "", limit: int | None = None
) -> Rejection:
    """Return a refusal by these clauses, the first before the others."""
    first, *also = (*clauses,) or ("",)
    return Rejection(code, text, first, tuple(also), where, limit)
