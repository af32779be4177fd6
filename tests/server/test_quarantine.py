"""A house whose store is not what was signed: what is at fault is closed, the rest goes on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from pitboss.engine import do
from pitboss.server.log.replay import rebuild, snapshot_of
from pitboss.server.security.witness import SQLITE_FILE, open_store, under_witness
from pitboss.server.settings import Settings
from pitboss.store.port import Snapshot
from tests.server.live import Live, serving


def changed(settings: Settings, statement: str) -> Settings:
    with closing(sqlite3.connect(Path(settings.data) / SQLITE_FILE)) as db, db:
        assert db.execute(statement).rowcount > 0
    return settings


def played(folder: Path) -> tuple[Settings, str]:
    """A house in which ann has bought chips at two tables, and her key."""
    settings = Settings(data=str(folder / "data"))
    store = open_store(settings)
    under_witness(store, settings)
    with serving(store) as live:
        ann = live.guest("ann")
        for table in ("nz", "house"):
            ann.socket(table).buy()
    return settings, ann.key


@contextmanager
def again(settings: Settings) -> Iterator[Live]:
    """The server started again on the same data."""
    store = open_store(settings)
    with serving(store, faults=under_witness(store, settings)) as live:
        yield live


def test_a_table_in_quarantine_says_why_and_the_others_are_played_at(tmp_path: Path) -> None:
    settings = changed(
        played(tmp_path)[0],
        "DELETE FROM records WHERE table_id = 'nz' AND version = "
        "(SELECT max(version) FROM records WHERE table_id = 'nz')",
    )
    with again(settings) as live:
        health = live.visitor().get("/healthz")
        assert health["status"] == "degraded"
        assert "nz ends at" in health["quarantined"]["nz"]
        ann = live.guest("eve")
        told = ann.get("/api/tables/nz/layout", expect=400)
        assert "its record does not hold" in str(told)
        ann.socket("house").buy()


def test_a_log_that_cannot_be_read_holds_up_no_other(tmp_path: Path) -> None:
    settings = changed(
        played(tmp_path)[0], "UPDATE records SET body = X'FF' WHERE table_id = 'nz' AND version = 2"
    )
    with again(settings) as live:
        assert list(live.visitor().get("/healthz")["quarantined"]) == ["nz"]
        live.guest("eve").socket("house").buy()


def test_a_bankroll_that_was_raised_moves_no_money(tmp_path: Path) -> None:
    settings, key = played(tmp_path)
    changed(settings, "UPDATE movements SET held = 99999999 WHERE account = 'ann' AND number = 3")
    with again(settings) as live:
        live.guest("eve").socket("nz").buy()
        ann = live.visitor()
        ann.post("/api/session", {"name": "ann", "secret": key}, expect=201)
        ann.name = "ann"
        wire = ann.socket("nz")
        for command in (do.BuyIn(player="ann", amount=100), do.CashOut(by="ann", amount=100)):
            answer = wire.give(command)
            assert not answer["ok"]
            assert "the bankroll of ann breaks at movement 3" in answer["refused"]["text"]
        boss = live.admin()
        told = boss.post("/api/accounts/ann/grants", {"id": "g1", "amount": 100}, expect=400)
        assert "until the house has looked into it" in str(told)


def test_a_snapshot_of_another_type_closes_no_table(tmp_path: Path) -> None:
    """The log is good, and a snapshot is only faster to read."""
    settings, _ = played(tmp_path)
    store = open_store(settings)
    under_witness(store, settings)
    store.save_snapshot("nz", Snapshot(1, b"state"))
    store.close()
    changed(settings, "UPDATE snapshots SET state = CAST(X'8E00' AS TEXT) WHERE table_id = 'nz'")
    with again(settings) as live:
        assert live.site.lobby.quarantine == {}
        live.guest("eve").socket("nz").buy()


def test_a_snapshot_that_cannot_be_replayed_closes_no_table(tmp_path: Path) -> None:
    """It was signed, and it names a field that no table has: another program wrote it."""
    settings, _ = played(tmp_path)
    store = open_store(settings)
    under_witness(store, settings)
    header = next(one for one in store.headers() if one.table == "nz")
    before = rebuild(store, header, keep=1)
    state = msgspec.json.decode(snapshot_of(before.state, before.version, before.memory).state)
    thing = {"what": "", "who": "", "nets": [], "is_round_end": False, "is_followed": False}
    state["remembered"] = [{**thing, "before": {"gone": 1}, "awaiting": None}]
    store.save_snapshot("nz", Snapshot(before.version, msgspec.json.encode(state)))
    assert rebuild(store, header, keep=1).state == before.state
    store.close()
