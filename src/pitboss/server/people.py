"""The register of the house as a log in the store: people, sessions, closed tables, clocks.

Several servers may write it: each reads what the others wrote before it adds to that.
"""

import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from pitboss.errors import Error
from pitboss.store.entry import log_time
from pitboss.store.port import PAGE_MAX, Record, Store, StoreConflict, TableHeader
from pitboss.store.rows import Rows
from pitboss.store.witness.statements import Head

REGISTER = "people"
"""The id of the log; it has no rulebook, and no table has this id."""
ROLES = ("player", "dealer", "supervisor", "casino_supervisor", "auditor")
SUPERVISING = ("supervisor", "casino_supervisor")
"""Roles of those who supervise tables."""
PEOPLE_MAX = 100_000
SESSIONS_MAX = 20_000


class Entry(msgspec.Struct, frozen=True, tag_field="event"):
    """A line of the register."""

    name: str


class GuestNamed(Entry, frozen=True, tag="guest_named"):
    """Somebody plays under a name; whoever holds the key is that guest."""

    key_sha256: str


class AccountMade(Entry, frozen=True, tag="account_made"):
    """An account with a password."""

    password_argon2: str
    is_admin: bool = False


class RoleGiven(Entry, frozen=True, tag="role_given"):
    """An administrator gave somebody a role."""

    role: str
    by: str


class TableClosed(Entry, frozen=True, tag="table_closed"):
    """A table, by its id, is played no more; its log is kept."""


class TablesOpened(Entry, frozen=True, tag="tables_opened"):
    """The first start has opened its tables; its name is empty."""


class ClockJumped(Entry, frozen=True, tag="clock_jumped"):
    """The clock on the wall of a server jumped, back where it is below zero; its name is empty."""

    by_ms: int


class ServerStopped(Entry, frozen=True, tag="server_stopped"):
    """A server was stopped in order; its name is empty."""

    waited: dict[str, tuple[int, int]]
    """Tables whose timers ran: the version of each, and for how long it had waited, in ms."""


class SessionOpened(Entry, frozen=True, tag="session_opened"):
    """Somebody has logged in with a device, which holds the token."""

    token_sha256: str
    ends_ms: int


class SessionEnded(Entry, frozen=True, tag="session_ended"):
    """Somebody has logged out."""

    token_sha256: str


class SecretMade(Entry, frozen=True, tag="secret_made"):
    """What every server of the house signs with, whatever its name says; the first one counts."""

    secret: str


class ShoeKeyMade(Entry, frozen=True, tag="shoe_key_made"):
    """An electronic shoe may send cards to a table, by its id; an earlier key ends with it."""

    key_sha256: str
    by: str


class ShoeKeyEnded(Entry, frozen=True, tag="shoe_key_ended"):
    """No electronic shoe sends cards to a table any more."""

    by: str


AnyEntry = (
    GuestNamed | AccountMade | RoleGiven | TableClosed | TablesOpened
    | SessionOpened | SessionEnded | SecretMade | ClockJumped | ServerStopped
    | ShoeKeyMade | ShoeKeyEnded
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnyEntry)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can log in."""

    name: str
    role: str = "player"
    is_admin: bool = False
    is_guest: bool = False
    secret: str = ""
    """The hash of a guest's key, or of a password."""


class NameTaken(Error):
    """Somebody has this name."""


