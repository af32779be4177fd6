"""The HTTP API of sessions, passwords, second factors and settings of a person."""

import hashlib
from functools import partial
from typing import Annotated, Literal

import msgspec
from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from pitboss.server.http.request import (
    AnyRequest,
    address_of,
    find_person,
    limit_logins,
    logged_in,
    must_administer,
    note,
    proving,
    site_of,
    token_of,
)
from pitboss.server.people import second_factor as totp
from pitboss.server.people.entries import Person, SessionOpened
from pitboss.server.people.identity import WRONG_CODE, IdentityError
from pitboss.server.security.log import AttemptKind, AttemptResult

ID_CHARS = 16


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The present password and the next one."""

    old: str
    new: str


class EndSessions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the person who ends sessions, or a guest's key."""

    password: str


class EndSession(EndSessions, frozen=True, forbid_unknown_fields=True):
    """The session to end, with the password of its owner."""

    session: str = ""
    """Id from the list of sessions; empty for all but the session of the request."""


class OpenSession(msgspec.Struct, frozen=True):
    """An open session of a person, with its device's address."""

    session: str
    """Id by which the session is ended; it gives no access."""
    address: str
    """Address that opened the session; empty if it is from before addresses were recorded."""
    began_ms: int
    ends_ms: int
    is_this: bool
    """True for the session of the request."""


@get("/api/sessions")
async def list_sessions(request: AnyRequest) -> list[OpenSession]:
    """Return your open sessions, the newest first."""
    site, person = site_of(request), logged_in(request)
    mine = site.identity.token_hash(token_of(request))
    length_ms = site.settings.session_hours * 3_600_000
    listed = [
        OpenSession(
            _id(session),
            session.address,
            session.ends_ms - length_ms,
            session.ends_ms,
            session.token_sha256 == mine,
        )
        for session in site.identity.sessions_of(person.name)
    ]
    return sorted(listed, key=lambda session: -session.began_ms)


@post("/api/sessions/end", status_code=204)
async def end_sessions(request: AnyRequest, data: JSONBody[EndSession]) -> None:
    """End one of your sessions, on any device, or all but the one of the request."""
    site, person = site_of(request), logged_in(request)
    await _prove(request, person, data.password)
    if not data.session:
        await end_others(request, f"all others of {person.name}")
        return
    ended = [
        session
        for session in site.identity.sessions_of(person.name)
        if _id(session) == data.session
    ]
    if not ended:
        raise IdentityError("unknown", "no such session is open")
    await _end(request, ended, f"one of {person.name}")


@post("/api/accounts/{name:str}/sessions/end", status_code=204)
async def end_sessions_of(
    request: AnyRequest, name: FromPath[str], data: JSONBody[EndSessions]
) -> None:
    """End every session of a person; for administrators."""
    site, admin = site_of(request), must_administer(request)
    await _prove(request, admin, data.password)
    person = find_person(site, name)
    await _end(request, site.identity.sessions_of(person.name), f"all of {person.name}")


@put("/api/password", status_code=204)
async def change_password(request: AnyRequest, data: JSONBody[NewPassword]) -> None:
    """Change your password; every other session of yours ends."""
    site, person = site_of(request), logged_in(request)
    with proving(request, AttemptKind.PASSWORD, person.name):
        await site.identity.change_password(person, data.old, data.new)
    site.guessed(person.name, address_of(request))
    note(request, AttemptKind.PASSWORD, AttemptResult.DONE, who=person.name)
    await end_others(request, f"all others of {person.name}, with a new password")


async def _prove(request: AnyRequest, person: Person, password: str) -> None:
    """Check the password, so that a person who finds a browser open cannot lock its owner out."""
    site = site_of(request)
    with proving(request, AttemptKind.SESSION, person.name):
        await site.identity.confirm(person, password, takes_key=True)
    site.guessed(person.name, address_of(request))


async def end_others(request: AnyRequest, subject: str) -> None:
    """End all your sessions but the one of the request."""
    site, person = site_of(request), logged_in(request)
    mine = site.identity.token_hash(token_of(request))
    others = [
        session
        for session in site.identity.sessions_of(person.name)
        if session.token_sha256 != mine
    ]
    await _end(request, others, subject)


async def _end(request: AnyRequest, sessions: list[SessionOpened], subject: str) -> None:
    site, person = site_of(request), logged_in(request)
    for session in sessions:
        await site.identity.end_session(session.token_sha256)
    site.sockets.end_closed()
    text = f"{subject}: {len(sessions)} ended"
    note(request, AttemptKind.SESSION, AttemptResult.DONE, who=person.name, text=text)


def _id(session: SessionOpened) -> str:
    """Return an id for a session that does not disclose its token."""
    digest = hashlib.sha256(f"session {session.token_sha256}".encode()).hexdigest()
    return digest[:ID_CHARS]


class FactorSheet(msgspec.Struct, frozen=True):
    """State of a person's second factor."""

    is_set: bool
    recovery_left: int
    """Number of unused recovery codes."""


