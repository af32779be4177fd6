"""The HTTP API of what waits for a second person: roles, and money for accounts."""

from functools import partial

from litestar import Response, delete, get, post
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath
from msgspec.structs import asdict

from pitboss.engine.declare import STAFF
from pitboss.server.bankroll_desk import SIGNERS
from pitboss.server.house import Site, address_of, site_of
from pitboss.server.http.tables import AnyRequest, logged_in
from pitboss.server.people.identity import IdentityError
from pitboss.server.people.register import Person
from pitboss.server.people.signed_entries import ProposalMade
from pitboss.server.people.two_person import (
    NOT_WAITING,
    PASSWORD_AND_FACTOR,
    Asked,
    Signed,
    Waiting,
    end,
    needs_second,
    propose,
    to_be_signed,
    waiting,
)
from pitboss.server.security.log import Outcome, What

NO_KEY = ("", 0)
ACCEPTED = 202
"""The status of what waits for a signature."""


async def waits_for_second(
    request: AnyRequest, admin: Person, asked: Asked
) -> Response[Waiting] | None:
    """The answer where a second person has to sign; nothing where it is done at once."""
    site = site_of(request)
    register, now_ms = site.identity.register, site.around.wall_ms()
    if not needs_second(register, admin, asked):
        return None
    id_ = site.around.new_id()
    call = partial(propose, register, admin, asked, id_=id_, now_ms=now_ms)
    made = await site.lobby.look_up(call)
    note(request, asked, Outcome.PROPOSED, admin.name, f"{asked} waits for a second person")
    return Response(made, status_code=ACCEPTED)


@get("/api/proposals")
async def list_proposals(request: AnyRequest) -> list[Waiting]:
    """What waits for a second person of the staff; for the staff."""
    _must_work_here(request)
    return [waiting(one) for one in site_of(request).identity.register.proposals.values()]


@post("/api/proposals/{proposal:str}/signature", status_code=200)
async def sign_proposal(request: AnyRequest, proposal: FromPath[str]) -> Signed:
    """Sign what an administrator asked for: from now on it holds."""
    person, site = _must_work_here(request), site_of(request)
    made = to_be_signed(site.identity.register, proposal, person)
    asked = Asked(made.name, made.role, made.amount, made.grant_id, made.reset)
    # Signed first and done then: two who sign at once do not have it done twice.
    await _end(site, made, person, is_signed=True)
    try:
        key, ends_ms = await _carry_out(site, made, person)
    except Exception:
        register, now_ms = site.identity.register, site.around.wall_ms()
        await site.lobby.look_up(partial(register.note, made, now_ms))
        raise
    note(request, asked, Outcome.DONE, person.name, f"{asked}, asked for by {made.by}")
    return Signed(**asdict(waiting(made)), key=key, ends_ms=ends_ms)


@delete("/api/proposals/{proposal:str}")
async def reject_proposal(request: AnyRequest, proposal: FromPath[str]) -> None:
    """Reject what an administrator asked for, or take it back."""
    person, site = _must_work_here(request), site_of(request)
    made = site.identity.register.proposals.get(proposal)
    if made is None:
        raise IdentityError("unknown", NOT_WAITING)
    await _end(site, made, person, is_signed=False)
    asked = Asked(made.name, made.role, made.amount, made.grant_id, made.reset)
    note(request, asked, Outcome.REFUSED, person.name, f"{asked}, asked for by {made.by}")


def note(request: AnyRequest, asked: Asked, outcome: Outcome, who: str, text: str) -> None:
    """Have what was asked for put on record."""
    what = What.ROLE if asked.role else What.PASSWORD if asked.reset else What.GRANT
    security = site_of(request).security
    security.note(what, outcome, who=who, address=address_of(request), text=text)


async def _carry_out(site: Site, made: ProposalMade, signer: Person) -> tuple[str, int]:
    register = site.identity.register
    person, proposer = register.find(made.name), register.find(made.by)
    assert person is not None
    assert proposer is not None
    if made.role:
        given = await site.identity.give_role(proposer, made.name, made.role)
        await site.lobby.reassign(given.name, given.role)
        return NO_KEY
    if made.reset:
        by, ends_factor = f"{made.by}, {signer.name}", made.reset == PASSWORD_AND_FACTOR
        return await site.identity.make_reset_key(made.name, by, ends_factor=ends_factor)
    by = f"{made.by}{SIGNERS}{signer.name}"
    give = partial(site.bankrolls.grant, made.name, made.amount, by=by, id_=made.grant_id)
    await site.lobby.look_up(give)
    return NO_KEY


async def _end(site: Site, made: ProposalMade, person: Person, *, is_signed: bool) -> None:
    now_ms = site.around.wall_ms()
    register = site.identity.register
    call = partial(end, register, made, by=person.name, is_signed=is_signed, now_ms=now_ms)
    await site.lobby.look_up(call)


def _must_work_here(request: AnyRequest) -> Person:
    person = logged_in(request)
    if not person.is_admin and person.role not in STAFF:
        raise PermissionDeniedException("this is for the staff")
    return person


SIGNING_HANDLERS = (list_proposals, sign_proposal, reject_proposal)
