"""Old versions of events are lifted to what the code knows today, here and nowhere else."""

from collections.abc import Callable, Mapping

Raw = dict[str, object]
"""An event as JSON has it."""
Lift = Callable[[Raw], Raw]
Lifts = Mapping[tuple[str, int], Lift]

VERSION_KEY = "v"
"""The key of an event's version; one without it is of version 1."""

LIFTS: Lifts = {}
"""By name and version: how the contents become those of the next version.

A new version is an entry here. Say version 1 of ``card_dealt`` had ``face = "up"`` where version 2
has ``is_up``:

    ("card_dealt", 1): lambda raw: {**raw, "is_up": raw["face"] == "up"}

Keys that are no longer known are passed over. To rename an event, change its ``event`` key: what
follows is then lifted under the new name. Written logs are never touched.
"""


def current_version(name: str, lifts: Lifts = LIFTS) -> int:
    """The version in which an event is written today."""
    return 1 + max((version for named, version in lifts if named == name), default=0)


def lift(raw: Raw, lifts: Lifts = LIFTS) -> Raw:
    """An event of any version as the code knows it today."""
    version = raw.pop(VERSION_KEY, 1)
    while isinstance(version, int) and (step := lifts.get((str(raw.get("event")), version))):
        before = raw.get("event")
        raw = step(raw)
        # Under a new name versions begin again.
        version = version + 1 if raw.get("event") == before else 1
    return raw
