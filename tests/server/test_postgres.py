"""The same server on PostgreSQL: it plays, stops and comes back."""

from pitboss.server.security.witness import open_store, witness_paths
from pitboss.server.settings import Settings
from tests.server.database import Database
from tests.server.live import serving


def test_a_server_on_postgresql_comes_back(postgres: Database) -> None:
    settings = Settings(database=postgres.url)
    with serving(open_store(settings)) as live:
        wire = live.guest("ann").socket("nz")
        wire.until("view")
        wire.buy(700)
    with serving(open_store(settings)) as live:
        assert live.site.lobby.tables["nz"].actor.state.chips == {"ann": 700}
        person = live.site.identity.register.find("ann")
        assert person is not None
        assert person.is_guest


def test_every_database_has_heads_of_its_own() -> None:
    first, other, again = (
        witness_paths(Settings(data="data", database=url))[0]
        for url in (
            "postgresql://ann:old@db/one", "postgresql://ann@db/two", "postgresql://bob:new@db/one",
        )
    )  # fmt: skip
    assert first == again != other
    assert first.name.startswith("data-")
    assert witness_paths(Settings(data="data/"))[0].name == "data.witness"
