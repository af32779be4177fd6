"""The HTTP API: lobby, rules, odds, history, scripts, logs, health; and the page."""

import asyncio
import re
import time

import httpx
import pytest

from pitboss.cards import full_shoe
from pitboss.engine.betting.limits import PlaceWager
from pitboss.proof.log import verify_log
from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import play_script
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.settings import Pace
from pitboss.shuffle import commitment, shuffled
from tests.patience import WAIT_S
from tests.server.live import QUICK, TABLES, Live, Visitor, house, serving
from tests.verdicts import HELD_BACK, unheld

ABSENT = Pace(betting_ms=1, turn_ms=1, insurance_ms=1, prize_ms=1)


def test_the_lobby_has_a_table_of_each_rulebook() -> None:
    with serving() as live:
        tables = live.visitor().get("/api/tables")
        assert [table["table"] for table in tables] == list(TABLES)
        assert all(table["phase"] == "betting" and table["max_bet"] for table in tables)
        assert live.visitor().get("/api/tables/none", expect=404)["code"] == "unknown_table"


def test_tables_are_opened_and_closed_by_who_may() -> None:
    with serving() as live:
        boss, ann = live.admin(), live.guest("ann")
        wanted = {"table": "late-eight", "rulebook": "tribal", "title": "Late surrender",
                  "options": {"surrender": "true", "decks": "8"}}  # fmt: skip
        ann.post("/api/tables", wanted, expect=403)
        live.visitor().post("/api/tables", wanted, expect=401)
        opened = boss.post("/api/tables", wanted, expect=201)
        assert opened["title"] == "Late surrender"
        boss.post("/api/tables", wanted, expect=400)
        for wrong in ({"table": "x", "rulebook": "none"}, {"table": "A B", "rulebook": "nz"}):
            boss.post("/api/tables", wrong, expect=400 if "nz" in wrong.values() else 404)
        bad = {"table": "x", "rulebook": "nz", "options": {"decks": "3"}}
        assert "NZ-" in boss.post("/api/tables", bad, expect=400)["text"]
        sheet = ann.get("/api/tables/late-eight/rules")
        assert sheet["options"]["decks"] == "8"
        ann.post("/api/tables/late-eight", None, verb="DELETE", expect=403)
        boss.post("/api/tables/late-eight", None, verb="DELETE", expect=204)
        ann.get("/api/tables/late-eight", expect=404)
        assert "late-eight" in live.site.identity.register.closed_tables
        records = live.site.store.read("late-eight")
        assert b"shoe_revealed" in records[-2].body
        assert b"table_closed" in records[-1].body


def test_of_those_who_open_one_table_at_once_one_does() -> None:
    async def run() -> list[str]:
        async with house() as lobby:
            opening = [lobby.open("same", "", "nz", {}) for _ in range(5)]
            told = await asyncio.gather(*opening, return_exceptions=True)
            assert "same" in lobby.tables
            return [one.code if isinstance(one, LobbyError) else "" for one in told]

    assert sorted(asyncio.run(run())) == ["", *["bad_id"] * 4]


def test_a_table_in_play_is_not_closed() -> None:
    with serving(pace=Pace(betting_ms=1, turn_ms=600_000, insurance_ms=600_000)) as live:
        boss, ann = live.admin(), live.guest("ann")
        wire = ann.socket("nz")
        wire.until("view")
        wire.buy()
        state = live.site.lobby.tables["nz"].actor.state
        while state.phase not in ("playing", "offering"):
            # A blackjack may end a round before anybody is asked.
            wire.give(PlaceWager(box=1, wager="main", amounts=(1_000,)))
            wire.until("update")
            state = live.site.lobby.tables["nz"].actor.state
        answer = boss.post("/api/tables/nz", None, verb="DELETE", expect=400)
        assert answer["code"] == "in_play"
        assert "between rounds" in answer["text"]


def test_the_rules_in_words_with_their_clauses() -> None:
    with serving() as live:
        for table in TABLES:
            sheet = live.visitor().get(f"/api/tables/{table}/rules")
            assert len(sheet["rules"]) > 10
            assert all(rule["clauses"] for rule in sheet["rules"])
        assert live.visitor().get("/api/rulebooks/nz")["rulebook"] == "nz"
        live.visitor().get("/api/rulebooks/none", expect=404)


def test_the_odds_of_a_table_are_worked_out_beside_it() -> None:
    with serving() as live:
        visitor = live.visitor()
        odds = visitor.get("/api/tables/double-deck/odds")
        assert -0.02 < odds["house_edge"] < 0.05
        summary = next(t for t in visitor.get("/api/tables") if t["table"] == "double-deck")
        assert summary["house_edge"] == odds["house_edge"]
        ann = live.guest("ann")
        wire = ann.socket("double-deck")
        wire.until("view")
        wire.buy()
        named = ann.post("/api/tables/double-deck/bots", {"kind": "strategy"}, expect=201)
        assert named["name"] == "bot-1"


def play_shoe(live: Live, ann: Visitor, table: str) -> int:
    """Play by the default until a shoe is over; gives the rounds of it."""
    wire = ann.socket(table)
    wire.until("view")
    stake = live.site.lobby.tables[table].rules.limits.min_bet
    deadline = time.monotonic() + WAIT_S
    while not any(e["event"]["event"] == "shoe_revealed" for e in wire.events):
        assert time.monotonic() < deadline
        if wire.status["chips"] < 5_000:
            wire.buy()
        wire.give(PlaceWager(box=1, wager="main", amounts=(stake,)))
        rounds = len([e for e in wire.events if e["event"]["event"] == "round_ended"])
        while len([e for e in wire.events if e["event"]["event"] == "round_ended"]) == rounds:
            wire.until("update")
    return len([e for e in wire.events if e["event"]["event"] == "round_ended"])


