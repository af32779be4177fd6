"""Guests with a key, accounts with a password, and sessions.

The holder of a reset key sets a new password, once and within the hour.
"""

import asyncio
import hashlib
import hmac
import math
import threading
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.low_level import ARGON2_VERSION
from zxcvbn import zxcvbn

from pitboss.engine.declare import AHEAD_MAX_MS
from pitboss.errors import Refusal
from pitboss.server.admission.thread_pool import FairThreadPool, Overloaded
from pitboss.server.people.entries import (
    AccountMade,
    AnyEntry,
    GuestJoined,
    GuestNamed,
    NameChanged,
    PasswordChanged,
    PasswordReset,
    Person,
    ResetKeyMade,
    RoleGiven,
    SessionOpened,
    SessionUsed,
    SettingsKept,
)
from pitboss.server.people.names import RULE, is_name, is_reserved
from pitboss.server.people.register import NameTaken, Register
from pitboss.server.people.second_factor import SecondFactors
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.port import StoreError
from pitboss.store.seals import Seals

RESET_MS = 3_600_000
"""Lifetime of a reset key."""


def make_reset_key(
    register: Register, name: str, by: str, *, ends_factor: bool, surroundings: Surroundings
) -> tuple[str, int]:
    """Make a reset key and return it with the time it expires; an earlier key becomes invalid.

    Call it off the loop: it writes the register, which gets only the hash of the key.
    """
    key, now_ms = surroundings.draw_token(24), surroundings.wall_ms()
    hashed = hashlib.sha256(key.encode()).hexdigest()
    entry = ResetKeyMade(name, hashed, now_ms + RESET_MS, by, ends_factor)
    register.append([entry], now_ms)
    return key, entry.ends_ms


T = TypeVar("T")

NOTES_PER_IDLE = 4
"""Number of times the use of a session is recorded during one idle limit."""

NICENESS = 15
"""Tables come before passwords, each of which takes a tenth of a second of a processor."""
CHECKERS = 2
"""Threads that check passwords and write the register."""
CHECKS_MAX, CHECKS_EACH_MAX = 128, 40
"""Largest number of waiting log-ins, in all and from one address."""


WRONG_CODE = "the code is not right, or has been used; wait for the next one"

PASSWORD_LEAST, PASSWORD_MOST = 10, 200
"""Smallest and largest number of characters of a password."""
SCORE_LEAST = 3
"""Lowest accepted score of 0 to 4: more than 10**8 guesses."""
SCORED_CHARS = 40
"""Characters that zxcvbn gets: its time grows faster than the length of the password."""
GUESSED_FIRST = ("pitboss", "blackjack", "casino", "dealer", "supervisor", "auditor", "password")
"""Words that would be guessed first at this server, like the person's own name."""

_scoring = threading.Lock()
"""zxcvbn keeps the person's own words in a global dictionary while it works."""


def weakness(password: str, name: str) -> str:
    """Return the reason for refusing a password, as a sentence, or "" if it is good.

    zxcvbn estimates the number of guesses. It knows frequent passwords, names and words, also with
    digits for letters, keyboard runs, repeats and dates. It takes up to a third of a second; call
    it off the loop.
    """
    if not PASSWORD_LEAST <= len(password) <= PASSWORD_MOST:
        return f"a password has {PASSWORD_LEAST} to {PASSWORD_MOST} characters"
    with _scoring:
        strength = zxcvbn(password[:SCORED_CHARS], user_inputs=[name, *GUESSED_FIRST])
    if strength["score"] < SCORE_LEAST:
        return (
            "this password is too easy to guess: use several words, or letters and digits"
            " that mean nothing"
        )
    return ""


class IdentityError(Refusal):
    """A refused log-in or name: a code for programs and a sentence for people."""


@dataclass(frozen=True, slots=True)
class Session:
    """A person's log-in with one device."""

    token: str
    name: str
    ends_s: float


