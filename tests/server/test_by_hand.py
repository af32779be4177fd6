"""Tables with a human dealer over the network: cards entered, steps done, rulings, corrections."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import parse_card
from pitboss.engine import do
from pitboss.engine.declare import STAFF, Accepted, Role, all_commands
from pitboss.engine.floor.closing import CloseTable
from pitboss.proof.log import verify_log
from pitboss.rulebook import catalog
from pitboss.server.feed.floor import DEALING
from tests.server.live import BY_DEALER, Live, Visitor, Wire, house, serving
from tests.server.test_roles import ROLE_REFUSED, person, sample
from tests.verdicts import unheld


class Crew:
    """A table dealt by hand, with its staff and a player."""

    def __init__(
        self, live: Live, dealing: str, rulebook: str = "double_deck", **pace: int
    ) -> None:
        self.live = live
        self.table = "floor"
        self.visitors: dict[str, Visitor] = {}
        boss = self.boss = live.admin()
        body = {"table": self.table, "rulebook": rulebook, "dealing": dealing, "pace": pace}
        opened = boss.post("/api/tables", body, expect=201)
        assert opened["dealing"] == dealing
        self.dan = self.staff(boss, "dan", "dealer")
        self.sue = self.staff(boss, "sue", "supervisor")
        self.sam = self.staff(boss, "sam", "supervisor")
        self.art = live.account("art")
        live.appoint(boss, "art", "auditor")
        self.guest = live.guest("ann")
        self.ann = self.guest.socket(self.table)
        self.ann.until("view")
        self.ann.buy()

    def staff(self, boss: Visitor, name: str, role: str) -> Wire:
        """Somebody of the staff, at the table."""
        visitor = self.visitors[name] = self.live.account(name)
        self.live.appoint(boss, name, role)
        wire = visitor.socket(self.table)
        wire.until("view")
        assert wire.status["role"] == "spectator"
        self.accept(wire, do.TakeTable())
        wire.see()
        assert wire.status["role"] == role
        return wire

    def accept(self, wire: Wire, command: Any) -> None:
        """A command that must be accepted."""
        answer = wire.give(command)
        assert answer["ok"], answer

    def refuse(self, wire: Wire, command: Any) -> dict[str, Any]:
        """Why a command is refused."""
        answer = wire.give(command)
        assert not answer["ok"]
        refused: dict[str, Any] = answer["refused"]
        return refused

    def due(self, wire: Wire) -> list[dict[str, Any]]:
        """What the table waits for from its staff."""
        wire.see()
        return [duty for duty in wire.status["floor"]["duties"] if duty["is_due"]]

    def enter(self, *cards: str) -> None:
        """The dealer enters cards, each when it is due."""
        for card in cards:
            (duty,) = self.due(self.dan)
            assert duty["do"] == "enter_card"
            self.accept(self.dan, do.EnterCard(card=parse_card(card)))

    def prepare(self) -> None:
        """Every step of the shuffle, each by whom it is for."""
        self.accept(self.dan, do.BeginProcedure(name="shuffle"))
        places = {"count": 104, "cut": 52, "place_cut_card": 30}
        while (due := self.due(self.dan)) and due[0]["do"] == "perform":
            wire = self.ann if due[0]["who"] == "ann" else self.dan
            step = due[0]["what"]
            self.accept(wire, do.Perform(step=step, position=places.get(step, 0)))

    def play_round(self, cards: str = "Ts 7d Qh Tc") -> None:
        """Twenty against seventeen."""
        first, up, second, hole = cards.split()
        state = self.live.site.lobby.tables[self.table].actor.state
        # Cards that lie face down are keyed when they are turned over.
        is_down = state.rules.deal.player_cards == "face_down"
        self.accept(self.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
        self.accept(self.dan, do.Deal())
        self.enter(*((up,) if is_down else (first, up, second)))
        self.accept(self.ann, do.Stand(box=1))
        self.enter(*((hole, first, second) if is_down else (hole,)))


@pytest.fixture
def crew() -> Iterator[Crew]:
    with serving(pace=BY_DEALER) as live:
        yield Crew(live, "by_hand")


def test_a_round_by_hand_from_the_shuffle_to_the_verdict(crew: Crew) -> None:
    told = crew.refuse(crew.dan, do.Deal())
    assert told["code"] == "no_main_wager"
    crew.prepare()
    assert crew.due(crew.dan) == []
    crew.play_round()
    chips = crew.live.site.lobby.tables[crew.table].actor.state.chips
    assert chips["ann"] == 101_000
    assert not unheld(verify_log(crew.art.http.get(f"/api/tables/{crew.table}/log").content))
    told_by_server = crew.art.get(f"/api/tables/{crew.table}/verify")
    assert told_by_server["verdict"] == "not_proven"
    assert {one["check"] for one in told_by_server["checks"] if one["status"] != "ok"} == {
        "witness"
    }
    # A physical shoe has no order that could be committed to.
    assert crew.art.get(f"/api/tables/{crew.table}/shoes") == []
    assert crew.art.get(f"/api/tables/{crew.table}/rounds/1/shoe") == {
        "commitment": "", "proof": None,
    }  # fmt: skip
    script = crew.art.get(f"/api/tables/{crew.table}/rounds/1/script")
    assert "dan enter_card card=Qh" in script
    assert crew.art.get(f"/api/tables/{crew.table}/rounds/1/replay")["ok"]


def test_a_dealer_who_only_enters_cards_needs_no_procedure() -> None:
    with serving(pace=BY_DEALER) as live:
        crew = Crew(live, "cards_by_hand", "nz")
        crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
        crew.accept(crew.dan, do.Deal())
        crew.enter("Ts", "7d", "Qh")
        crew.accept(crew.ann, do.Stand(box=1))
        crew.enter("Tc")
        # That the cards were shuffled is on record; what order they lie in nobody knows.
        crew.accept(crew.dan, do.LoadShoe(cards=()))
        assert crew.refuse(crew.sue, do.LoadShoe(cards=()))["clause"]
        assert not unheld(verify_log(crew.art.http.get("/api/tables/floor/log").content))


def test_every_refusal_of_the_floor_has_its_clause(crew: Crew) -> None:
    crew.prepare()
    crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    crew.accept(crew.dan, do.Deal())
    for wire, command in (
        (crew.ann, do.EnterCard(card=0)),
        (crew.sue, do.EnterCard(card=0)),
        (crew.dan, do.EnterCard(card=60)),
        (crew.dan, do.EnterCard(has_blackjack=True)),
        (crew.dan, do.Perform(step="shuffle")),
        (crew.dan, do.BeginProcedure(name="shuffle")),
        (crew.ann, do.Hit(box=1)),
        (crew.dan, do.Report(what="earthquake")),
        (crew.dan, do.OrderShuffle(reason="no")),
    ):
        told = crew.refuse(wire, command)
        assert told["clause"].startswith("DD-"), told
    assert crew.refuse(crew.sue, do.AssignStaff(name="eve", role="dealer"))["code"] == "house_only"


def test_a_card_that_is_due_survives_a_restart() -> None:
    with serving(pace=BY_DEALER) as live:
        crew = Crew(live, "by_hand")
        crew.prepare()
        crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
        crew.accept(crew.dan, do.Deal())
        crew.enter("Ts")
        before, store = live.site.lobby.tables["floor"].actor.state, live.site.store
        assert before.awaiting is not None
        with serving(store=store, pace=BY_DEALER) as again:
            assert again.site.lobby.tables["floor"].actor.state == before


def test_a_correction_needs_two_people(crew: Crew) -> None:
    crew.prepare()
    for cards in ("Ts 7d Qh Tc", "Th 7s Kh Td", "Kd 7h Qc Jc"):
        crew.play_round(cards)
    about = {"player": "ann", "box": 1, "hand": 1, "wager": "main"}
    propose = do.ProposeCorrection(amount=-500, reason="paid 5 too much", round=3, **about)
    assert crew.refuse(crew.ann, propose)["code"] == "not_yours"
    crew.accept(crew.sue, propose)
    # Of a round that the table has forgotten the log knows what was settled.
    crew.accept(crew.sue, do.ProposeCorrection(amount=100, reason="short", round=1, **about))
    crew.sam.see()
    told = {"by": "sue", "amount": -500, "reason": "paid 5 too much", "number": 1, "round": 3}
    first, second = crew.sam.status["floor"]["corrections"]
    assert (first, second["number"], second["round"]) == ({**told, **about}, 2, 1)
    for wrong in (
        {"round": 0},
        {"round": 1, "hand": 2},
        {"round": 1, "player": "sue"},
        {"round": 4},
        {"round": 3, "wager": "insurance"},
        {"round": 2, "box": 2},
    ):
        given = {**about, "round": 1, **wrong}
        refused = crew.refuse(crew.sue, do.ProposeCorrection(amount=1, reason="x", **given))
        assert refused["text"], refused
    assert crew.refuse(crew.sue, do.ConfirmCorrection(number=1))["code"] == "not_yours"
    assert "no correction 3 waits" in crew.refuse(crew.sam, do.ConfirmCorrection(number=3))["text"]
    crew.accept(crew.sam, do.RejectCorrection(number=2, reason="it was right"))
    crew.accept(crew.sam, do.ConfirmCorrection(number=1))
    assert crew.refuse(crew.sam, do.ConfirmCorrection(number=1))["code"] == "wrong_time"
    crew.sam.see()
    assert crew.sam.status["floor"]["corrections"] == []
    assert crew.sam.status["floor"]["players"] == {"ann": 102_500}
    assert not unheld(verify_log(crew.art.http.get("/api/tables/floor/log").content))
    books = crew.art.get("/api/tables/floor/ledger?account=player ann")
    assert (books["total"], books["faults"]) == (0, [])
    last = books["transfers"][0]["transfer"]
    assert (last["debit"], last["credit"], last["amount"]) == ("player ann", "float", 500)


def test_a_bot_leaves_the_cut_to_people() -> None:
    with serving(pace=BY_DEALER) as live:
        crew = Crew(live, "by_hand", has_bots=1)
        dan = crew.live.visitor()
        dan.post("/api/session", {"name": "dan", "secret": "password of dan"}, expect=201)
        dan.post(f"/api/tables/{crew.table}/bots", {}, expect=201)
        crew.accept(crew.dan, do.BeginProcedure(name="shuffle"))
        crew.accept(crew.dan, do.Perform(step="count", position=104))
        crew.accept(crew.dan, do.Perform(step="shuffle"))
        crew.accept(crew.ann, do.DeclineCut())
        state = crew.live.site.lobby.tables[crew.table].actor
        while "bot-1" not in state.state.prep.refused:
            crew.dan.until("update")
        (duty,) = crew.due(crew.dan)
        assert (duty["what"], duty["who"]) == ("cut", "")


def test_players_and_spectators_are_not_told_of_the_floor(crew: Crew) -> None:
    crew.ann.see()
    assert crew.ann.status["floor"] is None
    watcher = crew.live.visitor().socket(crew.table)
    watcher.until("view")
    assert watcher.status["floor"] is None


@pytest.mark.parametrize("rulebook", ["tribal", "nz", "pa_free_bet", "house", "double_deck"])
def test_the_sheet_of_the_floor_has_words_for_every_clause(rulebook: str) -> None:
    with serving(pace=BY_DEALER) as live:
        sheet = live.visitor().get(f"/api/tables/{rulebook.replace('_', '-')}/floor")
        cited = [
            clause for duty in (*sheet["reports"], *sheet["orders"]) for clause in duty["clauses"]
        ]
        cited += [
            clause
            for steps in sheet["procedures"].values()
            for step in steps
            for clause in step["clauses"]
        ]
        assert cited
        assert all(sheet["clauses"][clause]["text"] for clause in cited)
        assert {duty["do"] for duty in sheet["orders"]} >= {
            "order_shuffle", "propose_correction", "confirm_correction", "resume",
        }  # fmt: skip


@pytest.mark.parametrize("rulebook, clause", [("charity-night", "CN-4"), ("vegas_strip_h17", "")])
def test_the_sheet_of_the_floor_is_there_for_every_rulebook(
    rulebook: str, clause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rulebook of the house takes clauses from the one it extends; so does one of the gallery."""
    monkeypatch.setattr(catalog, "_OWN", {})
    own = Path(__file__).parents[2] / "examples" / "rulebooks" / "charity-night.toml"
    with serving(pace=BY_DEALER, rulebooks=(str(own),)) as live:
        body = {"table": "evening", "rulebook": rulebook, "dealing": "cards_by_hand"}
        live.admin().post("/api/tables", body, expect=201)
        sheet = live.visitor().get("/api/tables/evening/floor")
        assert {duty["do"] for duty in sheet["orders"]} >= {"order_shuffle", "resume"}
        assert clause in {"", *sheet["clauses"]}


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.TABLE])
def test_every_command_of_a_role_at_a_table_dealt_by_hand(role: Role) -> None:
    """Whoever may not give a command is told so; nobody who may is, and nothing breaks."""

    async def run() -> None:
        async with house() as lobby:
            table = await lobby.open("hand", "", "nz", {}, automations=DEALING["by_hand"])
            # Nothing can be asked of a table once it is closed.
            kinds = sorted(all_commands(), key=lambda kind: kind is CloseTable)
            for place, kind in enumerate(kinds):
                name = await person(table, role, place)
                before = table.actor.state
                command: Any = sample(kind, name)
                answer = await table.actor.submit(name, f"c{place}", command)
                told = "" if answer.refused is None else answer.refused.text
                code = "" if answer.refused is None else answer.refused.code
                where = f"{kind.__name__} by {role}: {told}"
                assert code != "broken", where
                assert answer.ok or table.actor.state == before, where
                allowed = kind.roles
                is_players = allowed == frozenset({Role.PLAYER}) and role not in STAFF
                if kind.accepted is Accepted.NOBODY:
                    assert code == "house_only", where
                elif kind is not do.BuyIn:
                    is_refused = told.startswith(ROLE_REFUSED)
                    assert is_refused == (role not in allowed and not is_players), where
                if name in table.actor.state.floor.staff:
                    await table.actor.assign(name, "")

    asyncio.run(run())