class OfferFactor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the person who sets up a second factor."""

    password: str


class FactorOffer(msgspec.Struct, frozen=True):
    """A secret for an authenticator app, valid once a code of that app has been sent."""

    secret: str
    """The secret in base32, in groups of four."""
    link: str


class SetFactor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code from the authenticator app."""

    code: str


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Codes that replace the app once each; they are shown only in this answer."""

    codes: tuple[str, ...]


class EndFactor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Password and code of the person who switches the second factor off."""

    password: str
    code: str


@get("/api/second-factor")
async def show_factor(request: AnyRequest) -> FactorSheet:
    """Return the state of your second factor."""
    factor = site_of(request).identity.factors.of(logged_in(request))
    return FactorSheet(factor is not None, len(factor.recovery) if factor else 0)


@post("/api/second-factor", guards=[limit_logins])
async def offer_factor(request: AnyRequest, data: JSONBody[OfferFactor]) -> FactorOffer:
    """Begin to set up a second factor; return a secret for the app."""
    identity, person = site_of(request).identity, logged_in(request)
    if person.has_factor:
        raise IdentityError("second_factor_set", "switch off your present second factor first")
    with proving(request, AttemptKind.FACTOR, person.name):
        await identity.confirm(person, data.password)
    secret = await identity.off_loop(partial(identity.factors.offer, person))
    return FactorOffer(totp.in_groups(secret), totp.link(secret, person.name))


@put("/api/second-factor", guards=[limit_logins])
async def set_factor(request: AnyRequest, data: JSONBody[SetFactor]) -> RecoveryCodes:
    """Set the second factor up with a first code; every other session of yours ends."""
    site, person = site_of(request), logged_in(request)
    with proving(request, AttemptKind.FACTOR, person.name):
        accept = partial(site.identity.factors.accept, person, data.code)
        codes = await site.identity.off_loop(accept)
        if not codes:
            raise IdentityError("wrong_code", WRONG_CODE)
    await _changed(request, person, "set up")
    return RecoveryCodes(codes)


@post("/api/second-factor/end", guards=[limit_logins], status_code=204)
async def end_factor(request: AnyRequest, data: JSONBody[EndFactor]) -> None:
    """Switch the second factor off; every other session of this person ends."""
    identity, person = site_of(request).identity, logged_in(request)
    with proving(request, AttemptKind.FACTOR, person.name):
        await identity.confirm(person, data.password)
        if not await identity.off_loop(partial(identity.factors.prove, person, data.code)):
            raise IdentityError("wrong_code", WRONG_CODE)
    await identity.off_loop(partial(identity.factors.end, person))
    await _changed(request, person, "switched off")


async def _changed(request: AnyRequest, person: Person, text: str) -> None:
    """Put a role into effect or out of it with the second factor, and end other sessions."""
    site = site_of(request)
    note(request, AttemptKind.FACTOR, AttemptResult.DONE, who=person.name, text=text)
    await site.lobby.reassign(person.name, site.identity.register.role_of(person.name))
    await end_others(request, f"all others of {person.name}, second factor {text}")


Tag = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$")]
"""Language tag as in browsers: ``es``, ``pt-BR``."""
Switch = Literal["off", "on"]


class PersonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings of the page that a person has chosen; a missing one has the page's default.

    With an empty value the device decides.
    """

    sounds: Switch | None = None
    speed: Literal["normal", "slow", "fast", "instant"] | None = None
    motion: Literal["", "on", "off"] | None = None
    theme: Literal["", "light", "dark"] | None = None
    autoRebet: Switch | None = None  # noqa: N815 (As the page has it.)
    deck: Literal["two", "four"] | None = None
    back: Literal["blue", "red", "green"] | None = None
    hand: Literal["right", "left"] | None = None
    text: Literal["normal", "large", "larger"] | None = None
    coach: Literal["off", "show", "drill"] | None = None
    emotes: Switch | None = None
    hints: Switch | None = None
    clauses: Switch | None = None
    awake: Switch | None = None
    language: Tag | None = None


@get("/api/settings")
async def show_settings(request: AnyRequest) -> PersonSettings:
    """Return the settings kept with the viewer's account; a guest has none there."""
    person, site = logged_in(request), site_of(request)
    kept = site.identity.register.settings.get(person.name, {})
    return msgspec.convert(_known(kept), PersonSettings)


@put("/api/settings")
async def keep_settings(request: AnyRequest, data: JSONBody[PersonSettings]) -> PersonSettings:
    """Keep settings with the account, in place of the ones before."""
    person, site = logged_in(request), site_of(request)
    if person.is_guest:
        text = "the settings of a guest stay on the device; make an account to keep them"
        raise IdentityError("guest", text)
    if not site.settings_kept.take(person.name, site.now_s()):
        raise IdentityError("too_fast", "not so fast: wait a few seconds")
    await site.identity.keep_settings(person, msgspec.to_builtins(data))
    return data


def _known(kept: dict[str, str]) -> dict[str, str]:
    """Return the settings that this server knows; a newer server may have kept others."""
    known = {}
    for name, value in kept.items():
        try:
            msgspec.convert({name: value}, PersonSettings)
        except msgspec.ValidationError:
            continue
        known[name] = value
    return known
