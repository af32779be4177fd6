"""The register: people, sessions, closed tables and clocks, as a log in the store.

Several servers may write it; each reads the entries of the others before it adds its own.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from pitboss.engine.declare import STAFF
from pitboss.errors import Error
from pitboss.server.people.entries import (
    AccountMade,
    AnyEntry,
    GuestJoined,
    GuestNamed,
    NameChanged,
    Person,
    RegisterState,
    RoleGiven,
    SealKeyMade,
    SessionEnded,
    SessionOpened,
)
from pitboss.server.people.register_copy import REGISTER, begin_register, keep_copy
from pitboss.store.port import PAGE_MAX, Record, Store, StoreConflict
from pitboss.store.sql.rows import SqlStore
from pitboss.store.witness.statements import Head

ROLES = ("player", "dealer", "supervisor", "casino_supervisor", "auditor")
ADMINISTRATOR = "admin"
"""An administrator's entry in a list of roles."""
SUPERVISING = ("supervisor", "casino_supervisor")
"""Roles that supervise tables."""
PEOPLE_MAX = 100_000
SESSIONS_MAX = 20_000

_decoder = msgspec.json.Decoder(AnyEntry)


class NameTaken(Error):
    """Another person has this name."""


class Register(RegisterState):
    """The register in a store. Its methods that write wait for the disk: call them off the loop."""

    def __init__(self, store: Store, *, now_ms: int, needs_factor: bool = False) -> None:
        super().__init__()
        self._store = store
        self._needs_factor = needs_factor
        """True if the staff must have a second factor."""
        self._lock = threading.Lock()
        self.seal_key_ms = now_ms
        """Time at which the seal key was written, or this register read if it has none yet."""
        self._version = 0
        begin_register(store, now_ms)
        self._read()
        self._forget_sessions(now_ms)

    def find(self, name: str) -> Person | None:
        """Return the person with a name or login in any case, or None."""
        key = name.lower()
        person = self.people.get(self.logins.get(key, key))
        return self._in_effect(person) if person is not None else None

    def role_of(self, name: str) -> str:
        """Return the role in effect; a player's for names that the register does not have."""
        person = self.find(name)
        return person.role if person is not None else ROLES[0]

    @property
    def has_admin(self) -> bool:
        """True if the server has an administrator."""
        return any(person.is_admin for person in list(self.people.values()))

    def everybody(self) -> list[Person]:
        """Return all people by name."""
        return sorted(map(self._in_effect, self.people.values()), key=lambda person: person.name)

    def _in_effect(self, person: Person) -> Person:
        """Return the person with the role in effect; staff without a required second factor count
        as players.
        """
        if not self._needs_factor or person.has_factor:
            return person
        waiting = ADMINISTRATOR if person.is_admin else person.role if person.role in STAFF else ""
        if not waiting:
            return person
        return replace(person, role=ROLES[0], is_admin=False, waiting_role=waiting)

    def refresh(self) -> None:
        """Read the entries of other servers."""
        with self._lock:
            self._read()

    def add(self, entry: GuestNamed | AccountMade | GuestJoined, now_ms: int) -> Person:
        """Add a guest or an account, or make a guest an account.

        Raises ``NameTaken`` if another person has the name or login.
        """

        def is_free() -> bool:
            if isinstance(entry, GuestJoined):
                guest, holder = self.find(entry.name), self.find(entry.login)
                return guest is not None and guest.is_guest and holder in (None, guest)
            is_second = isinstance(entry, AccountMade) and entry.is_admin and self.has_admin
            return not (self.find(entry.name) or len(self.people) >= PEOPLE_MAX or is_second)

        if not self.append_if(entry, now_ms, is_free):
            raise NameTaken(entry.name)
        return self.people[entry.key]

    def change_name(self, entry: NameChanged, now_ms: int) -> None:
        """Show a person under another name; raises ``NameTaken`` if it is not theirs or free."""

        def is_free() -> bool:
            return self.find(entry.shown) in (None, self.find(entry.name))

        if not self.append_if(entry, now_ms, is_free):
            raise NameTaken(entry.shown)

    def give_role(self, entry: RoleGiven, now_ms: int) -> Person:
        """Write down a person's new role."""
        assert entry.role in ROLES
        self.append([entry], now_ms)
        return self.people[entry.key]

    def append(self, entries: Sequence[AnyEntry], now_ms: int) -> None:
        """Write entries."""
        with self._lock:
            self._append(entries, now_ms)

    def append_if(self, entry: AnyEntry, now_ms: int, condition: Callable[[], bool]) -> bool:
        """Write an entry if the condition holds after everything that any server wrote before it.

        Return False if it does not hold.
        """
        with self._lock:
            self._read()
            return self._append([entry], now_ms, condition)

    def open_session(self, entry: SessionOpened, now_ms: int, *, old_sha256: str = "") -> bool:
        """Write down a session, with the end of an old one; return False if too many are open."""
        with self._lock:
            if len(self.sessions) >= SESSIONS_MAX:
                self._forget_sessions(now_ms)
            if len(self.sessions) >= SESSIONS_MAX:
                return False
            old = self.sessions.get(old_sha256)
            ended = [SessionEnded(old.name, old_sha256)] if old is not None else []
            return self._append([*ended, entry], now_ms)

    def end_session(self, token_sha256: str, now_ms: int) -> None:
        """Write down the end of a session."""
        with self._lock:
            if (old := self.sessions.get(token_sha256)) is not None:
                self._append([SessionEnded(old.name, token_sha256)], now_ms)

    def _forget_sessions(self, now_ms: int) -> None:
        opened = self.sessions.items()
        self.sessions = {token: session for token, session in opened if session.ends_ms > now_ms}

    def _append(
        self, entries: Sequence[AnyEntry], now_ms: int, condition: Callable[[], bool] = lambda: True
    ) -> bool:
        """Write entries if the condition holds after all entries before them."""
        while condition():
            records = [
                Record(version, now_ms, msgspec.json.encode(entry))
                for version, entry in enumerate(entries, start=self._version + 1)
            ]
            try:
                self._store.append(REGISTER, self._version, records)
            except StoreConflict:
                self._read()  # Another server has written.
                continue
            self._version = records[-1].version
            for entry in entries:
                entry.apply(self)
            keep_copy(self._store)
            return True
        return False

    def _read(self) -> None:
        while page := self._store.read(REGISTER, self._version, PAGE_MAX):
            if isinstance(self._store, SqlStore):
                # Write access to the database is not enough to make an administrator.
                self._store.must_have_signed(Head(REGISTER, page[-1].version, page[-1].chain))
            for record in page:
                entry = _decoder.decode(record.body)
                entry.apply(self)
                if isinstance(entry, SealKeyMade):
                    self.seal_key_ms = record.at_ms
            self._version = page[-1].version