class Register:
    """Everybody who can log in; its methods write to the disk and are called off the loop."""

    def __init__(self, store: Store, *, now_ms: int) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._people: dict[str, Person] = {}
        self.closed_tables: set[str] = set()
        self.has_first_tables = False
        self.sessions: dict[str, SessionOpened] = {}
        """By the hash of their token, those that have ended by time with them."""
        self.waited: dict[str, tuple[int, int]] = {}
        """By table, as it was when a server was last stopped: version, and how long in ms."""
        self.shoe_keys: dict[str, str] = {}
        """The hash of what the electronic shoe of a table sends with its cards, by table."""
        self._secrets: dict[str, str] = {}
        self._version = 0
        self._at_ms = 0
        if not any(header.table == REGISTER for header in store.headers()):
            with suppress(StoreConflict):  # Another server starts too.
                store.create(TableHeader(REGISTER, "People", "", 0, {}, {}, now_ms))
        self._read()
        self._forget_sessions(now_ms)

    def find(self, name: str) -> Person | None:
        """The person of a name, whatever the case of its letters."""
        return self._people.get(name.lower())

    def role_of(self, name: str) -> str:
        """What somebody is in the house; a player, where the register does not say otherwise."""
        person = self.find(name)
        return person.role if person is not None else ROLES[0]

    @property
    def has_admin(self) -> bool:
        """Whether somebody administers this server."""
        return any(person.is_admin for person in list(self._people.values()))

    def everybody(self) -> list[Person]:
        """All people by name."""
        return sorted(self._people.values(), key=lambda person: person.name)

    def refresh(self) -> None:
        """Read what other servers have written."""
        with self._lock:
            self._read()

    def secret(self, name: str, now_ms: int) -> str:
        """What every server of the house signs with for one purpose; made when first asked for."""
        with self._lock:
            if name not in self._secrets:
                self._append([SecretMade(name, secrets.token_urlsafe(32))], now_ms)
            return self._secrets[name]

    def add(self, entry: GuestNamed | AccountMade, now_ms: int) -> Person:
        """Write somebody new into the register."""

        def check() -> None:
            if entry.name.lower() in self._people or len(self._people) >= PEOPLE_MAX:
                raise NameTaken(entry.name)
            if isinstance(entry, AccountMade) and entry.is_admin and self.has_admin:
                raise NameTaken("there is an administrator already")

        with self._lock:
            self._read()
            self._append([entry], now_ms, check)
            return self._people[entry.name.lower()]

    def give_role(self, entry: RoleGiven, now_ms: int) -> Person:
        """Give somebody a role."""
        assert entry.role in ROLES
        with self._lock:
            self._append([entry], now_ms)
            return self._people[entry.name.lower()]

    def close_table(self, table: str, now_ms: int) -> None:
        """Write down that a table is played no more, unless that is written."""
        with self._lock:
            self._read()
            if table not in self.closed_tables:
                self._append([TableClosed(table)], now_ms)

    def note(
        self, entry: ClockJumped | ServerStopped | ShoeKeyMade | ShoeKeyEnded, now_ms: int
    ) -> None:
        """Write down what has happened to a server, or which shoe may send cards."""
        with self._lock:
            self._append([entry], now_ms)

    def mark_first_tables(self, now_ms: int) -> None:
        """Write down that the first tables are open: from now on they are whatever people want."""
        with self._lock:
            self._append([TablesOpened("")], now_ms)

    def open_session(self, entry: SessionOpened, now_ms: int, *, old_sha256: str = "") -> bool:
        """Write down a session, with which an old one ends; not where too many are open."""
        with self._lock:
            if len(self.sessions) >= SESSIONS_MAX:
                self._forget_sessions(now_ms)
            if len(self.sessions) >= SESSIONS_MAX:
                return False
            old = self.sessions.get(old_sha256)
            ended = [SessionEnded(old.name, old_sha256)] if old is not None else []
            self._append([*ended, entry], now_ms)
            return True

    def end_session(self, token_sha256: str, now_ms: int) -> None:
        """Write down that a session is over."""
        with self._lock:
            if (old := self.sessions.get(token_sha256)) is not None:
                self._append([SessionEnded(old.name, token_sha256)], now_ms)

    def _forget_sessions(self, now_ms: int) -> None:
        """Let go of those that have ended by time."""
        self.sessions = {token: one for token, one in self.sessions.items() if one.ends_ms > now_ms}

    def _append(
        self, entries: Sequence[AnyEntry], now_ms: int, check: Callable[[], None] | None = None
    ) -> None:
        """Write entries that pass the check against everything written before them."""
        while True:
            if check is not None:
                check()
            records = [
                Record(version, log_time(self._at_ms, now_ms), msgspec.json.encode(entry))
                for version, entry in enumerate(entries, start=self._version + 1)
            ]
            try:
                self._store.append(REGISTER, self._version, records)
            except StoreConflict:
                # Another server has written; what it wrote is read first.
                self._read()
                continue
            self._version, self._at_ms = records[-1].version, records[-1].at_ms
            for entry in entries:
                self._apply(entry)
            return

    def _read(self) -> None:
        while page := self._store.read(REGISTER, self._version, PAGE_MAX):
            if isinstance(self._store, Rows):
                # Somebody who can write to the database makes no administrator.
                self._store.must_have_signed(Head(REGISTER, page[-1].version, page[-1].chain))
            for record in page:
                self._apply(_decoder.decode(record.body))
            self._version, self._at_ms = page[-1].version, page[-1].at_ms

    def _apply(self, entry: AnyEntry) -> None:
        key = entry.name.lower()
        match entry:
            case GuestNamed(name, secret):
                self._people.setdefault(key, Person(name, is_guest=True, secret=secret))
            case AccountMade(name, secret, is_admin):
                made = Person(name, is_admin=is_admin, secret=secret)
                self._people.setdefault(key, made)
            case TablesOpened():
                self.has_first_tables = True
            case TableClosed(table):
                self.closed_tables.add(table)
            case SessionOpened():
                self.sessions[entry.token_sha256] = entry
            case SessionEnded():
                self.sessions.pop(entry.token_sha256, None)
            case ShoeKeyMade(table, key):
                self.shoe_keys[table] = key
            case ShoeKeyEnded(table):
                self.shoe_keys.pop(table, None)
            case ServerStopped():
                self.waited.update(entry.waited)
            case SecretMade(name, secret):
                self._secrets.setdefault(name, secret)
            case RoleGiven(_, role):
                if (person := self._people.get(key)) is not None:
                    self._people[key] = Person(
                        person.name, role, person.is_admin, person.is_guest, person.secret
                    )
