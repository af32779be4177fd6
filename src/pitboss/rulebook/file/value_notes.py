"""What a section says of its values: descriptions, units, and what holds where a file is silent."""

from typing import Annotated

from msgspec import Meta, Struct

Positive = Meta(ge=1)
DOUBLES_MAX = 4
"""No hand is doubled more often."""
CARD_NAME = "^[A2-9TJQK][shdc]?$"
CardName = Annotated[str, Meta(pattern=CARD_NAME)]
"""A rank, or a card."""


def says(text: str) -> Meta:
    """A description that the reference page shows."""
    return Meta(description=text)


def cents(text: str) -> Meta:
    """A description of an amount, which files give in table currency."""
    return Meta(description=text, extra={"unit": "cents"})


def silent(as_: object, *, by: str) -> Meta:
    """A value that a rulebook may be silent on: it is then so, by the clause of another value."""
    return Meta(extra={"silent": (as_, by)})


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section of `[rules]`: every value it lists is given, each with its clause.

    A rulebook may leave out what is marked ``silent``.
    """
