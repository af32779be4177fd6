"""The pace of one table: how long it waits, and whether bots sit there; fixed when it is opened."""

import asyncio

import msgspec
import pytest

from pitboss.engine import do
from pitboss.engine.state import BY_HAND, PLAYING
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.settings import Pace, SettingsError, pace_of
from pitboss.server.tables.timers import due
from pitboss.store.chain import genesis, header_bytes
from pitboss.store.memory import MemoryStore
from pitboss.store.port import TableHeader
from tests.server.live import BY_DEALER, QUICK, house, serving


def test_at_a_table_dealt_by_hand_nobody_is_hurried_and_no_bot_sits() -> None:
    usual = Pace()
    assert pace_of(usual, {}, is_by_hand=False) == usual
    by_hand = pace_of(usual, {}, is_by_hand=True)
    assert (by_hand.turn_ms, by_hand.prize_ms, by_hand.has_bots) == (0, 0, False)
    assert by_hand.insurance_ms == usual.insurance_ms
    switched_on = pace_of(usual, {"turn_ms": 30_000, "has_bots": 1}, is_by_hand=True)
    assert (switched_on.turn_ms, switched_on.has_bots, switched_on.prize_ms) == (30_000, True, 0)
    assert pace_of(usual, {"has_auto_deal": 0}, is_by_hand=False).has_auto_deal is False


@pytest.mark.parametrize("given", [{"tea_ms": 1}, {"turn_ms": -1}, {"turn_ms": 3_600_001},
                                   {"has_bots": 2}])  # fmt: skip
def test_a_pace_that_cannot_be_is_refused(given: dict[str, int]) -> None:
    with pytest.raises(SettingsError):
        pace_of(Pace(), given, is_by_hand=False)
    with serving(pace=QUICK) as live:
        body = {"table": "mine", "rulebook": "nz", "pace": given}
        assert "the pace of a table" in live.admin().post("/api/tables", body, expect=400)["text"]
        assert "mine" not in live.site.lobby.tables


@pytest.mark.parametrize("given", [{}, {"turn_ms": 5_000}])
def test_a_turn_has_a_limit_only_where_the_table_has_one(given: dict[str, int]) -> None:
    async def run() -> None:
        store = MemoryStore()
        async with house(store, pace=BY_DEALER) as lobby:
            table = await lobby.open("hand", "", "nz", {}, automations=BY_HAND, pace=given)
            base = lobby.tables["nz"].actor
            await base.assign("dee", "dealer")
            assert (await base.submit("ann", "1", do.BuyIn(player="ann", amount=9_000))).ok
            wager = do.PlaceWager(box=1, wager="main", amounts=(1_000,))
            while base.state.phase != PLAYING:
                if not base.state.boxes:
                    assert (await base.submit("ann", f"{base.version}", wager)).ok
                await base.submit("dee", f"{base.version}", do.Deal())
                await base.submit("dee", f"{base.version}c", do.CloseInsurance())
            wanted = due(base.state, table.actor.pace, base.at_ms)
            assert (wanted.wait_ms if wanted else None) == given.get("turn_ms")
        async with house(store, pace=BY_DEALER) as again:
            # It is in the header: a restart keeps it.
            assert again.tables["hand"].actor.pace.turn_ms == given.get("turn_ms", 0)

    asyncio.run(run())


def test_bots_sit_where_they_are_let() -> None:
    async def run() -> None:
        async with house() as lobby:
            closed = await lobby.open("hand", "", "nz", {}, automations=BY_HAND)
            with pytest.raises(LobbyError, match="no bots sit at this table"):
                await lobby.add_bot(closed, "random")
            let = await lobby.open("let", "", "nz", {}, automations=BY_HAND, pace={"has_bots": 1})
            assert await lobby.add_bot(let, "random") == "bot-1"

    asyncio.run(run())


def test_a_header_from_before_has_the_same_fingerprint() -> None:
    """The chain of every old log depends on it."""
    old = (b'{"table":"t","title":"T","rulebook":"nz","revision":1,"options":{},'
           b'"automations":{"burn":true},"created_ms":1}')  # fmt: skip
    read = msgspec.json.decode(old, type=TableHeader)
    assert header_bytes(read) == old
    assert genesis(read) != genesis(msgspec.structs.replace(read, pace={"turn_ms": 0}))
