"""The HTTP API of an evening among friends: who may join, and all players ranked."""

from dataclasses import asdict
from functools import partial
from typing import Literal

import msgspec
from litestar import get, post, put
from litestar.params import FromQuery, JSONBody

from pitboss.money import BOT, Cents
from pitboss.server.analysis.own_play import OwnPlay, play_of_each
from pitboss.server.analysis.statistics import TableRound, key_of, round_figures
from pitboss.server.house import Site
from pitboss.server.http.house import YesNo
from pitboss.server.http.learn import edges_of, value_all
from pitboss.server.http.request import AnyRequest, TableId, logged_in, person_of, site_of
from pitboss.server.lobby.archive import TableRecord
from pitboss.server.lobby.evenings import EveningPlay, Played
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.lobby.private import answer_newcomer, ask_for_seat, may_close, set_door
from pitboss.server.lobby.table import Table
from pitboss.server.log.rounds import RoundSummary
from pitboss.server.people.entries import Person
from pitboss.server.people.register import SUPERVISING


class EveningPlayer(msgspec.Struct, frozen=True):
    """A player of an evening, in cents."""

    name: str
    is_bot: bool
    chips: Cents
    """Chips at the table now."""
    net: Cents
    by_round: tuple[Cents, ...]
    """Net result after each round of the evening, from its first round."""
    luck: float | None = None
    """Net result beyond the exact expectation; null unless play is judged."""
    decisions: int = 0
    right: int = 0
    """Number of decisions that were the best play, or as good."""
    cost: float = 0.0
    """Total loss through the other decisions."""


class BiggestWin(msgspec.Struct, frozen=True):
    """The largest win of one player in one round."""

    player: str
    round: int
    net: Cents


class EveningShoe(msgspec.Struct, frozen=True):
    """A shoe that is over, with the seed by which its commitment is checked."""

    commitment: str
    seed: str


class Evening(msgspec.Struct, frozen=True):
    """The results of an evening: the winner first."""

    table: str
    title: str
    rounds: int
    is_over: bool
    players: tuple[EveningPlayer, ...]
    biggest: BiggestWin | None
    shoes: tuple[EveningShoe, ...]
    cards: tuple[int, ...]
    """Cards of a full shoe, in the order that is shuffled."""
    may_judge: bool
    """True if the viewer was there, and may ask for luck and decisions."""
    shown_names: dict[str, str]
    """Names that people are shown under, if they have changed them."""


@get("/api/tables/{table:str}/evening")
async def show_evening(
    request: AnyRequest, table: TableId, play: FromQuery[YesNo] = "no"
) -> Evening:
    """Return the results of all players at a private table, to all who have its id.

    With ``play``, also their luck and decisions; for those who played there and its host.
    """
    site = site_of(request)
    record = await site.played(table)
    if not record.header.owner:
        raise LobbyError("unknown_evening", "a private table has an evening; this one is public")
    rounds = await site.lobby.look_up(site.evenings.rounds, table, before=record.version + 1)
    names = _names(record, rounds)
    players = {name: _player(name, record, rounds) for name in names}
    may_judge = _was_there(person_of(request), record, names)
    if play == "yes":
        logged_in(request)
        if not may_judge:
            raise LobbyError("forbidden", "only players of this evening see how it was played")
        nets = {name: player.net for name, player in players.items()}
        judge = partial(_judge, site, record, rounds, nets)
        played = await site.evenings.play(table, rounds, judge) if rounds else {}
        for name in names & played.keys():
            players[name] = msgspec.structs.replace(players[name], **asdict(played[name]))
    wins = [
        BiggestWin(name, played.number, net)
        for played in rounds
        for name, net in played.net.items()
        if net > 0
    ]
    shown = site.identity.register.shown_names
    return Evening(
        table=record.header.table,
        title=record.header.title,
        rounds=len(rounds),
        is_over=record.is_closed,
        players=tuple(sorted(players.values(), key=lambda player: (-player.net, player.name))),
        biggest=max(wins, key=lambda win: win.net, default=None),
        shoes=tuple(EveningShoe(shoe.commitment, shoe.seed) for shoe in record.shoes if shoe.seed),
        cards=tuple(record.state.rules.stack),
        may_judge=may_judge,
        shown_names={name: shown[name] for name in names if name in shown},
    )


