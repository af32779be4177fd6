"""An electronic shoe: cards over the wire wait for the dealer, who alone sees and enters them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.cards import Card, parse_card, parse_cards
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.floor.by_hand import CardEntered
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardBurned, CardDealt
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.proof.log import verify_log
from pitboss.server.shoe_tray import WAITING_MAX, ShoeTray, TrayError
from pitboss.wire.floor import FromShoe
from tests.server.live import BY_DEALER, serving
from tests.server.simulated_shoe import SimulatedShoe
from tests.server.test_by_hand import Crew
from tests.verdicts import unheld

PATH = "/api/tables/floor/shoe"


class Pit(Crew):
    """A table with an electronic shoe."""

    shoe: SimulatedShoe

    def connect(self) -> None:
        """A supervisor makes the credential and types it into the shoe."""
        key = self.boss.post(f"{PATH}-key", {}, expect=201)["key"]
        self.shoe = SimulatedShoe(self.live.url, self.table, key)

    def shown(self) -> tuple[Card, int]:
        """The card on the dealer's console, and how many wait behind it."""
        self.dan.see()
        told = self.dan.status["floor"]["shoe"]
        return told["card"], told["waiting"]

    def confirm(self, card: str) -> None:
        """The dealer confirms the card that the console shows."""
        shown, _ = self.shown()
        assert shown == parse_card(card)
        self.accept(self.dan, do.EnterCard(card=shown))


@pytest.fixture
def pit() -> Iterator[Pit]:
    with serving(pace=BY_DEALER) as live:
        pit = Pit(live, "by_hand")
        pit.connect()
        yield pit


