"""Put together what plays one table: its writer, its clock and its actor."""

from pitboss.server.cluster.cluster import Cluster
from pitboss.server.cluster.leased_writer import LeasedWriter
from pitboss.server.feed.feed import Feed
from pitboss.server.log.replay import Rebuilt
from pitboss.server.settings import Pace
from pitboss.server.tables.actor import TableActor
from pitboss.server.tables.clock import TableClock
from pitboss.server.tables.log_writer import LocalWriter
from pitboss.server.tables.services import TableServices
from pitboss.server.tables.shoe_seals import ShoeSealer
from pitboss.store.port import Store
from pitboss.store.seals import Seals
from pitboss.store.sql.postgres import PostgresStore


def make_actor(
    rebuilt: Rebuilt, feed: Feed, pace: Pace, services: TableServices, *,
    store: Store, seals: Seals | None, cluster: Cluster | None, waited_ms: int,
) -> TableActor:  # fmt: skip
    """Return the only writer of a table; among several servers, perhaps a follower."""
    surroundings, version = services.surroundings, rebuilt.version
    clock = TableClock(pace, surroundings, waited_ms=waited_ms, is_shared=cluster is not None)
    sealer = ShoeSealer(seals, feed.table, rebuilt.state.automations, surroundings.draw)
    executor = services.executor
    if cluster is None or not isinstance(store, PostgresStore):
        alone = LocalWriter(feed.table, store, sealer, executor=executor, version=version)
        return TableActor(rebuilt, alone, feed, clock, services)
    lease = LeasedWriter(
        feed.table, store, sealer, executor=executor, version=version, link=cluster
    )
    actor = TableActor(rebuilt, lease, feed, clock, services)
    lease.attach(actor)
    cluster.join(lease)
    return actor
