"""A store for look-ups: a reader who is not at a table rests between pages, so that the tables do
not wait for the processor.
"""

import threading
import time
from typing import Any, cast

from pitboss.server.admission.asker import ASKER, Rank
from pitboss.store.port import PAGE_MAX, Record, Store

REST = {Rank.HOUSE: 0.0, Rank.SEATED: 0.5, Rank.WATCHER: 1.0, Rank.STRANGER: 3.0}
"""How long a thread rests for each second that it has worked."""
REST_MAX_S = 0.5

_worked = threading.local()


def begin_work() -> None:
    """From now on a thread works for this asker."""
    _worked.since_s = time.thread_time()


def rest_due_s() -> float:
    """How long this thread should rest for what it has done since it last did."""
    rest = REST[ASKER.get().rank]
    if not rest:
        return 0.0
    now_s = time.thread_time()
    worked_s = now_s - getattr(_worked, "since_s", now_s)
    _worked.since_s = now_s
    return min(REST_MAX_S, rest * worked_s)


class PacedStore:
    """A store as it is, but for the rest between two pages."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """A page of a log, after a rest for the one before it."""
        time.sleep(rest_due_s())
        return self._store.read(table, after, limit)


def paced(store: Store) -> Store:
    """A store for look-ups."""
    return cast(Store, PacedStore(store))
