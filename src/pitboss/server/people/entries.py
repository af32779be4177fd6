"""What people prove who they are with, beyond a password: lines of the register, and what holds.

When a session was last used, keys for forgotten passwords, second factors.
"""

import msgspec

from pitboss.server.people.signed_entries import Entry


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
