"""Backups: taken while tables are played at, moved between SQLite and PostgreSQL, and checked."""

import asyncio
import stat
import threading
from pathlib import Path

import apsw
import pytest

from pitboss.engine.chips import BuyIn
from pitboss.proof.log import verify_log
from pitboss.proof.money import count_money
from pitboss.server.log.replay import rebuild
from pitboss.server.settings import Limits
from pitboss.store.backup import BackupError, back_up, check, restore
from pitboss.store.export import export_log
from pitboss.store.port import Store
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.sqlite import SqliteStore
from tests.cli.commands import refused, run_json
from tests.server.live import TABLES, house, serving
from tests.store.conftest import Place, postgres, postgres_place
from tests.verdicts import IN_PLAY, unheld

__all__ = ["postgres", "postgres_place"]


def logs(store: Store) -> dict[str, bytes]:
    """Every log as it would be exported."""
    return {header.table: export_log(store, header.table) for header in store.headers()}


def filled(folder: Path) -> Path:
    """A file with tables at which something has happened."""
    path = folder / "pitboss.sqlite"

    async def play() -> None:
        store = SqliteStore(path)
        async with house(store, limits=Limits(snapshot_every=3)) as lobby:
            for table in lobby.tables.values():
                for number in range(5):
                    buy = BuyIn(player="ann", amount=100)
                    assert (await table.actor.submit("ann", f"c{number}", buy)).ok
        store.close()

    asyncio.run(play())
    return path


def test_a_backup_under_play_is_of_one_moment(tmp_path: Path) -> None:
    source, file = tmp_path / "data" / "pitboss.sqlite", tmp_path / "tables.backup"
    source.parent.mkdir()
    with serving(SqliteStore(source, is_only=True), commands_per_second=10_000) as live:
        wire = live.guest("ann").socket("nz")
        enough, is_over = threading.Event(), threading.Event()

        def buy() -> None:
            number = 0
            while not is_over.is_set():
                wire.buy(1)
                number += 1
                if number == 20:
                    enough.set()

        buying = threading.Thread(target=buy)
        buying.start()
        assert enough.wait(20)
        contents = back_up(data=source, database="", file=file)
        is_over.set()
        buying.join()
    # The register of people, its copy and the security log are in it too.
    assert contents.logs == len(TABLES) + 3
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["tables.backup"]
    restored = tmp_path / "restored" / "pitboss.sqlite"
    assert restore(file, data=restored, database="") == contents
    store = SqliteStore(restored)
    header = next(header for header in store.headers() if header.table == "nz")
    assert rebuild(store, header, keep=1).state.chips["ann"] >= 20
    assert not unheld(verify_log(export_log(store, "nz")), *IN_PLAY)
    assert count_money(store).faults == ()
    store.close()
    with serving(SqliteStore(restored)) as live:
        assert live.guest("bob").socket("nz").receive()["type"] == "view"


def test_tables_move_to_postgres_and_back(tmp_path: Path, postgres_place: Place) -> None:
    source, first, second = filled(tmp_path), tmp_path / "first", tmp_path / "second"
    nowhere = tmp_path / "none"
    contents = back_up(data=source, database="", file=first)
    assert restore(first, data=nowhere, database=postgres_place.where) == contents
    assert not nowhere.exists()
    with pytest.raises(BackupError, match="holds tables already"):
        restore(first, data=nowhere, database=postgres_place.where)
    assert back_up(data=nowhere, database=postgres_place.where, file=second) == contents
    stores: list[Store] = [SqliteStore(source), PostgresStore(postgres_place.where)]
    for name in ("again", "from-file"):
        back = tmp_path / name
        restore(second, data=back, database="")
        stores.append(SqliteStore(back))
    kept = [logs(store) for store in stores]
    assert all(one == kept[0] for one in kept)
    assert all(store.snapshot("nz") == stores[0].snapshot("nz") for store in stores)
    assert all(store.movements("ann") == stores[0].movements("ann") for store in stores)
    assert all(count_money(store).faults == () for store in stores)
    for store in stores:
        store.close()


def test_a_backup_that_was_tampered_with_is_not_restored(tmp_path: Path) -> None:
    file = tmp_path / "file"
    back_up(data=filled(tmp_path), database="", file=file)
    db = apsw.Connection(str(file))
    db.execute("UPDATE records SET at_ms = at_ms + 1 WHERE table_id = 'nz' AND version = 3")
    db.close()
    with pytest.raises(BackupError, match="the chain of nz breaks at event 3"):
        restore(file, data=tmp_path / "back", database="")
    assert not (tmp_path / "back").exists()
    db = apsw.Connection(str(file))
    db.execute("DELETE FROM records WHERE table_id = 'house' AND version = 2")
    db.close()
    assert {fault.partition(" at ")[0] for fault in check(file).faults} == {
        "the chain of nz breaks",
        "house has no event 2",
    }
    db = apsw.Connection(str(file))
    db.execute("UPDATE movements SET held = held + 1 WHERE account = 'ann' AND number = 2")
    db.close()
    assert "the bankroll of ann breaks at movement 2" in check(file).faults


def test_a_damaged_backup_is_restored_if_you_insist(tmp_path: Path) -> None:
    """The other tables of it are as good as ever; a start keeps the bad one closed."""
    file, back = tmp_path / "file", str(tmp_path / "back")
    back_up(data=filled(tmp_path), database="", file=file)
    db = apsw.Connection(str(file))
    db.execute("UPDATE records SET at_ms = at_ms + 1 WHERE table_id = 'nz' AND version = 3")
    db.close()
    message = refused("restore", str(file), "--data", back)
    assert "not every log" in message
    assert "--damaged restores it all the same" in message
    told = run_json("restore", str(file), "--data", back, "--damaged", status=1)
    assert told["faults"] == ["the chain of nz breaks at event 3"]


def test_the_commands(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    filled(data)
    file, back = str(tmp_path / "file"), str(tmp_path / "back")
    told = run_json("backup", file, "--data", str(data))
    assert told["file"] == file
    assert told["logs"] == len(TABLES) + 2
    assert run_json("restore", file, "--data", back)["records"] == told["records"]
    assert "is there already" in refused("backup", file, "--data", str(data))
    assert "is there already" in refused("restore", file, "--data", back)
    assert "there is no file" in refused("backup", str(tmp_path / "x"), "--data", str(tmp_path))
    assert "there is no file" in refused("restore", str(tmp_path / "x"), "--data", file + "-data")
    assert "do not go together" in refused("backup", "x", "--data", "a", "--database", "b")
    (tmp_path / "text").write_text("no database at all, only some words of text" * 20)
    refused("restore", str(tmp_path / "text"), "--data", str(tmp_path / "other"))
