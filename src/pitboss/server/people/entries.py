"""Entries of the register, and the state that they add up to.

An entry has the name of a person, a table or "" and applies itself to the state.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Union

import msgspec


@dataclass(frozen=True, slots=True)
class Person:
    """A guest or the holder of an account."""

    name: str
    role: str = "player"
    is_admin: bool = False
    is_guest: bool = False
    secret: str = ""
    """Hash of a guest's key, or of a password."""
    has_factor: bool = False
    waiting_role: str = ""
    """Role that takes effect once a required second factor is set up, or "" if none waits."""


@dataclass(frozen=True, slots=True)
class Factor:
    """A second factor."""

    secret_sealed: str
    step: int
    """Last time step of which a code was accepted."""
    recovery: frozenset[str]
    """Hashes of the unused recovery codes."""


@dataclass(frozen=True, slots=True)
class Door:
    """The host's answer to newcomers at a private table."""

    kind: str = "link"
    """``link``: anyone with the link takes a seat; ``ask``: the host lets each newcomer in;
    ``closed``: newcomers get no seat.
    """
    let_in: frozenset[str] = frozenset()
    """Players of the evening when the door was set, and newcomers whom the host has let in."""
    asking: tuple[str, ...] = ()
    """Newcomers who wait for the host's answer, the first to ask first."""

    def is_open_to(self, name: str) -> bool:
        """Return True if a newcomer may take a seat."""
        return self.kind == "link" or name in self.let_in


OPEN_DOOR = Door()


class RegisterState:
    """All that the register says; the keys of people are their names in lower case."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.logins: dict[str, str] = {}
        """Key of the person, by a login that is not the person's name at the tables."""
        self.shown_names: dict[str, str] = {}
        """Names that people are shown under, by the names of their accounts."""
        self.settings: dict[str, dict[str, str]] = {}
        """Settings of the page, by name."""
        self.closed_tables: set[str] = set()
        self.has_first_tables = False
        self.sessions: dict[str, SessionOpened] = {}
        """Sessions by the hash of their token, expired ones included."""
        self.used_ms: dict[str, int] = {}
        """Time of the last recorded use of a session, by the hash of its token."""
        self.waited: dict[str, tuple[int, int]] = {}
        """Version and waited time in ms of each table at the last orderly stop."""
        self.proposals: dict[str, ProposalMade] = {}
        """Proposals that wait for a second person, by id."""
        self.seal_key = ""
        """Id of the key that seals shoes."""
        self.reset_keys: dict[str, ResetKeyMade] = {}
        self.doors: dict[str, Door] = {}
        """Doors of private tables that their hosts have set."""
        self.offered: dict[str, str] = {}
        """Sealed secrets of second factors that are being set up."""
        self.factors: dict[str, Factor] = {}


class Entry(msgspec.Struct, frozen=True, tag_field="event"):
    """An entry of the register."""

    name: str

    @property
    def key(self) -> str:
        """The name in lower case."""
        return self.name.lower()

    def apply(self, state: RegisterState) -> None:
        """Change the state; some entries are only a record and change nothing."""


class GuestNamed(Entry, frozen=True, tag="guest_named"):
    """A guest has taken a name, and proves it with a key."""

    key_sha256: str

    def apply(self, state: RegisterState) -> None:
        person = Person(self.name, is_guest=True, secret=self.key_sha256)
        state.people.setdefault(self.key, person)


class AccountMade(Entry, frozen=True, tag="account_made"):
    """An account with a password."""

    password_argon2: str
    is_admin: bool = False

    def apply(self, state: RegisterState) -> None:
        person = Person(self.name, is_admin=self.is_admin, secret=self.password_argon2)
        state.people.setdefault(self.key, person)


class GuestJoined(Entry, frozen=True, tag="guest_joined"):
    """A guest has made an account: the same person under the same name, with everything they have.

    The guest's key is no longer valid.
    """

    password_argon2: str
    login: str
    """The name to log in with: the guest's own, or another that was free."""

    def apply(self, state: RegisterState) -> None:
        person, login = state.people.get(self.key), self.login.lower()
        if person is not None and person.is_guest:
            state.people[self.key] = Person(self.name, secret=self.password_argon2)
            if login != self.key:
                state.logins.setdefault(login, self.key)


