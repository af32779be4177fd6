"""The HTTP API of people: guests, accounts, log-ins, roles, proposals and forgotten passwords."""

from typing import Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath, JSONBody
from msgspec.structs import asdict

from pitboss.engine.declare import STAFF
from pitboss.server.admission.client import CLIENT
from pitboss.server.bankrolls import SIGNERS
from pitboss.server.house import Site
from pitboss.server.http.cookies import session_cookie
from pitboss.server.http.request import (
    AnyRequest,
    address_of,
    limit_logins,
    logged_in,
    must_administer,
    note,
    person_of,
    proving,
    site_of,
    token_of,
)
from pitboss.server.people.entries import Person, ProposalMade
from pitboss.server.people.identity import IdentityError, Session
from pitboss.server.people.register import ROLES
from pitboss.server.people.two_person import (
    NOT_WAITING,
    PASSWORD,
    PASSWORD_AND_FACTOR,
    ProposalRequest,
    Signed,
    Waiting,
    end,
    needs_second,
    propose,
    signers,
    to_be_signed,
    waiting,
)
from pitboss.server.security.log import AttemptKind, AttemptResult

NO_KEY = ("", 0)
ACCEPTED = 202
"""HTTP status of a proposal that waits for a signature."""


async def propose_if_two_needed(
    request: AnyRequest, admin: Person, change: ProposalRequest
) -> Response[Waiting] | None:
    """Propose a change if a second person has to sign it; return None if no one has to."""
    site = site_of(request)
    register, now_ms = site.identity.register, site.surroundings.wall_ms()
    if not needs_second(register, admin, change):
        return None
    id_ = site.surroundings.new_id()
    made = await site.lobby.look_up(propose, register, admin, change, id_=id_, now_ms=now_ms)
    text = f"{change} waits for a second person"
    note(request, _kind(change), AttemptResult.PROPOSED, who=admin.name, text=text)
    return Response(made, status_code=ACCEPTED)


@get("/api/proposals")
async def list_proposals(request: AnyRequest) -> list[Waiting]:
    """Return the proposals that wait for a second person of the staff; for the staff."""
    _must_work_here(request)
    return [waiting(proposal) for proposal in site_of(request).identity.register.proposals.values()]


@post("/api/proposals/{proposal:str}/signature", status_code=200)
async def sign_proposal(request: AnyRequest, proposal: FromPath[str]) -> Signed:
    """Sign a proposal of an administrator, and carry it out."""
    person, site = _must_work_here(request), site_of(request)
    made = to_be_signed(site.identity.register, proposal, person)
    change = _change(made)
    # It is signed before it is carried out, so that two signers at once do not do it twice.
    await _end(site, made, person, is_signed=True)
    try:
        key, ends_ms = await _carry_out(site, made, person)
    except Exception:
        register, now_ms = site.identity.register, site.surroundings.wall_ms()
        await site.lobby.look_up(register.append, [made], now_ms)
        raise
    text = f"{change}, asked for by {made.by}"
    note(request, _kind(change), AttemptResult.DONE, who=person.name, text=text)
    return Signed(**asdict(waiting(made)), key=key, ends_ms=ends_ms)


@delete("/api/proposals/{proposal:str}")
async def reject_proposal(request: AnyRequest, proposal: FromPath[str]) -> None:
    """Reject a proposal of an administrator, or withdraw your own."""
    person, site = _must_work_here(request), site_of(request)
    made = site.identity.register.proposals.get(proposal)
    if made is None:
        raise IdentityError("unknown", NOT_WAITING)
    await _end(site, made, person, is_signed=False)
    change = _change(made)
    text = f"{change}, asked for by {made.by}"
    note(request, _kind(change), AttemptResult.REFUSED, who=person.name, text=text)


def _change(made: ProposalMade) -> ProposalRequest:
    return ProposalRequest(made.name, made.role, made.amount, made.grant_id, made.reset)


def _kind(change: ProposalRequest) -> AttemptKind:
    return (
        AttemptKind.ROLE
        if change.role
        else AttemptKind.PASSWORD
        if change.reset
        else AttemptKind.GRANT
    )


async def _carry_out(site: Site, made: ProposalMade, signer: Person) -> tuple[str, int]:
    register = site.identity.register
    person, proposer = register.find(made.name), register.find(made.by)
    assert person is not None
    assert proposer is not None
    if made.role:
        person = await site.identity.give_role(proposer, made.name, made.role)
        await site.lobby.reassign(person.name, person.role)
        return NO_KEY
    if made.reset:
        by, ends_factor = f"{made.by}, {signer.name}", made.reset == PASSWORD_AND_FACTOR
        return await site.identity.make_reset_key(made.name, by, ends_factor=ends_factor)
    by = f"{made.by}{SIGNERS}{signer.name}"
    await site.lobby.look_up(site.bankrolls.grant, made.name, made.amount, by=by, id_=made.grant_id)
    return NO_KEY


