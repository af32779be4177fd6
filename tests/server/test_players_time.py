"""Nobody hurries a person who plays alone; among others each has a time bank for every shoe."""

import asyncio
from dataclasses import dataclass, replace

import msgspec

from pitboss.cards import parse_cards
from pitboss.engine import do
from pitboss.engine.betting.limits import closed_boxes
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import BETTING, PLAYING
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.settings import LIMITS, Pace
from pitboss.server.tables.actor import TableActor
from pitboss.server.tables.time_bank import Attendance, TimeBank
from pitboss.server.tables.timers import Due
from pitboss.wire.protocol import AbsentAct, Waiting
from tests.patience import WAIT_S, until
from tests.server.clocks import Clocks
from tests.server.live import house

PACE = Pace(betting_ms=60_000, turn_ms=20_000, bank_ms=30_000, cut_ms=0)
CARDS = "8s 5c 6d 8h 6c 2c 2d 4h 2h 2s Td Kd Qd Td Kd Qd"
"""To box 1 an 8 and an 8, to box 2 5 and 6, to the dealer a 6; then small cards."""

CARDS_11 = "8s 5c Td 8h 6c 4c 3d 7h 2h 2s Kd Qd Td Kd"
"""To box 1 an 8 and an 8, to box 2 5 and 6, to the dealer a ten; then 4, 3 and others."""


@dataclass
class Standing(Clocks):
    """Clocks that stand still but for what a test adds to them."""

    def machine_ms(self) -> int:
        return 1_000_000_000_000 + self.passed_ms

    def steady_ms(self) -> int:
        return self.passed_ms


async def dealt(actor: TableActor, *names: str, cards: str = CARDS) -> None:
    """Everybody has a box and its cards, and it is the first one's turn."""
    load = LoadShoe(cards=parse_cards(cards), is_shuffle=False)
    assert (await actor.give_house(load)).ok
    for box, name in enumerate(names, start=1):
        assert (await actor.submit(name, "b", do.BuyIn(player=name, amount=9_000))).ok
        wager = do.PlaceWager(box=box, wager="main", amounts=(1_000,))
        assert (await actor.submit(name, "w", wager)).ok
    assert (await actor.give_house(do.Deal())).ok
    assert actor.state.phase == PLAYING


async def run_out(actor: TableActor, clocks: Clocks, by_ms: int) -> None:
    """Let the time of every decision run out, until the round is over."""
    while actor.state.phase != BETTING:
        before = actor.version
        clocks.passed_ms += by_ms
        actor.wake()
        await until(lambda before=before: actor.version > before)  # type: ignore[misc]


def told(lobby: Lobby, clocks: Clocks) -> tuple[int, int]:
    """What viewers are told: seconds until the table goes on, and those of them in the bank."""
    feed = lobby.tables["nz"].feed
    left_ms = (
        feed.waiting.deadline_ms - clocks.surroundings.wall_ms() if feed.waiting.deadline_ms else 0
    )
    return round(left_ms / 1000), round(feed.waiting.bank_ms / 1000)


def test_who_plays_alone_has_all_the_time() -> None:
    """Until somebody else sits down, or they go; a program is hurried as ever."""
    clocks = Standing()

    async def run() -> None:
        async with house(None, PACE, surroundings=clocks.surroundings) as lobby:
            actor, feed = lobby.tables["nz"].actor, lobby.tables["nz"].feed
            await dealt(actor, "ann", cards="2s 6d 3h 2c 2d 4h Td Kd Qd Td Kd")
            assert told(lobby, clocks) == (20, 0)
            ann = feed.join("ann", size=99, is_person=True)
            await until(lambda: told(lobby, clocks) == (0, 0))
            await until(lambda: ann.has_more)
            clocks.passed_ms += 600_000
            actor.wake()
            assert (await actor.submit("ann", "1", do.Hit(box=1))).ok
            assert told(lobby, clocks) == (0, 0)
            # Somebody who only watches hurries nobody; who has chips may want to bet.
            bob = feed.join("bob", size=99, is_person=True)
            assert (await actor.submit("cat", "1", do.BuyIn(player="cat", amount=9_000))).ok
            assert told(lobby, clocks) == (0, 0)
            assert (await actor.submit("bob", "1", do.BuyIn(player="bob", amount=9_000))).ok
            assert told(lobby, clocks) == (50, 30)
            feed.leave(bob)
            await until(lambda: told(lobby, clocks) == (0, 0))
            feed.leave(ann)
            await until(lambda: told(lobby, clocks) == (20, 0))
            await run_out(actor, clocks, 20_000)

    asyncio.run(run())


