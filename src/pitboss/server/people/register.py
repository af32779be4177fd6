"""The register of the house as a log in the store: people, sessions, closed tables, clocks.

Several servers may write it: each reads what the others wrote before it adds to that.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from pitboss.engine.declare import STAFF
from pitboss.errors import Error
from pitboss.server.people.entries import (
    AnyCredential,
    ClockJumped,
    Credentials,
    Entry,
    FactorEnded,
    FactorOffered,
    FactorSet,
    FactorUsed,
    PasswordChanged,
    PasswordReset,
    ProposalEnded,
    ProposalMade,
    ResetKeyMade,
    SealKeyMade,
    SecretMade,
    ServerStopped,
    SessionEnded,
    SessionOpened,
    SessionUsed,
    ShoeKeyEnded,
    ShoeKeyMade,
    TableClosed,
    TablesOpened,
)
from pitboss.server.people.register_copy import REGISTER, begin_register, keep_copy
from pitboss.store.port import PAGE_MAX, Record, Store, StoreConflict
from pitboss.store.sql.rows import Rows
from pitboss.store.witness.statements import Head

ROLES = ("player", "dealer", "supervisor", "casino_supervisor", "auditor")
ADMINISTRATOR = "admin"
"""What an administrator is in a list of roles."""
SUPERVISING = ("supervisor", "casino_supervisor")
"""Roles of those who supervise tables."""
PEOPLE_MAX = 100_000
SESSIONS_MAX = 20_000


class GuestNamed(Entry, frozen=True, tag="guest_named"):
    """Somebody plays under a name; the holder of the key is that guest."""

    key_sha256: str


class AccountMade(Entry, frozen=True, tag="account_made"):
    """An account with a password."""

    password_argon2: str
    is_admin: bool = False


class GuestJoined(Entry, frozen=True, tag="guest_joined"):
    """A guest has an account from now on: the same person under the same name, with all they have.

    The guest's key is worth nothing any more.
    """

    password_argon2: str
    login: str
    """The name to log in with; the guest's own, or another that nobody had."""


class SettingsKept(Entry, frozen=True, tag="settings_kept"):
    """How somebody likes the page to look and sound."""

    settings: dict[str, str]


class RoleGiven(Entry, frozen=True, tag="role_given"):
    """An administrator gave somebody a role."""

    role: str
    by: str


