"""A server in a process made to be killed: forked from one that has imported everything."""

import multiprocessing
import os
import signal
import socket
import time
from pathlib import Path

from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.server.app import Server
from pitboss.server.house import Site
from pitboss.server.security.witness import under_witness
from pitboss.server.settings import Limits, Pace, PlayMoney, Settings
from pitboss.store.sql.sqlite import SqliteStore
from tests.patience import WAIT_S
from tests.server.live import SEALS

FILE = "pitboss.sqlite"
PLAY_MONEY = PlayMoney(opening=10**9)
PACE = Pace(betting_ms=40, insurance_ms=200, turn_ms=400, prize_ms=20, cut_ms=30)

for _rulebook in SHIPPED:
    choose(load_rulebook(_rulebook), {})

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.server.killed"])


def serve(folder: str, port: int) -> None:
    """What the process does until it is killed."""
    settings = Settings(
        port=port, pace=PACE, logins_per_minute=10**6, chips_max=10**9,
        commands_per_second=1_000, play_money=PLAY_MONEY, data=folder,
    )  # fmt: skip
    store = SqliteStore(Path(folder) / FILE)
    faults = under_witness(store, settings)
    assert not faults, faults
    site = Site(settings, store, seals=SEALS, limits=Limits(snapshot_every=200, compile_after_s=0))
    Server(site).run()


class Killable:
    """A running server; ``kill`` ends it as a power cut would."""

    def __init__(self, folder: Path, port: int) -> None:
        self._process = _forks.Process(target=serve, args=(str(folder), port), daemon=True)
        self._process.start()
        self._port = port

    def wait(self) -> None:
        """Until it listens."""
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self._port)) == 0:
                    return
            assert self._process.is_alive(), "the server does not start"
            time.sleep(0.01)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it with SIGKILL."""
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join(WAIT_S)
        assert self._process.exitcode == -signal.SIGKILL
