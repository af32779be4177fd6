"""Private tables, seats, emotes, and bots with manners."""

import asyncio
import re
from typing import Any

from pitboss.cards import parse_cards
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.proof.money import count_money
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.lobby.robots import THINK_S
from pitboss.server.lobby.vacancies import Vacancies
from pitboss.server.settings import Pace, PlayMoney
from pitboss.server.surroundings import Surroundings
from pitboss.store.memory import MemoryStore
from tests.patience import WAIT_S, until
from tests.server.live import BY_DEALER, RICH, Visitor, house, serving
from tests.server.test_bankroll import desk_of

NZ = {"rulebook": "nz", "title": "Ann's", "options": {"perfect_pairs": "scale_2", "decks": "8"}}
LIVELY = Pace(betting_ms=60, turn_ms=80, insurance_ms=60, prize_ms=40, cut_ms=0)


def opened(who: Visitor, body: dict[str, Any] | None = None) -> str:
    """The id of a table of one's own."""
    return str(who.post("/api/private-tables", body or NZ, expect=201)["table"])


def vacancies(lobby: Lobby, surroundings: Surroundings, *, private_empty_s: int) -> Vacancies:
    return Vacancies(
        lobby.tables,
        lobby.remove_bots,
        lobby.close_empty,
        surroundings,
        empty_s=300,
        private_empty_s=private_empty_s,
    )


def listed(who: Visitor) -> set[str]:
    return {one["table"] for one in who.get("/api/tables")}


def test_a_private_table_opens_by_its_link_and_stands_in_no_list_of_others() -> None:
    with serving(pace=BY_DEALER) as live:
        ann, bob, boss = live.guest("ann"), live.guest("bob"), live.admin()
        live.visitor().post("/api/private-tables", NZ, expect=401)
        table = opened(ann)
        assert re.fullmatch(r"private-[a-z2-7]{24}", table)
        assert table in listed(ann) & listed(boss)
        assert table not in listed(bob) | listed(live.visitor())
        (seat,) = ann.get("/api/seats")
        assert (seat["table"], seat["title"], seat["is_own"], seat["chips"]) == (
            table, "Ann's", True, 0,
        )  # fmt: skip
        shown = next(one for one in ann.get("/api/tables") if one["table"] == table)
        assert (shown["owner"], shown["options"]) == ("ann", NZ["options"])
        assert {"name": "decks", "n": 8, "text": ""} in shown["terms"]
        assert {"name": "wager", "n": 0, "text": "Perfect Pairs"} in shown["terms"]
        # Who has the link comes in, and has it in the list as long as chips lie there.
        wire = bob.socket(table)
        wire.until("view")
        wire.buy(5_000)
        assert table in listed(bob)
        assert bob.get(f"/api/tables/{table}/people") == {
            "seated": ["bob"], "watching": [], "unnamed": 0, "bots": [], "owner": "ann",
            "opening_chips": 0, "shown_names": {}, "door": "link", "asking": [],
            "may_seat_bots": False, "may_send_bots_home": False, "may_close": False,
        }  # fmt: skip
        bob.post(f"/api/tables/{table}", None, verb="DELETE", expect=403)
        bob.post("/api/tables/private-nothing", None, verb="DELETE", expect=403)
        # Three are enough; under any rulebook, with what its clauses allow.
        refused = {"rulebook": "nz", "options": {"perfect_pairs": "scale_1", "any_pair": "scale_1"}}
        assert "NZ-15" in ann.post("/api/private-tables", refused, expect=400)["text"]
        opened(ann, {"rulebook": "tribal", "options": {"streak": "true"}})
        opened(ann, {"rulebook": "house"})
        assert ann.post("/api/private-tables", NZ, expect=400)["code"] == "too_many"
        # The owner closes it: chips go back, and those who were there find its rounds.
        before = bob.get("/api/bankroll")["held"]
        ann.post(f"/api/tables/{table}", None, verb="DELETE", expect=204)
        assert bob.get("/api/bankroll")["held"] == before + 5_000
        cat, nobody = live.guest("cat"), live.visitor()
        for who, is_there in (
            (ann, True), (bob, True), (boss, True), (cat, False), (nobody, False),
        ):  # fmt: skip
            ids = {one["table"] for one in who.get("/api/closed-tables")}
            assert (table in ids) == is_there, who.name
        opened(ann)
    assert count_money(live.site.store).faults == ()