AnyEntry = (
    GuestNamed | AccountMade | RoleGiven | TableClosed | TablesOpened
    | SessionOpened | SessionEnded | SecretMade | ClockJumped | ServerStopped
    | ShoeKeyMade | ShoeKeyEnded | GuestJoined | SettingsKept | SealKeyMade
    | ProposalMade | ProposalEnded | PasswordChanged | AnyCredential
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
    has_factor: bool = False
    waiting_role: str = ""
    """What they are once they have a second factor, where the house asks for one."""


class NameTaken(Error):
    """Somebody has this name."""


class Register:
    """Everybody who can log in; its methods write to the disk and are called off the loop."""

    def __init__(self, store: Store, *, now_ms: int, needs_factor: bool = False) -> None:
        self._store = store
        self._needs_factor = needs_factor
        """Whether the staff has to have a second factor."""
        self.credentials = Credentials()
        self._lock = threading.Lock()
        self._people: dict[str, Person] = {}
        self._logins: dict[str, str] = {}
        """Names to log in with that are not those at the tables, and whose they are."""
        self.settings: dict[str, dict[str, str]] = {}
        """What people have set, by name."""
        self.closed_tables: set[str] = set()
        self.has_first_tables = False
        self.sessions: dict[str, SessionOpened] = {}
        """By the hash of their token, those that have ended by time with them."""
        self.waited: dict[str, tuple[int, int]] = {}
        """By table, as it was when a server was last stopped: version, and how long in ms."""
        self.proposals: dict[str, ProposalMade] = {}
        """What waits for a second person, by id."""
        self.seal_key = ""
        """What the key is known by that shoes are sealed with."""
        self.seal_key_ms = now_ms
        """When it was named; of one that is named now, when the register was read."""
        self._version = 0
        begin_register(store, now_ms)
        self._read()
        self._forget_sessions(now_ms)

    def find(self, name: str) -> Person | None:
        """The person of a name, whatever the case of its letters."""
        key = name.lower()
        person = self._people.get(self._logins.get(key, key))
        return self._seen(person) if person is not None else None

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
        return sorted(map(self._seen, self._people.values()), key=lambda person: person.name)

    def _seen(self, person: Person) -> Person:
        """Somebody as the house takes them: without a second factor it may have only players."""
        if not self._needs_factor or person.has_factor:
            return person
        waiting = ADMINISTRATOR if person.is_admin else person.role if person.role in STAFF else ""
        if not waiting:
            return person
        return replace(person, role=ROLES[0], is_admin=False, waiting_role=waiting)

    def refresh(self) -> None:
        """Read what other servers have written."""
        with self._lock:
            self._read()

    def add(self, entry: GuestNamed | AccountMade, now_ms: int) -> Person:
        """Write somebody new into the register."""

        def check() -> None:
            if self.find(entry.name) or len(self._people) >= PEOPLE_MAX:
                raise NameTaken(entry.name)
            if isinstance(entry, AccountMade) and entry.is_admin and self.has_admin:
                raise NameTaken("there is an administrator already")

        with self._lock:
            self._read()
            self._append([entry], now_ms, check)
            return self._people[entry.name.lower()]

    def enroll(self, entry: GuestJoined, now_ms: int) -> Person:
        """Make a guest's name an account."""

        def check() -> None:
            guest, holder = self.find(entry.name), self.find(entry.login)
            if guest is None or not guest.is_guest or holder not in (None, guest):
                raise NameTaken(entry.login)

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
        self,
        entry: ClockJumped | ServerStopped | SettingsKept | ProposalMade | ProposalEnded
        | PasswordChanged | ResetKeyMade | FactorOffered | FactorEnded,
        now_ms: int,
    ) -> None:  # fmt: skip
        """Write down what happened to a server, or what waits or is set."""
        with self._lock:
            self._append([entry], now_ms)

    def note_if(self, entry: AnyEntry, now_ms: int, is_due: Callable[[], bool]) -> bool:
        """Write down what is due after everything written before it, by whatever server."""

        def check() -> None:
            if not is_due():
                raise NameTaken(entry.name)

        with self._lock:
            self._read()
            try:
                self._append([entry], now_ms, check)
            except NameTaken:
                return False
            return True

    def name_seal_key(self, key_id: str, *, instead_of: str, now_ms: int) -> bool:
        """Write down which key seals shoes; not where another was named meanwhile."""
        return self.note_if(
            SealKeyMade("", key_id), now_ms, lambda: self.seal_key == instead_of
        )  # fmt: skip

    def note_uses(self, uses: Sequence[SessionUsed], now_ms: int) -> None:
        """Write down that sessions were used."""
        with self._lock:
            self._append(uses, now_ms)

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
                Record(version, now_ms, msgspec.json.encode(entry))
                for version, entry in enumerate(entries, start=self._version + 1)
            ]
            try:
                self._store.append(REGISTER, self._version, records)
            except StoreConflict:
                # Another server has written; what it wrote is read first.
                self._read()
                continue
            self._version = records[-1].version
            for entry in entries:
                self._apply(entry)
            keep_copy(self._store)
            return

    def _read(self) -> None:
        while page := self._store.read(REGISTER, self._version, PAGE_MAX):
            if isinstance(self._store, Rows):
                # Somebody who can write to the database makes no administrator.
                self._store.must_have_signed(Head(REGISTER, page[-1].version, page[-1].chain))
            for record in page:
                self._apply(entry := _decoder.decode(record.body))
                if isinstance(entry, SealKeyMade):
                    self.seal_key_ms = record.at_ms
            self._version = page[-1].version

    def _apply(self, entry: AnyEntry) -> None:
        key = entry.name.lower()
        match entry:
            case GuestNamed(name, secret):
                self._people.setdefault(key, Person(name, is_guest=True, secret=secret))
            case AccountMade(name, secret, is_admin):
                made = Person(name, is_admin=is_admin, secret=secret)
                self._people.setdefault(key, made)
            case GuestJoined(name, secret, login):
                person = self._people.get(key)
                if person is not None and person.is_guest:
                    self._people[key] = Person(name, secret=secret)
                    if login.lower() != key:
                        self._logins.setdefault(login.lower(), key)
            case SettingsKept(name, settings):
                self.settings[name] = settings
            case TablesOpened():
                self.has_first_tables = True
            case TableClosed(table):
                self.closed_tables.add(table)
            case SessionOpened():
                self.sessions[entry.token_sha256] = entry
            case SessionEnded():
                self.sessions.pop(entry.token_sha256, None)
            case PasswordChanged(_, secret):
                self._people[key] = replace(self._people[key], secret=secret)
            case SessionUsed() | ResetKeyMade() | FactorOffered() | FactorUsed():
                self.credentials.apply(entry)
            case PasswordReset() | FactorSet() | FactorEnded():
                self._prove_anew(entry)
            case ProposalMade():
                self.proposals[entry.id] = entry
            case ProposalEnded():
                self.proposals.pop(entry.id, None)
            case SealKeyMade():
                self.seal_key = entry.key_id
            case ServerStopped():
                self.waited.update(entry.waited)
            case RoleGiven(_, role):
                if (person := self._people.get(key)) is not None:
                    self._people[key] = replace(person, role=role)

    def _prove_anew(self, entry: PasswordReset | FactorSet | FactorEnded) -> None:
        """What somebody logs in with is another."""
        key = entry.name.lower()
        self.credentials.apply(entry)
        person = replace(self._people[key], has_factor=key in self.credentials.factors)
        if isinstance(entry, PasswordReset):
            person = replace(person, secret=entry.password_argon2)
            opened = self.sessions.items()
            self.sessions = {token: one for token, one in opened if one.name != person.name}
        self._people[key] = person