def _names(record: TableRecord, rounds: list[RoundSummary]) -> set[str]:
    """Return the players of an evening: those with chips, and those who have left."""
    return {name for played in rounds for name in played.net} | record.state.chips.keys()


def _was_there(person: Person | None, record: TableRecord, names: set[str]) -> bool:
    """Return True for players of an evening, its host, and those who run tables."""
    if person is None:
        return False
    is_in_charge = person.is_admin or person.role in SUPERVISING
    return is_in_charge or person.name in (record.header.owner, *names)


def _player(name: str, record: TableRecord, rounds: list[RoundSummary]) -> EveningPlayer:
    by_round: list[Cents] = []
    for played in rounds:
        by_round.append((by_round[-1] if by_round else 0) + played.net.get(name, 0))
    return EveningPlayer(
        name,
        name.startswith(BOT),
        record.state.chips.get(name, 0),
        by_round[-1] if by_round else 0,
        tuple(by_round),
    )


async def _judge(
    site: Site, record: TableRecord, rounds: list[RoundSummary], nets: dict[str, Cents]
) -> Played:
    """Return the play of every player, from one reading of the log."""

    def read() -> dict[str, OwnPlay]:
        logged = record.history.replayed(
            site.reading, record.header, first=rounds[0].first, last=record.version
        )
        return play_of_each(logged, nets)

    each = await site.lobby.look_up(read)
    return {name: await _valued(site, record, net, each[name]) for name, net in nets.items()}


async def _valued(site: Site, record: TableRecord, net: Cents, own: OwnPlay) -> EveningPlay:
    """Return a player's luck and decisions, compared with the exact odds."""
    taken = [TableRound(record.header.table, played) for played in own.rounds]
    edges = await edges_of(site, taken)
    expected = sum(
        round_figures(table_round, edges[key_of(table_round.played.rules)]).expected
        for table_round in taken
    )
    decided = await value_all(site, taken)
    return EveningPlay(net - expected, decided.count, decided.right, decided.cost)


class DoorBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's new answer to newcomers at a private table."""

    door: Literal["link", "ask", "closed"]
    """Anyone with the link; newcomers whom the host lets in; no newcomers."""


class NewcomerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's answer to a newcomer who asks for a seat."""

    player: str
    is_let_in: bool


@put("/api/tables/{table:str}/door", status_code=204)
async def change_door(request: AnyRequest, table: TableId, data: JSONBody[DoorBody]) -> None:
    """Say who may join a private table; for its host. Players of the evening may come back."""
    person, site = logged_in(request), site_of(request)
    hosted, record = _hosted(site, table, person), await site.played(table)
    rounds = await site.lobby.look_up(site.evenings.rounds, table, before=record.version + 1)
    await set_door(site.lobby, hosted, person, data.door, _names(record, rounds))


@post("/api/tables/{table:str}/seat-requests", status_code=204)
async def ask_host(request: AnyRequest, table: TableId) -> None:
    """Ask the host of a private table for a seat."""
    person, site = logged_in(request), site_of(request)
    await ask_for_seat(site.lobby, site.table(table), person)


@post("/api/tables/{table:str}/newcomers", status_code=204)
async def answer_request(request: AnyRequest, table: TableId, data: JSONBody[NewcomerBody]) -> None:
    """Answer a newcomer who asks for a seat; for the host of a private table."""
    person, site = logged_in(request), site_of(request)
    hosted = _hosted(site, table, person)
    await answer_newcomer(site.lobby, hosted, person, data.player, is_let_in=data.is_let_in)


def _hosted(site: Site, id_: str, person: Person) -> Table:
    table = site.table(id_)
    if not table.header.owner or not may_close(person, table):
        raise LobbyError("forbidden", "the host of a private table says who may join")
    return table