async def _end(site: Site, made: ProposalMade, person: Person, *, is_signed: bool) -> None:
    now_ms = site.surroundings.wall_ms()
    register = site.identity.register
    await site.lobby.look_up(
        end, register, made, by=person.name, is_signed=is_signed, now_ms=now_ms
    )


def _must_work_here(request: AnyRequest) -> Person:
    person = logged_in(request)
    if not person.is_admin and person.role not in STAFF:
        raise PermissionDeniedException("this is for the staff")
    return person


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a guest."""

    name: str


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password; for the administrator also the token of the one-time link."""

    name: str
    password: str
    admin_token: str = ""


class LogIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name with its password, or with a guest's key."""

    name: str
    secret: str
    code: str = ""
    """Code of the second factor, if the account has one."""


class GiveRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``player``, ``dealer``, ``supervisor``, ``casino_supervisor`` or ``auditor``."""

    role: str


class Me(msgspec.Struct, frozen=True):
    """The person behind the current session."""

    name: str
    role: str
    is_admin: bool
    is_guest: bool
    shown_name: str = ""
    """Name that others see, if it is another one."""
    waiting_role: str = ""
    """Role in effect once they have a second factor, which is required of the staff."""


class GuestKey(msgspec.Struct, frozen=True):
    """A new guest, with the key that logs in under the guest's name; the device keeps it."""

    name: str
    key: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name to be shown under."""

    name: str


@put("/api/name")
async def change_name(request: AnyRequest, data: JSONBody[NewName]) -> Me:
    """Change the name that others see; the log has the first one."""
    person, site = logged_in(request), site_of(request)
    if not site.settings_kept.take(person.name, site.now_s()):
        raise IdentityError("too_fast", "not so fast: wait a few seconds")
    await site.identity.change_name(person, data.name)
    site.lobby.show_name(person.name)
    return _me(site, person)


@post("/api/guests", guards=[limit_logins])
async def name_guest(request: AnyRequest, data: JSONBody[NewGuest]) -> Response[GuestKey]:
    """Play as a guest under a name that is free; logs in at once."""
    site = site_of(request)
    person, key = await site.identity.name_guest(data.name)
    session = await _renewed(request, person)
    note(request, AttemptKind.ACCOUNT, AttemptResult.DONE, who=person.name, text="plays as a guest")
    return _with_cookie(site, GuestKey(person.name, key), session)


@post("/api/accounts", guards=[limit_logins])
async def make_account(request: AnyRequest, data: JSONBody[NewAccount]) -> Response[Me]:
    """Make an account; logs in at once.

    A guest who makes one stays the same person, and keeps bankroll, chips, seats and history.
    The name at the tables is still the guest's; the name of the account is for logging in.
    """
    site = site_of(request)
    guest = person_of(request)
    try:
        if guest is not None and guest.is_guest and not data.admin_token:
            await _must_be_unfunded(site, guest)
            person = await site.identity.join(guest, data.name, data.password)
        else:
            person = await site.identity.make_account(
                data.name, data.password, admin_token=data.admin_token
            )
    except IdentityError as error:
        note(request, AttemptKind.ACCOUNT, AttemptResult.REFUSED, text=error.code)
        raise
    text = "the administrator's account" if person.is_admin else "an account"
    note(request, AttemptKind.ACCOUNT, AttemptResult.DONE, who=person.name, text=text)
    session = await _renewed(request, person)
    return _with_cookie(site, _me(site, person), session)


@get("/api/accounts")
async def list_accounts(request: AnyRequest) -> list[Me]:
    """Return all people who can log in; for administrators."""
    must_administer(request)
    site = site_of(request)
    return [_me(site, person) for person in site.identity.register.everybody()]


@put("/api/accounts/{name:str}/role")
async def give_role(
    request: AnyRequest, name: FromPath[str], data: JSONBody[GiveRole]
) -> Response[Me] | Response[Waiting]:
    """Give an account a role; for administrators.

    If the staff has two people or more, a second one has to sign: 202, and the proposal.
    """
    admin = must_administer(request)
    if data.role not in ROLES:
        raise IdentityError("bad_role", f"a role is one of {', '.join(ROLES)}")
    site = site_of(request)
    concerned = site.identity.to_be_given_role(name)
    waits = await propose_if_two_needed(request, admin, ProposalRequest(concerned.name, data.role))
    if waits is not None:
        return waits
    person = await site.identity.give_role(admin, name, data.role)
    await site.lobby.reassign(person.name, person.role)
    text = f"{person.name}: {person.role}"
    note(request, AttemptKind.ROLE, AttemptResult.DONE, who=admin.name, text=text)
    return Response(_me(site, person))


@post("/api/session", guards=[limit_logins])
async def log_in(request: AnyRequest, data: JSONBody[LogIn]) -> Response[Me]:
    """Log in; the session that this browser had ends, and a new one begins."""
    site = site_of(request)
    old, address = token_of(request), CLIENT.get().address
    site.guess(data.name, address)
    try:
        session = await site.identity.log_in(
            data.name, data.secret, code=data.code, old=old, address=address
        )
    except IdentityError as error:
        site.metrics.add("logins_failed")
        known = site.identity.register.find(data.name)
        who = known.name if known else ""
        text = error.code if known else f"{error.code}, of nobody here"
        note(request, AttemptKind.LOG_IN, AttemptResult.REFUSED, who=who, text=text)
        raise
    site.guessed(data.name, address)
    person = site.identity.whose(session.token)
    assert person is not None
    note(request, AttemptKind.LOG_IN, AttemptResult.DONE, who=person.name)
    return _with_cookie(site, _me(site, person), session)


@get("/api/session")
async def who_am_i(request: AnyRequest) -> Me | None:
    """Return the person whom this browser is logged in as; null if it is not logged in."""
    person = person_of(request)
    return _me(site_of(request), person) if person else None


@delete("/api/session")
async def log_out(request: AnyRequest) -> None:
    """Log out."""
    site = site_of(request)
    person = person_of(request)
    await site.identity.log_out(token_of(request))
    site.sockets.end_closed()
    if person is not None:
        note(request, AttemptKind.LOG_OUT, AttemptResult.DONE, who=person.name)


async def _must_be_unfunded(site: Site, guest: Person) -> None:
    """Refuse an account to a guest with granted money if grants to accounts need two signatures."""
    granted = await site.lobby.look_up(site.store.movements, guest.name, kind="grant", limit=1)
    if granted and signers(site.identity.register, "", guest.name):
        text = (
            "the house gave this guest money, and money for an account takes two signatures:"
            " log out, and make the account under another name"
        )
        raise IdentityError("granted", text)


async def _renewed(request: AnyRequest, person: Person) -> Session:
    """Open a session for a person who has just come; the one that this browser had ends."""
    site = site_of(request)
    old, address = token_of(request), address_of(request)
    return await site.identity.renew(person, old=old, address=address)


def _me(site: Site, person: Person) -> Me:
    shown = site.identity.register.shown_names.get(person.name, "")
    return Me(
        person.name, person.role, person.is_admin, person.is_guest, shown, person.waiting_role
    )


def _with_cookie(site: Site, content: Any, session: Session) -> Response[Any]:
    # The session that the browser had is over, and so are its sockets.
    site.sockets.end_closed()
    return Response(content, cookies=[session_cookie(session.token, site.settings)])


class AskReset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kind of reset: of the password, or also of a lost second factor."""

    has_lost_factor: bool = False