def test_an_owner_is_known_after_a_restart_and_all_private_tables_are_bounded() -> None:
    store = MemoryStore()
    with serving(store, pace=BY_DEALER) as live:
        ann = live.guest("ann")
        table, key = opened(ann), ann.key
    with serving(store, pace=BY_DEALER, private_tables_max=2) as live:
        ann = live.visitor()
        ann.post("/api/session", {"name": "ann", "secret": key}, expect=201)
        assert table in listed(ann)
        opened(ann)
        refused = live.guest("bob").post("/api/private-tables", NZ, expect=400)
        assert refused["text"].startswith("too many private tables")


def test_chips_of_an_evening_come_from_its_table_and_never_a_bankroll() -> None:
    store = MemoryStore()
    evening = {"rulebook": "house", "title": "Friday", "chips": 20_000, "pace": {"turn_ms": 0}}
    buy = {"do": "buy_in", "player": "bob", "amount": 20_000}
    with serving(store, pace=BY_DEALER) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        table, key = opened(ann, evening), bob.key
        before = bob.get("/api/bankroll")["held"]
        commands, chips = f"/api/tables/{table}/commands", f"/api/tables/{table}/chips"
        assert live.site.lobby.tables[table].actor.pace.turn_ms == 0
        assert bob.get(f"/api/tables/{table}/layout")["opening_chips"] == 20_000
        assert bob.get(f"/api/bankroll?table={table}")["held"] == 20_000
        assert bob.post(commands, {"id": "1", "command": buy})["ok"]
        # The opening chips are all that a player has, until the host gives more.
        more = bob.post(commands, {"id": "2", "command": {**buy, "amount": 1}})
        assert more["refused"]["code"] == "bankroll"
        top_up = {"id": "t", "player": "bob", "amount": 5_000}
        bob.post(chips, top_up, expect=403)
        ann.post(chips, {**top_up, "player": "ann"}, expect=400)
        for _ in range(2):
            ann.post(chips, top_up, expect=204)
        assert bob.get("/api/seats")[0]["chips"] == 25_000
        assert bob.post("/api/seats/cash-out", None) == []
        ann.post("/api/tables/nz/chips", top_up, expect=403)
        private = opened(ann)
        assert ann.post(f"/api/tables/{private}/chips", top_up, expect=400)["code"] == "no_chips"
        ann.post("/api/private-tables", {**evening, "chips": 10**9}, expect=400)
        assert bob.get("/api/bankroll")["held"] == before
        assert count_money(store).faults == ()
    with serving(store, pace=BY_DEALER) as live:
        bob = live.visitor()
        bob.post("/api/session", {"name": "bob", "secret": key}, expect=201)
        assert bob.get("/api/seats")[0]["chips"] == 25_000
        asyncio.run_coroutine_threadsafe(
            live.site.lobby.close(live.site.lobby.tables[table]),
            live.site.lobby.tables[table].actor._task.get_loop(),  # type: ignore[union-attr]
        ).result(WAIT_S)
        assert bob.get("/api/bankroll")["held"] == before
        assert table in {one["table"] for one in bob.get("/api/closed-tables")}
        assert store.bankrolls([f"bob@{table}"])[0].held == 25_000
        assert count_money(store).faults == ()


