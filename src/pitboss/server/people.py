"""The register of the house: people with their roles, and closed tables, as a log in the store."""

import threading
from dataclasses import dataclass

import msgspec

from pitboss.store.port import PAGE_MAX, Record, Store, StoreConflict, TableHeader

REGISTER = "people"
"""The id of the log; it has no rulebook, and no table has this id."""
ROLES = ("player", "dealer", "supervisor", "auditor")
PEOPLE_MAX = 100_000


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


AnyEntry = GuestNamed | AccountMade | RoleGiven | TableClosed | TablesOpened

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


class NameTaken(Exception):
    """Somebody has this name."""


class Register:
    """Everybody who can log in; its methods write to the disk and are called off the loop."""

    def __init__(self, store: Store, *, now_ms: int) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._people: dict[str, Person] = {}
        self.closed_tables: set[str] = set()
        self.has_first_tables = False
        self._version = 0
        if not any(header.table == REGISTER for header in store.headers()):
            store.create(TableHeader(REGISTER, "People", "", 0, {}, {}, now_ms))
        self._read()

    def find(self, name: str) -> Person | None:
        """The person of a name, whatever the case of its letters."""
        return self._people.get(name.lower())

    @property
    def has_admin(self) -> bool:
        """Whether somebody administers this server."""
        return any(person.is_admin for person in self._people.values())

    def everybody(self) -> list[Person]:
        """All people by name."""
        return sorted(self._people.values(), key=lambda person: person.name)

    def add(self, entry: GuestNamed | AccountMade, now_ms: int) -> Person:
        """Write somebody new into the register."""
        with self._lock:
            self._read()
            if entry.name.lower() in self._people or len(self._people) >= PEOPLE_MAX:
                raise NameTaken(entry.name)
            if isinstance(entry, AccountMade) and entry.is_admin and self.has_admin:
                raise NameTaken("there is an administrator already")
            self._append(entry, now_ms)
            return self._people[entry.name.lower()]

    def give_role(self, entry: RoleGiven, now_ms: int) -> Person:
        """Give somebody a role."""
        assert entry.role in ROLES
        with self._lock:
            self._append(entry, now_ms)
            return self._people[entry.name.lower()]

    def close_table(self, table: str, now_ms: int) -> None:
        """Write down that a table is played no more."""
        with self._lock:
            self._append(TableClosed(table), now_ms)

    def mark_first_tables(self, now_ms: int) -> None:
        """Write down that the first tables are open: from now on they are whatever people want."""
        with self._lock:
            self._append(TablesOpened(""), now_ms)

    def _append(self, entry: AnyEntry, now_ms: int) -> None:
        data = msgspec.json.encode(entry)
        while True:
            try:
                record = Record(self._version + 1, now_ms, data)
                self._store.append(REGISTER, self._version, [record])
            except StoreConflict:
                # Another server has written; what it wrote is read first.
                self._read()
                continue
            self._version += 1
            self._apply(entry)
            return

    def _read(self) -> None:
        while page := self._store.read(REGISTER, self._version, PAGE_MAX):
            for record in page:
                self._apply(_decoder.decode(record.event))
            self._version = page[-1].version

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
            case RoleGiven(_, role):
                if (found := self._people.get(key)) is not None:
                    self._people[key] = Person(
                        found.name, role, found.is_admin, found.is_guest, found.secret
                    )
