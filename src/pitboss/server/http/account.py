"""The HTTP API of sessions: where somebody is logged in, and ending that from anywhere."""

import hashlib

import msgspec
from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from pitboss.server.house import address_of, site_of
from pitboss.server.http.people import must_administer
from pitboss.server.http.tables import AnyRequest, logged_in
from pitboss.server.people.entries import SessionOpened
from pitboss.server.people.identity import IdentityError
from pitboss.server.people.register import Person
from pitboss.server.security.log import Outcome, What

ID_CHARS = 16


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of now, and the one from now on."""

    old: str
    new: str


class EndSessions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the person who ends sessions, or a guest's key."""

    password: str


class EndSession(EndSessions, frozen=True, forbid_unknown_fields=True):
    """Which of your sessions to end."""

    session: str = ""
    """As it is listed; empty for all but the one that asks."""


class OpenSession(msgspec.Struct, frozen=True):
    """A device that somebody is logged in with."""

    session: str
    """What it is ended by; nobody can log in with it."""
    address: str
    """From where it was opened; empty for one from before that was noted."""
    began_ms: int
    ends_ms: int
    is_this: bool
    """The one that asks."""


@get("/api/sessions")
async def list_sessions(request: AnyRequest) -> list[OpenSession]:
    """Where one is logged in, the newest first."""
    site, person = site_of(request), logged_in(request)
    mine = site.identity.token_hash(site.token(request))
    length_ms = site.settings.session_hours * 3_600_000
    told = [
        OpenSession(
            _id(one), one.address, one.ends_ms - length_ms, one.ends_ms, one.token_sha256 == mine
        )
        for one in site.identity.sessions_of(person.name)
    ]
    return sorted(told, key=lambda one: -one.began_ms)


@post("/api/sessions/end", status_code=204)
async def end_sessions(request: AnyRequest, data: JSONBody[EndSession]) -> None:
    """End one of your own sessions, on whatever device, or all but the one that asks."""
    site, person = site_of(request), logged_in(request)
    await _prove(request, person, data.password)
    if not data.session:
        await end_others(request, f"all others of {person.name}")
        return
    ended = [one for one in site.identity.sessions_of(person.name) if _id(one) == data.session]
    if not ended:
        raise IdentityError("unknown", "no such session is open")
    await _end(request, ended, f"one of {person.name}")


@post("/api/accounts/{name:str}/sessions/end", status_code=204)
async def end_sessions_of(
    request: AnyRequest, name: FromPath[str], data: JSONBody[EndSessions]
) -> None:
    """End every session of somebody; for administrators."""
    site, admin = site_of(request), must_administer(request)
    await _prove(request, admin, data.password)
    person = site.identity.register.find(name)
    if person is None:
        raise IdentityError("unknown", f"nobody is called {name[:40]!r}")
    await _end(request, site.identity.sessions_of(person.name), f"all of {person.name}")


@put("/api/password", status_code=204)
async def change_password(request: AnyRequest, data: JSONBody[NewPassword]) -> None:
    """Take another password; every other session of this person ends."""
    site, person = site_of(request), logged_in(request)
    address = address_of(request)
    # Whoever has found a browser open does not guess the password in it without end.
    site.guess(person.name, address)
    try:
        await site.identity.change_password(person, data.old, data.new)
    except IdentityError as error:
        site.security.note(
            What.PASSWORD, Outcome.REFUSED, who=person.name, address=address, text=error.code
        )
        raise
    site.guessed(person.name, address)
    site.security.note(What.PASSWORD, Outcome.DONE, who=person.name, address=address)
    await end_others(request, f"all others of {person.name}, with a new password")


async def _prove(request: AnyRequest, person: Person, password: str) -> None:
    """Somebody who finds a browser open cannot lock its owner out."""
    site, address = site_of(request), address_of(request)
    site.guess(person.name, address)
    try:
        await site.identity.confirm(person, password, takes_key=True)
    except IdentityError as error:
        site.security.note(
            What.SESSION, Outcome.REFUSED, who=person.name, address=address, text=error.code
        )
        raise
    site.guessed(person.name, address)


async def end_others(request: AnyRequest, told: str) -> None:
    """End all your sessions but this one."""
    site, person = site_of(request), logged_in(request)
    mine = site.identity.token_hash(site.token(request))
    others = [one for one in site.identity.sessions_of(person.name) if one.token_sha256 != mine]
    await _end(request, others, told)


async def _end(request: AnyRequest, sessions: list[SessionOpened], told: str) -> None:
    site, person = site_of(request), logged_in(request)
    for one in sessions:
        await site.identity.end_session(one)
    site.places.end_closed()
    text = f"{told}: {len(sessions)} ended"
    address = address_of(request)
    site.security.note(What.SESSION, Outcome.DONE, who=person.name, address=address, text=text)


def _id(session: SessionOpened) -> str:
    """A name for a session that tells nothing of its token."""
    digest = hashlib.sha256(f"session {session.token_sha256}".encode()).hexdigest()
    return digest[:ID_CHARS]


SESSION_HANDLERS = (
    list_sessions,
    end_sessions,
    end_sessions_of,
    change_password,
)
