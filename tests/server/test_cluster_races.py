"""Two servers that fight for a table while people play at both: every command counts once."""

import asyncio

import pytest

from pitboss.engine.chips import BuyIn
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.security.witness import open_store
from pitboss.server.settings import Settings
from pitboss.store.sql.postgres import PostgresStore
from pitboss.wire.protocol import Answer
from tests.server.database import Database, sound_log
from tests.server.live import house

RACES = 40
RACES_LONG = 10_000
TABLE = "nz"


async def take(lobby: Lobby) -> None:
    assert lobby.cluster is not None
    await lobby.cluster.take(TABLE)


async def buy(lobby: Lobby, name: str, number: int) -> Answer:
    """One cent, until it is accepted: a command that was not judged is sent again."""
    while True:
        command = BuyIn(player=name, amount=1)
        answer = await lobby.tables[TABLE].actor.submit(name, f"{number}", command)
        if answer.refused is None or answer.refused.code != "store":
            return answer


def race(postgres: Database, races: int) -> int:
    """Both servers take the table at once and people play at both; how often it changed hands."""
    stores = [open_store(Settings(database=postgres.url)) for _ in range(2)]
    acknowledged: dict[str, int] = {}

    async def run() -> None:
        async with house(stores[0]) as one, house(stores[1]) as two:
            for number in range(races):
                people = (("ann", one), ("bob", two), ("cat", one), ("dan", two))
                answers = await asyncio.gather(
                    *(buy(lobby, name, number) for name, lobby in people[:2]),
                    take(one),
                    take(two),
                    *(buy(lobby, name, number) for name, lobby in people[2:]),
                )
                told = [answer for answer in answers if answer is not None]
                for (name, _), answer in zip(people, told, strict=True):
                    assert answer.ok, answer
                    acknowledged[f"{name}:{number}"] = answer.first
            actor = one.tables[TABLE].actor
            chips = {"ann": races, "bob": races, "cat": races, "dan": races}
            while sum(actor.state.chips.values()) < 4 * races:
                await asyncio.sleep(0.01)
            assert actor.state.chips == chips

    asyncio.run(run())
    store = stores[0]
    assert isinstance(store, PostgresStore)
    log = sound_log(store, TABLE)
    written = {one.id: one.version for one in log if one.id}
    assert written == acknowledged
    with store.pool.transaction() as db:
        row = db.execute("SELECT epoch FROM logs WHERE table_id = %s", (TABLE,)).fetchone()
    for one in stores:
        one.close()
    assert row is not None
    return int(row[0])


def test_servers_that_fight_for_a_table_write_everything_once(postgres: Database) -> None:
    assert race(postgres, RACES) > RACES // 2


@pytest.mark.long
def test_ten_thousand_fights_for_a_table(postgres: Database) -> None:
    assert race(postgres, RACES_LONG) > RACES_LONG // 2
