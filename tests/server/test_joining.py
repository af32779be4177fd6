"""A guest who makes an account stays the same person; settings are kept with the account."""

import re
import typing

import pytest

from pitboss.engine.chips import BuyIn
from pitboss.proof.money import count_money
from pitboss.server.http.account import PersonSettings
from pitboss.server.http.page import page_sources
from pitboss.server.people.entries import GuestJoined, GuestNamed
from pitboss.server.people.register import NameTaken, Register
from pitboss.store.memory import MemoryStore
from tests.server.live import BY_DEALER, Visitor, serving


def join(who: Visitor, name: str, *, expect: int = 201) -> dict[str, object]:
    body = {"name": name, "password": f"password of {name}"}
    told: dict[str, object] = who.post("/api/accounts", body, expect=expect)
    return told


@pytest.mark.parametrize("login", ["gil", "gilda"])
def test_a_guest_keeps_bankroll_chips_seats_and_history(login: str) -> None:
    store = MemoryStore()
    with serving(store, pace=BY_DEALER) as live:
        gil = live.guest("gil")
        wire = gil.socket("nz")
        wire.until("view")
        assert wire.give(BuyIn(player="gil", amount=4_000))["ok"]
        own = gil.post("/api/private-tables", {"rulebook": "house"}, expect=201)["table"]
        before = gil.get("/api/bankroll"), gil.get("/api/seats")
        key = gil.key
        assert join(gil, login) == {
            "name": "gil", "role": "player", "is_admin": False, "is_guest": False, "shown_name": "",
            "waiting_role": "",
        }  # fmt: skip
        assert (gil.get("/api/bankroll"), gil.get("/api/seats")) == before
        assert {one["table"] for one in gil.get("/api/seats")} == {"nz", own}
        # The socket goes on under the new session once it is opened again.
        again = gil.socket("nz")
        assert again.until("view")["status"]["chips"] == 4_000
        # The key of the guest is worth nothing any more, the password is.
        live.visitor().post("/api/session", {"name": "gil", "secret": key}, expect=401)
    with serving(store, pace=BY_DEALER) as live:
        for name in {"gil", login, login.upper()}:
            who = live.visitor()
            secret = {"name": name, "secret": f"password of {login}"}
            assert who.post("/api/session", secret, expect=201)["name"] == "gil"
            assert who.get("/api/bankroll")["held"] == before[0]["held"]
        # Neither name is free, for a guest or for an account.
        for name in {"Gil", login.upper()}:
            live.visitor().post("/api/guests", {"name": name}, expect=400)
            assert join(live.visitor(), name, expect=400)["code"] == "name_taken"
        boss = live.admin()
        names = [one["name"] for one in boss.get("/api/accounts")]
        assert names == ["boss", "gil"]
        boss.post(f"/api/accounts/{login}/role", {"role": "dealer"}, verb="PUT")
        assert live.site.identity.register.role_of("gil") == "dealer"
    assert count_money(store).faults == ()


def test_logging_in_to_an_account_adds_nothing_of_a_guest() -> None:
    with serving(pace=BY_DEALER) as live:
        dora, gil = live.account("dora"), live.guest("gil")
        held = dora.get("/api/bankroll")["held"]
        assert gil.get("/api/bankroll")["held"]
        secret = {"name": "dora", "secret": "password of dora"}
        gil.post("/api/session", secret, expect=201)
        assert gil.get("/api/bankroll")["held"] == held
        assert [one["kind"] for one in gil.get("/api/bankroll")["movements"]] == ["opening"]
        # Somebody with an account who makes another is a new person.
        join(gil, "dotty")
        assert gil.get("/api/session")["name"] == "dotty"


def test_a_guest_joins_once_and_under_a_name_that_nobody_has() -> None:
    with serving() as live:
        live.account("dora")
        gil = live.guest("gil")
        assert join(gil, "Dora", expect=400)["code"] == "name_taken"
        assert join(gil, "house", expect=400)["code"] == "name_reserved"
        body = {"name": "gil", "password": "short"}
        assert gil.post("/api/accounts", body, expect=400)["code"] == "bad_password"
        assert gil.get("/api/session")["is_guest"]
        # The administrator's link makes the administrator, whoever holds it.
        token = live.site.identity.admin_token
        made = {"name": "boss", "password": "password of boss", "admin_token": token}
        assert gil.post("/api/accounts", made, expect=201)["is_admin"]
        assert live.site.identity.register.find("gil") is not None


def test_two_servers_know_who_has_joined() -> None:
    store = MemoryStore()
    one, two = Register(store, now_ms=1), Register(store, now_ms=2)
    one.add(GuestNamed("gil", "x"), 1)
    joined = GuestJoined("gil", "hash", "gilda")
    assert two.add(joined, 2).secret == "hash"
    with pytest.raises(NameTaken):
        one.add(joined, 3)
    person = one.find("GILDA")
    assert person is not None
    assert (person.name, person.is_guest) == ("gil", False)
    with pytest.raises(NameTaken):
        one.add(GuestNamed("gilda", "y"), 4)


def test_settings_are_kept_with_the_account() -> None:
    store = MemoryStore()
    four = {"deck": "four", "hand": "left", "theme": ""}
    with serving(store) as live:
        ann, gil = live.account("ann"), live.guest("gil")
        live.visitor().get("/api/settings", expect=401)
        assert ann.get("/api/settings") == gil.get("/api/settings") == {}
        assert ann.post("/api/settings", four, verb="PUT") == four
        register = live.site.identity.register
        written = register._version
        ann.post("/api/settings", four, verb="PUT")
        assert register._version == written, "what is not new is not written"
        for wrong in ({"deck": "five"}, {"colour": "red"}, {"deck": 4}, {"deck": "x" * 9_000}):
            ann.post("/api/settings", wrong, verb="PUT", expect=400)
        assert gil.post("/api/settings", four, verb="PUT", expect=400)["code"] == "guest"
        codes = {
            ann.http.put(
                "/api/settings", json={"deck": ["two", "four"][turn % 2]},
            ).status_code
            for turn in range(25)
        }  # fmt: skip
        assert codes == {200, 429}
        kept = ann.get("/api/settings")
    with serving(store) as live:
        # A setting of a newer server is passed over by an older one.
        register = live.site.identity.register
        ann = live.visitor()
        ann.post("/api/session", {"name": "ann", "secret": "password of ann"}, expect=201)
        assert ann.get("/api/settings") == kept
        register.settings["ann"] = {"deck": "four", "smell": "on", "back": "plaid"}
        assert ann.get("/api/settings") == {"deck": "four"}


def test_the_server_keeps_every_setting_of_the_page() -> None:
    """What the page can set and the server would refuse could not be kept."""
    source = page_sources()["js/shell/settings.js"].decode()
    block = source[source.index("SETTINGS =") : source.index("});")]
    page = {
        name: set(re.findall(r'"([^"]*)"', values))
        for name, values in re.findall(r"^  (\w+): \[(.*)\],$", block, re.M)
    }
    hints = typing.get_type_hints(PersonSettings)
    # Languages are files, and the page offers those that the server has.
    assert hints.pop("language")
    literals = [typing.get_args(hint)[0] for hint in hints.values()]
    kept = dict(zip(hints, (set(typing.get_args(one)) for one in literals), strict=True))
    assert page == kept
