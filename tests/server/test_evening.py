"""The evening at a private table: its ranking for all, its play for those who were there."""

import asyncio
from typing import Any

from pitboss.engine.state import PLAYING
from pitboss.server.lobby.evenings import Evenings
from tests.patience import wait_until
from tests.server.live import Live, Visitor, serving
from tests.server.test_private import opened
from tests.web.browsing import PATIENT, stack


def test_evening_is_judged_once_for_those_who_were_there() -> None:
    with serving(pace=PATIENT, commands_per_second=1_000) as live:
        ann, bob, eve = live.guest("ann"), live.guest("bob"), live.guest("eve")
        table = opened(ann, {"rulebook": "nz", "chips": 20_000})
        path = f"/api/tables/{table}/evening"
        play_rounds(live, bob, table, 1)
        shown = eve.get(path)
        assert (shown["rounds"], shown["may_judge"]) == (1, False)
        live.visitor().get(f"{path}?play=yes", expect=401)
        assert eve.get(f"{path}?play=yes", expect=403)["code"] == "forbidden"
        assert ann.get("/api/tables/nz/evening", expect=404)["code"] == "unknown_evening"
        answers = asyncio.run(ask_at_once([ann, bob, bob], f"{path}?play=yes"))
        (player,) = answers[0]["players"]
        assert player["decisions"] == 1
        assert all(answer["players"] == answers[0]["players"] for answer in answers)
        kept = live.site.evenings._played[table]
        ann.get(f"{path}?play=yes")
        assert live.site.evenings._played[table] is kept
        play_rounds(live, bob, table, 30)
        (player,) = ann.get(path)["players"]
        assert len(player["by_round"]) == 31
        assert player["by_round"][-1] == player["chips"] - 20_000
        before = live.site.lobby.tables[table].actor.version + 1
        known = live.site.evenings.rounds(table, before=before)
        assert known == Evenings(live.site.store).rounds(table, before=before)


async def ask_at_once(who: list[Visitor], path: str) -> list[Any]:
    return await asyncio.gather(*(asyncio.to_thread(one.get, path) for one in who))


def play_rounds(live: Live, who: Visitor, table: str, count: int) -> None:
    """Play rounds in which the player stands on 20, against 17."""
    live_table = live.site.lobby.tables[table]
    wait_until(lambda: live_table.actor.state.shoe, "no shoe is loaded")
    if who.name not in live_table.actor.state.chips:
        body = {"do": "buy_in", "player": who.name, "amount": 20_000}
        assert who.post(f"/api/tables/{table}/commands", {"id": "sit", "command": body})["ok"]
    for number in range(count):
        stack(live, table, "Ts 9d Th 8c")
        wager = {"do": "place_wager", "box": 1, "wager": "main", "amounts": [500]}
        for command in (wager, {"do": "stand", "box": 1}):
            id_ = f"{number}-{command['do']}-{count}"
            answer = who.post(f"/api/tables/{table}/commands", {"id": id_, "command": command})
            assert answer["ok"], answer
            if command is wager:
                who.post(f"/api/tables/{table}/ready", {})
                wait_until(lambda: live_table.actor.state.phase == PLAYING, "nothing is dealt")


def test_player_who_cashed_out_is_no_newcomer_when_the_door_closes() -> None:
    with serving(pace=PATIENT) as live:
        ann, bob, eve = live.guest("ann"), live.guest("bob"), live.guest("eve")
        table = opened(ann, {"rulebook": "nz"})
        path = f"/api/tables/{table}"
        play_rounds(live, bob, table, 1)
        out = {"do": "cash_out", "amount": live.site.lobby.tables[table].actor.state.chips["bob"]}
        assert bob.post(f"{path}/commands", {"id": "out", "command": out})["ok"]
        ann.post(f"{path}/door", {"door": "closed"}, verb="PUT", expect=204)
        buy = {"do": "buy_in", "amount": 5_000}
        for who, is_in in ((bob, True), (eve, False)):
            body = {"id": "back", "command": {**buy, "player": who.name}}
            assert who.post(f"{path}/commands", body)["ok"] is is_in, who.name