def test_changed_name_is_shown_to_others_and_kept_from_them() -> None:
    store = MemoryStore()
    with serving(store, pace=BY_DEALER) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        table, key = opened(ann), bob.key
        wire, friend = bob.socket(table), ann.socket(table)
        wire.until("view")
        friend.until("view")
        wire.buy(5_000)
        assert bob.post("/api/name", {"name": "Bobby"}, verb="PUT")["shown_name"] == "Bobby"
        while friend.until("update")["status"]["shown_names"] != {"bob": "Bobby"}:
            pass
        assert ann.get(f"/api/tables/{table}/people")["shown_names"] == {"bob": "Bobby"}
        # Nobody else has the name, in any case of letters, nor one of the house.
        for name, code in (("bobby", "name_taken"), ("dealer", "name_reserved"), ("", "bad_name")):
            refused = ann.post("/api/name", {"name": name}, verb="PUT", expect=400)
            assert refused["code"] == code
        live.visitor().post("/api/guests", {"name": "BOBBY"}, expect=400)
        live.visitor().post("/api/name", {"name": "x"}, verb="PUT", expect=401)
        # The account is the same under every name.
        assert bob.post("/api/name", {"name": "Rob"}, verb="PUT")["name"] == "bob"
        assert bob.post("/api/name", {"name": "bob"}, verb="PUT")["shown_name"] == "bob"
        bob.post("/api/name", {"name": "Rob"}, verb="PUT")
    with serving(store, pace=BY_DEALER) as live:
        again = live.visitor()
        again.post("/api/session", {"name": "Rob", "secret": key}, expect=201)
        assert again.get("/api/session")["shown_name"] == "Rob"


def test_seats_wherever_they_are_and_cashing_out_everywhere() -> None:
    with serving(pace=BY_DEALER) as live:
        ann = live.guest("ann")
        live.visitor().get("/api/seats", expect=401)
        assert ann.get("/api/seats") == []
        for table, amount in (("nz", 7_000), ("house", 3_000)):
            wire = ann.socket(table)
            wire.until("view")
            wire.buy(amount)
        wager = PlaceWager(box=1, wager="main", amounts=(1_000,))
        assert wire.give(wager)["ok"]
        seats = {one["table"]: (one["chips"], one["at_stake"]) for one in ann.get("/api/seats")}
        assert seats == {"nz": (7_000, 0), "house": (2_000, 1_000)}
        assert not any(one["is_turn"] for one in ann.get("/api/seats"))
        told = {one["table"]: one for one in ann.post("/api/seats/cash-out", {})}
        assert (told["nz"]["amount"], told["nz"]["refused"]) == (7_000, None)
        assert (told["house"]["amount"], told["house"]["at_stake"]) == (2_000, 1_000)
        (left,) = ann.get("/api/seats")
        assert (left["table"], left["chips"], left["at_stake"]) == ("house", 0, 1_000)
        assert ann.get("/api/bankroll")["held"] == RICH.opening - 1_000
    assert count_money(live.site.store).faults == ()


def test_it_is_somebodys_turn_where_the_table_waits_for_them() -> None:
    with serving(pace=Pace(betting_ms=20, turn_ms=60_000, insurance_ms=60_000, cut_ms=0)) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        wire = ann.socket("double-deck")
        wire.until("view")
        wire.buy()
        while not ann.get("/api/seats")[0]["is_turn"]:
            # A blackjack, of the player or the dealer, leaves nothing to decide.
            wire.give(PlaceWager(box=1, wager="main", amounts=(1_000,)))
            wire.until("update")
        (seat,) = ann.get("/api/seats")
        assert seat["phase"] != "betting"
        assert bob.get("/api/seats") == []


