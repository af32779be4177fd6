"""Bankrolls: buy-ins are paid out of them and cash-outs return to them, to the cent."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.proof.money import count_money
from pitboss.server.bankrolls import (
    BUY_INS_MAX,
    DAY_MS,
    HOUR_MS,
    BankrollDesk,
    BankrollError,
    overdrawn,
)
from pitboss.server.settings import Pace, PlayMoney, SettingsError, load_settings
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Movement, Store
from pitboss.store.sql.sqlite import SqliteStore
from tests.server.live import RICH, TABLES, Visitor, house, names_of, serving
from tests.server.players import play_everywhere

MODEST = PlayMoney(opening=10_000, top_up=0)
BRISK = Pace(betting_ms=1, turn_ms=3, insurance_ms=1, prize_ms=1, cut_ms=0)
NOON = 20_000 * DAY_MS + DAY_MS // 2


def desk_of(store: Store, terms: PlayMoney, now_ms: int) -> BankrollDesk:
    """The desk of a house with no chips at any table."""
    return BankrollDesk(store, terms, lambda: now_ms, lambda _account: False, lambda _account: "")


def command(visitor: Visitor, table: str, id_: str, **given: Any) -> dict[str, Any]:
    answer: dict[str, Any] = visitor.post(
        f"/api/tables/{table}/commands", {"id": id_, "command": given}
    )
    return answer


def test_a_bankroll_goes_to_tables_and_comes_back() -> None:
    with serving(play_money=MODEST) as live:
        ann = live.guest("ann")
        assert ann.get("/api/bankroll")["held"] == 10_000
        assert command(ann, "nz", "1", do="buy_in", player="ann", amount=7_000)["ok"]
        assert command(ann, "house", "1", do="buy_in", player="ann", amount=2_000)["ok"]
        assert command(ann, "nz", "2", do="cash_out", amount=500)["ok"]
        # A repeated command gets its first answer, and moves nothing again.
        assert command(ann, "nz", "1", do="buy_in", player="ann", amount=7_000)["ok"]
        sheet = ann.get("/api/bankroll")
        assert (sheet["account"], sheet["held"], sheet["today_left"]) == ("ann", 1_500, None)
        assert [(one["kind"], one["amount"], one["source"]) for one in sheet["movements"]] == [
            ("cash_out", 500, "nz"),
            ("buy_in", -2_000, "house"),
            ("buy_in", -7_000, "nz"),
            ("opening", 10_000, ""),
        ]
        page = ann.get("/api/bankroll?limit=2")
        assert page["before"] == 3
        rest = ann.get(f"/api/bankroll?limit=2&before={page['before']}")
        assert page["movements"] + rest["movements"] == sheet["movements"]
        assert rest["before"] == 0
        assert live.visitor().get("/api/bankroll", expect=401)
    assert count_money(live.site.store).faults == ()


def test_more_than_the_bankroll_is_refused_and_nothing_changes() -> None:
    with serving(play_money=MODEST) as live:
        ann = live.guest("ann")
        actor = live.site.lobby.tables["nz"].actor
        before = actor.version, live.site.store.bankrolls()
        buy = {"do": "buy_in", "player": "ann", "amount": 10_001}
        for refused in (
            command(ann, "nz", "1", **buy)["refused"],
            ann.post("/api/tables/nz/ask", {"command": buy})["refused"],
        ):
            assert (refused["code"], refused["limit"]) == ("bankroll", 10_000)
            assert "the bankroll of ann holds 100.00" in refused["text"]
        assert (actor.version, live.site.store.bankrolls()) == before
        assert command(ann, "nz", "2", **(buy | {"amount": 10_000}))["ok"]
        refused = command(ann, "house", "1", **(buy | {"amount": 1}))["refused"]
        assert refused["limit"] == 0


def test_an_administrator_grants_and_looks() -> None:
    with serving(play_money=MODEST) as live:
        admin, ann = live.admin(), live.guest("ann")
        body = {"id": "g1", "amount": 500}
        for _ in range(2):
            given = admin.post("/api/accounts/Ann/grants", body)
            assert (given["account"], given["held"]) == ("ann", 10_500)
        newest = admin.get("/api/accounts/ann/bankroll")["movements"][0]
        assert (newest["kind"], newest["source"], newest["mark"]) == ("grant", "boss", "g1")
        assert ann.get("/api/bankroll")["held"] == 10_500
        assert ann.post("/api/accounts/ann/grants", body, expect=403)
        assert ann.get("/api/accounts/ann/bankroll", expect=403)
        assert admin.post("/api/accounts/nobody/grants", body, expect=404)
        assert admin.post("/api/accounts/ann/grants", {"id": "g2", "amount": 0}, expect=400)
        assert admin.get("/api/accounts/nobody/bankroll", expect=404)


def test_one_id_is_one_grant() -> None:
    with serving(play_money=MODEST) as live:
        admin, ann = live.admin(), live.guest("ann")
        first = admin.post("/api/accounts/ann/grants", {"id": "g1", "amount": 500})
        for amount in (501, 10_000, 1):
            body = {"id": "g1", "amount": amount}
            told = admin.post("/api/accounts/ann/grants", body, expect=409)
            assert told["code"] == "id_reused"
            assert "another grant's" in told["text"]
        assert command(ann, "nz", "1", do="buy_in", player="ann", amount=7_000)["ok"]
        # Sent again it gets its first answer, whatever has happened since.
        assert admin.post("/api/accounts/ann/grants", {"id": "g1", "amount": 500}) == first
        assert ann.get("/api/bankroll")["held"] == 3_500


def test_grants_of_one_id_at_once_are_one() -> None:
    with serving(play_money=MODEST) as live:
        admins = [live.admin()]
        session = admins[0].http.cookies["pitboss_session"]
        live.guest("ann")
        for _ in range(3):
            admins.append(live.visitor())
            admins[-1].become(session)

        def grant(place: int) -> int:
            body = {"id": "g1", "amount": 500 + place}
            return admins[place].http.post("/api/accounts/ann/grants", json=body).status_code

        with ThreadPoolExecutor(4) as threads:
            told = sorted(threads.map(grant, range(4)))
        assert told == [200, 409, 409, 409]
        assert len(live.site.store.movements("ann", kind="grant")) == 1


def test_no_bankroll_grows_beyond_all_measure() -> None:
    store = MemoryStore()
    with pytest.raises(BankrollError, match="grant less"):
        desk_of(store, MODEST, NOON).grant("ann", 10**13, by="boss", id_="g")
    assert store.bankrolls() == []


def test_a_low_bankroll_is_topped_up_once_in_a_while() -> None:
    store, terms = MemoryStore(), PlayMoney(opening=1_000, top_up=400, top_up_hours=2)
    desk_of(store, terms, NOON).open("ann")
    store.move([Movement("ann", 2, NOON, "buy_in", -601, 399, "nz", "1")])
    assert desk_of(store, terms, NOON).open("ann").held == 799
    store.move([Movement("ann", 4, NOON, "buy_in", -799, 0, "nz", "2")])
    late = NOON + 2 * HOUR_MS
    assert desk_of(store, terms, late - 1).open("ann").held == 0
    assert desk_of(store, terms, late).open("ann").held == 400
    kinds = [one.kind for one in store.movements("ann", kind="top_up")]
    assert kinds == ["top_up", "top_up"]


def test_what_is_bought_in_a_day_is_limited() -> None:
    store, terms = MemoryStore(), PlayMoney(opening=1_000, top_up=0, buy_in_day_max=500)
    desk_of(store, terms, NOON).open("ann")
    store.move([Movement("ann", 2, NOON, "buy_in", -300, 700, "nz", "1")])
    buy = BuyIn(player="ann", amount=201)
    refused = overdrawn(desk_of(store, terms, NOON).read(["ann"], NOON)["ann"], buy)
    assert refused is not None
    assert (refused.code, refused.limit) == ("day_limit", 200)
    tomorrow = desk_of(store, terms, NOON + DAY_MS).read(["ann"], NOON + DAY_MS)
    assert overdrawn(tomorrow["ann"], buy) is None
    for number in range(BUY_INS_MAX):
        store.move([Movement("ann", number + 3, NOON, "buy_in", 0, 700, "nz", str(number + 2))])
    assert desk_of(store, terms, NOON).read(["ann"], NOON)["ann"].today_left == 0


def test_commands_that_wait_together_see_each_other() -> None:
    async def run() -> None:
        async with house(play_money=MODEST) as lobby:
            actor = lobby.tables["nz"].actor
            buy = BuyIn(player="ann", amount=4_000)
            answers = await asyncio.gather(*(actor.submit("ann", f"{n}", buy) for n in range(4)))
            assert [answer.ok for answer in answers] == [True, True, False, False]
            assert actor.state.chips == {"ann": 8_000}
            assert lobby.store.movements("ann")[0].held == 2_000

    asyncio.run(run())


def test_one_bankroll_at_all_tables_at_once() -> None:
    """Whoever loses the race for the last cents is refused by what is left, not by the race."""

    async def run() -> None:
        async with house(play_money=MODEST) as lobby:
            for number in range(50):
                buy = BuyIn(player="ann", amount=6_000)
                answers = await asyncio.gather(
                    *(lobby.tables[id_].actor.submit("ann", f"b{number}", buy) for id_ in TABLES)
                )
                won = [id_ for id_, one in zip(TABLES, answers, strict=True) if one.ok]
                assert len(won) == 1
                limits = {one.refused.limit for one in answers if one.refused is not None}
                assert limits == {4_000}
                back = CashOut(by="ann", amount=6_000)
                assert (await lobby.tables[won[0]].actor.submit("ann", f"c{number}", back)).ok
            assert count_money(lobby.store).faults == ()
            assert lobby.store.movements("ann")[0].held == 10_000

    asyncio.run(run())


def test_a_closed_table_gives_everybody_their_chips_back() -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store, play_money=MODEST) as lobby:
            table = lobby.tables["nz"]
            for name in ("ann", "bob", "dee"):
                await table.actor.submit(name, "1", BuyIn(player=name, amount=3_000))
            await table.actor.assign("dee", "dealer")
            up = PlaceWager(box=1, wager="main", amounts=(1_000,))
            assert (await table.actor.submit("ann", "2", up)).ok
            await lobby.close(table)

    asyncio.run(run())
    assert {one.account: one.held for one in store.bankrolls()} == {
        "ann": 10_000, "bob": 10_000, "dee": 10_000,
    }  # fmt: skip
    assert count_money(store).faults == ()


def test_a_streak_under_way_goes_back_when_its_table_is_closed() -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store) as lobby:
            table = await lobby.open("streaks", "", "tribal", {"streak": "true"})
            actor = table.actor
            await actor.assign("dee", "dealer")
            while not actor.state.shoe:
                await asyncio.sleep(0.005)
            # The first card of a shoe is burned.
            cards = parse_cards("2d Ts 9d 9h 8c 2c 3c 4c 5c 6c 7c")
            assert (await actor.give_house(LoadShoe(cards=cards, is_shuffle=False))).ok
            played: tuple[tuple[str, Command], ...] = (
                ("ann", BuyIn(player="ann", amount=9_000)),
                ("ann", PlaceWager(box=1, wager="main", amounts=(1_000,))),
                ("ann", PlaceWager(box=1, wager="streak_2", amounts=(500,))),
                ("dee", Deal()),
                ("ann", Stand(box=1)),
            )
            for number, (name, given) in enumerate(played):
                answer = await actor.submit(name, f"{number}", given)
                assert answer.ok, answer
            assert (actor.state.phase, actor.state.boxes) == ("betting", ())
            assert [side.wager for side in actor.state.sides] == ["streak_2"]
            await lobby.close(table)

    asyncio.run(run())
    assert names_of(store, "streaks")[-3:] == ["wager_settled", "chips_cashed", "table_closed"]
    # The main wager was won.
    assert store.bankrolls(["ann"])[0].held == RICH.opening + 1_000
    assert count_money(store).faults == ()


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_every_cent_is_somewhere_after_random_play(kind: str, tmp_path: Path) -> None:
    store: Store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "logs.db")
    terms = PlayMoney(opening=4_000, top_up=16_000)
    rng = random.Random(7)

    async def run() -> None:
        async with house(store, pace=BRISK, play_money=terms) as lobby:
            lobby.tables["nz"].feed.join("eve", size=1)  # Bots play where somebody looks on.
            await lobby.add_bot(lobby.tables["nz"], "random")
            await play_everywhere(lobby, rng, steps=80)
            await play_everywhere(lobby, rng, steps=80)

    asyncio.run(run())
    money = count_money(store)
    kinds = {one.kind for newest in store.bankrolls() for one in store.movements(newest.account)}
    assert money.faults == ()
    assert money.chips > 0
    assert money.won != 0
    assert kinds == {"opening", "top_up", "stake", "buy_in", "cash_out"}
    store.close()


def test_settings_of_play_money() -> None:
    flags = {"play_money": {"opening": 5}}
    terms = load_settings(flags, {"PITBOSS_PLAY_MONEY_TOP_UP": "7"}).play_money
    assert terms == PlayMoney(opening=5, top_up=7)
    with pytest.raises(SettingsError, match=r"play_money\.opening cannot be -1"):
        load_settings({"play_money": {"opening": -1}}, {})
    with pytest.raises(SettingsError, match="play_money must be a table"):
        load_settings({"play_money": 5}, {})
