"""The same server on PostgreSQL: it plays, stops and comes back."""

from pitboss.server.config import Settings
from pitboss.server.witnessing import open_store
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
