"""A table that halted on one server of several is played on at another."""

import asyncio
from collections.abc import Sequence

import pytest

from pitboss.engine.chips import BuyIn
from pitboss.server.tables.actor import TableActor
from pitboss.store.port import Movement, Record, StoreError
from pitboss.store.sql.cluster import Lease
from pitboss.store.sql.postgres import PostgresStore
from tests.patience import until
from tests.server.database import Database, sound_log
from tests.server.live import house
from tests.server.test_cluster import opened, shared

FAULTS = [StoreError("this row cannot be written"), RuntimeError("this should not happen")]


class Mistaken(PostgresStore):
    """A store with a fault that one server has, and the others have not."""

    fault: Exception | None = None

    def append(
        self, table: str, after: int, records: Sequence[Record],
        movements: Sequence[Movement] = (), *, lease: Lease | None = None,
        opened: Sequence[Record] = (),
    ) -> None:  # fmt: skip
        if self.fault is not None and table == "nz":
            raise self.fault
        super().append(table, after, records, movements, lease=lease, opened=opened)


async def buy(actor: TableActor, name: str, id_: str) -> str:
    """Why a buy-in is refused; nothing if it is carried out."""
    answer = await actor.submit(name, id_, BuyIn(player=name, amount=5))
    return answer.refused.code if answer.refused else ""


@pytest.mark.parametrize("fault", FAULTS, ids=["store", "mistake"])
def test_halted_table_is_taken_over_by_another_server(postgres: Database, fault: Exception) -> None:
    mistaken, other = Mistaken(postgres.url), opened(postgres)

    async def run() -> None:
        async with house(mistaken) as one:
            here = shared(one, "nz")
            await until(lambda: here.is_writer)
            async with house(other) as two:
                there = shared(two, "nz")
                assert await buy(here, "ann", "1") == ""
                mistaken.fault = fault
                assert await buy(here, "ann", "2") == "stopped"
                # The other goes on with it, and this server follows and passes commands on.
                await until(lambda: there.is_writer)
                assert await buy(there, "bob", "1") == ""
                await until(lambda: not here.stopped)
                assert (here.feed.stopped, here.is_writer) == (
                    "",
                    False,
                )
                assert await buy(here, "ann", "2") == ""
                assert here.state.chips == {"ann": 10, "bob": 5}
                # What was answered before it halted is known to the other one.
                assert await buy(here, "ann", "1") == ""
                assert there.state.chips == {"ann": 10, "bob": 5}
                # The other tables of this server are its own as before.
                assert shared(one, "house").is_writer
                mistaken.fault = None
            # The fault is past, as another has written behind it: this server writes again.
            await until(lambda: here.is_writer)
            assert await buy(here, "ann", "3") == ""

    asyncio.run(run())
    sound_log(other, "nz")
    for store in (mistaken, other):
        store.close()


def test_halted_table_is_not_taken_for_same_fault(postgres: Database) -> None:
    """It stays stopped, and says so, until a server starts on which it can be played."""
    mistaken, other = Mistaken(postgres.url), opened(postgres)

    async def run() -> None:
        async with house(mistaken) as one:
            here = shared(one, "nz")
            await until(lambda: here.is_writer)
            mistaken.fault = FAULTS[0]
            assert await buy(here, "ann", "1") == "stopped"
            assert one.cluster is not None
            for _ in range(3):
                await one.cluster._beat(1)
                assert not here.is_writer
                assert "cannot be written" in here.stopped
            assert await buy(here, "ann", "2") == "stopped"
            with mistaken.pool.transaction() as db:
                rows = db.execute("SELECT owner FROM logs WHERE table_id = 'nz'").fetchall()
            assert rows == [("",)]
            async with house(other) as two:
                await until(lambda: shared(two, "nz").is_writer)
                await until(lambda: not here.stopped)
                assert await buy(here, "ann", "1") == ""

    asyncio.run(run())
    for store in (mistaken, other):
        store.close()
