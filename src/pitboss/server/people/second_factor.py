"""Second factors of accounts: set up, asked for, used once, ended; off the loop, as all of it
waits for the disk.
"""

import base64
import hashlib
from collections.abc import Callable

from pitboss.server.people import totp
from pitboss.server.people.entries import Factor, FactorEnded, FactorOffered, FactorSet, FactorUsed
from pitboss.server.people.register import Person, Register
from pitboss.server.surroundings import Surroundings
from pitboss.store.seals import Seals

RECOVERY_CODES = 8
RECOVERY_BYTES = 15
"""120 bits: enough for a plain hash."""
_GROUP = 4


class SecondFactors:
    """The factors of everybody in the register."""

    def __init__(self, register: Register, seals: Seals, around: Surroundings) -> None:
        self._register = register
        self._seals = seals
        self._around = around

    def of(self, person: Person) -> Factor | None:
        """The second factor of somebody, if they have one."""
        return self._register.credentials.factors.get(person.name.lower())

    def offer(self, person: Person) -> bytes:
        """A new secret; it is a factor once a code has come from it."""
        secret = self._around.draw(totp.SECRET_BYTES)
        sealed = self._seals.close_text(_place(person), secret.hex(), self._around.draw)
        self._register.note(FactorOffered(person.name, sealed), self._now_ms())
        return secret

    def accept(self, person: Person, code: str) -> tuple[str, ...]:
        """Have the secret that was offered hold; gives codes for recovery, or none of them."""
        offered = self._register.credentials.offered
        sealed = offered.get(person.name.lower(), "")
        step = self._step(person, sealed, code, after=0)
        if step is None:
            return ()
        codes = tuple(_grouped(self._around.draw(RECOVERY_BYTES)) for _ in range(RECOVERY_CODES))
        entry = FactorSet(person.name, step, tuple(map(_hashed, codes)))
        is_set = self._register.note_if(
            entry, self._now_ms(), lambda: offered.get(person.name.lower()) == sealed
        )
        return codes if is_set else ()

    def prove(self, person: Person, code: str) -> bool:
        """Whether a code is right, of the app or for recovery; it counts no more then."""
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
        """Switch it off."""
        self._register.note(FactorEnded(person.name), self._now_ms())

    def _use(self, person: Person, entry: FactorUsed, is_new: Callable[[Factor], bool]) -> bool:
        def is_due() -> bool:
            factor = self.of(person)
            return factor is not None and is_new(factor)

        return self._register.note_if(entry, self._now_ms(), is_due)

    def _step(self, person: Person, sealed: str, code: str, *, after: int) -> int | None:
        secret = self._seals.open_text(_place(person), sealed)
        plain = code.replace(" ", "")
        if secret is None or len(plain) != totp.DIGITS:
            return None
        return totp.step_of(bytes.fromhex(secret), plain, now_ms=self._now_ms(), after=after)

    def _now_ms(self) -> int:
        return self._around.wall_ms()


def _place(person: Person) -> str:
    return f"second factor of {person.name}"


def _grouped(data: bytes) -> str:
    text = base64.b32encode(data).decode()
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def _hashed(code: str) -> str:
    plain = "".join(code.upper().replace("-", " ").split())
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