def test_emotes_are_shown_to_those_who_ask_and_are_in_no_log() -> None:
    with serving(pace=BY_DEALER) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        path = "/api/tables/nz/emotes"
        assert ann.post(path, {"emote": "wow"}, expect=400)["code"] == "not_seated"
        wire, deaf = bob.socket("nz", emotes=True), bob.socket("nz")
        for one in (wire, deaf):
            one.until("view")
        seat = ann.socket("nz")
        seat.until("view")
        seat.buy()
        version = live.site.lobby.tables["nz"].actor.version
        ann.post(path, {"emote": "rude"}, expect=400)
        ann.post(path, {"emote": "wow"}, expect=204)
        assert wire.until("emote") == {"type": "emote", "player": "ann", "emote": "wow"}
        deaf.send({"type": "ping"})
        kinds = [deaf.receive()["type"] for _ in range(2)]
        assert kinds == ["update", "pong"]
        # Nobody is drowned in them.
        codes = {ann.http.post(path, json={"emote": "ouch"}).status_code
                 for _ in range(6)}  # fmt: skip
        assert codes == {204, 429}
        assert live.site.lobby.tables["nz"].actor.version == version


def bots(who: Visitor, table: str, *, expect: int, verb: str = "POST") -> Any:
    body = {"kind": "like_dealer"} if verb == "POST" else None
    return who.post(f"/api/tables/{table}/bots", body, expect=expect, verb=verb)


def test_who_seats_bots_and_sends_them_home() -> None:
    with serving(pace=BY_DEALER) as live:
        ann, bob, boss = live.guest("ann"), live.guest("bob"), live.admin()
        # At a table of the house whoever sits there asks for bots; the staff sends them home.
        assert bots(ann, "nz", expect=403)["text"].startswith("sit down first")
        sit(ann, "nz")
        bots(ann, "nz", expect=201)
        for who in (ann, bob):
            refused = bots(who, "nz", expect=403, verb="DELETE")
            assert (
                refused["text"] == "only the staff of the house sends the bots of this table home"
            )
        bots(boss, "nz", expect=204, verb="DELETE")
        assert live.site.lobby.tables["nz"].robots == []
        # At a private table its owner does both, and nobody who came by the link.
        table = opened(ann)
        sit(bob, table)
        assert bots(bob, table, expect=403)["text"] == "this is ann's table: ann seats the bots"
        assert bots(ann, table, expect=201)["name"] == "bot-1"
        assert ann.get(f"/api/tables/{table}/people")["bots"] == ["bot-1"]
        bots(bob, table, expect=403, verb="DELETE")
        bots(ann, table, expect=204, verb="DELETE")
        # Supervisors may as well, and neither auditors nor dealers of the house.
        for role, status in (("supervisor", 201), ("dealer", 403), ("auditor", 403)):
            who = live.account(f"the-{role}")
            live.appoint(boss, who.name, role)
            bots(who, table, expect=status)
            bots(who, table, expect=204 if status == 201 else 403, verb="DELETE")
            may = who.get(f"/api/tables/{table}/people")
            assert may["may_seat_bots"] == may["may_send_bots_home"] == (status == 201)
            # At a table of the house its staff does.
            bots(who, "nz", expect=201)
        # Where the pace has no bots there are none, not even for the staff.
        quiet = {"table": "quiet", "rulebook": "nz", "pace": {"has_bots": 0}}
        boss.post("/api/tables", quiet, expect=201)
        assert bots(boss, "quiet", expect=400)["code"] == "no_bots"


def sit(who: Visitor, table: str) -> None:
    body = {"do": "buy_in", "player": who.name, "amount": 5_000}
    assert who.post(f"/api/tables/{table}/commands", {"id": "sit", "command": body})["ok"]


