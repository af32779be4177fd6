"""Live tables under load: real rounds over sockets with durable commits, and the rate of commits.

    python -m benchmarks.server                      # 1,000 sockets on 150 tables for a minute
    python -m benchmarks.server --sockets 100 --tables 15 --seconds 10 --probes 50

The server runs as a process of its own on a fresh SQLite file, the bots in this one. The second
part counts the durable commands a second of tables without a network, and bare commits of SQLite
on the same disk, in turns.
"""

import asyncio
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import click
import msgspec

from benchmarks.load import Load
from pitboss.client import Visitor
from pitboss.engine.chips import BuyIn
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.metrics import Metrics
from pitboss.server.people.register import Register
from pitboss.server.security.witness import open_store, under_witness
from pitboss.server.settings import Settings

RULEBOOKS = ("tribal", "nz", "pa_free_bet", "house", "double_deck")
CONFIG = """
logins_per_minute = 100000
commands_per_second = 100

[admission]                # everybody comes from one address here
connections_per_address = 4000
sockets_per_address = 4000
frames_per_address = 100000

[pace]
betting_ms = 4000
insurance_ms = 4000
turn_ms = 15000
prize_ms = 1000
cut_ms = 1000
"""
TURNS = 5
"""Number of turns of tables and bare commits."""


@contextmanager
def server(folder: Path, port: int, settings: str = CONFIG) -> Iterator[dict[str, str]]:
    """A server on a fresh file; gives what it prints. A crowd is let in at once."""
    config = folder / "server.toml"
    place = f'port = {port}\ndata = "{folder / "data"}"\n'
    config.write_text(place + settings, encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.crowd", str(config)]
    if settings != CONFIG:
        pitboss = str(Path(sys.executable).with_name("pitboss"))
        command = [pitboss, "serve", "--json", "--config", str(config)]
    log = (folder / "server.log").open("w")
    with log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process:
        assert process.stdout is not None
        told = ""
        while not told.rstrip().endswith("}"):
            line = process.stdout.readline()
            assert line, (folder / "server.log").read_text(encoding="utf-8")
            told += line
        try:
            yield {**json.loads(told), "pid": str(process.pid)}
        finally:
            process.terminate()


async def open_tables(told: dict[str, str], count: int) -> None:
    """Open tables of all rulebooks in turn until there are so many."""
    async with Visitor(told["url"]) as boss:
        for _ in range(100):
            try:
                open_ = len(await boss.tables())
                break
            except Exception:
                await asyncio.sleep(0.1)
        token = told["admin_url"].split("#admin=")[1]
        await boss.make_account("boss", "password of boss", admin_token=token)
        for number in range(open_, count):
            await boss.open_table(f"more-{number}", RULEBOOKS[number % len(RULEBOOKS)], {})


async def commands_per_second(folder: Path, *, tables: int, players: int, seconds: float) -> float:
    """Durable commands a second at tables in this process: everybody waits for each answer."""
    settings = Settings(data=str(folder / "data"), tables_max=tables + 5)
    store = open_store(settings)
    under_witness(store, settings)
    lobby = Lobby(store, settings, Metrics())
    await lobby.start(Register(store, now_ms=0))
    for number in range(len(lobby.tables), tables):
        await lobby.open(f"more-{number}", "", RULEBOOKS[number % len(RULEBOOKS)], {})
    actors = [table.actor for table in lobby.tables.values()]
    while not all(actor.state.shoe for actor in actors):
        await asyncio.sleep(0.01)
    count, until = 0, time.perf_counter() + seconds

    async def buy(number: int) -> None:
        nonlocal count
        actor, name, given = actors[number % len(actors)], f"p{number}", 0
        while time.perf_counter() < until:
            given += 1
            answer = await actor.submit(name, f"c{given}", BuyIn(player=name, amount=1))
            assert answer.ok
            count += 1

    began = time.perf_counter()
    await asyncio.gather(*(buy(number) for number in range(tables * players)))
    took = time.perf_counter() - began
    await lobby.stop()
    store.close()
    return count / took


def commits_per_second(folder: Path, seconds: float) -> float:
    """Bare commits of one row a second, under the same pragmas."""
    with closing(apsw.Connection(str(folder / "bare.sqlite"))) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE records (n INTEGER PRIMARY KEY, event TEXT)")
        count, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            db.execute("INSERT INTO records (event) VALUES (?)", ("x" * 60,))
            count += 1
        return count / (time.perf_counter() - began)


def rates(folder: Path, seconds: float) -> dict[str, float]:
    """Medians of the rates, measured in turns, and the ratios to bare commits."""
    many, one, bare = [], [], []
    for turn in range(TURNS):
        place = folder / f"turn-{turn}"
        for name in ("bare", "many", "one"):
            (place / name).mkdir(parents=True)
        bare.append(commits_per_second(place / "bare", seconds))
        crowd = commands_per_second(place / "many", tables=20, players=8, seconds=seconds)
        many.append(asyncio.run(crowd))
        alone = commands_per_second(place / "one", tables=1, players=1, seconds=seconds)
        one.append(asyncio.run(alone))
    return {
        "bare_commits_per_second": round(statistics.median(bare)),
        "commands_per_second_of_160_players": round(statistics.median(many)),
        "commands_per_second_of_one_player": round(statistics.median(one)),
        "ratio_of_160_players": _ratio(many, bare),
        "ratio_of_one_player": _ratio(one, bare),
    }


def _ratio(rates: list[float], others: list[float]) -> float:
    ratios = [rate / other for rate, other in zip(rates, others, strict=True)]
    return round(statistics.median(ratios), 2)


@click.command()
@click.option("--tables", default=150, show_default=True)
@click.option("--sockets", default=1_000, show_default=True)
@click.option("--seconds", default=60.0, show_default=True)
@click.option("--think", "think_s", default=1.0, show_default=True, help="Seconds a decision.")
@click.option("--probes", default=100.0, show_default=True, help="A second, at fixed times.")
@click.option("--port", default=8931, show_default=True)
def main(
    tables: int, sockets: int, seconds: float, think_s: float, probes: float, port: int
) -> None:
    """Print both parts as JSON."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with server(folder, port) as told:
            asyncio.run(open_tables(told, tables))
            load = Load(told["url"], think_s=think_s, probes_per_second=probes)
            figures = msgspec.to_builtins(asyncio.run(load.run(sockets=sockets, seconds=seconds)))
        machine: dict[str, object] = {
            "processor": platform.processor() or platform.machine(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "sqlite": apsw.sqlite_lib_version(),
        }
        machine["load"] = figures
        machine["rates"] = rates(folder, min(2.0, seconds))
        print(json.dumps(machine, indent=2))


if __name__ == "__main__":
    main()