def test_a_bank_is_used_up_turn_by_turn() -> None:
    clocks = Standing()

    async def run() -> None:
        async with house(None, PACE, surroundings=clocks.surroundings) as lobby:
            actor, feed = lobby.tables["nz"].actor, lobby.tables["nz"].feed
            for name in ("ann", "bob"):
                feed.join(name, size=99, is_person=True)
            await dealt(actor, "ann", "bob")
            assert told(lobby, clocks) == (50, 30)
            clocks.passed_ms += 32_000
            assert (await actor.submit("ann", "1", do.Hit(box=1))).ok
            assert told(lobby, clocks) == (38, 18)
            clocks.passed_ms += 5_000
            assert (await actor.submit("ann", "2", do.Stand(box=1))).ok
            # Bob has a bank of his own, and lets all of it run out.
            assert told(lobby, clocks) == (50, 30)
            await run_out(actor, clocks, 50_000)

    asyncio.run(run())


def test_a_new_shoe_fills_the_bank_and_several_servers_always_count() -> None:
    async def run() -> None:
        async with house(None, PACE) as lobby:
            actor = lobby.tables["nz"].actor
            await dealt(actor, "ann", "bob")
            state = actor.state
        both = frozenset({"ann", "bob"})
        turn, other = Due("turn", 20_000, ("turn", 1)), Due("turn", 20_000, ("turn", 2))
        first, later = Attendance(both, both, shoe=1), Attendance(both, both, shoe=2)
        time = TimeBank(PACE, is_shared=False)
        assert time.allow(turn, state, first, steady_ms=0) == replace(
            turn, wait_ms=50_000, bank_ms=30_000
        )
        assert time.allow(other, state, first, steady_ms=70_000) == other
        assert time.allow(other, state, later, steady_ms=80_000) == replace(
            other, wait_ms=50_000, bank_ms=30_000
        )
        absent = Attendance(frozenset({"ann"}), frozenset(), shoe=2)
        assert time.allow(other, state, absent, steady_ms=80_000) == other
        one = msgspec.structs.replace(state, boxes=state.boxes[:1])
        alone = Attendance(frozenset({"ann"}), frozenset({"ann"}))
        for is_shared, wanted in (
            (False, None),
            (True, replace(turn, wait_ms=50_000, bank_ms=30_000)),
        ):
            time = TimeBank(PACE, is_shared=is_shared)
            assert time.allow(turn, one, alone, steady_ms=0) == wanted

    asyncio.run(run())


def test_bots_that_bet_do_not_hurry_the_only_person() -> None:
    """The table waits with the deal until the person has bet, or has gone."""
    clocks = Standing()

    async def run() -> None:
        async with house(None, PACE, surroundings=clocks.surroundings) as lobby:
            actor, feed = lobby.tables["nz"].actor, lobby.tables["nz"].feed
            feed.join("ann", size=99, is_person=True)
            for box, name in enumerate(("ann", "bot-1"), start=1):
                assert (await actor.submit(name, "b", do.BuyIn(player=name, amount=9_000))).ok
                bet = do.PlaceWager(box=3 - box, wager="main", amounts=(1_000,))
                if name == "bot-1":
                    assert (await actor.submit(name, "w", bet)).ok
            assert told(lobby, clocks) == (0, 0)
            bet = do.PlaceWager(box=2, wager="main", amounts=(1_000,))
            assert (await actor.submit("ann", "w", bet)).ok
            assert told(lobby, clocks) == (60, 0)

    asyncio.run(run())


def test_player_who_lost_the_connection_holds_others_for_eight_seconds() -> None:
    """Their bank is not spent, and a page that comes back before the act gets its turn back."""
    clocks = Standing()

    async def run() -> None:
        async with house(None, PACE, surroundings=clocks.surroundings) as lobby:
            actor, feed = lobby.tables["nz"].actor, lobby.tables["nz"].feed
            ann, bob = (feed.join(name, size=99, is_person=True) for name in ("ann", "bob"))
            await dealt(actor, "ann", "bob")
            clocks.passed_ms += 5_000
            feed.leave(ann)
            await until(lambda: told(lobby, clocks) == (8, 0))
            assert feed.waiting.is_absent
            clocks.passed_ms += 6_000
            ann = feed.join("ann", size=99, is_person=True)
            await until(lambda: told(lobby, clocks) == (45, 30))
            assert not feed.waiting.is_absent
            # A second absence within the turn has the rest of the eight seconds.
            feed.leave(ann)
            await until(lambda: told(lobby, clocks) == (2, 0))
            clocks.passed_ms += 2_000
            actor.wake()
            await until(lambda: actor.state.turn[0] == 2)
            assert told(lobby, clocks) == (50, 30)
            feed.leave(bob)
            await until(lambda: told(lobby, clocks) == (8, 0))
            await run_out(actor, clocks, 8_000)

    asyncio.run(run())


def test_absent_player_is_played_on_for_by_the_best_play_without_stakes() -> None:
    """Eleven against a ten is not doubled, 15 is hit and 18 stands; the table says so."""
    acts = asyncio.run(acts_for_absent_bob(CARDS_11, best_play_s=WAIT_S))
    assert acts == [AbsentAct("bob", act, is_best_play=True) for act in ("hit", "hit", "stand")]


