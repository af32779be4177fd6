"""The person or program that asks: from where, under which name, and with what claim."""

from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum


class Rank(IntEnum):
    """Who comes first where there is not enough for all."""

    HOUSE = 0
    """The server itself."""
    SEATED = 1
    """Somebody with chips at a table, or on duty at one."""
    WATCHER = 2
    """Somebody who has logged in."""
    STRANGER = 3


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks."""

    address: str
    account: str = ""
    """Empty for a stranger."""
    rank: Rank = Rank.STRANGER

    @property
    def who(self) -> str:
        """A name for people who read logs."""
        return self.account or "somebody"


THE_HOUSE = Asker("", "", Rank.HOUSE)

ASKER: ContextVar[Asker] = ContextVar("asker", default=THE_HOUSE)
"""Who waits for what is being done; threads that work for somebody know it too."""
