"""Old versions of events and commands are lifted to what the code knows today, nowhere else."""

from collections.abc import Callable, Mapping

Raw = dict[str, object]
"""An event or a command as JSON has it."""
Lift = Callable[[Raw], Raw]
Lifts = Mapping[tuple[str, int], Lift]

VERSION_KEY = "v"
"""The key of the version of an event or a command; one without it is of version 1."""
NAME_KEYS = ("event", "do")
"""The keys of the names of events and of commands. No event is named like a command."""

LIFTS: Lifts = {}
"""By name and version: how the contents become those of the next version.

A new version is an entry here. Say version 1 of ``card_dealt`` had ``face = "up"`` where version 2
has ``is_up``:

    ("card_dealt", 1): lambda raw: {**raw, "is_up": raw["face"] == "up"}

Keys that are no longer known are passed over. To rename an event, change its ``event`` key, that
of a command its ``do``: what follows is then lifted under the new name. Written logs are never
touched.
"""


def current_version(name: str, lifts: Lifts = LIFTS) -> int:
    """The version in which an event or a command is written today."""
    return 1 + max((version for named, version in lifts if named == name), default=0)


def lift(raw: Raw, lifts: Lifts = LIFTS) -> Raw:
    """An event or a command of any version as the code knows it today."""
    version = raw.pop(VERSION_KEY, 1)
    while isinstance(version, int) and (step := lifts.get((name_in(raw), version))):
        before = name_in(raw)
        raw = step(raw)
        # Under a new name versions begin again.
        version = version + 1 if name_in(raw) == before else 1
    return raw


def is_current(raw: Raw, lifts: Lifts = LIFTS) -> bool:
    """Whether an event or a command is written as the code writes it today."""
    return raw.get(VERSION_KEY, 1) == current_version(name_in(raw), lifts)


def name_in(raw: Raw) -> str:
    """The name of an event or a command."""
    return str(next((raw[key] for key in NAME_KEYS if key in raw), ""))