def test_absent_player_surrenders_if_that_is_best() -> None:
    """The rulebook has the first card burned."""
    cards = "2d 8s Tc Td 8h 6c 7h 5d 4h 2h 2s Kd Qd Td Kd"
    acts = asyncio.run(acts_for_absent_bob(cards, "house", best_play_s=WAIT_S))
    assert acts == [AbsentAct("bob", "surrender", is_best_play=True)]


def test_absent_player_hits_where_half_a_double_is_second_best() -> None:
    cards = "2d 8s 5c 6d 8h 6c 7h 9d 4h 2h 2s Kd Qd Td Kd"
    acts = asyncio.run(acts_for_absent_bob(cards, "house", best_play_s=WAIT_S))
    assert [(done.act, done.is_best_play) for done in acts] == [("hit", True), ("stand", True)]


def test_absent_player_stands_without_an_answer_in_time() -> None:
    """The rulebook has 11 drawn to."""
    acts = asyncio.run(acts_for_absent_bob(CARDS_11, best_play_s=0))
    assert acts == [AbsentAct("bob", act, is_best_play=False) for act in ("hit", "stand")]


async def acts_for_absent_bob(
    cards: str, table: str = "nz", *, best_play_s: float
) -> list[AbsentAct]:
    """Return what ann is told of the table's acts for bob, whose connection is lost."""
    clocks, acts, limits = Standing(), list[AbsentAct](), replace(LIMITS, best_play_s=best_play_s)
    pace = msgspec.structs.replace(PACE, has_best_play=True)
    async with house(None, pace, surroundings=clocks.surroundings, limits=limits) as lobby:
        actor, feed = lobby.tables[table].actor, lobby.tables[table].feed
        ann, bob = (feed.join(name, size=99, is_person=True) for name in ("ann", "bob"))
        await dealt(actor, "ann", "bob", cards=cards)
        feed.leave(bob)
        assert (await actor.submit("ann", "s", do.Stand(box=1))).ok
        chips = actor.state.chips["bob"]
        while actor.state.phase != BETTING:
            before = actor.version
            clocks.passed_ms += 8_000
            actor.wake()
            await until(lambda before=before: actor.version > before)  # type: ignore[misc]
            assert actor.state.phase == BETTING or actor.state.chips["bob"] == chips
        while ann.has_more:
            status = msgspec.json.decode(await ann.take())["status"]
            if told_act := status.get("absent_act"):
                acts.append(msgspec.convert(told_act, AbsentAct))
    return acts


def test_private_table_and_lone_player_are_not_hurried_after_a_lost_connection() -> None:
    clocks = Standing()

    async def run() -> None:
        async with house(None, PACE, surroundings=clocks.surroundings) as lobby:
            own = await lobby.open("own", "", "nz", {}, owner="ann")
            assert (own.actor.pace.absent_ms, lobby.tables["nz"].actor.pace.absent_ms) == (0, 8_000)
            actor, feed = lobby.tables["nz"].actor, lobby.tables["nz"].feed
            ann = feed.join("ann", size=99, is_person=True)
            await dealt(actor, "ann", cards="2s 6d 3h 2c 2d 4h Td Kd Qd Td Kd")
            feed.leave(ann)
            await until(lambda: told(lobby, clocks) == (20, 0))

    asyncio.run(run())


def test_empty_table_shuffles_and_opens_its_closed_circles() -> None:
    """At this rulebook a box left empty since the shuffle is closed until the next one."""
    clocks = Standing()
    pace = Pace(betting_ms=0, cut_ms=0, bank_ms=0, has_lone_clock=True)

    async def run() -> None:
        async with house(None, pace, surroundings=clocks.surroundings) as lobby:
            table = await lobby.open("dd", "", "double_deck", {})
            actor, feed = table.actor, table.feed
            ann = feed.join("ann", size=99, is_person=True)
            assert (await actor.submit("ann", "b", do.BuyIn(player="ann", amount=9_000))).ok
            wager = do.PlaceWager(box=1, wager="main", amounts=(1_000,))
            assert (await actor.submit("ann", "w", wager)).ok
            await until(lambda: actor.state.phase != BETTING or actor.state.round == 1)
            await run_out(actor, clocks, 20_000)
            assert closed_boxes(actor.state, "bob") == (2, 3, 4, 5, 6)
            bob = feed.join("bob", size=99)
            view = msgspec.json.decode(await bob.take())
            assert view["status"]["closed"] == [1, 2, 3, 4, 5, 6]  # Box 1 is kept for ann.
            clocks.passed_ms += 600_000
            assert not (await actor.submit("bob", "x", do.Stand(box=1))).ok
            assert (actor.state.shoe_round, feed.waiting) == (1, Waiting())
            feed.leave(ann)

            def is_shuffled() -> bool:
                clocks.passed_ms += 60_000
                actor.wake()
                return actor.state.shoe_round == 0

            await until(is_shuffled)
            assert closed_boxes(actor.state, "bob") == ()

    asyncio.run(run())
