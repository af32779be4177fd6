"""What people prove who they are with, beyond a password: lines of the register, and what holds.

When a session was last used, keys for forgotten passwords, second factors.

Lines of the register: the base of all, what waits for a second person, the key of the seals.

Lines of the register about the house: tables, clocks, secrets.
"""

import msgspec


class Entry(msgspec.Struct, frozen=True, tag_field="event"):
    """A line of the register."""

    name: str


class PasswordChanged(Entry, frozen=True, tag="password_changed"):
    """Somebody who proved the old password took another."""

    password_argon2: str


class ProposalMade(Entry, frozen=True, tag="proposal_made"):
    """An administrator asked for a role, money or a reset key; a second person has to sign."""

    id: str
    by: str
    at_ms: int
    role: str = ""
    amount: int = 0
    """In cents."""
    grant_id: str = ""
    reset: str = ""
    """``password`` or ``password_and_factor``: a key for somebody who forgot it."""


class ProposalEnded(Entry, frozen=True, tag="proposal_ended"):
    """What was asked for was signed and holds, or was rejected."""

    id: str
    by: str
    is_signed: bool


class SealKeyMade(Entry, frozen=True, tag="seal_key_made"):
    """Shoes are sealed with this key from now on; its name is empty."""

    key_id: str
    """What it is known by, which tells nothing of it."""


class SessionOpened(Entry, frozen=True, tag="session_opened"):
    """Somebody has logged in with a device, which holds the token."""

    token_sha256: str
    ends_ms: int
    address: str = ""
    """From where."""
    began_ms: int = 0


class SessionEnded(Entry, frozen=True, tag="session_ended"):
    """Somebody has logged out."""

    token_sha256: str


class SessionUsed(Entry, frozen=True, tag="session_used"):
    """Somebody used a session; written once in a while."""

    token_sha256: str
    at_ms: int


class ResetKeyMade(Entry, frozen=True, tag="reset_key_made"):
    """The holder of the key sets a new password, once; earlier keys end with it."""

    key_sha256: str
    ends_ms: int
    by: str
    ends_factor: bool = False
    """The second factor is lost too, and ends with the old password."""


class PasswordReset(Entry, frozen=True, tag="password_reset"):
    """Somebody set a new password with a key; every session of theirs ends."""

    password_argon2: str


class FactorOffered(Entry, frozen=True, tag="factor_offered"):
    """Somebody was given a secret for a second factor; it holds once a code has come from it."""

    secret_sealed: str


class FactorSet(Entry, frozen=True, tag="factor_set"):
    """The secret that was offered last is the second factor from now on."""

    step: int
    """Of the code that proved it: no code of that time or before counts again."""
    recovery_sha256: tuple[str, ...]


class FactorUsed(Entry, frozen=True, tag="factor_used"):
    """A code was taken, and counts no more: of a step of time, or one for recovery."""

    step: int = 0
    recovery_sha256: str = ""


class FactorEnded(Entry, frozen=True, tag="factor_ended"):
    """Somebody has no second factor any more."""


AnyCredential = (
    SessionUsed | ResetKeyMade | PasswordReset | FactorOffered | FactorSet | FactorUsed
    | FactorEnded
)  # fmt: skip


class Factor(msgspec.Struct, frozen=True):
    """A second factor."""

    secret_sealed: str
    step: int
    """The last that a code was taken of."""
    recovery: frozenset[str]
    """Hashes of the codes for recovery that were not used."""


class Credentials:
    """What holds now, by the name of the person in small letters."""

    def __init__(self) -> None:
        self.used_ms: dict[str, int] = {}
        """When sessions were last used, by the hash of their token."""
        self.reset_keys: dict[str, ResetKeyMade] = {}
        self.offered: dict[str, str] = {}
        """Secrets of factors that are being set up, sealed."""
        self.factors: dict[str, Factor] = {}

    def apply(self, entry: AnyCredential) -> None:
        """Take a line of the register in."""
        key = entry.name.lower()
        match entry:
            case SessionUsed():
                self.used_ms[entry.token_sha256] = entry.at_ms
            case ResetKeyMade():
                self.reset_keys[key] = entry
            case PasswordReset():
                used = self.reset_keys.pop(key, None)
                if used is not None and used.ends_factor:
                    self.factors.pop(key, None)
            case FactorOffered():
                self.offered[key] = entry.secret_sealed
            case FactorSet():
                recovery = frozenset(entry.recovery_sha256)
                self.factors[key] = Factor(self.offered.pop(key), entry.step, recovery)
            case FactorUsed():
                factor = self.factors[key]
                self.factors[key] = Factor(
                    factor.secret_sealed, max(factor.step, entry.step),
                    factor.recovery - {entry.recovery_sha256},
                )  # fmt: skip
            case FactorEnded():
                self.factors.pop(key, None)


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
