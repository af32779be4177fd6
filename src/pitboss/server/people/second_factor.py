"""Second factors of accounts: time-based codes of authenticator apps (RFC 6238, RFC 4226)."""

import base64
import hashlib
import hmac
from collections.abc import Callable
from urllib.parse import quote

from pitboss.server.people.entries import (
    Factor,
    FactorEnded,
    FactorOffered,
    FactorSet,
    FactorUsed,
    Person,
)
from pitboss.server.people.register import Register
from pitboss.server.surroundings import Surroundings
from pitboss.store.seals import Seals

RECOVERY_CODES = 8
RECOVERY_BYTES = 15
"""120 bits: enough for a hash without salt."""
_GROUP = 4


class SecondFactors:
    """The second factors in the register; call the methods off the loop, as they write it."""

    def __init__(self, register: Register, seals: Seals, surroundings: Surroundings) -> None:
        self._register = register
        self._seals = seals
        self._surroundings = surroundings

    def of(self, person: Person) -> Factor | None:
        """Return the second factor of a person, or None."""
        return self._register.factors.get(person.name.lower())

    def offer(self, person: Person) -> bytes:
        """Return a new secret; it becomes the factor once a code from it is accepted."""
        secret = self._surroundings.draw(SECRET_BYTES)
        sealed = self._seals.close_text(_place(person), secret.hex(), self._surroundings.draw)
        self._register.append([FactorOffered(person.name, sealed)], self._now_ms())
        return secret

    def accept(self, person: Person, code: str) -> tuple[str, ...]:
        """Make the offered secret the factor; return recovery codes, or () if the code is wrong."""
        offered = self._register.offered
        sealed = offered.get(person.name.lower(), "")
        step = self._step(person, sealed, code, after=0)
        if step is None:
            return ()
        codes = tuple(
            _grouped(self._surroundings.draw(RECOVERY_BYTES)) for _ in range(RECOVERY_CODES)
        )
        entry = FactorSet(person.name, step, tuple(map(_hashed, codes)))
        is_set = self._register.append_if(
            entry, self._now_ms(), lambda: offered.get(person.name.lower()) == sealed
        )
        return codes if is_set else ()

    def prove(self, person: Person, code: str) -> bool:
        """Return True if a code of the app or for recovery is right, and use it up."""
        factor = self.of(person)
        if factor is None:
            return True
        step = self._step(person, factor.secret_sealed, code, after=factor.step)
        if step is not None:
            return self._use(person, FactorUsed(person.name, step), lambda now: now.step < step)
        used = _hashed(code)
        return used in factor.recovery and self._use(
            person, FactorUsed(person.name, 0, used), lambda now: used in now.recovery
        )

    def end(self, person: Person) -> None:
        """Switch the factor of a person off."""
        self._register.append([FactorEnded(person.name)], self._now_ms())

    def _use(self, person: Person, entry: FactorUsed, is_new: Callable[[Factor], bool]) -> bool:
        def is_due() -> bool:
            factor = self.of(person)
            return factor is not None and is_new(factor)

        return self._register.append_if(entry, self._now_ms(), is_due)

    def _step(self, person: Person, sealed: str, code: str, *, after: int) -> int | None:
        secret = self._seals.open_text(_place(person), sealed)
        plain = code.replace(" ", "")
        if secret is None or len(plain) != DIGITS:
            return None
        return step_of(bytes.fromhex(secret), plain, now_ms=self._now_ms(), after=after)

    def _now_ms(self) -> int:
        return self._surroundings.wall_ms()


def _place(person: Person) -> str:
    return f"second factor of {person.name}"


def _grouped(data: bytes) -> str:
    text = base64.b32encode(data).decode()
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def _hashed(code: str) -> str:
    plain = "".join(code.upper().replace("-", " ").split())
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


STEP_MS = 30_000
DIGITS = 6
SECRET_BYTES = 20
"""The length of the hash, as RFC 4226 recommends."""
ISSUER = "pitboss"
DRIFT = 1
"""Steps by which the clock of a device may be off, either way."""


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """Return the code of a time step: HMAC-SHA-1, truncated as in RFC 4226."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    first = digest[-1] & 0x0F
    number = int.from_bytes(digest[first : first + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, *, now_ms: int, after: int) -> int | None:
    """Return the time step of a code, which must be later than ``after``, or None."""
    now = now_ms // STEP_MS
    right = None
    for step in range(max(0, now - DRIFT), now + DRIFT + 1):
        # Every step is compared, so that the time it takes reveals nothing.
        is_right = hmac.compare_digest(code_at(secret, step).encode(), code.encode())
        if is_right and step > after and right is None:
            right = step
    return right


def in_groups(secret: bytes) -> str:
    """Return a secret in base32, in groups of four, to be typed into an app."""
    text = base64.b32encode(secret).decode().rstrip("=")
    return " ".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def link(secret: bytes, name: str) -> str:
    """Return a secret as a link that apps open."""
    text = in_groups(secret).replace(" ", "")
    label = quote(f"{ISSUER}:{name}")
    return f"otpauth://totp/{label}?secret={text}&issuer={ISSUER}&algorithm=SHA1&digits={DIGITS}"
