"""Tables without a network: shoes of every kind, timers, snapshots, group commits, settings."""

import asyncio
import io
import json
import logging
import random
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.bots.random_legal import RandomLegal
from pitboss.cards import parse_cards
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.state import BETTING, ONLINE
from pitboss.engine.table import open_table
from pitboss.engine.views import view
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.server.lobby.lobby import Lobby, LobbyError
from pitboss.server.log.events import entries_after
from pitboss.server.log.replay import rebuild
from pitboss.server.metrics import Metrics
from pitboss.server.observability import JsonLines
from pitboss.server.people.entries import TableClosed
from pitboss.server.people.register import Register
from pitboss.server.settings import (
    ONCE_SET,
    Admission,
    Limits,
    Pace,
    Settings,
    SettingsError,
    load_settings,
)
from pitboss.server.tables.timers import default_act, due
from pitboss.store.entry import Entry
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Movement, Record, Snapshot
from tests.server.live import house

PLAYERS = ("ann", "bob", "cat")


def odd_options(rng: random.Random, rulebook: str) -> dict[str, str]:
    """Options of a rulebook, drawn until its clauses allow them."""
    book = load_rulebook(rulebook)
    while True:
        options: dict[str, str] = {}
        for name, option in book.options.items():
            spec = option.spec
            if rng.random() < 0.5:
                continue
            if spec.type == "boolean":
                options[name] = rng.choice(("true", "false"))
            elif spec.values is not None:
                options[name] = str(rng.choice(spec.values))
            elif name == "decks":
                options[name] = str(rng.randint(int(spec.min or 1), int(spec.max or 8)))
        try:
            choose(book, options)
        except RulebookError:
            continue
        return options


async def play(lobby: Lobby, id_: str, rounds: int) -> None:
    """Random play; what nobody does the timers do."""
    table = lobby.tables[id_]
    actor = table.actor
    bots = [RandomLegal(name, table.rules, seed) for seed, name in enumerate(PLAYERS)]
    watched = table.feed.join("", size=100_000)
    for number in range(10_000):
        if actor.state.round >= rounds and actor.state.phase == BETTING:
            break
        assert not actor.stopped
        for bot in bots:
            if actor.state.chips.get(bot.name, 0) < 20_000:
                buy = BuyIn(player=bot.name, amount=500_000)
                await actor.submit(bot.name, f"b{number}", buy)
            command = bot.choose(view(actor.state, bot.name))
            if command is not None:
                answer = await actor.submit(bot.name, f"c{number}", command)
                assert answer.refused is None or answer.refused.code != "broken"
        await asyncio.sleep(0.002)
    table.feed.leave(watched)
    assert actor.state.round >= rounds


@pytest.mark.parametrize("seed", range(10))
def test_any_options_can_be_played_for_shoes_on_end(seed: int) -> None:
    rng = random.Random(seed)
    rulebook = SHIPPED[seed % len(SHIPPED)]
    options = odd_options(rng, rulebook)
    if rulebook == "tribal":
        options |= {"shoe": "double"} if seed else {"decks": "1", "boxes": "7"}
    try:
        choose(load_rulebook(rulebook), options)
    except RulebookError:
        options = {"shoe": "double"}
    pace = Pace(betting_ms=1, turn_ms=3, insurance_ms=1, prize_ms=1)

    async def run() -> None:
        async with house(pace=pace, chips_max=10**9) as lobby:
            await lobby.open("odd", "", rulebook, options)
            await play(lobby, "odd", 25)
        header, actor = lobby.tables["odd"].header, lobby.tables["odd"].actor
        kept = rebuild(lobby.store, header, keep=10)
        assert (kept.version, kept.state) == (actor.version, actor.state)

    asyncio.run(run())


def test_a_snapshot_and_the_log_behind_it_are_the_whole_log() -> None:
    store = MemoryStore()
    pace = Pace(betting_ms=1, turn_ms=3, insurance_ms=1, prize_ms=1)

    async def run() -> None:
        async with house(
            store, pace=pace, limits=Limits(snapshot_every=50), chips_max=10**9
        ) as lobby:
            await play(lobby, "house", 10)
        header = next(h for h in store.headers() if h.table == "house")
        snapshot = store.snapshot("house")
        assert snapshot is not None
        assert snapshot.version > 0
        kept = rebuild(store, header, keep=10)
        # One in a form that is not known any more is passed over.
        store._snapshots["house"] = Snapshot(snapshot.version, b'{"phase":"betting"}')
        assert rebuild(store, header, keep=10).state == kept.state
        assert rebuild(store, header, keep=10).version == kept.version

    asyncio.run(run())