class Identity:
    """Log-ins and sessions. Slow work runs in threads, never on the loop."""

    def __init__(
        self,
        register: Register,
        *,
        session_s: float,
        seals: Seals,
        idle_s: float = math.inf,
        hasher: PasswordHasher | None = None,
        is_shared: bool = False,
        surroundings: Surroundings = REAL,
    ) -> None:
        self.register = register
        self.factors = SecondFactors(register, seals, surroundings)
        self.idle_s = idle_s
        """A session expires when it has not been used for this long."""
        self._uses_ms: dict[str, int] = {}
        """Time of the last use of a session at this server, by the hash of its token."""
        self._is_shared = is_shared
        """True if other servers write to the register too."""
        self._recalling = asyncio.Lock()
        self._session_s = session_s
        self._surroundings = surroundings
        self._hasher = hasher or PasswordHasher()
        self._desk = FairThreadPool(
            surroundings.threads(CHECKERS, "identity", NICENESS),
            CHECKERS,
            waiting_max=CHECKS_MAX,
            each_max=CHECKS_EACH_MAX,
        )
        self.admin_token = "" if register.has_admin else surroundings.draw_token(24)
        """Lets its holder make the administrator's account, once."""

    def close(self) -> None:
        """Stop the threads."""
        self._desk.close()

    async def name_guest(self, name: str) -> tuple[Person, str]:
        """Add a guest; return it with the key that proves it, which the device keeps."""
        _check_name(name)
        key = self._surroundings.draw_token(24)
        entry = GuestNamed(name, _sha256(key))
        return await self.off_loop(lambda: self._add(entry, name)), key

    async def make_account(self, name: str, password: str, *, admin_token: str = "") -> Person:
        """Add the account of a player, or with the token the administrator's."""
        _check_name(name)
        if admin_token and not self._is_admin_token(admin_token):
            raise IdentityError("wrong_token", "this link has been used or was never valid")

        def make() -> Person:
            _check_password(password, name)
            hashed = self._hasher.hash(password)
            return self._add(AccountMade(name, hashed, is_admin=bool(admin_token)), name)

        person = await self.off_loop(make)
        if admin_token:
            self.admin_token = ""
        return person

    async def join(self, guest: Person, login: str, password: str) -> Person:
        """Make a guest an account: still the same person under the same name."""
        _check_name(login)

        def make() -> Person:
            _check_password(password, login)
            entry = GuestJoined(guest.name, self._hasher.hash(password), login)
            return self._add(entry, login)

        return await self.off_loop(make)

    async def change_name(self, person: Person, shown: str) -> None:
        """Show a person under another name from now on."""
        _check_name(shown)
        entry = NameChanged(person.name, shown)
        try:
            await self.off_loop(lambda: self.register.change_name(entry, self._now_ms()))
        except NameTaken:
            raise IdentityError("name_taken", f"the name {shown} is taken") from None

    async def keep_settings(self, person: Person, settings: dict[str, str]) -> None:
        """Write down a person's settings if they have changed."""
        if self.register.settings.get(person.name, {}) != settings:
            await self.append(SettingsKept(person.name, settings))

    async def log_in(
        self, name: str, secret: str, *, code: str = "", old: str = "", address: str = ""
    ) -> Session:
        """Open a session for the right password or key, and end an old one.

        A person with a second factor must give its code too.
        """

        def check() -> Session | None:
            self.register.refresh()
            person = self.register.find(name)
            is_right = self._verify(person, secret)
            if person is None or not is_right:
                return None
            if person.has_factor and not code:
                raise IdentityError("second_factor", "give the code of your second factor too")
            if not self.factors.prove(person, code):
                raise IdentityError("wrong_code", WRONG_CODE)
            return self.open_session(person, old=old, address=address)

        session = await self.off_loop(check)
        if session is None:
            raise IdentityError("wrong_secret", "the name and the password or key do not match")
        return session

    async def confirm(self, person: Person, password: str, *, takes_key: bool = False) -> None:
        """Check the password of a person who is logged in; raise ``IdentityError`` if it is wrong.

        ``takes_key``: a guest may give the key instead.
        """
        is_right = await self.off_loop(lambda: self._verify(person, password))
        if not is_right or (person.is_guest and not takes_key):
            raise IdentityError("wrong_secret", "the password is not right")

    async def change_password(self, person: Person, old: str, new: str) -> None:
        """Set another password, after a check of the old one."""
        await self.confirm(person, old)

        def change() -> None:
            _check_password(new, person.name)
            entry = PasswordChanged(person.name, self._hasher.hash(new))
            self.register.append([entry], self._now_ms())

        await self.off_loop(change)

    async def renew(self, person: Person, *, old: str = "", address: str = "") -> Session:
        """Open a session for a person who has just proved an identity, and end an old one."""
        return await self.off_loop(lambda: self.open_session(person, old=old, address=address))

    async def log_out(self, token: str) -> None:
        """End a session, here and on every server."""
        if self.whose(token) is not None:
            await self.end_session(_sha256(token))

    def sessions_of(self, name: str) -> list[SessionOpened]:
        """Return a person's open sessions."""
        now_ms, opened = self._now_ms(), list(self.register.sessions.values())
        return [s for s in opened if s.name == name and self._is_open(s, now_ms)]

    async def end_session(self, token_sha256: str) -> None:
        """End a session, here and on every server."""
        await self.off_loop(lambda: self.register.end_session(token_sha256, self._now_ms()))

    @staticmethod
    def token_hash(token: str) -> str:
        """Return the hash of a session's token, its id in the register."""
        return _sha256(token)

    def open_session(self, person: Person, *, old: str = "", address: str = "") -> Session:
        """Write down a new session; call it off the loop, as it waits for the disk."""
        token = self._surroundings.draw_token(32)
        began_ms = self._now_ms()
        ends_s = began_ms / 1000 + self._session_s
        entry = SessionOpened(person.name, _sha256(token), int(ends_s * 1000), address, began_ms)
        if not self.register.open_session(entry, began_ms, old_sha256=_sha256(old) if old else ""):
            raise IdentityError("busy", "too many sessions are open; try again later")
        return Session(token, person.name, ends_s)

    def whose(self, token: str) -> Person | None:
        """Return the person of an open session, or None."""
        session = self.register.sessions.get(_sha256(token)) if token else None
        if session is None or not self._is_open(session, self._now_ms()):
            return None
        return self.register.find(session.name)

    def is_idle(self, token: str) -> bool:
        """Return True if a session has expired because it was not used."""
        session, now_ms = self.register.sessions.get(_sha256(token)), self._now_ms()
        return (
            session is not None and session.ends_ms > now_ms and not self._is_open(session, now_ms)
        )

    def use(self, *hashes: str) -> None:
        """Record the use of sessions, by the hashes of their tokens; expired ones stay expired."""
        now_ms = self._now_ms()
        for token in hashes:
            session = self.register.sessions.get(token)
            if session is not None and self._is_open(session, now_ms):
                self._uses_ms[token] = now_ms

    async def note_uses(self) -> None:
        """Write down the uses of sessions for which that is due."""
        written, sessions = self.register.used_ms, self.register.sessions
        due_ms = self.idle_s * 1000 / NOTES_PER_IDLE
        self._uses_ms = {token: ms for token, ms in self._uses_ms.items() if token in sessions}
        uses = [
            SessionUsed(sessions[token].name, token, at_ms)
            for token, at_ms in self._uses_ms.items()
            if abs(at_ms - written.get(token, sessions[token].began_ms)) >= due_ms
        ]
        if uses:
            await self.append(*uses)

    def _is_open(self, session: SessionOpened, now_ms: int) -> bool:
        """Return True if a session has expired neither by its end nor by disuse."""
        token = session.token_sha256
        began_ms = session.began_ms or session.ends_ms - self._session_s * 1000
        used_ms = max(self.register.used_ms.get(token, 0), self._uses_ms.get(token, 0))
        last_ms = max(began_ms, used_ms)
        # A session that a wrong clock dates after now would stay open for years.
        is_in_time = began_ms <= now_ms + AHEAD_MAX_MS and now_ms < session.ends_ms
        return is_in_time and now_ms - last_ms < self.idle_s * 1000

    def still_open(self, token: str) -> Callable[[], bool]:
        """Return a cheap predicate that checks, per message, if a session is still open."""
        key = _sha256(token)

        def is_open() -> bool:
            session = self.register.sessions.get(key)
            return session is not None and self._is_open(session, self._now_ms())

        return is_open

    async def recall(self, token: str) -> None:
        """Look for a session that another server may just have opened."""
        if self._is_shared and token and self.whose(token) is None:
            # One at a time: made-up tokens do not keep others from logging in.
            async with self._recalling:
                if self.whose(token) is None:
                    await self.off_loop(self.register.refresh)

    async def give_role(self, admin: Person, name: str, role: str) -> Person:
        """Give an account a role; guests stay players."""
        person = self.to_be_given_role(name)
        entry = RoleGiven(person.name, role, admin.name)
        return await self.off_loop(lambda: self.register.give_role(entry, self._now_ms()))

    async def make_reset_key(self, name: str, by: str, *, ends_factor: bool) -> tuple[str, int]:
        """Make a reset key and return it with the time it expires."""
        register, surroundings = self.register, self._surroundings
        return await self.off_loop(
            lambda: make_reset_key(
                register, name, by, ends_factor=ends_factor, surroundings=surroundings
            )
        )

    async def reset_password(self, name: str, key: str, password: str) -> Person:
        """Set a new password with a reset key, once, and end all sessions of the account."""

        def reset() -> Person | None:
            _check_password(password, name)
            self.register.refresh()
            person, hashed = self.register.find(name), self._hasher.hash(password)
            if person is None:
                return None

            def is_due() -> bool:
                made = self.register.reset_keys.get(person.name.lower())
                is_good = made is not None and self._now_ms() < made.ends_ms
                right = made.key_sha256 if made is not None else ""
                return is_good and hmac.compare_digest(right, _sha256(key))

            entry = PasswordReset(person.name, hashed)
            return person if self.register.append_if(entry, self._now_ms(), is_due) else None

        person = await self.off_loop(reset)
        if person is None:
            text = "the name and the key do not match, or the key was used or is too old"
            raise IdentityError("wrong_secret", text)
        return person

    def to_be_given_role(self, name: str) -> Person:
        """Return the person if it may have a role; raise ``IdentityError`` if not."""
        person = self.register.find(name)
        if person is None:
            raise IdentityError("unknown", f"nobody is called {name}")
        if person.is_guest:
            raise IdentityError("guest", "a guest has no password, and so no role but a player's")
        return person

    async def append(self, *entries: AnyEntry) -> None:
        """Write entries into the register."""
        await self.off_loop(lambda: self.register.append(entries, self._now_ms()))

    def _add(self, entry: GuestNamed | AccountMade | GuestJoined, name: str) -> Person:
        try:
            return self.register.add(entry, self._now_ms())
        except NameTaken:
            raise IdentityError("name_taken", f"the name {name} is taken") from None

    def _verify(self, person: Person | None, secret: str) -> bool:
        """Return True if the secret is right; a wrong one costs the same for every name."""
        is_guest = person is not None and person.is_guest
        if person is not None and is_guest and hmac.compare_digest(person.secret, _sha256(secret)):
            return True
        stored = self._hash_of_nothing()
        if person is not None and not is_guest and len(secret) <= PASSWORD_MOST:
            stored = person.secret
        try:
            return self._hasher.verify(stored, secret[:PASSWORD_MOST])
        except (Argon2Error, InvalidHashError):
            return False

    def _hash_of_nothing(self) -> str:
        """Return a hash that no password has, as expensive to verify as that of a password."""
        used = self._hasher
        cost = f"m={used.memory_cost},t={used.time_cost},p={used.parallelism}"
        salt, digest = (
            self._surroundings.draw(used.salt_len),
            self._surroundings.draw(used.hash_len),
        )
        return "$".join(
            ["", "argon2id", f"v={ARGON2_VERSION}", cost, _base64(salt), _base64(digest)]
        )

    def _now_ms(self) -> int:
        return self._surroundings.wall_ms()

    def _is_admin_token(self, token: str) -> bool:
        return bool(self.admin_token) and hmac.compare_digest(
            self.admin_token.encode(), token.encode()
        )

    async def off_loop(self, call: Callable[[], T]) -> T:
        """Run a call that waits for the register in a thread; raise ``IdentityError``."""
        try:
            return await self._desk.run(call)
        except Overloaded as overloaded:
            raise IdentityError(overloaded.code, "too many log-ins at once; try again") from None
        except StoreError as error:
            raise IdentityError("store", f"the register cannot be written: {error}") from None


def _check_name(name: str) -> None:
    if not is_name(name):
        raise IdentityError("bad_name", RULE)
    if is_reserved(name):
        raise IdentityError("name_reserved", f"the name {name} is reserved for the house")


def _check_password(password: str, name: str) -> None:
    if why := weakness(password, name):
        raise IdentityError("bad_password", why)


def _base64(data: bytes) -> str:
    return b64encode(data).decode().rstrip("=")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