class ResetKey(msgspec.Struct, frozen=True):
    """A key for one new password, shown only here, for the person who forgot the old one."""

    name: str
    key: str
    ends_ms: int


class ResetPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name, the key from the staff, and the new password."""

    name: str
    key: str
    password: str


@post("/api/accounts/{name:str}/reset")
async def ask_reset(
    request: AnyRequest, name: FromPath[str], data: JSONBody[AskReset]
) -> Response[ResetKey] | Response[Waiting]:
    """Return a key for a person who forgot the password; for administrators.

    If the staff has two people or more, a second one has to sign: 202, and the signer gets the key.
    """
    admin, identity = must_administer(request), site_of(request).identity
    person = identity.to_be_given_role(name)
    reset = PASSWORD_AND_FACTOR if data.has_lost_factor else PASSWORD
    change = ProposalRequest(person.name, reset=reset)
    waits = await propose_if_two_needed(request, admin, change)
    if waits is not None:
        return waits
    key, ends_ms = await identity.make_reset_key(person.name, admin.name, ends_factor=False)
    note(
        request, _kind(change), AttemptResult.DONE, who=admin.name, text=f"a key for {person.name}"
    )
    return Response(ResetKey(person.name, key, ends_ms))


@post("/api/password/reset", guards=[limit_logins], status_code=204)
async def reset_password(request: AnyRequest, data: JSONBody[ResetPassword]) -> None:
    """Set a new password with a key from the staff; every session of that person ends."""
    site = site_of(request)
    with proving(request, AttemptKind.PASSWORD, data.name, "with a key: "):
        person = await site.identity.reset_password(data.name, data.key, data.password)
    site.sockets.end_closed()
    await site.lobby.reassign(person.name, site.identity.register.role_of(person.name))
    note(
        request,
        AttemptKind.PASSWORD,
        AttemptResult.DONE,
        who=person.name,
        text="a new one with a key",
    )
