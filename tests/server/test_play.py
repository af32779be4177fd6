"""People play over real sockets: rounds to their end, reconnecting, repeated commands."""

import threading
import time
from pathlib import Path

import pytest

from pitboss.bots.by_strategy import ByStrategy
from pitboss.bots.port import Bot
from pitboss.bots.random_legal import RandomLegal
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.round import RoundEnded
from pitboss.server.settings import Pace
from pitboss.store.sql.sqlite import SqliteStore
from tests.patience import WAIT_S
from tests.server.live import QUICK, TABLES, Live, Wire, serving

ROUNDS = 3
SLOW_TURN = Pace(betting_ms=30, turn_ms=60_000, insurance_ms=30, prize_ms=30)


def play(wire: Wire, bot: Bot, rounds: int) -> None:
    """Play until so many rounds have ended, as a client does: look, choose, send."""
    wire.buy()
    deadline = time.monotonic() + WAIT_S
    while sum(event["event"]["event"] == "round_ended" for event in wire.events) < rounds:
        assert time.monotonic() < deadline, "the round does not end"
        seen = wire.see()
        command = bot.choose(seen)
        if command is None:
            wire.until("update")
            continue
        wire.give(command)
    wire.close()


@pytest.mark.parametrize("table", TABLES)
def test_two_players_play_rounds_to_the_end(table: str) -> None:
    with serving() as live:
        rules = live.site.lobby.tables[table].rules
        bots: list[Bot] = [ByStrategy("ann", rules), RandomLegal("bob", rules, 7)]
        wires = [live.guest(bot.name).socket(table) for bot in bots]
        for wire in wires:
            wire.until("view")
        threads = [
            threading.Thread(target=play, args=(wire, bot, ROUNDS))
            for wire, bot in zip(wires, bots, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(2 * WAIT_S)
        assert all(not thread.is_alive() for thread in threads)
        ends = [e for e in wires[0].events if e["event"]["event"] == "round_ended"]
        assert [e["event"]["number"] for e in ends] == list(range(1, len(ends) + 1))
        assert len(ends) >= ROUNDS
        state = live.site.lobby.tables[table].actor.state
        assert set(state.chips) == {"ann", "bob"}


def start_hand(live: Live, wire: Wire) -> None:
    """A hand of the player that has its turn."""
    wire.until("view")
    wire.buy()
    for _ in range(100):
        if wire.status["phase"] == "playing":
            return
        if wire.status["phase"] == "betting":
            # One that lies there already, or comes as betting closes, is refused and does no harm.
            wire.give(PlaceWager(box=1, wager="main", amounts=(1_000,)))
        if wire.status["phase"] != "playing":
            wire.until("update")
    raise AssertionError("no hand came to its turn")


def test_who_reconnects_in_a_hand_gets_exactly_what_was_missed() -> None:
    with serving(pace=SLOW_TURN) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        first = ann.socket("nz")
        start_hand(live, first)
        watcher = bob.socket("nz")
        watcher.until("view")
        seen_before = first.last
        first.close()
        second = ann.socket("nz")
        second.until("view")
        second.give(Hit(box=1))
        while watcher.last < live.site.lobby.tables["nz"].actor.version:
            watcher.receive()
        again = ann.socket("nz", last=seen_before)
        again.last = seen_before
        message = again.receive()
        assert message["type"] == "update"
        assert [e["n"] for e in again.events] == list(range(seen_before + 1, again.last + 1))
        assert again.events == second.events == watcher.events
        nothing_new = ann.socket("nz", last=again.last)
        assert nothing_new.receive()["events"] == []


@pytest.mark.parametrize("last", [-1, 10**6])
def test_a_number_that_never_was_gets_the_whole_view(last: int) -> None:
    with serving() as live:
        wire = live.guest("ann").socket("house", last=last)
        assert wire.receive()["type"] == "view"


def test_a_repeated_id_gets_its_first_answer_and_nothing_more() -> None:
    with serving(pace=SLOW_TURN) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        wire, other = ann.socket("nz"), bob.socket("nz")
        wire.until("view")
        other.until("view")
        buy = BuyIn(player="ann", amount=5_000)
        first = wire.give(buy, id_="x")
        assert first["ok"]
        assert wire.give(buy, id_="x") == first
        refused = wire.give(Stand(box=1), id_="y")
        assert not refused["ok"]
        # The first answer comes before any other check: how the table stands does not matter.
        assert wire.give(Stand(box=1), id_="y") == refused
        body = {"id": "x", "command": {"do": "buy_in", "player": "ann", "amount": 5_000}}
        assert ann.post("/api/tables/nz/commands", body)["last"] == first["last"]
        # Another command may not have the id of the first.
        for id_, other_one in (("y", buy), ("x", Stand(box=1))):
            assert wire.give(other_one, id_=id_)["refused"]["code"] == "id_reused"
        assert wire.give(buy, id_="x") == first
        # Somebody else's id is somebody else's.
        assert other.give(BuyIn(player="bob", amount=5_000), id_="x")["first"] != first["first"]
        assert live.site.lobby.tables["nz"].actor.state.chips == {"ann": 5_000, "bob": 5_000}


def test_a_restart_resumes_the_open_round(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(SqliteStore(file), pace=SLOW_TURN) as live:
        wire = live.guest("ann").socket("house")
        start_hand(live, wire)
        before = live.site.lobby.tables["house"].actor.state
        version = wire.last
        key = live.site.identity.register.find("ann")
        answer = wire.give(BuyIn(player="ann", amount=700), id_="once")
        assert answer["ok"]
    with serving(SqliteStore(file), pace=QUICK) as live:
        assert live.site.identity.register.find("ann") == key
        actor = live.site.lobby.tables["house"].actor
        assert actor.state.boxes == before.boxes
        assert actor.state.shoe == before.shoe
        assert actor.state.turn == before.turn
        visitor = live.visitor()
        visitor.name = "ann"
        person = live.site.identity.register.find("ann")
        assert person is not None
        session = live.site.identity.open_session(person)
        visitor.become(session.token)
        again = visitor.socket("house", last=version)
        again.last = version
        # What an acknowledged command led to is there, and is not done twice.
        repeated = again.give(BuyIn(player="ann", amount=700), id_="once")
        assert (repeated["ok"], repeated["first"]) == (True, answer["first"])
        assert again.give(Stand(box=1))["ok"]
        while not any(e["event"]["event"] == "round_ended" for e in again.events):
            again.until("update")


def test_an_absent_player_is_played_by_the_default() -> None:
    pace = Pace(betting_ms=20, turn_ms=40, insurance_ms=20, prize_ms=20)
    with serving(pace=pace) as live:
        for table in TABLES:
            wire = live.guest(f"ann-{table}").socket(table)
            wire.until("view")
            wire.buy()
            stake = live.site.lobby.tables[table].rules.limits.min_bet
            assert wire.give(PlaceWager(box=1, wager="main", amounts=(stake,)))["ok"]
            while not any(e["event"]["event"] == "round_ended" for e in wire.events):
                wire.until("update")


def test_bots_fill_seats_on_request() -> None:
    pace = Pace(betting_ms=200, turn_ms=400, insurance_ms=100, prize_ms=50)
    with serving(pace=pace) as live:
        ann = live.guest("ann")
        wire = ann.socket("pa-free-bet")
        wire.until("view")
        wire.buy()
        for kind in ("like_dealer", "random"):
            ann.post("/api/tables/pa-free-bet/bots", {"kind": kind}, expect=201)
        ann.post("/api/tables/pa-free-bet/bots", {"kind": "marvellous"}, expect=404)
        while not any(e["event"]["event"] == "round_ended" for e in wire.events):
            wire.until("update")
        table = live.site.lobby.tables["pa-free-bet"]
        assert {robot.name for robot in table.robots} == {"bot-1", "bot-2"}
        live.admin().post("/api/tables/pa-free-bet/bots", None, verb="DELETE", expect=204)
        assert table.robots == []
        assert RoundEnded.__struct_config__.tag == "round_ended"
