"""The HTTP API of people: guests, accounts, log-ins and roles."""

from typing import Any

import msgspec
from litestar import Request, Response, Router, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.exceptions import PermissionDeniedException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.params import FromPath, JSONBody

from pitboss.server.config import Settings
from pitboss.server.http import logged_in
from pitboss.server.identity import IdentityError, Session
from pitboss.server.people import ROLES, Person
from pitboss.server.site import COOKIE, Site, site_of

AnyRequest = Request[Any, Any, Any]


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a guest."""

    name: str


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password; with the token of the one-time link, the administrator's."""

    name: str
    password: str
    admin_token: str = ""


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name with its password, or a guest's key."""

    name: str
    secret: str


class GiveRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``player``, ``dealer``, ``supervisor``, ``casino_supervisor`` or ``auditor``."""

    role: str


class Me(msgspec.Struct, frozen=True):
    """Who somebody is."""

    name: str
    role: str
    is_admin: bool
    is_guest: bool


class GuestKey(msgspec.Struct, frozen=True):
    """A new guest; whoever holds the key can log in under the name, so the device keeps it."""

    name: str
    key: str


@post("/guests")
async def name_guest(request: AnyRequest, data: JSONBody[NewGuest]) -> Response[GuestKey]:
    """Play under a name that nobody has; logs in at once."""
    site = site_of(request)
    person, key = await site.identity.name_guest(data.name)
    session = await site.identity.renew(person, old=request.cookies.get(COOKIE, ""))
    return _with_cookie(site, GuestKey(person.name, key), session)


@post("/accounts")
async def make_account(request: AnyRequest, data: JSONBody[NewAccount]) -> Response[Me]:
    """Make an account; logs in at once."""
    site = site_of(request)
    person = await site.identity.make_account(
        data.name, data.password, admin_token=data.admin_token
    )
    session = await site.identity.renew(person, old=request.cookies.get(COOKIE, ""))
    return _with_cookie(site, _me(person), session)


@get("/accounts")
async def list_accounts(request: AnyRequest) -> list[Me]:
    """Everybody who can log in; for administrators."""
    must_administer(request)
    return [_me(person) for person in site_of(request).identity.register.everybody()]


@put("/accounts/{name:str}/role")
async def give_role(request: AnyRequest, name: FromPath[str], data: JSONBody[GiveRole]) -> Me:
    """Give an account a role; for administrators."""
    admin = must_administer(request)
    if data.role not in ROLES:
        raise IdentityError("bad_role", f"a role is one of {', '.join(ROLES)}")
    site = site_of(request)
    person = await site.identity.give_role(admin, name, data.role)
    await site.lobby.reassign(person.name, person.role)
    return _me(person)


@post("/session")
async def log_in(request: AnyRequest, data: JSONBody[LogIn]) -> Response[Me]:
    """Log in; the session of before ends and a new one begins."""
    site = site_of(request)
    old = request.cookies.get(COOKIE, "")
    try:
        session = await site.identity.log_in(data.name, data.secret, old=old)
    except IdentityError:
        site.metrics.add("logins_failed")
        raise
    person = site.identity.whose(session.token)
    assert person is not None
    return _with_cookie(site, _me(person), session)


@get("/session")
async def who_am_i(request: AnyRequest) -> Me | None:
    """Who this browser is logged in as, if anybody."""
    person = site_of(request).who(request)
    return _me(person) if person else None


@delete("/session")
async def log_out(request: AnyRequest) -> None:
    """Log out."""
    await site_of(request).identity.log_out(request.cookies.get(COOKIE, ""))


def people_router(settings: Settings) -> Router:
    """The endpoints, with a limit on how often one address may try."""
    limit = RateLimitConfig(rate_limit=("minute", settings.logins_per_minute))
    tries = Router(
        path="/", route_handlers=[name_guest, make_account, log_in], middleware=[limit.middleware]
    )
    return Router(path="/api", route_handlers=[tries, list_accounts, give_role, who_am_i, log_out])


def must_administer(request: AnyRequest) -> Person:
    """The person behind a request, who must be an administrator."""
    person = logged_in(request)
    if not person.is_admin:
        raise PermissionDeniedException("this is for administrators")
    return person


def _me(person: Person) -> Me:
    return Me(person.name, person.role, person.is_admin, person.is_guest)


def _with_cookie(site: Site, content: Any, session: Session) -> Response[Any]:
    cookie = Cookie(
        key=COOKIE, value=session.token, httponly=True, samesite="strict", path="/",
        secure=site.settings.has_secure_cookies, max_age=site.settings.session_hours * 3600,
    )  # fmt: skip
    return Response(content, cookies=[cookie])