def test_a_round_from_an_electronic_shoe(pit: Pit) -> None:
    pit.prepare()
    pit.accept(pit.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    actor = pit.live.site.lobby.tables["floor"].actor
    before = actor.version
    assert pit.shoe.draw("2c Ts") == {"next": 3, "waiting": 2, "ignored": 0}
    # It never deals by itself, and shows nothing before a card is due.
    assert (pit.shown(), actor.version) == ((-1, 2), before)
    pit.accept(pit.dan, do.Deal())
    # The first card was burned.
    pit.confirm("Ts")
    assert pit.shown() == (-1, 0)
    pit.shoe.draw("7d Qh")
    assert pit.shown() == (parse_card("7d"), 1)
    pit.confirm("7d")
    pit.confirm("Qh")
    # The next card out is the dealer's, face down: nobody sees it before it is turned over.
    pit.shoe.draw("Tc")
    assert pit.shown() == (-1, 1)
    pit.accept(pit.ann, do.Stand(box=1))
    pit.confirm("Tc")
    assert actor.state.chips["ann"] == 101_000
    assert pit.shown() == (-1, 0)
    assert not unheld(verify_log(pit.art.http.get("/api/tables/floor/log").content))


def test_nobody_but_the_dealer_on_duty_is_told_what_the_shoe_has_read(pit: Pit) -> None:
    pit.prepare()
    pit.accept(pit.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    pit.accept(pit.dan, do.Deal())
    dot = pit.live.account("dot")
    pit.live.appoint(pit.boss, "dot", "dealer")
    others = {"ann": pit.ann, "sue": pit.sue}
    for name, visitor in (("art", pit.art), ("dot", dot)):
        others[name] = visitor.socket("floor")
        others[name].until("view")
    for wire in others.values():
        wire.see()
    pit.shoe.draw("2c Ts 9h 8d")
    assert pit.shown() == (parse_card("Ts"), 2)
    for name, wire in others.items():
        # Not even that something came: the next message is the answer to what is asked here.
        wire.send({"type": "ping"})
        assert wire.receive()["type"] == "pong", name
        wire.see()
        floor = wire.status["floor"]
        assert floor is None or floor["shoe"] is None, name
    for path in ("", "/floor", "/layout", "/rounds", "/rulings"):
        told = json.dumps(pit.visitors["sue"].get(f"/api/tables/floor{path}"))
        assert '"waiting": 2' not in told
    pit.accept(pit.sue, do.HandOver(to="dot"))
    pit.dan.see()
    assert pit.dan.status["floor"]["shoe"] is None
    others["dot"].see()
    assert others["dot"].status["floor"]["shoe"]["card"] == parse_card("Ts")


def test_cards_come_once_and_without_a_gap(pit: Pit) -> None:
    pit.prepare()
    shoe = pit.shoe
    shoe.draw("Ts 7d")
    assert shoe.send(1, ["Ts", "7d"]) == {"next": 3, "waiting": 2, "ignored": 2}
    assert shoe.send(2, ["7d", "Qh"]) == {"next": 4, "waiting": 3, "ignored": 1}
    gap = shoe.send(5, ["2c"], expect=409)
    assert gap == {
        "code": "gap", "text": "card 4 is missing: the last that came was 3; send it again",
    }  # fmt: skip
    # The dealer lets go of what is not on the table; numbers go on.
    pit.visitors["dan"].post(PATH, None, verb="DELETE", expect=204)
    assert pit.shown() == (-1, 0)
    assert shoe.send(4, ["2c"])["waiting"] == 1
    pit.visitors["sue"].post(PATH, None, verb="DELETE", expect=403)


def test_what_a_shoe_may_not_send_is_told_in_a_sentence(pit: Pit) -> None:
    shoe = pit.shoe
    bad = shoe.send(1, ["As", "Xx"], expect=400)
    assert (bad["code"], "'Xx' is not a card" in bad["text"]) == ("bad_card", True)
    for first, cards in ((0, ["As"]), (1, []), (1, ["As"] * 21)):
        shoe.send(first, cards, expect=400)
    for n in range(WAITING_MAX // 20):
        shoe.send(20 * n + 1, ["As"] * 20)
    full = shoe.send(WAITING_MAX + 1, ["As"], expect=400)
    assert full["text"] == "60 cards wait for the dealer, who has to confirm them first"
    wrong = "this is not the credential of the shoe at this table"
    boss = pit.boss
    boss.post("/api/tables", {"table": "two", "rulebook": "nz", "dealing": "by_hand"}, expect=201)
    for table, key in (("floor", "x"), ("floor", "-"), ("two", shoe.key), ("nz", shoe.key)):
        told = SimulatedShoe(pit.live.url, table, key).send(1, ["As"], expect=401)
        assert (told["code"], told["text"]) == ("wrong_secret", wrong)
    SimulatedShoe(pit.live.url, "nowhere", shoe.key).send(1, ["As"], expect=404)
    # A credential is made for a table dealt by hand, by who runs tables.
    told = boss.post("/api/tables/nz/shoe-key", {}, expect=400)
    assert told["text"].startswith("this table deals by itself")
    for visitor in (pit.guest, pit.visitors["dan"]):
        visitor.post(f"{PATH}-key", {}, expect=403)
        visitor.post(f"{PATH}-key", None, verb="DELETE", expect=403)


def test_a_credential_ends_with_the_next_or_when_it_is_revoked(pit: Pit) -> None:
    old = pit.shoe
    pit.connect()
    old.send(1, ["As"], expect=401)
    assert pit.shoe.draw("As")["waiting"] == 1
    register = pit.live.site.identity.register
    assert register.shoe_keys["floor"] not in ("", pit.shoe.key)
    pit.boss.post(f"{PATH}-key", None, verb="DELETE", expect=204)
    assert pit.shown() == (-1, 0)
    pit.shoe.send(2, ["Ks"], expect=401)


def test_a_shoe_sends_no_faster_than_a_person() -> None:
    with serving(pace=BY_DEALER, commands_per_second=1) as live:
        pit = Pit(live, "by_hand")
        pit.connect()
        codes = [_code(pit.shoe, n) for n in range(1, 12)]
        assert "too_fast" in codes
        assert codes[0] == ""


def _code(shoe: SimulatedShoe, number: int) -> str:
    try:
        shoe.send(1, ["As"])
    except AssertionError as error:
        told: dict[str, Any] = json.loads(str(error).split("\n")[0])
        return str(told["code"])
    return ""


def test_the_tray_follows_the_table() -> None:
    tray, (a, b, c, d) = ShoeTray(), parse_cards("As 2d 3h 4c")
    # A burned card leaves the shoe face down before the shoe has said anything.
    tray.hear([CardBurned(-2, "T-f-3")])
    tray.take(7, [a, b])
    assert tray.shown("card") == FromShoe(b, 0)
    # The dealer's word counts, whatever the shoe had read.
    tray.hear([CardEntered(c, 1, 1, 1), CardDealt(1, 1, c)])
    assert tray.shown("card") == FromShoe(-1, 0)
    tray.take(9, [a, d])
    tray.hear([CardEntered(a, 1, 0, 1), CardDealt(0, 1, a), CardDealt(0, 2, -2, is_up=False)])
    for due in ("", "card", "reading"):
        assert tray.shown(due) == FromShoe(-1, 1)
    assert tray.shown("hole") == FromShoe(d, 0)
    # What the reader said is no card.
    tray.hear([CardEntered(101, 1, 0, 2)])
    assert tray.shown("hole") == FromShoe(d, 0)
    tray.take(11, [b])
    tray.hear([CardEntered(d, 1, 0, 2), HoleCardRevealed(d)])
    assert (tray.shown("hole"), tray.shown("card")) == (FromShoe(-1, 1), FromShoe(b, 0))
    tray.hear([CardDealt(0, 2, -2, is_up=False), RoundEnded(1, ())])
    assert tray.shown("hole").card == -1
    with pytest.raises(TrayError):
        tray.take(13, [a])
    # Another shoe counts again.
    tray.hear([ShoeLoaded((), is_shuffle=True)])
    assert (tray.next, tray.waiting, tray.take(1, [a])) == (0, 0, 0)
