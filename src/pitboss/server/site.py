"""A server's parts in one place, and what endpoints ask of them."""

from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Any

from litestar.connection import ASGIConnection

from pitboss.engine.declare import Command
from pitboss.engine.floor.corrections import ProposeCorrection, no_such_payout, settled_in
from pitboss.server.archive import Archive, Played, played_at
from pitboss.server.config import Settings
from pitboss.server.history import was_settled
from pitboss.server.identity import Identity
from pitboss.server.live_table import Table
from pitboss.server.lobby import Lobby, LobbyError
from pitboss.server.metrics import Metrics
from pitboss.server.people import Person, Register
from pitboss.server.policy import vouched
from pitboss.server.protocol import Answer, Refused, refused_by
from pitboss.server.simulations import Simulations
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.server.witnessing import NO_FAULTS
from pitboss.store.port import Store
from pitboss.store.postgres import PostgresStore
from pitboss.store.witness.checking import Fault

COOKIE = "pitboss_session"
BUCKETS_MAX = 10_000
QUARANTINED = "this table is closed: its record does not hold, and the house looks into it"
"""Why stands in /healthz: it is for the house."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Site:
    """Everything behind the endpoints of one server."""

    def __init__(
        self, settings: Settings, store: Store, around: Surroundings = REAL,
        faults: Mapping[str, Fault] = NO_FAULTS,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.store = store
        self.metrics = Metrics()
        self.around = around
        self.identity = Identity(
            Register(store, now_ms=around.wall_ms()),
            session_s=settings.session_hours * 3600.0,
            is_shared=isinstance(store, PostgresStore),
            around=around,
        )
        self.lobby = Lobby(store, settings, self.metrics, around, faults)
        self._archive = Archive(store, self.lobby.look_up)
        self.simulations = Simulations(settings.simulations_max)
        self.sockets = 0
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self.metrics.gauges["sockets"] = lambda: self.sockets
        self.metrics.gauges["tables"] = lambda: len(self.lobby.tables)
        if (cluster := self.lobby.cluster) is not None:
            self.metrics.gauges["tables_written"] = lambda: len(cluster.written())

    def may_use(self, origin: str | None) -> bool:
        """Whether a page of this origin may open sockets; programs send none."""
        return origin is None or origin in self.origins()

    def origins(self) -> frozenset[str]:
        """Origins whose pages may use this server."""
        names = {"localhost", "127.0.0.1", "[::1]", self.settings.host}
        own = {f"http://{name}:{self.settings.port}" for name in names}
        return frozenset(own | set(self.settings.origins))

    async def recall(self, connection: AnyConnection) -> None:
        """Look for the session behind a request where another server may have opened it."""
        await self.identity.recall(connection.cookies.get(COOKIE, ""))

    def who(self, connection: AnyConnection) -> Person | None:
        """The person behind a request, if they have logged in."""
        return self.identity.whose(connection.cookies.get(COOKIE, ""))

    def table(self, id_: str) -> Table:
        """An open table; raises ``LobbyError``."""
        table = self.lobby.tables.get(id_)
        if id_ in self.lobby.quarantine:
            raise LobbyError("quarantined", QUARANTINED)
        if table is None:
            raise LobbyError("unknown_table", f"there is no table {id_[:40]!r}")
        return table

    async def played(self, id_: str) -> Played:
        """What was played at a table, open or closed; raises ``LobbyError``."""
        if id_ in self.lobby.faults:
            raise LobbyError("quarantined", QUARANTINED)
        if id_ not in self.lobby.tables and id_ in self.identity.register.closed_tables:
            return await self._archive.find(id_)
        return played_at(self.table(id_))

    async def give(self, table: Table, name: str, id_: str, command: Command) -> Answer:
        """A command of a person at a table, unless they send too many."""
        if name and not self.may_send(name, table.header.table):
            self.metrics.add("commands_refused_fast")
            text = f"at most {self.settings.commands_per_second} commands a second; wait a little"
            return Answer(id_, ok=False, refused=Refused("too_fast", text))
        actor, role_in_house = table.actor, self.identity.register.role_of
        if actor.state.floor.staff.get(name, role_in_house(name)) != role_in_house(name):
            # Somebody whose role has ended works here no more.
            await actor.assign(name, "")
        given = vouched(actor.state, name, command, role_in_house)
        if not isinstance(given, Refused) and isinstance(given, ProposeCorrection):
            given = await self._looked_up(table, given)
        if isinstance(given, Refused):
            return Answer(id_, ok=False, refused=given)
        return await actor.submit(name, id_, given)

    async def _looked_up(self, table: Table, command: ProposeCorrection) -> Command | Refused:
        """A correction of a round that the table has forgotten is looked up in its log."""
        actor, id_ = table.actor, table.header.table
        is_old = 0 < command.round < actor.state.round
        if not is_old or settled_in(actor.state, command.round) is not None:
            return command
        before = actor.version + 1
        call = partial(was_settled, self.store, id_, command, before=before)
        if await self.lobby.look_up(call):
            return command
        return refused_by(no_such_payout(actor.state.rules, command))

    def stop_calculating(self) -> None:
        """End what is being worked out or simulated; whoever waits for it is told so."""
        self.simulations.close()
        self.lobby.solver.close()
        self.lobby.verifier.close()

    def may_send(self, name: str, table: str) -> bool:
        """A bucket that fills steadily: a burst is let through, a stream is not."""
        rate = self.settings.commands_per_second
        now = self.around.steady_ms() / 1000
        left, at = self._buckets.pop((name, table), (2.0 * rate, now))
        left = min(2.0 * rate, left + (now - at) * rate)
        is_allowed = left >= 1
        self._buckets[name, table] = (left - 1 if is_allowed else left, now)
        while len(self._buckets) > BUCKETS_MAX:
            self._buckets.popitem(last=False)
        return is_allowed


def site_of(connection: AnyConnection) -> Site:
    """The site that a request came to."""
    site = connection.app.state.site
    assert isinstance(site, Site)
    return site
