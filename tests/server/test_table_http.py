"""What the API says beside a socket: the layout, why not, when to deal, what is best."""

from typing import Any

import pytest

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.shoe.drawing import CardBurned
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.server.settings import Pace
from tests.server.live import BY_DEALER, Live, Visitor, serving
from tests.web.browsing import stack

SLOW = Pace(betting_ms=60_000, insurance_ms=60_000, turn_ms=60_000, prize_ms=60_000)


def give(visitor: Visitor, table: str, id_: str, **command: Any) -> None:
    answer = visitor.post(f"/api/tables/{table}/commands", {"id": id_, "command": command})
    assert answer["ok"], answer


def bet(live: Live, name: str, box: int, table: str = "nz") -> Visitor:
    """Somebody with a wager up."""
    guest = live.guest(name)
    give(guest, table, "1", do="buy_in", player=name, amount=50_000)
    give(guest, table, "2", do="place_wager", box=box, wager="main", amounts=[1_000])
    return guest


def phase(live: Live, table: str = "nz") -> str:
    return live.site.lobby.tables[table].actor.state.phase


def test_the_layout_says_what_is_printed_on_the_felt() -> None:
    with serving(pace=SLOW) as live:
        layout = live.visitor().get("/api/tables/house/layout")
        assert (layout["boxes"], layout["decks"], layout["dealer_hands"]) == (7, 8, 1)
        assert (layout["min_bet"], layout["max_bet"]) == (100, 1_000)
        match, *_ = layout["wagers"]
        assert (match["title"], match["lines"][0]["pays"]) == ("Match the Dealer", "20 to 1")
        assert match["lines"][0]["clause"] == "H-payouts-4"
        assert layout["has_coach"]
        assert layout["has_auto_deal"]
        assert live.visitor().get("/api/tables/nothing/layout", expect=404)


def test_cards_are_dealt_once_everybody_is_ready() -> None:
    with serving(pace=SLOW) as live:
        ann, bob = bet(live, "ann", 1), bet(live, "bob", 2)
        assert ann.post("/api/tables/nz/ready", {}) == {"waiting_for": ["bob"]}
        assert phase(live) == "betting"
        assert bob.post("/api/tables/nz/ready", {}) == {"waiting_for": []}
        assert phase(live) != "betting"
        told = ann.post("/api/tables/nz/ready", {}, expect=400)
        assert told["code"] == "no_wager"


def test_who_sits_with_chips_is_waited_for() -> None:
    with serving(pace=SLOW) as live:
        ann, cat = bet(live, "ann", 1), live.guest("cat")
        give(cat, "nz", "1", do="buy_in", player="cat", amount=50_000)
        with_socket = cat.socket("nz")
        with_socket.until("view")
        assert ann.post("/api/tables/nz/ready", {}) == {"waiting_for": ["cat"]}


def test_nobody_hurries_a_dealer() -> None:
    with serving(pace=BY_DEALER) as live:
        told = bet(live, "ann", 1).post("/api/tables/nz/ready", {}, expect=400)
        assert told["code"] == "dealer_deals"
        live.visitor().post("/api/tables/nz/ready", {}, expect=401)


def test_asking_why_changes_nothing() -> None:
    with serving(pace=SLOW) as live:
        ann = bet(live, "ann", 1)
        before = live.site.lobby.tables["nz"].actor.version
        hit = ann.post("/api/tables/nz/ask", {"command": {"do": "hit", "box": 1}})
        assert not hit["ok"]
        assert hit["refused"]["clause"].startswith("NZ-")
        back = {"do": "withdraw_wager", "box": 1, "wager": "main"}
        assert ann.post("/api/tables/nz/ask", {"command": back}) == {"ok": True, "refused": None}
        loaded = ann.post("/api/tables/nz/ask", {"command": {"do": "load_shoe", "cards": []}})
        assert loaded["refused"]["code"] == "house_only"
        assert live.site.lobby.tables["nz"].actor.version == before


