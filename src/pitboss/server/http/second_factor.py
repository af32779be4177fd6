"""The HTTP API of second factors: set up with password and code, switched off with both."""

from functools import partial

import msgspec
from litestar import Router, get, post, put
from litestar.params import JSONBody

from pitboss.server.house import address_of, site_of
from pitboss.server.http.account import end_others
from pitboss.server.http.tables import AnyRequest, logged_in, may_try
from pitboss.server.people import totp
from pitboss.server.people.identity import WRONG_CODE, IdentityError
from pitboss.server.people.register import Person
from pitboss.server.security.log import Outcome, What


class FactorSheet(msgspec.Struct, frozen=True):
    """Whether somebody has a second factor."""

    is_set: bool
    recovery_left: int
    """Codes for recovery that were not used."""


class OfferFactor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the person who sets up a second factor."""

    password: str


class FactorOffer(msgspec.Struct, frozen=True):
    """A secret for an authenticator app; it holds once a code from there has come back."""

    secret: str
    """In base32, in groups of four."""
    link: str


class SetFactor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code from the app."""

    code: str


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Codes that stand in for the app, each once; they are shown this once."""

    codes: tuple[str, ...]


class EndFactor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Password and code of the person who switches the second factor off."""

    password: str
    code: str


@get("/second-factor")
async def show_factor(request: AnyRequest) -> FactorSheet:
    """Whether one has a second factor."""
    factor = site_of(request).identity.factors.of(logged_in(request))
    return FactorSheet(factor is not None, len(factor.recovery) if factor else 0)


@post("/second-factor")
async def offer_factor(request: AnyRequest, data: JSONBody[OfferFactor]) -> FactorOffer:
    """Begin to set one up: a secret for the app."""
    identity, person = site_of(request).identity, logged_in(request)
    if person.has_factor:
        raise IdentityError("second_factor_set", "switch off your present second factor first")
    await _confirm(request, person, data.password)
    secret = await identity.off_loop(partial(identity.factors.offer, person))
    return FactorOffer(totp.in_groups(secret), totp.link(secret, person.name))


@put("/second-factor")
async def set_factor(request: AnyRequest, data: JSONBody[SetFactor]) -> RecoveryCodes:
    """Have the secret hold from now on; every other session of this person ends."""
    site, person = site_of(request), logged_in(request)
    site.guess(person.name, address_of(request))
    accept = partial(site.identity.factors.accept, person, data.code)
    codes = await site.identity.off_loop(accept)
    if not codes:
        _note(request, person, Outcome.REFUSED, "wrong_code")
        raise IdentityError("wrong_code", WRONG_CODE)
    await _changed(request, person, "set up")
    return RecoveryCodes(codes)


@post("/second-factor/end", status_code=204)
async def end_factor(request: AnyRequest, data: JSONBody[EndFactor]) -> None:
    """Switch the second factor off; every other session of this person ends."""
    identity, person = site_of(request).identity, logged_in(request)
    await _confirm(request, person, data.password)
    if not await identity.off_loop(partial(identity.factors.prove, person, data.code)):
        _note(request, person, Outcome.REFUSED, "wrong_code")
        raise IdentityError("wrong_code", WRONG_CODE)
    await identity.off_loop(partial(identity.factors.end, person))
    await _changed(request, person, "switched off")


def factor_router() -> Router:
    """The endpoints, with a limit on how often one address may try."""
    tries = Router(path="/", route_handlers=[offer_factor, set_factor, end_factor],
                   guards=[may_try])  # fmt: skip
    return Router(path="/api", route_handlers=[tries, show_factor])


async def _confirm(request: AnyRequest, person: Person, password: str) -> None:
    site = site_of(request)
    site.guess(person.name, address_of(request))
    try:
        await site.identity.confirm(person, password)
    except IdentityError as error:
        _note(request, person, Outcome.REFUSED, error.code)
        raise


async def _changed(request: AnyRequest, person: Person, text: str) -> None:
    """A role that waited for the factor holds now, or waits again."""
    site = site_of(request)
    _note(request, person, Outcome.DONE, text)
    await site.lobby.reassign(person.name, site.identity.register.role_of(person.name))
    await end_others(request, f"all others of {person.name}, second factor {text}")


def _note(request: AnyRequest, person: Person, outcome: Outcome, text: str) -> None:
    address = address_of(request)
    security = site_of(request).security
    security.note(What.FACTOR, outcome, who=person.name, address=address, text=text)