def test_host_lets_newcomers_in_and_may_close_the_door() -> None:
    store = MemoryStore()
    buy = {"do": "buy_in", "amount": 5_000}

    def refused(who: Visitor, table: str, id_: str) -> str:
        body = {"id": id_, "command": {**buy, "player": who.name}}
        answer = who.post(f"/api/tables/{table}/commands", body)
        return str(answer["refused"]["code"]) if answer["refused"] else ""

    with serving(store, pace=BY_DEALER) as live:
        ann, bob, cat = live.guest("ann"), live.guest("bob"), live.guest("cat")
        table, key = opened(ann), cat.key
        path = f"/api/tables/{table}"
        assert refused(bob, table, "1") == ""
        bob.post(f"{path}/door", {"door": "ask"}, verb="PUT", expect=403)
        ann.post(f"{path}/door", {"door": "wide"}, verb="PUT", expect=400)
        ann.post(f"{path}/door", {"door": "ask"}, verb="PUT", expect=204)
        assert refused(cat, table, "1") == "ask_first"
        wire, host = cat.socket(table), ann.socket(table)
        for one in (wire, host):
            one.until("view")
        assert (wire.status["door"], host.status["door"]) == ("ask", "")
        for _ in range(2):
            cat.post(f"{path}/seat-requests", None, expect=204)
        while host.until("update")["status"]["asking"] != ["cat"]:
            pass
        assert ann.get(f"{path}/people")["asking"] == ["cat"]
        assert bob.get(f"{path}/people")["asking"] == []
        assert refused(cat, table, "2") == "ask_first"
        assert wire.until("update")["status"]["door"] == "asked"
        bob.post(f"{path}/newcomers", {"player": "cat", "is_let_in": True}, expect=403)
        stranger = {"player": "dan", "is_let_in": True}
        assert ann.post(f"{path}/newcomers", stranger, expect=400)["code"] == "not_asking"
        ann.post(f"{path}/newcomers", {"player": "cat", "is_let_in": False}, expect=204)
        assert wire.until("update")["status"]["door"] == "ask"
        cat.post(f"{path}/seat-requests", None, expect=204)
        ann.post(f"{path}/newcomers", {"player": "cat", "is_let_in": True}, expect=204)
        while wire.until("update")["status"]["door"]:
            pass
        assert bots(ann, table, expect=201)["name"] == "bot-1"
    with serving(store, pace=BY_DEALER) as live:
        ann, dan, cat = live.visitor(), live.guest("dan"), live.visitor()
        cat.post("/api/session", {"name": "cat", "secret": key}, expect=201)
        cat.name = "cat"
        # The answer is kept, and so is the rule.
        assert refused(dan, table, "3") == "ask_first"
        assert refused(cat, table, "4") == ""
        boss = live.admin()
        boss.post(f"/api/tables/{table}/door", {"door": "closed"}, verb="PUT", expect=204)
        assert refused(dan, table, "5") == "closed_to_newcomers"
        refusal = dan.post(f"/api/tables/{table}/seat-requests", None, expect=400)
        assert refusal["code"] == "closed_to_newcomers"
        # Players who have been here come back.
        body = {"id": "6", "command": {"do": "cash_out", "amount": 5_000}}
        assert cat.post(f"/api/tables/{table}/commands", body)["ok"]
        assert refused(cat, table, "7") == ""
        boss.post(f"/api/tables/{table}/door", {"door": "link"}, verb="PUT", expect=204)
        assert refused(dan, table, "8") == ""
    assert count_money(store).faults == ()


def test_bots_rest_while_nobody_is_there() -> None:
    async def run() -> None:
        async with house(pace=LIVELY) as lobby:
            table = lobby.tables["nz"]
            eve = table.feed.join("eve", size=1)
            await lobby.add_bot(table, "like_dealer")
            await until(lambda: table.actor.state.round > 0)
            table.feed.leave(eve)
            # The round in play is the last: the bots have their cards, and bet no more.
            await until(lambda: not table.actor.state.boxes)
            ended = table.actor.version
            await asyncio.sleep(3 * THINK_S)
            assert table.actor.version - ended <= 2  # What ends a shoe may follow.
            seen = table.actor.state.round
            table.feed.join("", size=1)
            await until(lambda: table.actor.state.round > seen)

    asyncio.run(run())


