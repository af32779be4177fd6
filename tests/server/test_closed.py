"""Closed tables: every round that was ever played is found, shown, exported and replayed."""

from collections.abc import Iterator
from functools import partial

import pytest

from pitboss.engine.betting.limits import PlaceWager
from pitboss.proof.log import verify_log
from pitboss.server.settings import Pace
from pitboss.server.tables.actor import TableActor
from pitboss.store.memory import MemoryStore
from tests.patience import wait_until
from tests.server.live import Live, serving
from tests.verdicts import unheld

BRISK = Pace(betting_ms=1, turn_ms=20, insurance_ms=20, prize_ms=1, cut_ms=1)


def is_over(actor: TableActor, number: int) -> bool:
    """Whether a round of a table has ended."""
    return actor.state.round >= number and actor.state.phase == "betting"


@pytest.fixture(scope="module")
def closed() -> Iterator[Live]:
    """A server that was started again after its table of nz was closed."""
    store = MemoryStore()
    with serving(store, pace=BRISK) as live:
        admin, ann = live.admin(), live.guest("ann")
        live.account("eve")
        admin.post("/api/accounts/eve/role", {"role": "auditor"}, verb="PUT")
        wire = ann.socket("nz")
        wire.until("view")
        wire.buy()
        actor = live.site.lobby.tables["nz"].actor
        for number in range(1, 4):
            assert wire.give(PlaceWager(box=1, wager="main", amounts=(1_000,)))["ok"]
            wait_until(partial(is_over, actor, number))
        admin.post("/api/tables/nz", None, expect=204, verb="DELETE")
    with serving(store, pace=BRISK) as live:
        yield live


def test_a_closed_table_is_listed_and_not_open(closed: Live) -> None:
    anybody = closed.visitor()
    assert "nz" not in {one["table"] for one in anybody.get("/api/tables")}
    (summary,) = anybody.get("/api/closed-tables")
    assert (summary["table"], summary["rulebook"]) == ("nz", "nz")
    assert anybody.get("/api/tables/nz", expect=404)
    assert anybody.get("/api/tables/never-there/rounds", expect=404)


def test_its_rounds_are_open_to_all(closed: Live) -> None:
    anybody = closed.visitor()
    rounds = anybody.get("/api/tables/nz/rounds?player=ann")["rounds"]
    assert [one["number"] for one in rounds] == [3, 2, 1]
    steps = anybody.get("/api/tables/nz/rounds/2/steps")
    assert steps["steps"][-1]["message"]["event"]["event"] == "round_ended"
    script = anybody.get("/api/tables/nz/rounds/3/script")
    assert 'rulebook = "nz"' in script
    assert anybody.get("/api/tables/nz/rounds/3/replay") == {"ok": True, "failures": []}


def test_its_shoes_are_proved_and_its_log_is_whole(closed: Live) -> None:
    anybody = closed.visitor()
    assert all(shoe["seed"] for shoe in anybody.get("/api/tables/nz/shoes"))
    assert anybody.get("/api/tables/nz/rounds/1/shoe")["proof"] is not None
    log = anybody.http.get("/api/tables/nz/log").content
    report = verify_log(log)
    assert not unheld(report)
    assert report.records == len(closed.site.store.read("nz"))


def test_auditors_read_its_books(closed: Live) -> None:
    eve = closed.visitor()
    secret = {"name": "eve", "secret": "password of eve"}
    eve.post("/api/session", secret, expect=201)
    books = eve.get("/api/tables/nz/ledger")
    assert (books["total"], books["balances"]["player ann"]) == (0, 0)
    assert eve.get("/api/tables/nz/events?kind=chips_cashed")["lines"][0]["text"]
    assert eve.get("/api/tables/nz/rulings")["rulings"] == []
    assert closed.visitor().get("/api/tables/nz/ledger", expect=401)


def test_a_closed_table_has_its_report(closed: Live) -> None:
    eve = closed.visitor()
    eve.post("/api/session", {"name": "eve", "secret": "password of eve"}, expect=201)
    report = eve.get("/api/reports?tables=nz&odds=no")
    assert (report["reconciles"], report["total"]["rounds"]) == (True, 3)
    assert report["total"]["drop"] - report["total"]["cashed"] == report["total"]["win"]
