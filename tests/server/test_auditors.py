"""An auditor knows a card that lies face down when the round is settled, and not before."""

from msgspec.structs import replace

from pitboss.bots.random_legal import RandomLegal
from pitboss.cards import UNSEEN
from pitboss.engine import do
from pitboss.engine.floor.taking_back import TakenBack
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.shoe.drawing import CardBurned, CardDealt
from pitboss.engine.state import DEALER_TURN, PLAYING
from pitboss.engine.table import open_table
from pitboss.proof.log import verify_log
from pitboss.rulebook.catalog import rules_of
from pitboss.server.log.audits import open_until
from pitboss.store.entry import decode_visible
from pitboss.store.export import export_log, read_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import TableHeader
from tests.server.live import BY_DEALER, TABLES, Live, Visitor, Wire, serving
from tests.store.logged import write_entry

ROUNDS_MAX = 12
"""A round that is over with the deal, by a blackjack, is dealt again."""


class Round:
    """A player and a dealer at one of the tables, with an auditor who looks on."""

    def __init__(self, live: Live, table: str, dan: Visitor, art: Visitor) -> None:
        self.live, self.table, self.art = live, table, art
        self.dan, self.looks = dan.socket(table), art.socket(table)
        self.ann = live.guest(f"ann-{table}").socket(table)
        for wire in (self.dan, self.looks, self.ann):
            wire.until("view")
        self.actor = live.site.lobby.tables[table].actor
        self.bot = RandomLegal(self.ann.name, self.actor.state.rules, 1)
        assert self.dan.give(do.TakeTable())["ok"]
        self.ann.buy(500_000)

    def act(self, wire: Wire) -> None:
        """Take up one of the player's offers, if there is any."""
        if command := self.bot.choose(wire.see()):
            wire.give(command)

    def deal(self) -> int:
        """Deal until a round goes on behind its deal; what the log had come to before it."""
        for _ in range(ROUNDS_MAX):
            while not self.actor.state.has_main(self.ann.name):
                self.act(self.ann)
            before = self.actor.version
            self.dan.give(do.Deal())
            if self.actor.state.phase != "betting":
                return before
        raise AssertionError("every round was over with the deal")

    def settle(self) -> None:
        """Play the round to its end."""
        while self.actor.state.phase != "betting":
            self.act(self.ann)
            self.dan.give(do.CloseInsurance())

    def path(self, rest: str) -> str:
        return f"/api/tables/{self.table}/{rest}"

    def check_in_play(self, before: int) -> None:
        """Nothing of the round is open; what is before it verifies, with a word on the rest."""
        last = self.actor.version
        page = self.art.get(self.path("events?limit=5"))
        assert (page["lines"][0]["n"], page["behind"]) == (before, last - before)
        asked = self.art.get(self.path(f"events?limit=5&before={last}"))
        assert asked["lines"][0]["n"] == before
        log = self.art.http.get(self.path("log")).content
        assert log == export_log(
            self.live.site.store, self.table, until=before, behind=last - before
        )
        told = {one.name: one for one in verify_log(log).checks}
        held = f"the {last - before} events after them are not open yet"
        assert not [one for one in told.values() if one.status in ("failed", "skipped")]
        assert held in told["versions"].text
        verdict = {one["check"]: one for one in self.art.get(self.path("verify"))["checks"]}
        assert "failed" not in {one["status"] for one in verdict.values()}
        assert held in verdict["versions"]["text"]
        # A stranger at the rail sees the same cards.
        rail = self.live.visitor().socket(self.table)
        rail.until("view")
        self.looks.see()
        for part in ("boxes", "dealer_hands"):
            assert self.looks.view[part] == rail.view[part]
        rail.close()

    def check_settled(self) -> None:
        """All of it is open, face-down cards too."""
        page = self.art.get(self.path("events?kind=card_dealt"))
        assert page["behind"] == 0
        assert page["lines"]
        assert all(line["event"]["card"] >= 0 for line in page["lines"])
        log = self.art.http.get(self.path("log")).content
        assert log == export_log(self.live.site.store, self.table)
        # But for those that nobody was shown, while their shoe is in play.
        events = [one for record in read_log(log).records for one in decode_visible(record).events]
        assert {one.card for one in events if isinstance(one, CardBurned)} <= {UNSEEN}
        assert not [one for one in events if isinstance(one, CardDealt) and one.card < 0]


def test_cards_of_a_round_in_play_open_to_an_auditor_when_it_is_settled() -> None:
    with serving(pace=BY_DEALER) as live:
        boss, dan, art = live.admin(), live.account("dan"), live.account("art")
        live.appoint(boss, "dan", "dealer")
        live.appoint(boss, "art", "auditor")
        holes = 0
        for table in TABLES:
            round_ = Round(live, table, dan, art)
            before = round_.deal()
            holes += round_.actor.state.has_hole
            round_.check_in_play(before)
            round_.settle()
            round_.check_settled()
        assert holes >= 3


def test_a_round_whose_end_was_taken_back_is_in_play_again() -> None:
    store = MemoryStore()
    store.create(TableHeader("t1", "T", "double_deck", 1, {}, {}, 1))
    back = TakenBack("dan", "the stand", "dan", "", 1, (), (), True, "DD-1")
    for event in (
        PhaseBegan("dealing"), RoundEnded(1, ()), PhaseBegan("dealing"), PhaseBegan("playing"),
        RoundEnded(2, ()), back, PhaseBegan("dealer"),
    ):  # fmt: skip
        write_entry(store, None, (event,))
    state = replace(open_table(rules_of("double_deck")), round=2)
    assert open_until(store, "t1", replace(state, phase=PLAYING), 4) == 2
    assert open_until(store, "t1", state, 5) == 5
    assert open_until(store, "t1", replace(state, phase=DEALER_TURN), 7) == 2


def test_whom_a_report_is_about_is_for_the_staff() -> None:
    with serving(pace=BY_DEALER) as live:
        boss, dan, art = live.admin(), live.account("dan"), live.account("art")
        live.appoint(boss, "dan", "dealer")
        live.appoint(boss, "art", "auditor")
        ann = live.guest("ann")
        ann.socket("double-deck").buy()
        wire = dan.socket("double-deck")
        assert wire.give(do.TakeTable())["ok"]
        report = do.Report(what="cards_mishandled", player="ann")
        assert wire.give(report)["ok"]
        told = {
            name: who.get("/api/tables/double-deck/rulings")["rulings"][0]["text"]
            for name, who in (("art", art), ("dan", dan), ("ann", ann), ("", live.visitor()))
        }
        assert {name for name, text in told.items() if ", ann [" in text} == {"art", "dan"}
        assert all(text.startswith("dan reports: ") for text in told.values())
