"""The HTTP API of forgotten passwords: a key by the house, and a new password with it."""

import msgspec
from litestar import Response, Router, post
from litestar.params import FromPath, JSONBody

from pitboss.server.admission.asker import ASKER
from pitboss.server.house import site_of
from pitboss.server.http.people import must_administer
from pitboss.server.http.signing import note, waits_for_second
from pitboss.server.http.tables import AnyRequest, may_try
from pitboss.server.people.identity import IdentityError
from pitboss.server.people.two_person import PASSWORD, PASSWORD_AND_FACTOR, Asked, Waiting
from pitboss.server.security.log import Outcome, What


class AskReset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the second factor is lost too, and ends with the old password."""

    has_lost_factor: bool = False


class ResetKey(msgspec.Struct, frozen=True):
    """A key for one new password, shown only once; give it to the person who forgot the old one."""

    name: str
    key: str
    ends_ms: int


class ResetPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name, the key that the house gave, and the password from now on."""

    name: str
    key: str
    password: str


@post("/accounts/{name:str}/reset")
async def ask_reset(
    request: AnyRequest, name: FromPath[str], data: JSONBody[AskReset]
) -> Response[ResetKey] | Response[Waiting]:
    """A key for somebody who forgot the password; for administrators.

    Once there are two of the staff, a second person has to sign: 202, and who signs has the key.
    """
    admin, identity = must_administer(request), site_of(request).identity
    person = identity.to_be_given_role(name)
    reset = PASSWORD_AND_FACTOR if data.has_lost_factor else PASSWORD
    asked = Asked(person.name, reset=reset)
    waits = await waits_for_second(request, admin, asked)
    if waits is not None:
        return waits
    key, ends_ms = await identity.make_reset_key(person.name, admin.name, ends_factor=False)
    note(request, asked, Outcome.DONE, admin.name, f"a key for {person.name}")
    return Response(ResetKey(person.name, key, ends_ms))


@post("/password/reset", status_code=204)
async def reset_password(request: AnyRequest, data: JSONBody[ResetPassword]) -> None:
    """Set a new password with a key of the house; every session of that person ends."""
    site, address = site_of(request), ASKER.get().address
    site.guess(data.name, address)
    try:
        person = await site.identity.reset_password(data.name, data.key, data.password)
    except IdentityError as error:
        known = site.identity.register.find(data.name)
        who = known.name if known else ""
        text = f"with a key: {error.code}"
        site.security.note(What.PASSWORD, Outcome.REFUSED, who=who, address=address, text=text)
        raise
    site.places.end_closed()
    await site.lobby.reassign(person.name, site.identity.register.role_of(person.name))
    text = "a new one with a key"
    site.security.note(What.PASSWORD, Outcome.DONE, who=person.name, address=address, text=text)


def reset_router() -> Router:
    """The endpoints, with a limit on how often one address may try."""
    tries = Router(path="/", route_handlers=[reset_password], guards=[may_try])
    return Router(path="/api", route_handlers=[tries, ask_reset])
