"""The lobby: which tables there are, opening and closing them, and their bots."""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import msgspec

from pitboss.bots.by_strategy import ByStrategy
from pitboss.bots.port import Bot
from pitboss.bots.random_legal import RandomLegal
from pitboss.engine.state import BETTING, ONLINE, Automations
from pitboss.engine.table import step
from pitboss.errors import Error
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.refusals import Rejection
from pitboss.rulebook.rules import Rules
from pitboss.server.actor import TableActor
from pitboss.server.bankrolls import BOT
from pitboss.server.calculator import Calculator
from pitboss.server.cluster import Cluster
from pitboss.server.config import Settings
from pitboss.server.decisions import last_commands
from pitboss.server.feed import KEPT_MAX, Feed
from pitboss.server.history import History
from pitboss.server.leased_writer import LeasedWriter
from pitboss.server.metrics import Metrics
from pitboss.server.people import REGISTER, Register
from pitboss.server.rebuild import Rebuilt, rebuild
from pitboss.server.robots import Robot
from pitboss.server.solver import Solver
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.server.witnessing import NO_FAULTS
from pitboss.store.bankrolls import bankroll_log
from pitboss.store.port import Store, StoreConflict, TableHeader
from pitboss.store.postgres import PostgresStore
from pitboss.store.witness.checking import Fault

TABLE_ID = re.compile(r"[a-z][a-z0-9_-]{0,39}")
BOTS_MAX = 6
"""Bots at one table."""
VERDICTS_MAX = 4
"""Logs that may wait to be verified."""
FIRST_OPTIONS = {
    "nz": {"perfect_pairs": "scale_1"},
    "pa_free_bet": {"push_22": "a"},
    "tribal": {"additional_wager": "over_under_13"},
}
"""What the tables of the first start offer beside the rulebook's defaults: a side wager each."""
READS_MAX = 16
"""Requests that may wait for something from a log."""

T = TypeVar("T")

log = logging.getLogger("pitboss.lobby")


