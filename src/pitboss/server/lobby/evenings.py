"""Rounds and judged play of the evenings at private tables that were looked at last."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from pitboss.server.log.rounds import RoundSummary, list_rounds
from pitboss.store.port import Store

ROUNDS_MAX = 500
"""Number of rounds of an evening, the newest ones."""
NEWEST = 25
"""Rounds that are read again each time, because the last ones may have been taken back."""
KEPT_MAX = 16
"""Evenings that are kept in memory."""


@dataclass(frozen=True, slots=True)
class EveningPlay:
    """Luck and decisions of a player, compared with the exact odds."""

    luck: float
    """Net result beyond the exact expectation, in cents."""
    decisions: int
    right: int
    """Number of decisions that were the best play, or as good."""
    cost: float
    """Total loss through the other decisions, in cents."""


Played = dict[str, EveningPlay]
"""Play of each player, by name."""


class Evenings:
    """The last evenings that were looked at.

    Guests look every few seconds, so that only new rounds are read. All of them ask for the play
    when an evening ends, so that they share one reading of its log.
    """

    def __init__(self, reading: Store) -> None:
        self._reading = reading
        self._rounds: OrderedDict[str, list[RoundSummary]] = OrderedDict()
        self._played: OrderedDict[str, tuple[list[RoundSummary], asyncio.Task[Played]]] = (
            OrderedDict()
        )

    def rounds(self, table: str, *, before: int) -> list[RoundSummary]:
        """Return the rounds of an evening before an event, the oldest first; reads the log."""
        known = self._rounds.get(table, [])
        page = list_rounds(self._reading, table, before=before, limit=NEWEST).rounds
        if not page or not any(played.number == page[-1].number for played in known):
            known = []
            page = list_rounds(self._reading, table, before=before, limit=ROUNDS_MAX).rounds
        older = [played for played in known if played.number < page[-1].number]
        rounds = [*older, *reversed(page)][-ROUNDS_MAX:]
        _keep(self._rounds, table, rounds)
        return rounds

    async def play(
        self,
        table: str,
        rounds: list[RoundSummary],
        judge: Callable[[], Coroutine[Any, Any, Played]],
    ) -> Played:
        """Return the play of these rounds, judged once for all who ask."""
        before, task = self._played.get(table, ([], None))
        has_failed = task is not None and task.done() and (task.cancelled() or task.exception())
        if task is None or has_failed or before != rounds:
            task = asyncio.create_task(judge(), name=f"evening of {table}")
            _keep(self._played, table, (rounds, task))
        return await asyncio.shield(task)


def _keep(kept: OrderedDict[str, Any], table: str, value: object) -> None:
    kept[table] = value
    kept.move_to_end(table)
    while len(kept) > KEPT_MAX:
        kept.popitem(last=False)
