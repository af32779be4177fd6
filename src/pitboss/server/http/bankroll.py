"""The HTTP API of bankrolls: balance, movements and grants."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from pitboss.money import Cents, show
from pitboss.server.bankrolls import Bankroll
from pitboss.server.house import Site
from pitboss.server.http.people import propose_if_two_needed
from pitboss.server.http.request import (
    AnyRequest,
    find_person,
    logged_in,
    must_administer,
    note,
    site_of,
)
from pitboss.server.people.entries import Person
from pitboss.server.people.two_person import ProposalRequest, Waiting
from pitboss.server.security.log import AttemptKind, AttemptResult
from pitboss.store.port import Movement, TableHeader
from pitboss.wire.protocol import CommandId

MOVEMENTS_MAX = 200
"""Number of movements on one page."""
GRANT_MAX: Cents = 10**11

TableName = Annotated[str, Parameter(max_length=40)]
Before = Annotated[int, Parameter(ge=0, le=2**53)]
Limit = Annotated[int, Parameter(ge=1, le=MOVEMENTS_MAX)]


class BankrollSheet(msgspec.Struct, frozen=True):
    """The bankroll of an account in cents, and its movements, the newest first."""

    account: str
    held: Cents
    today_left: Cents | None
    """Amount that may still be bought in before midnight UTC; null without a limit."""
    movements: tuple[Movement, ...]
    before: int
    """The parameter ``before`` of the next page; 0 on the last page."""


class Grant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play money for an account; repeated with the same id, it is given only once."""

    id: CommandId
    amount: Annotated[Cents, msgspec.Meta(ge=1, le=GRANT_MAX)]


@get("/api/bankroll")
async def show_bankroll(
    request: AnyRequest,
    before: FromQuery[Before] = 0,
    limit: FromQuery[Limit] = 25,
    table: FromQuery[TableName] = "",
) -> BankrollSheet:
    """Return your bankroll with its movements; ``table``: the account that pays for chips there."""
    site, person = site_of(request), logged_in(request)
    header = site.table(table).header if table else None
    return await _sheet(site, person, before=before, limit=limit, header=header)


@get("/api/accounts/{name:str}/bankroll")
async def show_bankroll_of(
    request: AnyRequest,
    name: FromPath[str],
    before: FromQuery[Before] = 0,
    limit: FromQuery[Limit] = 25,
) -> BankrollSheet:
    """Return the bankroll of an account; for administrators."""
    must_administer(request)
    site = site_of(request)
    return await _sheet(site, find_person(site, name), before=before, limit=limit)


@post("/api/accounts/{name:str}/grants", status_code=200)
async def give_grant(
    request: AnyRequest, name: FromPath[str], data: JSONBody[Grant]
) -> Response[BankrollSheet] | Response[Waiting]:
    """Give a person play money; for administrators.

    If the staff has two people or more, a second one has to sign a grant to an account: 202, and
    the proposal. A guest gets it at once.
    """
    admin, site = must_administer(request), site_of(request)
    person, desk = find_person(site, name), site.bankrolls
    desk.check_trusted(person.name)
    made = await site.lobby.look_up(
        desk.find_grant, person.name, data.amount, by=admin.name, id_=data.id
    )
    if made is None:
        change = ProposalRequest(person.name, "", data.amount, data.id)
        if (waits := await propose_if_two_needed(request, admin, change)) is not None:
            return waits
        made = await site.lobby.look_up(
            desk.grant, person.name, data.amount, by=admin.name, id_=data.id
        )
        text = f"{person.name}: {show(data.amount)} ({data.id})"
        note(request, AttemptKind.GRANT, AttemptResult.DONE, who=admin.name, text=text)
    # Sent again, it gets the same answer, whatever has moved the bankroll since.
    sheet = await _sheet(site, person, before=made.number + 1, limit=1)
    return Response(msgspec.structs.replace(sheet, held=made.held))


async def _sheet(
    site: Site, person: Person, *, before: int, limit: int, header: TableHeader | None = None
) -> BankrollSheet:
    def read() -> tuple[Bankroll, list[Movement]]:
        bankroll = site.bankrolls.open(person.name, header)
        return bankroll, site.store.movements(bankroll.account, before=before, limit=limit)

    bankroll, movements = await site.lobby.look_up(read)
    last = movements[-1].number if movements else 1
    return BankrollSheet(
        person.name, bankroll.held, bankroll.today_left, tuple(movements), last if last > 1 else 0
    )