def test_commands_that_wait_together_share_an_append() -> None:
    class Counting(MemoryStore):
        appends = 0

        def append(
            self, table: str, after: int, records: Sequence[Record],
            movements: Sequence[Movement] = (), *, opened: Sequence[Record] = (),
        ) -> None:  # fmt: skip
            self.appends += 1
            super().append(table, after, records, movements, opened=opened)

    store = Counting()

    async def run() -> None:
        async with house(store) as lobby:
            actor = lobby.tables["nz"].actor
            before = store.appends
            given = [actor.submit("ann", f"c{n}", BuyIn(player="ann", amount=1)) for n in range(50)]
            answers = await asyncio.gather(*given)
            assert all(answer.ok for answer in answers)
            assert [a.first for a in answers] == list(range(3, 53))
            assert store.appends - before <= 2

    asyncio.run(run())


def test_the_default_draws_below_the_least_total_to_stand_on() -> None:
    async def run() -> None:
        acts = set()
        pace = Pace(betting_ms=1, turn_ms=60_000, insurance_ms=1, prize_ms=1)
        async with house(pace=pace, chips_max=10**9) as lobby:
            actor = lobby.tables["nz"].actor
            bot = RandomLegal("ann", actor.state.rules, 1)
            await actor.submit("ann", "buy", BuyIn(player="ann", amount=10**8))
            for number in range(400):
                state = actor.state
                if state.phase == "playing":
                    act = default_act(state)
                    hand = state.boxes[0].hands[state.turn[1] - 1].hand
                    box = state.box(state.turn[0])
                    assert box is not None
                    hand = box.hands[state.turn[1] - 1].hand
                    assert type(act) is (Hit if hand.total < 12 else Stand)
                    acts.add(type(act))
                    assert (await actor.submit("ann", f"a{number}", act)).ok
                elif command := bot.choose(view(state, "ann")):
                    await actor.submit("ann", f"c{number}", command)
                await asyncio.sleep(0.002)
                if acts == {Hit, Stand}:
                    return
        raise AssertionError(f"only {acts} came up")

    asyncio.run(run())


def test_a_table_without_wagers_or_stopped_waits_for_nobody() -> None:
    async def run() -> None:
        async with house() as lobby:
            state = lobby.tables["house"].actor.state
            assert due(state, Pace(), 0) is None
            assert due(open_table(state.rules, ONLINE), Pace(), 0) is not None
            stopped = replace(state.floor, paused="the cards are wrong")
            fresh = replace(open_table(state.rules, ONLINE), floor=stopped)
            assert due(fresh, Pace(), 0) is None

    asyncio.run(run())


def test_the_discards_are_shuffled_when_the_shoe_runs_out_in_a_round() -> None:
    async def run() -> None:
        pace = Pace(betting_ms=1, turn_ms=60_000, insurance_ms=1, prize_ms=1)
        async with house(pace=pace) as lobby:
            actor = lobby.tables["nz"].actor
            short = parse_cards("2s 6d 2h 2c 3d")
            # The table itself, as in a study, stacks a shoe that is too short for the round.
            load = LoadShoe(cards=short, is_shuffle=False)
            await actor._submit("", "load", load, is_house=True)
            actor.state = replace(actor.state, discards=parse_cards("4s 4h 4c 4d 5s Kh Kd Ks"))
            await actor.submit("ann", "buy", BuyIn(player="ann", amount=9_000))
            wager = PlaceWager(box=1, wager="main", amounts=(1_000,))
            assert (await actor.submit("ann", "wager", wager)).ok
            while actor.state.phase != "playing":
                await asyncio.sleep(0.002)
            drawn = 0
            while actor.state.phase == "playing":
                answer = await actor.submit("ann", f"hit {drawn}", Hit(box=1))
                assert answer.ok
                drawn += 1
            entries = list(entries_after(lobby.store, "nz", 0))
            # The table loads the discards by itself, before the card that is asked for.
            loads = [place for place, one in enumerate(entries) if _is_refill(one)]
            assert [entries[place].who for place in loads] == ["", ""]
            assert isinstance(entries[loads[1] + 1].command, Hit)
            assert entries[loads[1] + 1].who == "ann"
            assert drawn > 2

    asyncio.run(run())


