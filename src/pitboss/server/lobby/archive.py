"""Records of tables, open or closed, in which rounds and shoes are looked up."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from pitboss.engine.state import TableState
from pitboss.server.feed.feed import Feed
from pitboss.server.lobby.table import Table
from pitboss.server.log.replay import rebuild
from pitboss.server.log.rounds import History
from pitboss.store.port import Store, TableHeader
from pitboss.wire.protocol import Shoe

KEPT_MAX = 16
"""Closed tables whose end is kept in memory."""


LookUp = Callable[[Callable[[], "TableRecord"]], Awaitable["TableRecord"]]
"""Runs a call that reads logs, beside the threads that write."""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table with its log up to now, or to its end."""

    header: TableHeader
    history: History
    state: TableState
    version: int
    shoes: tuple[Shoe, ...]
    """The newest shoes."""
    is_closed: bool = False
    """True if every seed has been revealed, because the table was closed."""


def record_of(table: Table) -> TableRecord:
    """Return the record of an open table up to now."""
    actor = table.actor
    return TableRecord(table.header, table.history, actor.state, actor.version, table.feed.shoes())


class Archive:
    """Records of closed tables, of which the last ones asked for are kept in memory."""

    def __init__(self, store: Store, look_up: LookUp) -> None:
        self._store = store
        self._look_up = look_up
        self._kept: OrderedDict[str, TableRecord] = OrderedDict()

    async def find(self, table: str) -> TableRecord:
        """Return the record of a closed table, from memory or from its log."""
        if table not in self._kept:
            closed = await self._look_up(partial(self._read, table))
            self._kept[table] = closed
            while len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)
        self._kept.move_to_end(table)
        return self._kept[table]

    def _read(self, table: str) -> TableRecord:
        header = next(header for header in self._store.headers() if header.table == table)
        rebuilt = rebuild(self._store, header, keep=0)
        history = History(rebuilt, is_closed=True)
        shoes = Feed(table, rebuilt, history.add).shoes()
        return TableRecord(header, history, rebuilt.state, rebuilt.version, shoes, is_closed=True)
