"""Services that all tables of a server share."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from pitboss.server.bankrolls import BankrollDesk
from pitboss.server.metrics import Metrics
from pitboss.server.settings import Limits, Settings
from pitboss.server.surroundings import Surroundings
from pitboss.wire.protocol import Refused


@dataclass(frozen=True, slots=True)
class TableServices:
    """Settings, limits and services that all tables of a server share."""

    settings: Settings
    limits: Limits
    metrics: Metrics
    surroundings: Surroundings
    bankrolls: BankrollDesk
    role_of: Callable[[str], str]
    """Returns the role of a person in the house, by name."""
    newcomer_refusal: Callable[[str, str], Refused | None]
    """Returns the reason for which a newcomer gets no seat, by table and name; None if none."""
    executor: Executor
    """Threads that wait for the store."""