class NameChanged(Entry, frozen=True, tag="name_changed"):
    """A person is shown under another name; the old one still stands for them in the log."""

    shown: str

    def apply(self, state: RegisterState) -> None:
        state.shown_names[self.name] = self.shown
        if self.shown.lower() != self.key:
            # Nobody else can take the name, and they may log in with it.
            state.logins.setdefault(self.shown.lower(), self.key)


class SettingsKept(Entry, frozen=True, tag="settings_kept"):
    """A person's settings of the page."""

    settings: dict[str, str]

    def apply(self, state: RegisterState) -> None:
        state.settings[self.name] = self.settings


class RoleGiven(Entry, frozen=True, tag="role_given"):
    """An administrator has given an account a role."""

    role: str
    by: str

    def apply(self, state: RegisterState) -> None:
        if (person := state.people.get(self.key)) is not None:
            state.people[self.key] = replace(person, role=self.role)


class PasswordChanged(Entry, frozen=True, tag="password_changed"):
    """The holder of an account proved the old password and set another."""

    password_argon2: str

    def apply(self, state: RegisterState) -> None:
        state.people[self.key] = replace(state.people[self.key], secret=self.password_argon2)


class ProposalMade(Entry, frozen=True, tag="proposal_made"):
    """An administrator proposes a role, money or a reset key; a second person has to sign."""

    id: str
    by: str
    at_ms: int
    role: str = ""
    amount: int = 0
    """In cents."""
    grant_id: str = ""
    reset: str = ""
    """``password`` or ``password_and_factor`` for a reset key, else ""."""

    def apply(self, state: RegisterState) -> None:
        state.proposals[self.id] = self


class ProposalEnded(Entry, frozen=True, tag="proposal_ended"):
    """A proposal was signed and has taken effect, or was rejected."""

    id: str
    by: str
    is_signed: bool

    def apply(self, state: RegisterState) -> None:
        state.proposals.pop(self.id, None)


class SealKeyMade(Entry, frozen=True, tag="seal_key_made"):
    """Shoes are sealed with this key from now on; the name is empty."""

    key_id: str
    """Public id of the key, which reveals nothing about the key itself."""

    def apply(self, state: RegisterState) -> None:
        state.seal_key = self.key_id


class SessionOpened(Entry, frozen=True, tag="session_opened"):
    """A person has logged in with a device, which holds the token."""

    token_sha256: str
    ends_ms: int
    address: str = ""
    """Address of the device."""
    began_ms: int = 0

    def apply(self, state: RegisterState) -> None:
        state.sessions[self.token_sha256] = self


class SessionEnded(Entry, frozen=True, tag="session_ended"):
    """A session has ended before its time."""

    token_sha256: str

    def apply(self, state: RegisterState) -> None:
        state.sessions.pop(self.token_sha256, None)


class SessionUsed(Entry, frozen=True, tag="session_used"):
    """A session was used; written once in a while."""

    token_sha256: str
    at_ms: int

    def apply(self, state: RegisterState) -> None:
        state.used_ms[self.token_sha256] = self.at_ms


class ResetKeyMade(Entry, frozen=True, tag="reset_key_made"):
    """A key whose holder may set a new password, once; earlier keys are no longer valid."""

    key_sha256: str
    ends_ms: int
    by: str
    ends_factor: bool = False
    """True if the second factor is lost too, and ends with the old password."""

    def apply(self, state: RegisterState) -> None:
        state.reset_keys[self.key] = self


class PasswordReset(Entry, frozen=True, tag="password_reset"):
    """The holder of a reset key set a new password; every session of the account ends."""

    password_argon2: str

    def apply(self, state: RegisterState) -> None:
        used = state.reset_keys.pop(self.key, None)
        if used is not None and used.ends_factor:
            state.factors.pop(self.key, None)
        person = replace(
            state.people[self.key],
            has_factor=self.key in state.factors,
            secret=self.password_argon2,
        )
        opened = state.sessions.items()
        state.sessions = {
            token: session for token, session in opened if session.name != person.name
        }
        state.people[self.key] = person