class LobbyError(Error):
    """What cannot be done in the lobby: a code for programs and a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(slots=True)
class Table:
    """An open table."""

    header: TableHeader
    actor: TableActor
    feed: Feed
    history: History
    robots: list[Robot] = field(default_factory=list)
    _ready: tuple[int, frozenset[str]] = (0, frozenset())
    """The round, and those who said before it that the cards may be dealt."""

    @property
    def in_force(self) -> TableHeader:
        """What the table was opened with, and the options that have changed since."""
        changed = self.actor.state.floor.changed
        options = {**self.header.options, **changed}
        return msgspec.structs.replace(self.header, options=options) if changed else self.header

    @property
    def rules(self) -> Rules:
        """The rules by which it is played."""
        return self.actor.state.rules

    def mark_ready(self, name: str) -> frozenset[str]:
        """Somebody would have the cards dealt; gives all who said so before this round."""
        number, ready = self._ready
        now = self.actor.state.round
        self._ready = (now, ready | {name} if number == now else frozenset({name}))
        return self._ready[1]

    def waited_for(self, watchers: frozenset[str], ready: frozenset[str]) -> tuple[str, ...]:
        """Those who have not said that the cards may be dealt; bots need not."""
        state = self.actor.state
        bettors = {player for box in state.boxes for player, _ in box.mains}
        # Whoever sits there with chips may still bet, until time is up.
        seated = (watchers | self.feed.viewers()) & state.chips.keys() - state.floor.staff.keys()
        names = (bettors | seated) - ready
        return tuple(sorted(name for name in names if not name.startswith(BOT)))


class Lobby:
    """All tables of a server."""

    def __init__(
        self, store: Store, settings: Settings, metrics: Metrics, around: Surroundings = REAL,
        faults: Mapping[str, Fault] = NO_FAULTS,
    ) -> None:  # fmt: skip
        self.tables: dict[str, Table] = {}
        self.solver = Solver()
        self.verifier = Calculator(waiting_max=VERDICTS_MAX)
        self.store = store
        self.threads = around.threads(16, "store")
        self._readers = around.threads(2, "history")
        self._reading = 0
        self._settings = settings
        self._metrics = metrics
        self._around = around
        self.cluster = Cluster(store) if isinstance(store, PostgresStore) else None
        """The other servers, where there may be some."""
        self._closing: set[str] = set()
        self.quarantine: dict[str, str] = {}
        """Tables whose log does not hold, and why."""
        self._faults = faults
        """What the witness found wrong with the store, by log."""
        for fault in faults.values():
            log.error(
                "the store is not what was signed", extra={"log": fault.log, "why": fault.text}
            )

    async def start(self, register: Register) -> None:
        """Rebuild every table from its log; at the very first start, open one of each rulebook."""
        headers = await self._headers()
        for header in headers:
            if header.table not in register.closed_tables:
                await self._try(header)
        if not register.has_first_tables:
            # A first start that was cut short is made up for.
            for rulebook in SHIPPED:
                id_ = rulebook.replace("_", "-")
                if id_ not in (*self.tables, *self.quarantine):
                    with suppress(StoreConflict):  # Another server opens it too.
                        await self.open(id_, "", rulebook, FIRST_OPTIONS.get(rulebook, {}))
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(
                self.threads, register.mark_first_tables, self._around.wall_ms()
            )
        if self.cluster is not None:
            await self.cluster.start(partial(self.look_around, register))

    async def _try(self, header: TableHeader) -> None:
        """Begin a table whose log holds; another one is quarantined, and the others go on."""
        id_ = header.table
        if fault := self._faults.get(id_):
            self.quarantine[id_] = fault.text
            return
        try:
            await self._begin(header)
        except Exception as error:
            log.exception("the table cannot be rebuilt", extra={"table": id_})
            self.quarantine[id_] = f"its log cannot be read ({error})"

    def distrusted(self, account: str) -> str:
        """Why a bankroll may not move: its movements are not those that were signed."""
        fault = self._faults.get(bankroll_log(account))
        return fault.text if fault else ""

    async def look_around(self, register: Register) -> None:
        """Take up what other servers have opened, and let go of what they have closed."""
        await asyncio.get_running_loop().run_in_executor(self.threads, register.refresh)
        for header in await self._headers():
            is_closed = header.table in register.closed_tables | self._closing
            if is_closed and header.table in self.tables:
                await self._let_go(self.tables[header.table])
            elif not is_closed and header.table not in (*self.tables, *self.quarantine):
                await self._try(header)

    async def close(self, table: Table, register: Register) -> None:
        """Close a table between rounds: its seeds are revealed and its log is kept."""
        if self.cluster is not None:
            await self.cluster.take(table.header.table)
        state = table.actor.state
        if state.phase != BETTING or state.boxes or state.sides:
            raise LobbyError("in_play", "a table is closed between rounds, with no wager up")
        for command in last_commands(state):
            outcome = step(state, command)
            if isinstance(outcome, Rejection):
                text = f"a table is closed once everybody's chips are cashed: {outcome.text}"
                raise LobbyError("in_play", text)
            state = outcome[0]
        self._closing.add(table.header.table)
        await self._let_go(table)
        await table.actor.wind_up()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(
            self.threads, register.close_table, table.header.table, self._around.wall_ms()
        )
        self._closing.discard(table.header.table)
        log.info("table closed", extra={"table": table.header.table})

    async def _let_go(self, table: Table) -> None:
        """Stop a table that is played no more."""
        self.tables.pop(table.header.table)
        await self.remove_bots(table)
        if self.cluster is not None:
            self.cluster.leave(table.header.table)
        await table.actor.stop()

    async def look_up(self, call: Callable[[], T]) -> T:
        """Read in a log, beside the threads that write; few may wait for that."""
        if self._reading >= READS_MAX:
            raise LobbyError("busy", "too many look things up; try again")
        self._reading += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, call)
        finally:
            self._reading -= 1

    async def _headers(self) -> list[TableHeader]:
        """The headers of the tables in the store."""
        loop = asyncio.get_running_loop()
        headers = await loop.run_in_executor(self.threads, self.store.headers)
        return [header for header in headers if header.table != REGISTER]

    async def stop(self) -> None:
        """Park every table and let go of threads and processes."""
        for table in self.tables.values():
            for robot in table.robots:
                await robot.stop()
        await asyncio.gather(*(table.actor.stop() for table in self.tables.values()))
        if self.cluster is not None:
            await self.cluster.stop()
        self.solver.close()
        self.verifier.close()
        self._readers.shutdown(wait=True, cancel_futures=True)
        self.threads.shutdown(wait=True)

    async def open(
        self, id_: str, title: str, rulebook: str, options: dict[str, str],
        *, automations: Automations = ONLINE,
    ) -> Table:  # fmt: skip
        """Open a table; raises ``RulebookError`` where an option is refused, with its clause."""
        is_taken = id_ == REGISTER or id_ in self.tables or id_ in self.quarantine
        if is_taken or not TABLE_ID.fullmatch(id_):
            raise LobbyError("bad_id", f"{id_!r} is taken, or no id for a table")
        if len(self.tables) >= self._settings.tables_max:
            raise LobbyError("too_many", f"{len(self.tables)} tables are open")
        if rulebook not in SHIPPED:
            raise LobbyError("unknown", f"there is no rulebook {rulebook!r}")
        rules = choose(load_rulebook(rulebook), options)
        header = TableHeader(
            table=id_, title=title or rules.title, rulebook=rulebook, revision=rules.revision,
            options=options, automations=msgspec.structs.asdict(automations),
            created_ms=self._around.wall_ms(),
        )  # fmt: skip
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.threads, self.store.create, header)
        log.info("table opened", extra={"table": id_, "rulebook": rulebook})
        return await self._begin(header)

    async def add_bot(self, table: Table, kind: str) -> str:
        """Seat a bot with play money; gives its name."""
        if len(table.robots) >= BOTS_MAX:
            raise LobbyError("too_many", f"{BOTS_MAX} bots sit at this table")
        held = {robot.name for robot in table.robots}
        # Another server may seat bots at this table too.
        bot = BOT if self.cluster is None else f"{BOT}{self.cluster.server[:4]}-"
        name = next(f"{bot}{n}" for n in range(1, BOTS_MAX + 1) if f"{bot}{n}" not in held)
        make = partial(self._make_bot, table, kind, name)
        robot = Robot(await make(), make, table.actor, table.feed, self._settings, self._around)
        table.robots.append(robot)
        robot.start()
        return name

    async def _make_bot(self, table: Table, kind: str, name: str) -> Bot:
        """A bot that plays by the rules in force; raises ``Busy``."""
        if kind == "random":
            return RandomLegal(name, table.rules, int.from_bytes(self._around.draw(8)))
        if kind == "strategy":
            rules, solved = table.rules, await self.solver.solve(table.in_force)
            return ByStrategy(name, rules, solved.strategy)
        return ByStrategy(name, table.rules)

    async def say_ready(self, table: Table, name: str) -> tuple[str, ...]:
        """Somebody would have the cards dealt; gives those who are still waited for."""
        if self.cluster is None:
            return table.waited_for(frozenset(), table.mark_ready(name))
        round_ = table.actor.state.round
        return table.waited_for(*await self.cluster.say_ready(table.header.table, round_, name))

    async def remove_bots(self, table: Table) -> None:
        """Send the bots of a table home; a hand in play is finished by the timers."""
        robots, table.robots = table.robots, []
        for robot in robots:
            await robot.stop()

    async def reassign(self, name: str, role: str) -> None:
        """A role that was given or taken holds at once where somebody works already."""
        for table in list(self.tables.values()):
            if name in table.actor.state.floor.staff:
                await table.actor.assign(name, "" if role == "player" else role)

    async def _begin(self, header: TableHeader) -> Table:
        loop = asyncio.get_running_loop()
        rebuilt = await loop.run_in_executor(
            self.threads, lambda: rebuild(self.store, header, keep=KEPT_MAX)
        )
        history = History(rebuilt)
        feed = Feed(header.table, rebuilt, history.add)
        if header.table in self.tables:
            # Somebody opened it while it was found in the store.
            return self.tables[header.table]
        actor = self._actor(header, rebuilt, feed)
        table = Table(header, actor, feed, history)
        self.tables[header.table] = table
        actor.start()
        return table

    def _actor(self, header: TableHeader, rebuilt: Rebuilt, feed: Feed) -> TableActor:
        """The only writer of a table; where there are several servers, perhaps a follower."""
        lease = None
        if self.cluster is not None and isinstance(self.store, PostgresStore):
            lease = LeasedWriter(
                header.table, self.store, executor=self.threads, link=self.cluster
            )  # fmt: skip
        actor = TableActor(
            header, rebuilt, store=self.store, executor=self.threads, feed=feed,
            settings=self._settings, metrics=self._metrics, lease=lease,
            around=self._around, distrusted=self.distrusted,
        )  # fmt: skip
        if self.cluster is not None and lease is not None:
            self.cluster.join(lease)
        return actor
