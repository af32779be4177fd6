"""What every event is."""

import msgspec

DEALER = 0
"""The box number that stands for the dealer's hand."""


class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """What has happened. Applying it never judges."""
