"""The HTTP API of seats: where one's chips lie, who is at a table, and emotes."""

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from pitboss.engine.chips import CashOut
from pitboss.money import Cents
from pitboss.server.house import site_of
from pitboss.server.http.tables import AnyRequest, TableId, logged_in
from pitboss.server.lobby.bot_seats import may_seat_bots
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.lobby.private import is_in_charge, may_close
from pitboss.server.lobby.seats import OwnSeat, chips_at, here, own_seat
from pitboss.wire.protocol import Emote, Refused


class CashedOut(msgspec.Struct, frozen=True):
    """What came of cashing out at one table."""

    table: str
    amount: Cents
    """What went back to the bankroll; 0 where that was refused."""
    at_stake: Cents
    """What stays on the layout until it is decided."""
    refused: Refused | None = None


class PeopleHere(msgspec.Struct, frozen=True):
    """Who is at a table, and what the viewer may do about it."""

    seated: tuple[str, ...]
    """Those who have chips there, bots too."""
    watching: tuple[str, ...]
    unnamed: int
    """How many look on who have not logged in."""
    bots: tuple[str, ...]
    owner: str
    """Whose private table it is."""
    may_seat_bots: bool
    may_send_bots_home: bool
    may_close: bool


class ShowEmote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to show the others at the table."""

    emote: Emote


@get("/api/seats")
async def list_seats(request: AnyRequest) -> list[OwnSeat]:
    """Every table at which chips of the viewer lie, and those that they have opened."""
    person, site = logged_in(request), site_of(request)
    seats = [own_seat(table, person.name) for table in site.lobby.tables.values()]
    return [seat for seat in seats if seat is not None]


@post("/api/seats/cash-out", status_code=200)
async def cash_out_all(request: AnyRequest) -> list[CashedOut]:
    """Cash out at every table; what is wagered stays there until it is decided."""
    person, site = logged_in(request), site_of(request)
    told = []
    for table in list(site.lobby.tables.values()):
        seat = own_seat(table, person.name)
        if seat is None or not seat.chips:
            continue
        command = CashOut(amount=seat.chips)
        answer = await site.give(table, person.name, site.around.new_id(), command)
        amount = seat.chips if answer.ok else 0
        told.append(CashedOut(seat.table, amount, seat.at_stake, answer.refused))
    return told


@get("/api/tables/{table:str}/people")
async def show_people(request: AnyRequest, table: TableId) -> PeopleHere:
    """Who sits at a table, and who looks on."""
    site = site_of(request)
    live_table, person = site.table(table), site.who(request)
    seated, watching = here(live_table)
    return PeopleHere(
        seated=seated,
        watching=watching,
        unnamed=live_table.feed.unnamed,
        bots=tuple(sorted(robot.name for robot in live_table.robots)),
        owner=live_table.header.owner,
        may_seat_bots=may_seat_bots(person, live_table),
        may_send_bots_home=person is not None and is_in_charge(person, live_table),
        may_close=person is not None and may_close(person, live_table),
    )


@post("/api/tables/{table:str}/emotes", status_code=204)
async def show_emote(request: AnyRequest, table: TableId, data: JSONBody[ShowEmote]) -> None:
    """Show the others at the table what one feels; for those who have chips there."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    if not chips_at(live_table.actor.state, person.name):
        raise LobbyError("not_seated", "sit down first: those with chips at the table are heard")
    if not site.emotes.take(person.name, site.now_s()):
        raise LobbyError("too_fast", "not so fast: wait a few seconds")
    live_table.feed.emote(person.name, data.emote)
    if site.lobby.cluster is not None:
        site.lobby.cluster.tell_emote(live_table.header.table, person.name, data.emote)


SEAT_HANDLERS = (list_seats, cash_out_all, show_people, show_emote)
