"""The HTTP API of an evening among friends: chips and net result of each player, ranked."""

import msgspec
from litestar import get
from litestar.params import FromQuery

from pitboss.money import BOT, Cents
from pitboss.server.analysis.own_play import OwnPlay, own_play
from pitboss.server.analysis.statistics import TableRound, key_of, round_figures
from pitboss.server.house import Site
from pitboss.server.http.house import YesNo
from pitboss.server.http.learn import edges_of, value_all
from pitboss.server.http.request import AnyRequest, TableId, site_of
from pitboss.server.lobby.archive import TableRecord
from pitboss.server.log.rounds import RoundSummary, list_rounds

ROUNDS_MAX = 500
"""Number of rounds of an evening, the newest ones."""


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
    shown_names: dict[str, str]
    """Names that people are shown under, if they have changed them."""


@get("/api/tables/{table:str}/evening")
async def show_evening(
    request: AnyRequest, table: TableId, play: FromQuery[YesNo] = "no"
) -> Evening:
    """Return the results of all players at a table; with ``play`` their luck and decisions too."""
    site = site_of(request)
    record = await site.played(table)
    rounds = await site.lobby.look_up(_rounds, site, record)
    names = {name for played in rounds for name in played.net} | record.state.chips.keys()
    players = [_player(name, record, rounds) for name in names]
    if play == "yes" and rounds:
        players = [await _judged(site, record, rounds, player) for player in players]
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
        players=tuple(sorted(players, key=lambda player: (-player.net, player.name))),
        biggest=max(wins, key=lambda win: win.net, default=None),
        shoes=tuple(EveningShoe(shoe.commitment, shoe.seed) for shoe in record.shoes if shoe.seed),
        cards=tuple(record.state.rules.stack),
        shown_names={name: shown[name] for name in names if name in shown},
    )


def _rounds(site: Site, record: TableRecord) -> list[RoundSummary]:
    """Return the rounds of an evening, the oldest first; reads the log."""
    table, before = record.header.table, record.version + 1
    return list(list_rounds(site.reading, table, before=before, limit=ROUNDS_MAX).rounds)[::-1]


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


async def _judged(
    site: Site, record: TableRecord, rounds: list[RoundSummary], player: EveningPlayer
) -> EveningPlayer:
    """Return a player with luck and decisions, compared with the exact odds."""

    def read() -> OwnPlay:
        logged = record.history.replayed(
            site.reading, record.header, first=rounds[0].first, last=record.version
        )
        return own_play(logged, player.name)

    own = await site.lobby.look_up(read)
    taken = [TableRound(record.header.table, played) for played in own.rounds]
    edges = await edges_of(site, taken)
    expected = sum(
        round_figures(table_round, edges[key_of(table_round.played.rules)]).expected
        for table_round in taken
    )
    decided = await value_all(site, taken)
    return msgspec.structs.replace(
        player,
        luck=player.net - expected,
        decisions=decided.count,
        right=decided.right,
        cost=decided.cost,
    )
