"""A server killed under load loses no acknowledged command and does none twice."""

import random
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest

from pitboss.server.rebuild import rebuild
from pitboss.store.sqlite import SqliteStore
from tests.cli.test_serve import Serving
from tests.server.live import free_port

TABLE = "nz"


def load(url: str, name: str, numbers: range, acknowledged: dict[str, int]) -> None:
    """Buy one cent at a time until the server is gone; keep what was acknowledged."""
    try:
        with httpx.Client(base_url=url, timeout=5) as http:
            http.get("/healthz")
            headers = {"x-csrf-token": http.cookies["pitboss_csrf"]}
            http.post("/api/guests", json={"name": name}, headers=headers).raise_for_status()
            for number in numbers:
                command = {"do": "buy_in", "player": name, "amount": 1}
                body = {"id": f"c{number}", "command": command}
                answer = http.post(
                    f"/api/tables/{TABLE}/commands", json=body, headers=headers
                ).json()
                if answer["ok"]:
                    acknowledged[f"{name}:c{number}"] = answer["first"]
    except httpx.HTTPError:
        return


def kill_often(folder: Path, times: int, seed: int) -> int:
    """Kill and look into the file; gives the number of acknowledged commands."""
    rng = random.Random(seed)
    acknowledged: dict[str, int] = {}
    for turn in range(times):
        serving = Serving("--port", str(free_port()), "--data", str(folder))
        serving.get("/healthz")
        threads = [
            threading.Thread(
                target=load,
                args=(serving.told["url"], f"p{turn}-{who}", range(10**6), acknowledged),
            )
            for who in "ab"
        ]
        for thread in threads:
            thread.start()
        time.sleep(0.2 + rng.random() * 0.4)
        serving.process.send_signal(signal.SIGKILL)
        serving.process.communicate()
        for thread in threads:
            thread.join()
    store = SqliteStore(folder / "pitboss.sqlite")
    written: dict[str, list[int]] = {}
    after = 0
    while page := store.read(TABLE, after):
        for record in page:
            assert record.version == after + 1
            after = record.version
            if record.command:
                written.setdefault(record.command, []).append(record.version)
    for key, first in acknowledged.items():
        assert written[key] == [first], f"{key} was acknowledged as {first}"
    assert all(len(versions) == 1 for versions in written.values())
    header = next(header for header in store.headers() if header.table == TABLE)
    assert sum(rebuild(store, header, keep=1).state.chips.values()) == len(written)
    store.close()
    return len(acknowledged)


def test_a_killed_server_keeps_its_word(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 4, 1) > 10


@pytest.mark.long
def test_a_server_killed_a_thousand_times_keeps_its_word(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 1_000, 2) > 1_000
