"""Private tables, which any player opens under any rulebook, and friends join by link.

The id is the key: it cannot be guessed, and no list shows it to others.

Rights to seat bots at a table, and to send them home.
"""

import base64
from collections.abc import Collection
from functools import partial

from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import STAFF
from pitboss.money import BOT, Cents, show
from pitboss.server.lobby.lobby import Lobby, LobbyError
from pitboss.server.lobby.table import Table, chips_at
from pitboss.server.people.entries import DoorSet, Person, SeatAnswered, SeatAsked
from pitboss.server.people.register import SUPERVISING
from pitboss.store.port import TableHeader

PREFIX = "private-"
KEY_BYTES = 15
"""Number of random bytes in an id: 120 bits, drawn by the operating system."""

ASKING_MAX = 20
"""Number of newcomers who may wait for a host's answer."""


def masked_id(id_: str) -> str:
    """Return an id fit for everyone to read, with the key of a private table masked."""
    return f"{PREFIX}..." if id_.startswith(PREFIX) else id_


async def open_private(
    lobby: Lobby,
    person: Person,
    key: bytes,
    *,
    title: str,
    rulebook: str,
    options: dict[str, str],
    pace: dict[str, int],
    chips: Cents,
) -> Table:
    """Open a table with ``KEY_BYTES`` random bytes as its ``key``; raises ``LobbyError``."""
    settings = lobby.settings
    owned = [table.header.owner for table in lobby.tables.values() if table.header.owner]
    if owned.count(person.name) >= settings.private_per_person_max:
        text = (
            f"you have {settings.private_per_person_max} tables of your own already;"
            " close one of them first"
        )
        raise LobbyError("too_many", text)
    if len(owned) >= settings.private_tables_max:
        raise LobbyError("too_many", "too many private tables are open; try again later")
    id_ = PREFIX + base64.b32encode(key).decode().lower()
    if chips > settings.chips_max:
        raise LobbyError("too_much", f"a player has at most {show(settings.chips_max)} in chips")
    return await lobby.open(
        id_, title, rulebook, options, pace=pace, owner=person.name, chips=chips
    )


async def top_up(
    lobby: Lobby, table: Table, host: Person, name: str, amount: Cents, id_: str
) -> None:
    """Give a player more chips, from an account of the table; raises ``LobbyError``."""
    if not table.header.chips:
        raise LobbyError("no_chips", "chips of this table are bought from bankrolls")
    if name not in table.actor.state.chips:
        raise LobbyError("not_seated", f"{name[:40]} has no seat at this table")
    grant = partial(lobby.bankrolls.grant, name, amount, by=host.name, id_=id_, header=table.header)
    await lobby.look_up(grant)
    answer = await table.actor.give_house(BuyIn(player=name, amount=amount), "", f"{id_} chips")
    if answer.refused is not None:
        raise LobbyError(answer.refused.code, answer.refused.text)


async def set_door(
    lobby: Lobby, table: Table, host: Person, door: str, names: Collection[str]
) -> None:
    """Say who may join a private table from now on; players of these names may come back."""
    players = tuple(sorted(name for name in names if not name.startswith(BOT)))
    entry = DoorSet(table.header.table, door=door, by=host.name, players=players)
    await lobby.change_door(table, entry, lambda: lobby.door_of(entry.name).kind != door)


async def ask_for_seat(lobby: Lobby, table: Table, person: Person) -> None:
    """Ask the host of a private table for a seat; raises ``LobbyError``."""
    entry = SeatAsked(table.header.table, player=person.name)

    def is_due() -> bool:
        door = lobby.door_of(entry.name)
        is_new = not door.is_open_to(person.name) and person.name not in door.asking
        return door.kind == "ask" and is_new and len(door.asking) < ASKING_MAX

    if not await lobby.change_door(table, entry, is_due):
        door = lobby.door_of(entry.name)
        if door.kind == "closed":
            raise LobbyError("closed_to_newcomers", "this table takes no more players")
        if person.name not in door.asking and not door.is_open_to(person.name):
            raise LobbyError("too_many", "too many people ask for a seat; try again later")


async def answer_newcomer(
    lobby: Lobby, table: Table, host: Person, name: str, *, is_let_in: bool
) -> None:
    """Answer a newcomer who has asked for a seat; raises ``LobbyError``."""
    entry = SeatAnswered(table.header.table, player=name, is_let_in=is_let_in, by=host.name)
    if not await lobby.change_door(table, entry, lambda: name in lobby.door_of(entry.name).asking):
        raise LobbyError("not_asking", f"{name[:40]} does not ask for a seat")


def is_in_charge(person: Person, table: Table) -> bool:
    """Return True for the owner and those who run tables; if there is no owner, for all staff."""
    is_at_work = not table.header.owner and person.role in STAFF
    return is_at_work or may_close(person, table)


def may_close(person: Person, table: Table) -> bool:
    """Return True for the owner of a table, administrators and supervisors."""
    is_owner = bool(table.header.owner) and table.header.owner == person.name
    return is_owner or person.is_admin or person.role in SUPERVISING


def is_listed(person: Person | None, table: Table) -> bool:
    """Return True if a list of tables shows this one to the person."""
    if not table.header.owner:
        return True
    if person is None:
        return False
    return may_close(person, table) or chips_at(table.actor.state, person.name) > 0


def was_listed(person: Person | None, header: TableHeader, tables: frozenset[str]) -> bool:
    """Return True if a list of closed tables shows this one; ``tables`` are those of the person."""
    if not header.owner or header.owner == (person.name if person else ""):
        return True
    return person is not None and (
        person.is_admin or person.role in STAFF or header.table in tables
    )


def may_seat_bots(person: Person | None, table: Table) -> bool:
    """Return True if a person may ask for bots, and the pace of the table has bots.

    Those in charge of the table may; if it has no owner, players with chips there may, too.
    """
    if person is None or not table.actor.pace.has_bots:
        return False
    is_seated = not table.header.owner and chips_at(table.actor.state, person.name) > 0
    return is_seated or is_in_charge(person, table)


def must_seat_bots(person: Person, table: Table) -> None:
    """Raise ``LobbyError`` if a person may not ask for bots."""
    if may_seat_bots(person, table):
        return
    if not table.actor.pace.has_bots:
        text = "no bots sit at this table; its house has not switched them on"
        raise LobbyError("no_bots", text)
    owner = table.header.owner
    text = "sit down first: those who have chips at this table may ask for bots"
    raise LobbyError(
        "forbidden", f"this is {owner}'s table: {owner} seats the bots" if owner else text
    )


def must_send_bots_home(person: Person, table: Table) -> None:
    """Raise ``LobbyError`` if a person may not send the bots of a table home."""
    if not is_in_charge(person, table):
        who = table.header.owner or "the staff of the house"
        raise LobbyError("forbidden", f"only {who} sends the bots of this table home")
