"""The open tables of a server: opening and closing them, and their bots."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import ParamSpec, TypeVar

import msgspec

from pitboss import __version__
from pitboss.bots.by_strategy import ByStrategy
from pitboss.bots.port import Bot
from pitboss.bots.random_legal import RandomLegal
from pitboss.engine.deal import Deal
from pitboss.engine.floor.closing import CloseTable, closed_refusal
from pitboss.engine.state import ONLINE, Automations
from pitboss.errors import Refusal
from pitboss.money import BOT, Cents
from pitboss.rulebook.catalog import SHIPPED, choose, is_named, is_own, load_rulebook
from pitboss.rulebook.file.readings import shown_readings
from pitboss.rulebook.refusals import Code
from pitboss.server.admission.thread_pool import FairThreadPool
from pitboss.server.analysis.coach import best_free_act
from pitboss.server.analysis.process import Calculator
from pitboss.server.analysis.solver import Solver
from pitboss.server.bankrolls import BankrollDesk
from pitboss.server.cluster.cluster import Cluster
from pitboss.server.cluster.leased_writer import LeasedWriter
from pitboss.server.feed.feed import KEPT_MAX, Feed
from pitboss.server.lobby.clock_keeper import ClockKeeper
from pitboss.server.lobby.robots import Robot
from pitboss.server.lobby.table import Table, chips_at
from pitboss.server.log.events import Logged
from pitboss.server.log.replay import Rebuilt, last_sign, rebuild
from pitboss.server.log.rounds import History
from pitboss.server.metrics import Metrics
from pitboss.server.people.entries import (
    OPEN_DOOR,
    ClockJumped,
    Door,
    DoorSet,
    SeatAnswered,
    SeatAsked,
    ServerStopped,
    TableClosed,
    TablesOpened,
)
from pitboss.server.people.register import Register
from pitboss.server.people.register_copy import COPY, REGISTER
from pitboss.server.security.log import SECURITY
from pitboss.server.security.witness import NO_FAULTS
from pitboss.server.settings import LIMITS, Limits, Settings, pace_of
from pitboss.server.surroundings import REAL, Surroundings, run_in
from pitboss.server.tables.actor import TableActor
from pitboss.server.tables.clock import TableClock, waited_before
from pitboss.server.tables.log_writer import LogWriter
from pitboss.server.tables.services import TableServices
from pitboss.server.tables.shoe_seals import ShoeSealer
from pitboss.store.bankrolls import bankroll_log
from pitboss.store.port import Store, StoreConflict, StoreError, TableHeader
from pitboss.store.seals import Seals
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.witness.checking import Fault
from pitboss.wire.protocol import Refused, refused_by

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
"""Options of the first tables that differ from the defaults: a side wager each."""
NO_PACE: Mapping[str, int] = MappingProxyType({})
"""No changes to the server's pace."""
READERS = 4
"""Threads that read logs for look-ups."""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("pitboss.lobby")


class LobbyError(Refusal):
    """Refusal of a request to the lobby: a code for programs and a sentence for people."""


