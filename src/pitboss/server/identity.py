"""Who somebody is: guests with a key, accounts with a password, and sessions."""

import asyncio
import hashlib
import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from pitboss.errors import Error
from pitboss.money import GUEST
from pitboss.server.bankrolls import BOT
from pitboss.server.people import (
    AccountMade,
    GuestNamed,
    NameTaken,
    Person,
    Register,
    RoleGiven,
    SessionOpened,
    ShoeKeyEnded,
    ShoeKeyMade,
)
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.port import StoreError

T = TypeVar("T")

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,19}")
RESERVED = frozenset(
    {
        "admin",
        "administrator",
        "auditor",
        "casino_supervisor",
        "dealer",
        "house",
        "pitboss",
        "supervisor",
        "table",
    }
)
PASSWORD_MIN = 10
PASSWORD_MAX = 200
CHECKS_MAX = 32
"""Log-ins that may wait for their turn."""


class IdentityError(Error):
    """A log-in or a name that is refused: a code for programs and a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who has logged in with one device."""

    token: str
    name: str
    ends_s: float


class Identity:
    """Log-ins and sessions. What takes time runs in threads, never on the loop."""

    def __init__(
        self, register: Register, *, session_s: float, hasher: PasswordHasher | None = None,
        is_shared: bool = False, around: Surroundings = REAL,
    ) -> None:  # fmt: skip
        self.register = register
        self._is_shared = is_shared
        """Whether other servers write to the register too."""
        self._recalling = asyncio.Lock()
        self._session_s = session_s
        self._around = around
        self._hasher = hasher or PasswordHasher()
        self._threads = around.threads(2, "identity")
        self._waiting = 0
        self.admin_token = "" if register.has_admin else around.draw_token(24)
        """Whoever has it makes the administrator's account, once."""

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def name_guest(self, name: str) -> tuple[Person, str]:
        """A new guest with the key that proves it; the device keeps that."""
        _check_name(name)
        key = self._around.draw_token(24)
        entry = GuestNamed(name, _sha256(key))
        return await self._off_loop(lambda: self._add(entry)), key

    async def make_account(self, name: str, password: str, *, admin_token: str = "") -> Person:
        """A new account of a player, or with the token the administrator's."""
        _check_name(name)
        _check_password(password)
        if admin_token and not self._is_admin_token(admin_token):
            raise IdentityError("wrong_token", "this link has been used or was never valid")

        def make() -> Person:
            hashed = self._hasher.hash(password)
            return self._add(AccountMade(name, hashed, is_admin=bool(admin_token)))

        person = await self._off_loop(make)
        if admin_token:
            self.admin_token = ""
        return person

    async def log_in(self, name: str, secret: str, *, old: str = "") -> Session:
        """A session for whoever knows the password or holds the key; an old session ends."""

        def check() -> Session | None:
            self.register.refresh()
            person = self.register.find(name)
            is_right = self._verify(person, secret)
            return self.open_session(person, old=old) if person and is_right else None

        session = await self._off_loop(check)
        if session is None:
            raise IdentityError("wrong_secret", "the name and the password or key do not match")
        return session

    async def confirm(self, person: Person, password: str) -> None:
        """Have somebody who is logged in prove it once more; raises where the password is wrong."""
        is_right = await self._off_loop(lambda: self._verify(person, password))
        if not is_right or person.is_guest:
            raise IdentityError("wrong_secret", "the password is not right")

    async def renew(self, person: Person, *, old: str = "") -> Session:
        """A session of somebody who has just proved who they are; an old session ends."""
        return await self._off_loop(lambda: self.open_session(person, old=old))

    async def log_out(self, token: str) -> None:
        """End a session, here and on every server."""
        if self.whose(token) is not None:
            ended = _sha256(token)
            await self._off_loop(lambda: self.register.end_session(ended, self._now_ms()))

    def open_session(self, person: Person, *, old: str = "") -> Session:
        """Write a session down; off the loop, as it waits for the disk."""
        token = self._around.draw_token(32)
        ends_s = self._now_ms() / 1000 + self._session_s
        entry = SessionOpened(person.name, _sha256(token), int(ends_s * 1000))
        old_sha256 = _sha256(old) if old else ""
        if not self.register.open_session(entry, self._now_ms(), old_sha256=old_sha256):
            raise IdentityError("busy", "too many sessions are open; try again later")
        return Session(token, person.name, ends_s)

    def whose(self, token: str) -> Person | None:
        """The person of a session that is open."""
        session = self.register.sessions.get(_sha256(token)) if token else None
        if session is None or session.ends_ms <= self._now_ms():
            return None
        return self.register.find(session.name)

    async def recall(self, token: str) -> None:
        """Look for a session that another server may have opened just now."""
        if self._is_shared and token and self.whose(token) is None:
            # One at a time: who makes tokens up does not keep others from logging in.
            async with self._recalling:
                if self.whose(token) is None:
                    await self._off_loop(self.register.refresh)

    async def give_role(self, admin: Person, name: str, role: str) -> Person:
        """Give an account a role; guests stay players."""
        person = self.register.find(name)
        if person is None:
            raise IdentityError("unknown", f"nobody is called {name}")
        if person.is_guest:
            raise IdentityError("guest", "a guest has no password, and so no role but a player's")
        entry = RoleGiven(person.name, role, admin.name)
        return await self._off_loop(lambda: self.register.give_role(entry, self._now_ms()))

    async def note(self, entry: ShoeKeyMade | ShoeKeyEnded) -> None:
        """Write down which shoe may send cards to a table."""
        await self._off_loop(lambda: self.register.note(entry, self._now_ms()))

    def _add(self, entry: GuestNamed | AccountMade) -> Person:
        try:
            return self.register.add(entry, self._now_ms())
        except NameTaken:
            raise IdentityError("name_taken", f"the name {entry.name} is taken") from None

    def _verify(self, person: Person | None, secret: str) -> bool:
        """Whether the secret is right; an unknown name takes as long as a wrong password."""
        if person is not None and person.is_guest:
            return hmac.compare_digest(person.secret, _sha256(secret))
        if person is None or len(secret) > PASSWORD_MAX:
            self._hasher.hash("nobody has this password")
            return False
        try:
            return self._hasher.verify(person.secret, secret)
        except (Argon2Error, InvalidHashError):
            return False

    def _now_ms(self) -> int:
        return self._around.wall_ms()

    def _is_admin_token(self, token: str) -> bool:
        return bool(self.admin_token) and hmac.compare_digest(
            self.admin_token.encode(), token.encode()
        )

    async def _off_loop(self, call: Callable[[], T]) -> T:
        if self._waiting >= CHECKS_MAX:
            raise IdentityError("busy", "too many log-ins at once; try again")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)
        except StoreError as error:
            raise IdentityError("store", f"the register cannot be written: {error}") from None
        finally:
            self._waiting -= 1


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        text = "a name has 2 to 20 letters, digits, - or _, and begins with a letter"
        raise IdentityError("bad_name", text)
    # Bots of the house are called bot-1, bot-2 and so on, people without an account guest-1.
    if name.lower() in RESERVED or name.lower().startswith((BOT, GUEST)):
        raise IdentityError("name_reserved", f"the name {name} is reserved for the house")


def _check_password(password: str) -> None:
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        text = f"a password has {PASSWORD_MIN} to {PASSWORD_MAX} characters"
        raise IdentityError("bad_password", text)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
