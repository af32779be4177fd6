"""The parts of a server, with the questions that endpoints ask."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import cast

from pitboss.engine.declare import Command, Role
from pitboss.engine.floor.corrections import ProposeCorrection, no_such_payout, settled_in
from pitboss.engine.floor.staff import role_of
from pitboss.server.admission.buckets import Buckets, LogIns
from pitboss.server.admission.client import Client, Priority, Proxies
from pitboss.server.admission.pacer import RequestPacer
from pitboss.server.admission.sockets import SocketRegistry
from pitboss.server.admission.thread_pool import Overloaded, PacedStore
from pitboss.server.analysis.process import add_rulebooks
from pitboss.server.analysis.simulations import Simulations
from pitboss.server.analysis.studies import Studies
from pitboss.server.lobby.archive import Archive, TableRecord, record_of
from pitboss.server.lobby.demo import DemoTable
from pitboss.server.lobby.evenings import Evenings
from pitboss.server.lobby.lobby import Lobby, LobbyError
from pitboss.server.lobby.table import Table
from pitboss.server.lobby.vacancies import Vacancies
from pitboss.server.log.rounds import was_settled
from pitboss.server.metrics import Metrics
from pitboss.server.people.identity import Identity, IdentityError
from pitboss.server.people.names import NAME_MAX
from pitboss.server.people.register import Register
from pitboss.server.security.log import AttemptKind, AttemptResult, SecurityLog, open_copy
from pitboss.server.security.witness import NO_FAULTS
from pitboss.server.settings import LIMITS, Limits, Settings
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.codec import name_of
from pitboss.store.port import Store
from pitboss.store.seals import Seals
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.witness.checking import Fault
from pitboss.wire.protocol import Answer, Refused, refused_by

STREAMS_MAX = 4
"""Largest number of long answers that are sent to one address at once."""
QUARANTINED = "this table is closed: its record does not hold, and the house looks into it"
"""Sentence for users; /healthz has the reason, for the operator."""

STAFF_ONLY = frozenset({"not_yours", "house_only"})
"""Codes of refusals of commands that only the staff or the table itself may give."""


class Site:
    """Everything behind the endpoints of one server."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        surroundings: Surroundings = REAL,
        faults: Mapping[str, Fault] = NO_FAULTS,
        *,
        seals: Seals,
        limits: Limits = LIMITS,
    ) -> None:
        self.settings = settings
        self.limits = limits
        add_rulebooks(settings.rulebooks, are_trusted=settings.trust_kinds)
        self.store = store
        self.metrics = Metrics()
        self.surroundings = surroundings
        self.security = SecurityLog(store, surroundings, open_copy(settings.security_copy))
        self.identity = Identity(
            Register(
                store, now_ms=surroundings.wall_ms(), needs_factor=settings.staff_second_factor
            ),
            session_s=settings.session_hours * 3600.0,
            seals=seals,
            idle_s=settings.session_idle_hours * 3600.0,
            is_shared=isinstance(store, PostgresStore),
            surroundings=surroundings,
        )
        self.lobby = Lobby(store, settings, self.metrics, surroundings, faults, seals, limits)
        self.demo = DemoTable(self.lobby, settings.demo_rounds, surroundings)
        self.bankrolls = self.lobby.bankrolls
        self.reading = cast(Store, PacedStore(store))
        """The store for reads by endpoints, at a limited pace."""
        self._archive = Archive(self.reading, self.lobby.look_up)
        self.evenings = Evenings(self.reading)
        self._admit(settings, limits)
        self.vacancies = Vacancies(
            self.lobby.tables,
            self.lobby.remove_bots,
            self.lobby.close_empty,
            surroundings,
            empty_s=settings.empty_s,
            private_empty_s=settings.private_empty_s,
        )
        self.emotes = Buckets(0.4, 3)
        self.settings_kept = Buckets(0.2, 20)
        self.metrics.gauge("sockets", "Sockets that are open.", lambda: len(self.sockets))
        self.metrics.gauge("tables", "Tables that are open.", lambda: len(self.lobby.tables))
        if (cluster := self.lobby.cluster) is not None:
            text = "Tables that this server writes."
            self.metrics.gauge("tables_written", text, lambda: len(cluster.written()))

    def _admit(self, settings: Settings, limits: Limits) -> None:
        self.proxies = Proxies(settings.trusted_proxies)
        self.sockets = SocketRegistry(settings, limits)
        self.pacer = RequestPacer(limits.requests_per_second, limits.requests_per_second)
        self.log_ins = LogIns(
            per_minute=settings.logins_per_minute, guesses_per_hour=limits.guesses_per_hour
        )
        self.simulations = Simulations(settings.simulations_max)
        self.studies = Studies()
        speed = settings.commands_per_second
        self._sent = Buckets(speed, 2.0 * speed)
        each = limits.requests_per_account
        self._requests = Buckets(each, 10.0 * each)
        self.penalise: Callable[[str], None] = lambda _address: None
        """Counts a refused address against its new connections."""
        self._streams: Counter[str] = Counter()
        self._bytes = Buckets(limits.bytes_per_second, limits.bytes_burst)

    def client(self, address: str, token: str) -> Client:
        """Return the client with an address and the token of a session."""
        person = self.identity.whose(token)
        if person is None:
            return Client(address)
        self.identity.use(self.identity.token_hash(token))
        if not self._requests.take(person.name, self.now_s()):
            # A client above its limit waits like a stranger, seated or not.
            return Client(address, person.name, Priority.STRANGER)
        is_here = any(self._is_at(table, person.name) for table in self.lobby.tables.values())
        return Client(address, person.name, Priority.SEATED if is_here else Priority.WATCHER)

    def priority_at(self, table: Table, name: str) -> Priority:
        """Return the priority of a person at one table."""
        if not name:
            return Priority.STRANGER
        return Priority.SEATED if self._is_at(table, name) else Priority.WATCHER

    def _is_at(self, table: Table, name: str) -> bool:
        state = table.actor.state
        return name in state.chips or name in state.floor.staff

    def now_s(self) -> float:
        """Return seconds by the clock that never jumps."""
        return self.surroundings.steady_ms() / 1000

    def charge_bytes(self, address: str, count: int) -> float:
        """Charge an address with sent bytes; return the seconds that the next ones wait."""
        return self._bytes.charge(address, self.now_s(), count)

    def check_streams(self, client: Client) -> None:
        """Raise ``Overloaded`` if an address gets the largest number of long answers."""
        if self._streams[client.address] >= STREAMS_MAX:
            text = f"{STREAMS_MAX} logs are being sent to your address; wait for one of them"
            raise Overloaded("too_fast", text)

    @contextmanager
    def streaming(self, client: Client) -> Iterator[None]:
        """Count a long answer while it is sent."""
        self._streams[client.address] += 1
        try:
            yield
        finally:
            self._streams[client.address] -= 1
            if not self._streams[client.address]:
                del self._streams[client.address]

    def guess(self, name: str, address: str) -> None:
        """Count a guess of a password, a key or a code; raise ``Overloaded`` after too many.

        A person with two names, one at the tables and one to log in with, has one allowance.
        """
        self.log_ins.guess(self._account(name), address, self.now_s())

    def guessed(self, name: str, address: str) -> None:
        """Reset the guesses after a right one."""
        self.log_ins.succeed(self._account(name), address)

    def _account(self, name: str) -> str:
        """Return the account of a name; a name that no account can have is cut."""
        person = self.identity.register.find(name)
        return person.name if person is not None else name[: NAME_MAX + 1]

    def refuse(self, client: Client, code: str, what: str) -> None:
        """Note a refused admission in the metrics and the security log."""
        self.metrics.add("admissions_refused")
        kind, who, text = AttemptKind.ADMISSION, client.account, f"{code}: {what[:80]}"
        self.security.note(kind, AttemptResult.REFUSED, who=who, address=client.address, text=text)

    def session_ended(self) -> IdentityError:
        """Return the error for a session that was idle for too long."""
        hours = f"{self.settings.session_idle_hours:g}"
        return IdentityError("session_ended", f"nobody was here for {hours} h: log in again")

    def table(self, id_: str) -> Table:
        """Return an open table; raise ``LobbyError``."""
        table = self.lobby.tables.get(id_)
        if id_ in self.lobby.quarantine:
            raise LobbyError("quarantined", QUARANTINED)
        if table is None:
            raise LobbyError("unknown_table", f"there is no table {id_[:40]!r}")
        return table

    async def played(self, id_: str) -> TableRecord:
        """Return the record of a table, open or closed; raise ``LobbyError``."""
        if id_ in self.lobby.faults:
            raise LobbyError("quarantined", QUARANTINED)
        if id_ not in self.lobby.tables and id_ in self.identity.register.closed_tables:
            return await self._archive.find(id_)
        return record_of(self.table(id_))

    async def give(
        self,
        table: Table,
        name: str,
        id_: str,
        command: Command,
        *,
        seen: int = -1,
        address: str = "",
    ) -> Answer:
        """Give a command of a person to a table, unless they send too many.

        ``seen`` is the last event that the client has seen, or -1.
        """
        answer = await self._give(table, name, id_, command, seen)
        code = answer.refused.code if answer.refused else ""
        if code in STAFF_ONLY and Role.PLAYER not in command.roles:
            text = f"{name_of(command)} at {table.header.table}"
            self.security.note(
                AttemptKind.RIGHT, AttemptResult.REFUSED, who=name, address=address, text=text
            )
        return answer

    async def _give(self, table: Table, name: str, id_: str, command: Command, seen: int) -> Answer:
        if name and not self.may_send(name, table.header.table):
            self.metrics.add("commands_refused_fast")
            text = f"at most {self.settings.commands_per_second} commands a second; wait a little"
            return Answer(id_, ok=False, refused=Refused("too_fast", text))
        if self._has_lost_role(table, name):
            await table.actor.assign(name, "")
        if refused := await self._find_no_payout(table, name, command):
            return Answer(id_, ok=False, refused=refused)
        return await table.actor.submit(name, id_, command, seen=seen)

    async def refusal(
        self, table: Table, name: str, command: Command, *, seen: int = -1
    ) -> Refused | None:
        """Return the reason for which ``give`` would refuse a command now; nothing happens."""
        if refused := await self._find_no_payout(table, name, command):
            return refused
        is_off_duty = self._has_lost_role(table, name)
        return await table.actor.refusal(name, command, seen=seen, is_off_duty=is_off_duty)

    def _has_lost_role(self, table: Table, name: str) -> bool:
        """Return True if a person works at a table in a role that the house has ended."""
        in_house = self.identity.register.role_of(name)
        return table.actor.state.floor.staff.get(name, in_house) != in_house

    async def _find_no_payout(self, table: Table, name: str, command: Command) -> Refused | None:
        """Refuse a correction of a payout that neither the table nor its log has.

        The log is read only for roles that may correct.
        """
        actor, id_ = table.actor, table.header.table
        if not isinstance(command, ProposeCorrection):
            return None
        is_old = 0 < command.round < actor.state.round
        is_theirs = role_of(actor.state, name) in command.roles
        if not is_theirs or not is_old or settled_in(actor.state, command.round) is not None:
            return None
        before = actor.version + 1
        if await self.lobby.look_up(was_settled, self.reading, id_, command, before=before):
            return None
        return refused_by(no_such_payout(actor.state.rules, command))

    def stop_calculating(self) -> None:
        """End calculations and simulations; their clients are refused."""
        self.simulations.close()
        self.lobby.solver.close()
        self.lobby.verifier.close()

    def may_send(self, name: str, table: str) -> bool:
        """Return True if a person has not sent too many commands to a table."""
        return self._sent.take((name, table), self.now_s())
