"""Servers, connections and the database fail at random under play; every word is kept."""

import random
import time
from contextlib import ExitStack

import pytest

from tests.cli.test_serve import Serving
from tests.server.database import Database
from tests.server.remote import Remote
from tests.server.test_cluster_faults import Buyer, check, playing, server, wait_for_more

SERVERS = 3
FAULTS = 100


class House:
    """Servers that are killed and replaced."""

    def __init__(self, postgres: Database, opened: ExitStack) -> None:
        self._postgres = postgres
        self._opened = opened
        self.servers: list[Serving] = [self._new() for _ in range(SERVERS)]

    def replace(self, place: int) -> None:
        """Kill a server; another one comes in its place."""
        self.servers[place].kill()
        self.servers[place] = self._new()

    def _new(self) -> Serving:
        return self._opened.enter_context(server(self._postgres))


class Wanderer(Buyer):
    """Goes to another server when the one at hand does not answer."""

    def __init__(self, remote: Remote, house: House, seed: int) -> None:
        super().__init__(remote)
        self._house = house
        self._rng = random.Random(seed)

    def refused(self) -> None:
        super().refused()
        self.remote.move(self._rng.choice(self._house.servers).told["url"])


def break_something(rng: random.Random, house: House, postgres: Database) -> None:
    match rng.choice(["server", "server", "connections", "connections", "connections", "database"]):
        case "server":
            house.replace(rng.randrange(SERVERS))
        case "connections":
            postgres.cut()
        case _:
            postgres.kill()
            time.sleep(rng.uniform(0, 2))
            postgres.start()


@pytest.mark.long
def test_whatever_fails_nothing_is_lost(
    postgres: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for what in ("BETTING", "TURN", "INSURANCE", "PRIZE"):
        monkeypatch.setenv(f"PITBOSS_PACE_{what}_MS", "300")
    rng = random.Random(7)
    with ExitStack() as opened:
        house = House(postgres, opened)
        buyers = [
            Wanderer(opened.enter_context(Remote(one.told["url"], f"w{place}")), house, place)
            for place, one in enumerate(house.servers)
        ]
        with playing(buyers):
            for _ in range(FAULTS):
                time.sleep(rng.uniform(0, 1))
                break_something(rng, house, postgres)
            # When nothing fails any more everybody is served again.
            wait_for_more(buyers)
        assert check(postgres, buyers) > FAULTS