class Lobby:
    """All tables of a server."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        surroundings: Surroundings = REAL,
        faults: Mapping[str, Fault] = NO_FAULTS,
        seals: Seals | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        self.tables: dict[str, Table] = {}
        self.solver = Solver(each_max=limits.calculations_per_address)
        self.verifier = Calculator(waiting_max=VERDICTS_MAX)
        self.store = store
        self._seals = store.seals = seals
        """Seals for the order of shoes; None if the server has no key."""
        self.threads = surroundings.threads(16, "store")
        self._readers = FairThreadPool(surroundings.threads(READERS, "history"), READERS)
        self.settings = settings
        self._limits = limits
        self._metrics = metrics
        self._surroundings = surroundings
        self.cluster = Cluster(store) if isinstance(store, PostgresStore) else None
        """Link to other servers, which only a PostgreSQL store has."""
        self._endings: set[asyncio.Task[None]] = set()
        self._register: Register | None = None
        self._alive_ms = 0
        """Time of the last sign of life in any log before this start."""
        self.clocks = ClockKeeper(surroundings, self._actors, metrics)
        self._watching: asyncio.Task[None] | None = None
        self.quarantine: dict[str, str] = {}
        """Tables whose log does not hold, with the reason."""
        self._faults = faults
        """Faults that the witness found in the store, by log."""
        for fault in faults.values():
            about = {"log": fault.log, "why": fault.text}
            log.error("the store is not what was signed", extra=about)
        self.bankrolls = BankrollDesk(
            store, settings.play_money, surroundings.wall_ms, self.has_chips, self.bankroll_fault
        )
        self._services = TableServices(
            settings,
            limits,
            metrics,
            surroundings,
            self.bankrolls,
            self._role_in_house,
            self._newcomer_refusal,
            self.threads,
        )

    async def start(self, register: Register) -> None:
        """Rebuild every table from its log; on the very first start, open one of each rulebook."""
        self._register = register
        self._alive_ms = await run_in(
            self.threads, last_sign, self.store, self._surroundings.wall_ms()
        )
        for id_ in self._faults.keys() - register.closed_tables:
            # A table whose header cannot be read is one of them.
            if TABLE_ID.fullmatch(id_):
                self.quarantine[id_] = self._faults[id_].text
        for header in await self._headers():
            if header.table not in (register.closed_tables | self.quarantine.keys()):
                await self._try(header)
        if not register.has_first_tables:
            # A first start that was cut short is completed.
            for rulebook in SHIPPED:
                id_ = rulebook.replace("_", "-")
                if id_ not in (*self.tables, *self.quarantine):
                    with suppress(StoreConflict):  # Another server opens it too.
                        await self.open_usual(id_, rulebook, NO_PACE)
            await run_in(
                self.threads, register.append, [TablesOpened("")], self._surroundings.wall_ms()
            )
        self._watching = asyncio.create_task(self.clocks.watch(self._note_jump), name="clocks")
        if self.cluster is not None:
            await self.cluster.start(partial(self.look_around, register))

    async def _try(self, header: TableHeader) -> None:
        """Start a table from its log; quarantine it if it cannot be rebuilt."""
        id_ = header.table
        try:
            table = await self._begin(header)
        except Exception as error:
            log.exception("the table cannot be rebuilt", extra={"table": id_})
            self.quarantine[id_] = f"its log cannot be read ({error})"
            return
        in_force_from = table.rules.book.in_force_from if table else ""
        if table and header.in_force_from not in ("", in_force_from):
            about = {"table": id_, "edition": header.in_force_from, "dealt_under": in_force_from}
            log.warning("the edition of a table is not here: list its file in earlier", extra=about)

    @property
    def faults(self) -> dict[str, str]:
        """Logs that are not what was signed, or cannot be read, with the reason."""
        return {log: fault.text for log, fault in self._faults.items()} | self.quarantine

    def bankroll_fault(self, account: str) -> str:
        """Return the reason why a bankroll may not move: its log is not what was signed; or ""."""
        fault = self._faults.get(bankroll_log(account))
        return fault.text if fault else ""

    def has_chips(self, account: str) -> bool:
        """Return True if the account has chips at any table."""
        return any(
            chips_at(table.actor.state, account)
            for table in list(self.tables.values())
            if not table.header.chips
        )

    async def look_around(self, register: Register) -> None:
        """Start the tables that other servers have opened, and stop those that they have closed."""
        await run_in(self.threads, register.refresh)
        for header in await self._headers():
            is_closed = header.table in register.closed_tables
            if is_closed and header.table in self.tables:
                await self._let_go(self.tables[header.table])
            elif not is_closed and header.table not in (*self.tables, *self.quarantine):
                await self._try(header)

    async def close(self, table: Table) -> None:
        """Close a table between rounds: wagers and chips are returned, and its log is kept."""
        answer = await table.actor.give_house(CloseTable())
        if answer.refused is not None and not table.actor.state.is_closed:
            is_in_play = answer.refused.code in (Code.WRONG_TIME, Code.STEP_NOT_DUE)
            raise LobbyError("in_play" if is_in_play else answer.refused.code, answer.refused.text)
        await asyncio.shield(self._end(table))

    def _hear(self, id_: str, history: History, logged: Sequence[Logged]) -> None:
        """Add events to a table's history; end the table if it was closed, here or elsewhere."""
        history.add(logged)
        if logged and logged[-1].after.is_closed and id_ in self.tables:
            self._end(self.tables[id_])

    def _end(self, table: Table) -> asyncio.Task[None]:
        """Return the task that records the end of a table and stops it, started only once."""
        if table.ending is None:
            name = f"end of {table.header.table}"
            table.ending = asyncio.create_task(self._wind_up(table), name=name)
            self._endings.add(table.ending)
            table.ending.add_done_callback(self._endings.discard)
        return table.ending

    async def _wind_up(self, table: Table) -> None:
        id_ = table.header.table
        try:
            await self._tell_register(id_)
        except StoreError as error:
            # The log of the table says that it is closed; the next start updates the register.
            log.warning("register not told", extra={"table": id_, "why": str(error)})
        if self.tables.get(id_) is table:
            await self._let_go(table)
        log.info("table closed", extra={"table": id_})

    async def _tell_register(self, id_: str) -> None:
        """Record in the register that a table is closed, as its log says."""
        register = self._register
        assert register is not None

        def is_due() -> bool:
            return id_ not in register.closed_tables

        entry, now_ms = TableClosed(id_), self._surroundings.wall_ms()
        await run_in(self.threads, register.append_if, entry, now_ms, is_due)

    async def _let_go(self, table: Table) -> None:
        """Stop a table with its bots, and remove it from the lobby."""
        self.tables.pop(table.header.table)
        await self.remove_bots(table)
        state = table.actor.state
        if self.cluster is not None:
            refused = refused_by(closed_refusal(state)) if state.is_closed else None
            self.cluster.leave(table.header.table, refused)
        await table.actor.stop()

    async def look_up(self, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Run a call that reads logs, in turns with other clients; raises ``Overloaded``."""
        return await self._readers.run(partial(call, *args, **named))

    async def look_on(self, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Run a further part of a look-up that has begun, however many wait."""
        return await self._readers.run(partial(call, *args, **named), is_begun=True)

    async def _headers(self) -> list[TableHeader]:
        """Return the headers of the tables in the store, without those of other logs."""
        headers = await run_in(self.threads, self.store.headers)
        return [header for header in headers if header.table not in (REGISTER, COPY, SECURITY)]

    async def stop(self) -> None:
        """Park every table, and release threads and processes."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, *self._endings, return_exceptions=True)
        for table in self.tables.values():
            for robot in table.robots:
                await robot.stop()
        await asyncio.gather(*(table.actor.stop() for table in self.tables.values()))
        await self._note_waits()
        if self.cluster is not None:
            await self.cluster.stop()
        self.solver.close()
        self.verifier.close()
        self._readers.close()
        self.threads.shutdown(wait=True)

    async def open(
        self,
        id_: str,
        title: str,
        rulebook: str,
        options: dict[str, str],
        *,
        automations: Automations = ONLINE,
        pace: Mapping[str, int] = NO_PACE,
        owner: str = "",
        chips: Cents = 0,
    ) -> Table:
        """Open a table; raises ``RulebookError`` with the clause if an option is refused."""
        is_taken = id_ in (REGISTER, *self.tables, *self.quarantine) or self.was_closed(id_)
        bad_id = LobbyError("bad_id", f"{id_[:40]!r} is taken, or is not an id for a table")
        if is_taken or not TABLE_ID.fullmatch(id_):
            raise bad_id
        if len(self.tables) >= self.settings.tables_max:
            raise LobbyError("too_many", f"{len(self.tables)} tables are open")
        if not is_named(rulebook):
            raise LobbyError("unknown", f"there is no rulebook {rulebook[:40]!r}")
        rules = choose(load_rulebook(rulebook), options)
        # An impossible pace is refused before anything is written.
        pace_of(self.settings.pace, pace, is_by_hand=not automations.cards)
        header = TableHeader(
            table=id_,
            title=title or rules.title,
            rulebook=rulebook,
            revision=rules.revision,
            options=options,
            automations=msgspec.structs.asdict(automations),
            created_ms=self._surroundings.wall_ms(),
            pace=dict(pace),
            owner=owner,
            chips=chips,
            not_said=tuple(left_out.clause for left_out in rules.book.not_said),
            is_own=is_own(rulebook),
            readings=shown_readings(rules.book.options, rules.options),
            in_force_from=rules.book.in_force_from,
            digest=rules.book.digest,
            program=__version__,
        )
        try:
            await run_in(self.threads, self.store.create, header)
        except StoreConflict:  # Another server has opened it meanwhile.
            raise bad_id from None
        log.info("table opened", extra={"table": id_, "rulebook": rulebook})
        opened = await self._begin(header)
        assert opened is not None, "a table that was opened is not closed"
        return opened

    async def open_usual(self, id_: str, rulebook: str, pace: Mapping[str, int]) -> Table:
        """Open a table with the options of the first table of a rulebook."""
        return await self.open(id_, "", rulebook, FIRST_OPTIONS.get(rulebook, {}), pace=pace)

    def may_reopen(self, id_: str) -> bool:
        """Return True if this server alone has the tables, and has not closed this one."""
        return self.cluster is None and not self.was_closed(id_)

    def was_closed(self, id_: str) -> bool:
        """Return True if there was a table of this id, and it has been closed."""
        return self._register is not None and id_ in self._register.closed_tables

    async def add_bot(self, table: Table, kind: str) -> str:
        """Seat a bot with play money; return its name."""
        if not table.actor.pace.has_bots:
            raise LobbyError(
                "no_bots", "no bots sit at this table; its house has not switched them on"
            )
        if len(table.robots) >= BOTS_MAX:
            raise LobbyError("too_many", f"{BOTS_MAX} bots sit at this table")
        held = {robot.name for robot in table.robots}
        # Another server may seat bots at this table too.
        bot = BOT if self.cluster is None else f"{BOT}{self.cluster.server[:4]}-"
        name = next(f"{bot}{n}" for n in range(1, BOTS_MAX + 1) if f"{bot}{n}" not in held)
        await self.seat_bot(table, name, partial(self._make_bot, table, kind, name))
        return name

    async def seat_bot(
        self,
        table: Table,
        name: str,
        make: Callable[[], Awaitable[Bot]],
        is_resting: Callable[[], bool] = lambda: False,
    ) -> None:
        """Seat a bot that is made by the rules in force; raises ``Busy``."""
        robot = Robot(
            await make(),
            make,
            table.actor,
            table.feed,
            self._surroundings,
            size=self._limits.outbox_max,
            is_done=partial(self._hear_bot, table, name),
            is_resting=is_resting,
        )
        table.robots.append(robot)
        robot.start()

    async def _hear_bot(self, table: Table, name: str) -> None:
        """Note that a bot has bet, or does not; deal if it was the last one waited for."""
        state, pace = table.actor.state, table.actor.pace
        bettors = {player for box in state.boxes for player, _ in box.mains}
        people = {name for name in bettors if not name.startswith(BOT)}
        try:
            waiting = await self.say_ready(table, name)
        except StoreError:
            return  # This server has noted it, and deals when the next player is ready.
        if people and not waiting and pace.has_auto_deal and state.automations.cards:
            await table.actor.give_house(Deal(drawn_from=self._surroundings.draw(1)[0] % 2))

    async def _make_bot(self, table: Table, kind: str, name: str) -> Bot:
        """Return a bot that plays by the rules in force; raises ``Busy``."""
        if kind == "random":
            return RandomLegal(name, table.rules, int.from_bytes(self._surroundings.draw(8)))
        if kind == "strategy":
            rules, solved = table.rules, await self.solver.solve(table.in_force)
            return ByStrategy(name, rules, solved.strategy)
        return ByStrategy(name, table.rules)

    async def say_ready(self, table: Table, name: str) -> tuple[str, ...]:
        """Note that a player wants the cards dealt; return the players who have not said so."""
        table.feed.give_up_boxes(name)
        round_, ready = table.actor.state.round, table.mark_ready(name)
        if self.cluster is None:
            return table.waited_for(frozenset(), ready)
        watchers, shared = await self.cluster.say_ready(table.header.table, round_, name)
        return table.waited_for(watchers, shared | ready)

    async def remove_bots(self, table: Table) -> None:
        """Send the bots of a table home; a hand in play is finished by the timers."""
        robots, table.robots = table.robots, []
        for robot in robots:
            await robot.stop()

    async def close_empty(self, table: Table) -> None:
        """Close a private table without people, unless another server has some."""
        if not table.actor.is_writer:
            return
        # A round in play is played to its end first; a store that is away comes back.
        with suppress(LobbyError, StoreError):
            cluster = self.cluster
            elsewhere = await cluster.watchers(table.header.table) if cluster else frozenset()
            if all(name.startswith(BOT) for name in elsewhere):
                await self.close(table)

    async def reassign(self, name: str, role: str) -> None:
        """Take a person off duty at tables where they hold a role that they no longer have."""
        for table in list(self.tables.values()):
            if table.actor.state.floor.staff.get(name, role) != role:
                await table.actor.assign(name, "")
            table.feed.show_anew(name)

    async def _note_waits(self) -> None:
        """Record how long the tables have waited, so that the next start continues these waits."""
        running = {
            id_: (actor.version, waited_ms)
            for id_, actor in self._actors().items()
            if actor.is_writer and (waited_ms := actor.waited_ms)
        }
        if self._register is not None and running:
            # If it cannot be written, the next start takes the waits from the logs.
            with suppress(StoreError):
                stopped = ServerStopped("", running)
                await run_in(
                    self.threads, self._register.append, [stopped], self._surroundings.wall_ms()
                )

    async def _note_jump(self, jumped: ClockJumped) -> None:
        assert self._register is not None
        await run_in(self.threads, self._register.append, [jumped], self._surroundings.wall_ms())

    async def _begin(self, header: TableHeader) -> Table | None:
        """Start a table from its log; return None if the log says that it is closed."""
        rebuilt = await run_in(self.threads, rebuild, self.store, header, keep=KEPT_MAX)
        if rebuilt.state.is_closed:
            # The server that closed it ended before it could update the register.
            await self._tell_register(header.table)
            return None
        history = History(rebuilt)
        hear = partial(self._hear, header.table, history)
        door = partial(self._door_seen, header)
        feed = Feed(header.table, rebuilt, hear, self._role_in_house, self._shown_name, door)
        if header.table in self.tables:
            # The table was opened here while its log was being read.
            return self.tables[header.table]
        actor = self._actor(header, rebuilt, feed)
        table = Table(header, actor, feed, history)
        self.tables[header.table] = table
        actor.start()
        return table

    def _actors(self) -> dict[str, TableActor]:
        return {id_: table.actor for id_, table in self.tables.items()}

    def show_name(self, name: str) -> None:
        """Show viewers of the tables at which a person has chips that their name has changed."""
        for table in self.tables.values():
            if name in table.actor.state.chips:
                table.feed.publish([], table.actor.state)

    def door_of(self, table: str) -> Door:
        """Return the host's answer to newcomers at a table."""
        return self._register.doors.get(table, OPEN_DOOR) if self._register else OPEN_DOOR

    def _door_seen(self, header: TableHeader, viewer: str) -> tuple[str, tuple[str, ...]]:
        """Return the door of a table for a viewer, and for the host those who ask for a seat."""
        door = self.door_of(header.table)
        if header.owner and viewer == header.owner:
            return "", door.asking
        if door.is_open_to(viewer) or viewer.startswith(BOT):
            return "", ()
        return "asked" if viewer in door.asking else door.kind, ()

    async def change_door(
        self, table: Table, entry: DoorSet | SeatAsked | SeatAnswered, is_due: Callable[[], bool]
    ) -> bool:
        """Change the door of a table and show that to its viewers; return False if not due."""
        register = self._register
        assert register is not None
        now_ms = self._surroundings.wall_ms()
        is_written = await run_in(self.threads, register.append_if, entry, now_ms, is_due)
        if is_written:
            table.feed.publish([], table.actor.state)
        return is_written

    def _newcomer_refusal(self, table: str, name: str) -> Refused | None:
        if table not in self.tables:
            return None  # The table is closed, and the engine says so.
        header = self.tables[table].header
        host = self._shown_name(header.owner) or header.owner
        match self._door_seen(header, name)[0]:
            case "":
                return None
            case "closed":
                return Refused("closed_to_newcomers", f"{host} lets no more players in")
            case "asked":
                return Refused("ask_first", f"{host} has been asked, and has not let you in yet")
            case _:
                return Refused("ask_first", f"ask for a seat first: {host} lets each player in")

    def _shown_name(self, name: str) -> str:
        return self._register.shown_names.get(name, "") if self._register is not None else ""

    def _role_in_house(self, name: str) -> str:
        return self._register.role_of(name) if self._register is not None else ""

    def _actor(self, header: TableHeader, rebuilt: Rebuilt, feed: Feed) -> TableActor:
        """Return the only writer of a table; among several servers, perhaps a follower."""
        is_by_hand = not rebuilt.state.automations.cards
        is_private = bool(header.owner)
        pace = pace_of(
            self.settings.pace, header.pace, is_by_hand=is_by_hand, is_private=is_private
        )
        waited = self._register.waited if self._register is not None else {}
        version, waited_ms = waited.get(header.table, (0, 0))
        if version != rebuilt.version:
            waited_ms = waited_before(rebuilt, pace, self._alive_ms)
        surroundings, cluster, services = self._surroundings, self.cluster, self._services
        clock = TableClock(pace, surroundings, waited_ms=waited_ms, is_shared=cluster is not None)
        sealer = ShoeSealer(self._seals, feed.table, rebuilt.state.automations, surroundings.draw)
        find_act = partial(best_free_act, self.solver, header)
        if cluster is None or not isinstance(self.store, PostgresStore):
            alone = LogWriter(
                feed.table, self.store, sealer, executor=self.threads, version=rebuilt.version
            )
            return TableActor(rebuilt, alone, feed, clock, services, header, find_act)
        lease = LeasedWriter(
            feed.table,
            self.store,
            sealer,
            executor=self.threads,
            version=rebuilt.version,
            link=cluster,
        )
        actor = TableActor(rebuilt, lease, feed, clock, services, header, find_act)
        lease.attach(actor)
        cluster.join(lease)
        return actor