class FactorOffered(Entry, frozen=True, tag="factor_offered"):
    """A secret for a second factor; it takes effect once a code from it has been accepted."""

    secret_sealed: str

    def apply(self, state: RegisterState) -> None:
        state.offered[self.key] = self.secret_sealed


class FactorSet(Entry, frozen=True, tag="factor_set"):
    """The secret that was offered last is the second factor from now on."""

    step: int
    """Time step of the code that proved it: codes of this step or earlier are refused."""
    recovery_sha256: tuple[str, ...]

    def apply(self, state: RegisterState) -> None:
        recovery = frozenset(self.recovery_sha256)
        state.factors[self.key] = Factor(state.offered.pop(self.key), self.step, recovery)
        state.people[self.key] = replace(state.people[self.key], has_factor=True)


class FactorUsed(Entry, frozen=True, tag="factor_used"):
    """A code was accepted and is not valid again: one of a time step, or one for recovery."""

    step: int = 0
    recovery_sha256: str = ""

    def apply(self, state: RegisterState) -> None:
        factor = state.factors[self.key]
        state.factors[self.key] = replace(
            factor,
            step=max(factor.step, self.step),
            recovery=factor.recovery - {self.recovery_sha256},
        )


class FactorEnded(Entry, frozen=True, tag="factor_ended"):
    """The account has no second factor any more."""

    def apply(self, state: RegisterState) -> None:
        state.factors.pop(self.key, None)
        state.people[self.key] = replace(state.people[self.key], has_factor=False)


class TableClosed(Entry, frozen=True, tag="table_closed"):
    """The table of this id is closed; its log is kept."""

    def apply(self, state: RegisterState) -> None:
        state.closed_tables.add(self.name)


class DoorSet(Entry, frozen=True, tag="door_set"):
    """The host of the table of this id has said who may join."""

    door: str
    by: str
    players: tuple[str, ...]
    """Players of the evening until then, who may come back."""

    def apply(self, state: RegisterState) -> None:
        before = state.doors.get(self.name, OPEN_DOOR)
        state.doors[self.name] = Door(self.door, before.let_in.union(self.players))


class SeatAsked(Entry, frozen=True, tag="seat_asked"):
    """A newcomer asks the host of the table of this id for a seat."""

    player: str

    def apply(self, state: RegisterState) -> None:
        door = state.doors.get(self.name, OPEN_DOOR)
        if self.player not in door.asking:
            state.doors[self.name] = replace(door, asking=(*door.asking, self.player))


class SeatAnswered(Entry, frozen=True, tag="seat_answered"):
    """The host of the table of this id has let a newcomer in, or not."""

    player: str
    is_let_in: bool
    by: str

    def apply(self, state: RegisterState) -> None:
        door = state.doors.get(self.name, OPEN_DOOR)
        let_in = door.let_in | {self.player} if self.is_let_in else door.let_in
        asking = tuple(name for name in door.asking if name != self.player)
        state.doors[self.name] = replace(door, let_in=let_in, asking=asking)


class TablesOpened(Entry, frozen=True, tag="tables_opened"):
    """The first start has opened its tables; the name is empty."""

    def apply(self, state: RegisterState) -> None:
        state.has_first_tables = True


class ClockJumped(Entry, frozen=True, tag="clock_jumped"):
    """The wall clock of a server jumped; the name is empty."""

    by_ms: int
    """Below zero if it jumped back."""


class ServerStopped(Entry, frozen=True, tag="server_stopped"):
    """A server was stopped in order; the name is empty."""

    waited: dict[str, tuple[int, int]]
    """Version and waited time in ms of each table whose timer ran."""

    def apply(self, state: RegisterState) -> None:
        state.waited.update(self.waited)


class SecretMade(Entry, frozen=True, tag="secret_made"):
    """A secret for signing, written by an earlier version and used no more."""

    secret: str


class ShoeKeyMade(Entry, frozen=True, tag="shoe_key_made"):
    """A key for the electronic shoe of a table, written by an earlier version and used no more."""

    key_sha256: str
    by: str


class ShoeKeyEnded(Entry, frozen=True, tag="shoe_key_ended"):
    """The end of such a key."""

    by: str


if TYPE_CHECKING:
    AnyEntry = Entry
else:
    AnyEntry = Union[tuple(Entry.__subclasses__())]  # noqa: UP007 - made of what is declared above