def _is_refill(entry: Entry) -> bool:
    return any(isinstance(one, ShoeLoaded) and not one.is_shuffle for one in entry.events)


def test_a_first_start_that_was_cut_short_is_made_up_for() -> None:
    store = MemoryStore()

    async def run() -> None:
        lobby = Lobby(store, Settings(), Metrics())
        await lobby.open("nz", "", "nz", {})
        await lobby.stop()
        async with house(store) as again:
            assert len(again.tables) == 5
        register = Register(store, now_ms=0)
        register.append([TableClosed("house")], 0)
        async with house(store) as again:
            assert sorted(again.tables) == ["double-deck", "nz", "pa-free-bet", "tribal"]

    asyncio.run(run())


def test_the_lobby_has_limits() -> None:
    async def run() -> None:
        async with house(tables_max=5) as lobby:
            with pytest.raises(LobbyError, match="5 tables"):
                await lobby.open("more", "", "nz", {})
            for _ in range(6):
                await lobby.add_bot(lobby.tables["nz"], "random")
            with pytest.raises(LobbyError, match="6 bots"):
                await lobby.add_bot(lobby.tables["nz"], "random")

    asyncio.run(run())


def test_settings_come_from_flags_then_environment_then_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 1\nhost = "a"\ndata = "f"\n[pace]\nturn_ms = 7\nbetting_ms = 8\n')
    environment = {
        "PITBOSS_HOST": "b", "PITBOSS_PORT": "2", "PITBOSS_ORIGINS": "https://x,https://y",
        "PITBOSS_PACE_TURN_MS": "9", "PITBOSS_UNKNOWN": "z", "PATH": "p",
    }  # fmt: skip
    settings = load_settings({"port": 3, "host": None}, environment, file)
    assert (settings.port, settings.host, settings.data) == (3, "b", "f")
    assert settings.origins == ("https://x", "https://y")
    assert (settings.pace.turn_ms, settings.pace.betting_ms) == (9, 8)
    assert load_settings({}, {}) == Settings()


@pytest.mark.parametrize(
    "text", ["colour = 1", "port = 'x'", "port = 70000", "pace = 3", "not toml", "[pace]\nx = 1"]
)
def test_settings_that_cannot_be_used_are_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "server.toml"
    file.write_text(text)
    with pytest.raises(SettingsError):
        load_settings({}, {}, file)
    with pytest.raises(SettingsError):
        load_settings({}, {}, tmp_path / "missing.toml")


@pytest.mark.parametrize("limit", [one.name for one in fields(Limits)])
def test_a_limit_that_was_a_setting_once_says_that_it_is_fixed(limit: str, tmp_path: Path) -> None:
    file, is_alone = tmp_path / "server.toml", limit in ONCE_SET
    told = f"^{'' if is_alone else 'admission.'}{limit} is fixed now, at .*: take it out of the"
    written = (f"{limit} = 7", f"admission_{limit} = 7", f"[admission]\n{limit} = 7")
    for text in written[:1] if is_alone else written[1:]:
        file.write_text(text, encoding="utf-8")
        with pytest.raises(SettingsError, match=told):
            load_settings({}, {}, file)
    name = f"PITBOSS_{'' if is_alone else 'ADMISSION_'}{limit.upper()}"
    with pytest.raises(SettingsError, match=told):
        load_settings({}, {name: "7"})
    assert not set(Settings.__struct_fields__) & set(Limits.__dataclass_fields__)
    assert not set(Admission.__struct_fields__) & set(Limits.__dataclass_fields__)


def test_logs_are_lines_of_json() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.Logger("pitboss.test")
    logger.addHandler(handler)
    try:
        raise ValueError("x")
    except ValueError:
        logger.exception("it broke", extra={"table": "nz"})
    told = json.loads(stream.getvalue())
    assert (told["what"], told["table"], told["level"]) == ("it broke", "nz", "error")
    assert "ValueError" in told["trace"]


def test_the_header_of_a_log_records_the_readings_chosen() -> None:
    """Whoever replays it later has the values of that time."""

    async def run() -> None:
        async with house() as lobby:
            opened = await lobby.open("mad", "", "nz", {"madness_pays": "for_1"})
            plain = await lobby.open("plain", "", "nz", {})
            assert opened.header.readings["madness_pays"] == "for_1"
            assert plain.header.readings["madness_pays"] == "to_1"
            kept = {header.table: header.readings for header in lobby.store.headers()}
            assert kept["mad"] == opened.header.readings

    asyncio.run(run())
