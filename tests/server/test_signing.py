"""Roles and money for accounts need two people, once there are two of the staff."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pitboss.money import MONEY_MAX
from pitboss.server.people.entries import AccountMade, RoleGiven
from pitboss.server.people.identity import IdentityError
from pitboss.server.people.register import Register
from pitboss.server.people.two_person import ProposalRequest, end, propose, to_be_signed
from pitboss.server.settings import PlayMoney
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Movement
from tests.server.live import Visitor, serving


def ask_role(who: Visitor, name: str, role: str, *, expect: int = 200) -> Any:
    """What an administrator is told who would give somebody a role."""
    return who.post(f"/api/accounts/{name}/role", {"role": role}, verb="PUT", expect=expect)


def ask_money(who: Visitor, name: str, id_: str, *, expect: int = 200) -> Any:
    """What an administrator is told who would give somebody 50.00."""
    body = {"id": id_, "amount": 5_000}
    return who.post(f"/api/accounts/{name}/grants", body, expect=expect)


def test_an_administrator_alone_gives_oneself_nothing() -> None:
    with serving() as live:
        boss = live.admin()
        for told in (
            ask_role(boss, "boss", "auditor", expect=400),
            ask_money(boss, "boss", "g1", expect=400),
        ):
            assert told["code"] == "second_person"
        assert boss.get("/api/session")["role"] == "player"
        # The first set-up needs nobody else, and nor does the play money of a guest.
        live.account("dee")
        live.guest("gus")
        assert ask_role(boss, "dee", "dealer")["role"] == "dealer"
        ask_money(boss, "gus", "g2")


def test_what_one_asks_for_another_signs() -> None:
    store = MemoryStore()
    with serving(store) as live:
        boss, dee, ann = live.admin(), live.account("dee"), live.account("ann")
        ask_role(boss, "dee", "dealer")
        held = ann.get("/api/bankroll")["held"]
        role = ask_role(boss, "boss", "auditor", expect=202)["proposal"]
        money = ask_money(boss, "ann", "g1", expect=202)["proposal"]
        # Sent again, it waits once.
        assert ask_money(boss, "ann", "g1", expect=202)["proposal"] == money
        for id_ in (role, money):
            assert boss.post(f"/api/proposals/{id_}/signature", None, expect=403)
            ann.post(f"/api/proposals/{id_}/signature", None, expect=403)
        assert boss.get("/api/session")["role"] == "player"
        assert ann.get("/api/bankroll")["held"] == held
    # What waits is on record, and waits for a signature after a restart too.
    with serving(store) as live:
        visitors = {}
        for name in ("boss", "dee", "ann"):
            visitors[name] = live.visitor()
            body = {"name": name, "secret": f"password of {name}"}
            visitors[name].post("/api/session", body, expect=201)
        dee, ann, boss = visitors["dee"], visitors["ann"], visitors["boss"]
        waiting = dee.get("/api/proposals")
        assert [(one["name"], one["by"]) for one in waiting] == [("boss", "boss"), ("ann", "boss")]
        ann.get("/api/proposals", expect=403)
        for id_ in (role, money):
            dee.post(f"/api/proposals/{id_}/signature", None)
            dee.post(f"/api/proposals/{id_}/signature", None, expect=404)
        assert boss.get("/api/session")["role"] == "auditor"
        sheet = ann.get("/api/bankroll")
        assert sheet["held"] == held + 5_000
        assert sheet["movements"][0]["source"] == "boss, dee"
        rejected = ask_money(boss, "ann", "g2", expect=202)["proposal"]
        dee.post(f"/api/proposals/{rejected}", None, verb="DELETE", expect=204)
        assert dee.get("/api/proposals") == []
        assert ann.get("/api/bankroll")["held"] == held + 5_000
        log = boss.get("/api/security?limit=200")["lines"]
        told = [(one["what"], one["outcome"], one["who"]) for one in reversed(log)]
        for one in (
            ("role", "proposed", "boss"),
            ("role", "done", "dee"),
            ("grant", "proposed", "boss"),
            ("grant", "done", "dee"),
            ("grant", "refused", "dee"),
            ("right", "refused", "ann"),
        ):
            assert one in told


class SlowStore(MemoryStore):
    """Takes its time to move a bankroll."""

    def move(self, movements: Sequence[Movement]) -> None:
        time.sleep(0.3)
        super().move(movements)


def test_what_several_sign_at_once_is_done_once() -> None:
    with serving(SlowStore()) as live:
        boss, ann = live.admin(), live.account("ann")
        staff = [live.account(name) for name in ("dee", "sue", "tom")]
        for name in ("dee", "sue", "tom"):
            live.appoint(boss, name, "dealer")
        held = ann.get("/api/bankroll")["held"]
        money = ask_money(boss, "ann", "g1", expect=202)["proposal"]

        def sign(who: Visitor) -> int:
            path = f"/api/proposals/{money}/signature"
            return who.http.post(path).status_code

        with ThreadPoolExecutor(3) as threads:
            told = list(threads.map(sign, staff))
        assert sorted(told) == [200, 404, 404]
        assert ann.get("/api/bankroll")["held"] == held + 5_000
        # Asked for again under the same id it is the same grant, and if another signs a proposal
        # of that id, nothing more is given.
        assert ask_money(boss, "ann", "g1")["held"] == held + 5_000
        register = live.site.identity.register
        admin = register.find("boss")
        assert admin is not None
        propose(
            register, admin, ProposalRequest("ann", amount=5_000, id="g1"), id_="again", now_ms=1
        )
        staff[told.index(404)].post("/api/proposals/again/signature", None)
        assert ann.get("/api/bankroll")["held"] == held + 5_000


def test_of_several_who_were_all_let_sign_one_does() -> None:
    """However close the race: each was let sign before any of them had."""
    register = Register(MemoryStore(), now_ms=0)
    for name in ("dee", "sue", "tom"):
        register.add(AccountMade(name, "x"), 1)
        register.give_role(RoleGiven(name, "dealer", "boss"), 1)
    boss = register.add(AccountMade("boss", "x"), 1)
    waiting = propose(
        register, boss, ProposalRequest("ann", amount=5_000, id="g1"), id_="p1", now_ms=2
    )
    let_sign = [
        to_be_signed(register, waiting.proposal, person)
        for person in register.everybody() if person.role == "dealer"
    ]  # fmt: skip
    assert len(let_sign) == 3
    end(register, let_sign[0], by="dee", is_signed=True, now_ms=3)
    for made, by in zip(let_sign[1:], ("sue", "tom"), strict=True):
        with pytest.raises(IdentityError, match="was signed"):
            end(register, made, by=by, is_signed=True, now_ms=4)


def test_what_could_not_be_done_waits_again() -> None:
    with serving(play_money=PlayMoney(opening=MONEY_MAX)) as live:
        boss, dee, ann = live.admin(), live.account("dee"), live.account("ann")
        live.appoint(boss, "dee", "dealer")
        assert ann.get("/api/bankroll")["held"] == MONEY_MAX
        money = ask_money(boss, "ann", "g1", expect=202)["proposal"]
        dee.post(f"/api/proposals/{money}/signature", None, expect=400)
        assert [one["proposal"] for one in dee.get("/api/proposals")] == [money]


def test_the_one_whom_it_is_about_signs_only_where_nobody_else_is() -> None:
    with serving() as live:
        boss, dee = live.admin(), live.account("dee")
        ask_role(boss, "dee", "dealer")
        first = ask_role(boss, "dee", "supervisor", expect=202)["proposal"]
        dee.post(f"/api/proposals/{first}/signature", None)
        sue = live.account("sue")
        live.appoint(boss, "sue", "supervisor")
        second = ask_role(boss, "dee", "auditor", expect=202)["proposal"]
        dee.post(f"/api/proposals/{second}/signature", None, expect=403)
        sue.post(f"/api/proposals/{second}/signature", None)
        assert dee.get("/api/session")["role"] == "auditor"


def test_signed_grant_tops_up_nobody_with_chips() -> None:
    """Its bankroll is low because the rest lies on a table."""
    terms = PlayMoney(opening=1_000_000, top_up=100_000)
    with serving(play_money=terms) as live:
        boss, ann = live.admin(), live.account("ann")
        for name in ("dee", "sue"):
            live.account(name)
            live.appoint(boss, name, "dealer")
        buy = {"do": "buy_in", "player": "ann", "amount": 950_000}
        assert ann.post("/api/tables/nz/commands", {"id": "1", "command": buy})["ok"]
        body = {"id": "g1", "amount": 100}
        waits = boss.post("/api/accounts/ann/grants", body, expect=202)["proposal"]
        second = live.visitor()
        person = live.site.identity.register.find("dee")
        assert person is not None
        second.become(live.site.identity.open_session(person).token)
        second.post(f"/api/proposals/{waits}/signature", None)
        assert ann.get("/api/bankroll")["held"] == 50_100
        assert [one.kind for one in live.site.store.movements("ann")] == [
            "grant", "buy_in", "opening",
        ]  # fmt: skip


def test_one_id_is_one_proposal_of_money() -> None:
    with serving() as live:
        boss, _ = live.admin(), live.account("ann")
        dee = live.account("dee")
        live.appoint(boss, "dee", "dealer")
        waits = ask_money(boss, "ann", "g1", expect=202)
        body = {"id": "g1", "amount": 7_000}
        assert boss.post("/api/accounts/ann/grants", body, expect=409)["code"] == "id_reused"
        assert ask_money(boss, "ann", "g1", expect=202) == waits
        dee.post(f"/api/proposals/{waits['proposal']}/signature", None)
        assert boss.post("/api/accounts/ann/grants", body, expect=409)["code"] == "id_reused"
        assert ask_money(boss, "ann", "g1")["movements"][0]["source"] == "boss, dee"