def test_the_coach_speaks_to_whose_turn_it_is() -> None:
    with serving(pace=SLOW) as live:
        stack(live, "nz", "Ts 9d 6s 6h Kd 5c Th 5c 5d 5h 5s 4c 4d")
        ann, bob = bet(live, "ann", 1), bet(live, "bob", 2)
        assert ann.get("/api/tables/nz/advice") is None
        for player in (ann, bob):
            player.post("/api/tables/nz/ready", {})
        assert bob.get("/api/tables/nz/advice") is None
        told = ann.get("/api/tables/nz/advice")
        assert (told["box"], told["hand"], told["insurance_ev"]) == (1, 1, None)
        # Two hands of two cards and the dealer's first one.
        assert told["cards_seen"] == 5
        best = told["acts"][0]
        assert best["cost"] == 0
        assert {"hit", "stand", "double"} <= {one["act"] for one in told["acts"]}
        assert all(one["cost"] == pytest.approx(best["ev"] - one["ev"]) for one in told["acts"])
        live.visitor().get("/api/tables/nz/advice", expect=401)


def test_the_coach_speaks_of_insurance() -> None:
    with serving(pace=SLOW) as live:
        stack(live, "nz", "Ts Ad 9s 5c 5d 5h 5s 4c 4d")
        ann = bet(live, "ann", 1)
        ann.post("/api/tables/nz/ready", {})
        told = ann.get("/api/tables/nz/advice")
        assert told["acts"] == []
        # One ten of 96 is gone, and two other cards.
        assert told["insurance_ev"] == pytest.approx(95 / 309 * 3 - 1)


def test_nobody_is_coached_where_the_table_forbids_it() -> None:
    with serving(pace=SLOW, coachless=("nz",)) as live:
        assert not live.visitor().get("/api/tables/nz/layout")["has_coach"]
        assert live.visitor().get("/api/tables/house/layout")["has_coach"]
        told = live.guest("ann").get("/api/tables/nz/advice", expect=400)
        assert told["code"] == "no_coach"


def test_a_burned_card_is_not_among_those_seen() -> None:
    with serving(pace=SLOW) as live:
        stack(live, "house", "2c Ts 9d 6s Kd 5c Th 5c 5d 5h 5s 4c 4d")
        ann = bet(live, "ann", 1, "house")
        ann.post("/api/tables/house/ready", {})
        table = live.site.lobby.tables["house"]
        events = [one.event for one in table.feed.recent()]
        assert any(isinstance(event, CardBurned) for event in events)
        assert any(isinstance(event, ShoeLoaded) for event in events)
        seen = table.feed.memory.seen(table.actor.state, "ann")
        assert len(seen) == 3


def test_who_sits_a_round_out_is_not_waited_for() -> None:
    with serving(pace=SLOW) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        wires = [one.socket("nz") for one in (ann, bob)]
        bob.post("/api/tables/nz/skip", {}, expect=400)
        for wire in wires:
            wire.buy()
        assert bob.post("/api/tables/nz/skip", {}) == {"waiting_for": ["ann"]}
        assert wires[0].give(PlaceWager(box=1, wager="main", amounts=(1_000,)))["ok"]
        actor = live.site.lobby.tables["nz"].actor
        assert actor.state.round == 0
        assert ann.post("/api/tables/nz/ready", {}) == {"waiting_for": []}
        # It is dealt; with a blackjack it is over as well.
        assert actor.state.round == 1


def test_unreadable_body_is_answered_with_its_id() -> None:
    with serving() as live:
        ann, boss = live.guest("ann"), live.admin()
        bad = {"id": "good", "command": {"do": "dance"}}
        told = ann.post("/api/tables/nz/commands", bad, expect=400)
        assert (told["id"], told["status_code"]) == ("good", 400)
        assert "cannot be read" in told["detail"]
        told = boss.post("/api/accounts/ann/grants", {"id": "g1", "amount": "5"}, expect=400)
        assert told["id"] == "g1"
        dance = {"do": "dance"}
        bodies: tuple[object, ...] = ({"command": dance}, {"id": "", "command": dance}, [])
        for body in bodies:
            assert "id" not in ann.post("/api/tables/nz/commands", body, expect=400)