@pytest.mark.parametrize("table", ["double-deck", "pa-free-bet"])
def test_history_scripts_and_fairness(table: str) -> None:
    with serving(pace=ABSENT, commands_per_second=10_000) as live:
        ann = live.guest("ann")
        played = play_shoe(live, ann, table)
        rounds = ann.get(f"/api/tables/{table}/rounds?limit=100")["rounds"]
        assert len(rounds) == played
        assert [one["number"] for one in rounds] == list(range(played, 0, -1))
        events = ann.get(f"/api/tables/{table}/rounds/1")
        assert events[-1]["event"]["event"] == "round_ended"
        # The shoe is over, so that every card of it may be named.
        script = ann.get(f"/api/tables/{table}/rounds/{played - 1}/script")
        verdict = play_script(parse_script(script))
        assert verdict.ok, verdict.failures
        assert ann.get(f"/api/tables/{table}/rounds/1/replay")["ok"]
        ann.get(f"/api/tables/{table}/rounds/999/script", expect=404)
        shoes = ann.get(f"/api/tables/{table}/shoes")
        over, current = shoes[-2], shoes[-1]
        assert current["seed"] == ""
        seed = bytes.fromhex(over["seed"])
        cards = shuffled(full_shoe(live.site.lobby.tables[table].rules.decks_in_play), seed)
        assert over["commitment"] == commitment(seed, cards)
        log = ann.http.get(f"/api/tables/{table}/log").content
        report = verify_log(log)
        assert not unheld(report, HELD_BACK)
        secret = live.site.lobby.tables[table].feed.shoes_in_play()[0].seed
        assert secret.encode() not in log


def test_cards_of_a_shoe_in_play_are_not_given_away() -> None:
    with serving(pace=ABSENT) as live:
        boss, ann, art = live.admin(), live.guest("ann"), live.account("art")
        boss.post("/api/accounts/art/role", {"role": "auditor"}, verb="PUT")
        wire = ann.socket("double-deck")
        wire.until("view")
        wire.buy()
        wire.give(PlaceWager(box=1, wager="main", amounts=(500,)))
        while not any(e["event"]["event"] == "round_ended" for e in wire.events):
            wire.until("update")
        ann.get("/api/tables/double-deck/rounds/1/script", expect=403)
        ann.get("/api/tables/double-deck/rounds/1/replay", expect=403)
        assert "[[rounds]]" in art.get("/api/tables/double-deck/rounds/1/script")
        assert b"shoe_loaded" not in ann.http.get("/api/tables/double-deck/log").content
        assert b"shoe_loaded" in art.http.get("/api/tables/double-deck/log").content
        events = live.visitor().get("/api/tables/double-deck/rounds/1")
        first = [e["event"] for e in events if e["event"]["event"] == "card_dealt"]
        assert {e["card"] for e in first if e["box"] == 1}.issuperset({-1})


def test_health_metrics_and_the_description_of_the_api() -> None:
    with serving() as live:
        visitor = live.visitor()
        assert visitor.get("/healthz") == {
            "status": "ok", "stopped": {}, "full": {}, "quarantined": {}, "clock": "", "ahead": {},
        }  # fmt: skip
        text = visitor.get("/metrics")
        assert "pitboss_tables 5" in text
        for line in text.splitlines():
            assert line.startswith("#") or re.fullmatch(r"[a-z_]+ [0-9.e+-]+", line), line
        paths = visitor.get("/api/openapi.json")["paths"]
        assert "/api/tables/{table}/commands" in paths
        assert "/api/session" in paths


def test_the_page_needs_no_foreign_script() -> None:
    with serving(pace=QUICK) as live:
        answer = live.visitor().http.get("/")
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        for address in re.findall(r'(?:src|href)="([^"]+)"', answer.text):
            assert address.startswith(("/", "data:,"))
            if address.startswith("/"):
                assert live.visitor().http.get(address).status_code == 200
        script = live.visitor().http.get("/js/main.js")
        assert script.headers["content-type"].startswith("text/javascript")


def test_every_answer_forbids_what_the_page_does_not_need() -> None:
    for is_secure in (False, True):
        with (
            serving(has_secure_cookies=is_secure) as live,
            httpx.Client(base_url=live.url) as visitor,
        ):
            for path in ("/", "/api/tables", "/api/nothing", "/js/main.js"):
                told = visitor.get(path).headers
                policy = told["content-security-policy"]
                assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
                assert "default-src 'none'" in policy
                assert "frame-ancestors 'none'" in policy
                assert told["x-content-type-options"] == "nosniff"
                assert told["referrer-policy"] == "no-referrer"
                assert told["cross-origin-opener-policy"] == "same-origin"
                assert told["cross-origin-resource-policy"] == "same-origin"
                assert ("strict-transport-security" in told) == is_secure
                assert told.get("cache-control") == "no-store" or not path.startswith("/api")
                assert "server" not in told


def test_bodies_that_are_too_long_or_wrong_are_refused() -> None:
    with serving() as live:
        ann = live.guest("ann")
        ann.post("/api/tables/nz/commands", {"id": "1", "command": {"do": "fly"}}, expect=400)
        ann.post("/api/tables/nz/commands", {"id": "x" * 65, "command": {}}, expect=400)
        ann.post("/api/tables/nz/commands", {"id": "x" * 20_000}, expect=413)
        body = {"id": "1", "command": {"do": "ask_burn"}}
        live.visitor().post("/api/tables/nz/commands", body, expect=401)