def test_an_empty_private_table_is_closed_and_bots_of_an_empty_table_go_home() -> None:
    now = [0]

    async def run() -> None:
        surroundings = Surroundings(steady_ms=lambda: now[0])
        async with house() as lobby:
            table = await lobby.open("private-x", "", "nz", {}, owner="ann")
            other = lobby.tables["house"]
            await lobby.add_bot(other, "like_dealer")
            buy = BuyIn(player="bob", amount=5_000)
            assert (await table.actor.submit("bob", "1", buy)).ok
            wager = PlaceWager(box=1, wager="main", amounts=(1_000,))
            assert (await table.actor.submit("bob", "2", wager)).ok
            bob = table.feed.join("bob", size=100)

            async def at(seconds: int) -> None:
                now[0] = seconds * 1000
                await looking.clear_empty()

            # A night is longer than bots wait for people.
            looking = vacancies(lobby, surroundings, private_empty_s=43_200)
            for seconds in (0, 299):
                await at(seconds)
                assert other.robots
            await at(300)
            assert not other.robots
            assert "private-x" in lobby.tables
            table.feed.leave(bob)
            await at(1_000)
            # Somebody plays on without a socket: the time begins again.
            assert (await table.actor.submit("bob", "3", buy)).ok
            for seconds in (1_299, 44_498):
                await at(seconds)
                assert "private-x" in lobby.tables
            await at(44_499)
            assert "private-x" not in lobby.tables
            assert "nz" in lobby.tables
            assert lobby.store.bankrolls(["bob"])[0].held == RICH.opening
            assert count_money(lobby.store).faults == ()

    asyncio.run(run())


def test_a_round_in_play_keeps_a_private_table_open_until_it_is_over() -> None:
    now = [0]

    async def run() -> None:
        async with house() as lobby:
            surroundings = Surroundings(steady_ms=lambda: now[0])
            looking = vacancies(lobby, surroundings, private_empty_s=300)
            actor = (await lobby.open("private-x", "", "nz", {}, owner="ann")).actor
            await until(lambda: actor.state.shoe)
            cards = parse_cards("Ts 6d 9h 7c Td")
            assert (await actor.give_house(LoadShoe(cards=cards, is_shuffle=False))).ok
            assert (await actor.submit("ann", "1", BuyIn(player="ann", amount=5_000))).ok
            wager = PlaceWager(box=1, wager="main", amounts=(1_000,))
            assert (await actor.submit("ann", "2", wager)).ok
            assert (await actor.give_house(Deal())).ok
            for seconds, is_open in ((0, True), (300, True), (301, True)):
                now[0] = seconds * 1000
                await looking.clear_empty()
                assert ("private-x" in lobby.tables) == is_open
            assert (await actor.submit("ann", "3", Stand(box=1))).ok
            for seconds, is_open in ((400, True), (700, False)):
                now[0] = seconds * 1000
                await looking.clear_empty()
                assert ("private-x" in lobby.tables) == is_open
            assert lobby.store.bankrolls(["ann"])[0].held == RICH.opening + 1_000

    asyncio.run(run())


def test_nobody_is_topped_up_while_chips_lie_at_a_table() -> None:
    terms = PlayMoney(opening=10_000, top_up=4_000)
    with serving(pace=BY_DEALER, play_money=terms) as live:
        ann = live.guest("ann")
        buy = {"do": "buy_in", "player": "ann", "amount": 10_000}
        assert ann.post("/api/tables/nz/commands", {"id": "1", "command": buy})["ok"]
        assert ann.get("/api/bankroll")["held"] == 0
        refused = ann.post(
            "/api/tables/house/commands", {"id": "1", "command": {**buy, "amount": 1}}
        )
        assert refused["refused"]["code"] == "bankroll"
        # The last chip is on the layout; it counts as well.
        wager = {"do": "place_wager", "box": 1, "wager": "main", "amounts": [10_000]}
        assert ann.post("/api/tables/nz/commands", {"id": "2", "command": wager})["ok"]
        assert ann.get("/api/bankroll")["held"] == 0
        # Who has nothing anywhere is topped up.
        store, bob = live.site.store, live.guest("bob")
        assert bob.get("/api/bankroll")["held"] == 10_000
        desk_of(store, PlayMoney(opening=1, top_up=0), 0).open("eve")
        assert desk_of(store, terms, 1).open("eve").held == 4_001
    assert count_money(live.site.store).faults == ()
