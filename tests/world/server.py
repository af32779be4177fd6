"""One run of a real server in a world: its site, its sockets, and the store below."""

import random
from collections.abc import Callable
from copy import copy
from pathlib import Path

from argon2 import PasswordHasher
from litestar import Litestar
from litestar.datastructures import State
from msgspec.structs import replace

from pitboss.server.house import Site
from pitboss.server.http.socket import table_socket
from pitboss.server.people.entries import TablesOpened
from pitboss.server.security.witness import under_witness
from pitboss.server.settings import Limits, Pace, PlayMoney, Settings
from pitboss.server.surroundings import Surroundings
from pitboss.store.port import Store
from pitboss.store.sql.sqlite import SqliteStore
from tests.server.live import SEALS
from tests.world.checks import Broken
from tests.world.disk import Disk
from tests.world.loop import Life, Threads, VirtualLoop
from tests.world.network import Listening

FILE = "pitboss.sqlite"
EPOCH_MS = 1_700_000_000_000
OPENING = 1_000_000
"""In everybody's bankroll at first, in cents."""

SETTINGS = Settings(
    pace=Pace(betting_ms=2_500, insurance_ms=2_500, turn_ms=4_000, cut_ms=1_000, prize_ms=1_000),
    play_money=PlayMoney(opening=OPENING, top_up=100_000, top_up_hours=1),
)
LIMITS = Limits(snapshot_every=150, outbox_max=40)


class Cheap(PasswordHasher):
    """Hashes passwords quickly, with salt from the chances of the world."""

    def __init__(self, draw: Callable[[int], bytes]) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self._draw = draw

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        return super().hash(password, salt=salt or self._draw(16))


class Server:
    """A process: from its start until it is stopped or killed."""

    def __init__(
        self, life: Life, store: Store, loop: VirtualLoop, rng: random.Random,
        takes_s: Callable[[], float], skew_ms: Callable[[], int], heads: Path,
    ) -> None:  # fmt: skip
        """``heads`` is the copy of the signed heads, on a disk that nothing happens to."""
        self.life = life
        self.store = store
        surroundings = Surroundings(
            machine_ms=lambda: EPOCH_MS + int(loop.time() * 1000) + skew_ms(),
            steady_ms=lambda: int(loop.time() * 1000),
            draw=rng.randbytes,
            threads=lambda *_: Threads(life, takes_s),
        )
        faults = under_witness(store, replace(SETTINGS, witness=str(heads)), surroundings)
        if faults:
            told = "; ".join(fault.text for fault in faults.values())
            raise Broken(f"a crash is taken for a forgery: {told}")
        self.site = Site(SETTINGS, store, surroundings, seals=SEALS, limits=LIMITS)
        self.site.identity._hasher = Cheap(rng.randbytes)
        # A handler keeps its app, and with it a whole world: each app has a handler of its own.
        app = Litestar(
            [copy(table_socket)], state=State({"site": self.site}), openapi_config=None,
            logging_config=None,
        )  # fmt: skip
        self.listening = Listening(app, self.site, life)

    async def start(self) -> None:
        """Open every table; none of each rulebook at first, as a world opens its own."""
        register = self.site.identity.register
        if not register.has_first_tables:
            register.append([TablesOpened("")], EPOCH_MS)
        await self.site.lobby.start(register)

    async def stop(self) -> None:
        """Stop as with Ctrl-C: what is decided is written."""
        self.site.stop_calculating()
        await self.site.lobby.stop()
        self.site.identity.close()

    @property
    def has_stopped_tables(self) -> bool:
        """Whether a table waits for a restart."""
        return any(table.actor.stopped for table in self.site.lobby.tables.values())


def open_store(disk: Disk, folder: Path) -> SqliteStore:
    """The store of a server on a disk."""
    return SqliteStore(folder / FILE, vfs=disk.name)
