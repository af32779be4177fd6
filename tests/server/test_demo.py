"""The demo table: there once somebody asks, alive while somebody watches, and limited in rounds."""

import asyncio

import pytest

import pitboss
from pitboss.bots.by_temper import ByTemper, Temper
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.state import BETTING
from pitboss.server.lobby import demo
from pitboss.server.lobby.demo import DEMO
from pitboss.server.lobby.table import Table
from pitboss.server.lobby.vacancies import Vacancies
from pitboss.server.surroundings import REAL
from tests.patience import until, wait_until
from tests.server.live import QUICK, house, serving

BOTS = ["bot-ada", "bot-ben", "bot-carla", "bot-dan"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "PACE", {"betting_ms": 60, "turn_ms": 2_000})


def are_resting(table: Table) -> bool:
    """Whether every bot has said that it does not bet after the last round."""
    state = table.actor.state
    has_said = all(robot._done_in == state.round for robot in table.robots)
    return state.phase == BETTING and has_said and not any(box.mains for box in state.boxes)


def test_the_demo_table_is_opened_when_asked_for_and_plays_for_viewers() -> None:
    with serving(pace=QUICK, demo_rounds=2) as live:
        visitor = live.visitor()
        told = visitor.get("/api/demo-table")
        assert (told["table"], told["bots"]) == (DEMO, BOTS)
        assert DEMO not in live.site.lobby.tables, "nobody has asked for it"
        for _ in range(2):
            assert visitor.post("/api/demo-table", None)["table"] == DEMO
        table = live.site.lobby.tables[DEMO]
        assert [robot.name for robot in table.robots] == BOTS
        assert table.actor.state.round == 0
        visitor.socket(DEMO)
        wait_until(lambda: table.actor.state.round == 2, "bots do not play")
        assert set(table.actor.state.chips) == set(BOTS)
        # After the rounds of a day the bots watch, and hold nobody up.
        wait_until(lambda: are_resting(table), "bots do not rest")
        ann = live.guest("ann")
        ann.post("/api/demo-table", None)
        wire = ann.socket(DEMO)
        wire.buy()
        answer = wire.give(PlaceWager(by="ann", box=6, wager="main", amounts=(1_000,)))
        assert answer["ok"], answer
        assert table.waited_for(frozenset(), frozenset({"ann", *BOTS})) == ()


def test_bots_of_the_demo_table_do_not_go_home() -> None:
    async def run() -> None:
        async with house(pace=QUICK) as lobby:
            opened = demo.DemoTable(lobby, 5, REAL)
            table, other = await opened.open(), lobby.tables["nz"]
            await lobby.add_bot(other, "random")
            looking = Vacancies(
                lobby.tables, lobby.remove_bots, lobby.close_empty, REAL,
                empty_s=0, private_empty_s=300,
            )  # fmt: skip
            await looking.clear_empty()
            assert ([robot.name for robot in table.robots], other.robots) == (BOTS, [])
            assert table.actor.state.round == 0
            await lobby.close(table)
            await until(lambda: DEMO not in lobby.tables)
            # A house that has closed it does not get it back.
            assert not opened.is_offered

    asyncio.run(run())


def test_a_house_without_a_demo_table_says_so() -> None:
    with serving(demo_rounds=0) as live:
        assert live.visitor().get("/api/demo-table") is None
        told = live.visitor().post("/api/demo-table", None, expect=404)
        assert "no demo table" in told["text"]


def test_a_temper_shows_in_stakes_and_in_plays() -> None:
    for units in ((1, 1), (3, 5)):
        table = pitboss.Table("nz", cards="Ts 7d 4c 6h 5s 9c 8c")
        table.sit("bot", 1_000)
        stakes = set()
        for seed in range(40):
            wanted = ByTemper("bot", table.rules, Temper(units=units), seed).choose(
                table.view("bot")
            )
            assert isinstance(wanted, PlaceWager)
            stakes |= set(wanted.amounts)
        assert stakes == {500 * number for number in range(units[0], units[1] + 1)}
    table.bet("bot", 10)
    table.deal()
    names = [
        type(ByTemper("bot", table.rules, temper, 1).choose(table.view("bot"))).__name__
        for temper in (Temper(is_timid=True), Temper())
    ]
    assert table.view("bot").boxes[1].hands, "a hard 14 or so against a card of the dealer"
    assert names == ["Stand", "Hit"]
