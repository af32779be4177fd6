"""Guests, accounts, roles, sessions and cookies."""

import asyncio
import threading
import time

import httpx
import pytest
from argon2 import PasswordHasher

from pitboss.engine.deal import Deal
from pitboss.engine.floor.staff import TakeTable
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.shoe.loading import OrderShuffle
from pitboss.server.people.entries import AccountMade, GuestNamed
from pitboss.server.people.identity import Identity, IdentityError
from pitboss.server.people.names import is_name
from pitboss.server.people.register import NameTaken, Register
from pitboss.server.surroundings import Surroundings
from pitboss.store.memory import MemoryStore
from tests.patience import WAIT_S
from tests.server.live import CHEAP, SEALS, Live, serving


def test_a_guest_comes_back_with_the_key() -> None:
    with serving() as live:
        ann = live.guest("ann")
        assert ann.get("/api/session")["name"] == "ann"
        live.visitor().post("/api/guests", {"name": "Ann"}, expect=400)
        other = live.visitor()
        other.post("/api/session", {"name": "ann", "secret": "wrong"}, expect=401)
        other.post("/api/session", {"name": "ann", "secret": ann.key}, expect=201)
        assert other.get("/api/session")["is_guest"]
        assert live.site.metrics.count("logins_failed") == 1


@pytest.mark.parametrize(
    "name", ["", "x", "1ann", "ann bob", "a" * 21, "house", "Dealer", "Bot-1", "a=b", "<b>x</b>"]
)
def test_names_that_nobody_can_have(name: str) -> None:
    with serving() as live:
        live.visitor().post("/api/guests", {"name": name}, expect=400)


@pytest.mark.parametrize(
    "name",
    [
        "ann",
        "José",
        "Zoë-3",
        "Łukasz",
        "Анна",
        "Νίκη",
        "דנה",
        "ليلى",
        "अंजलि",
        "李娜",
        "スズキ",
        "지은",
    ],
)
def test_names_in_any_script(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u0430nn",  # a Cyrillic letter among Latin ones
        "\u0391\u0394\u0430",  # Greek and Cyrillic
        "\uff41\uff4e\uff4e",  # wide letters
        "\ufb01na",  # a ligature
        "an\u200dn",  # a joiner that is not seen
        "an\u202en",  # what follows would be turned around
        "an\u00adn",  # a hyphen that is not seen
        "e\u0301va",  # a letter and a mark where there is one letter for both
        "x" + "\u0324\u0330\u0331\u032d",  # marks upon marks
        "an\nn",
        "ann😀",
    ],
)
def test_names_that_look_like_others_or_hide_something(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "Dealer",
        "house",
        "bot-1",
        "adm\u0131n",
        "d\u00e9aler",
        "cashier",
        "Float",
        "cage",
        "meter",
        "tray",
        "table",
        "player",
        "spectator",
        "system",
        "casino-supervisor",
        "pit_boss",
    ],
)
def test_a_name_of_the_house_is_refused_with_that_reason(name: str) -> None:
    with serving() as live:
        refused = live.visitor().post("/api/guests", {"name": name}, expect=400)
        assert refused["code"] == "name_reserved"
        assert refused["text"] == f"the name {name} is reserved for the house"


def test_a_log_in_renews_the_session_and_a_log_out_ends_it() -> None:
    with serving() as live:
        ann = live.account("ann")
        first = ann.http.cookies["pitboss_session"]
        secret = {"name": "ann", "secret": "password of ann"}
        ann.post("/api/session", secret, expect=201)
        second = ann.http.cookies["pitboss_session"]
        assert first != second
        assert live.site.identity.whose(first) is None
        wire = ann.socket("nz")
        wire.until("view")
        ann.post("/api/session", None, verb="DELETE", expect=204)
        assert live.site.identity.whose(second) is None
        wire.send({"type": "ping"})
        assert wire.until("error")["code"] == "session_ended"


def test_the_administrator_gives_roles() -> None:
    with serving() as live:
        assert live.site.identity.admin_token
        token = live.site.identity.admin_token
        boss = live.admin()
        body = {"name": "eve", "password": "password of eve", "admin_token": token}
        live.visitor().post("/api/accounts", body, expect=400)
        dee, gus = live.account("dee"), live.guest("gus")
        dee.post("/api/accounts/dee/role", {"role": "dealer"}, verb="PUT", expect=403)
        dee.get("/api/accounts", expect=403)
        boss.post("/api/accounts/dee/role", {"role": "king"}, verb="PUT", expect=400)
        boss.post("/api/accounts/nobody/role", {"role": "dealer"}, verb="PUT", expect=404)
        boss.post("/api/accounts/gus/role", {"role": "dealer"}, verb="PUT", expect=400)
        boss.post("/api/accounts/dee/role", {"role": "dealer"}, verb="PUT")
        assert {one["name"]: one["role"] for one in boss.get("/api/accounts")}["dee"] == "dealer"
        wire = dee.socket("nz")
        assert wire.until("view")["status"]["role"] == "spectator"
        assert wire.give(TakeTable())["ok"]
        refused = wire.give(Deal())["refused"]
        assert refused["code"] == "no_main_wager"
        assert wire.give(OrderShuffle(reason="x"))["refused"]["code"] == "not_yours"
        # What is taken away ends at once, also at a table.
        live.appoint(boss, "dee", "player")
        assert wire.give(CloseInsurance())["refused"]["text"].endswith("dee is spectator")
        assert gus.get("/api/session")["role"] == "player"


def test_the_register_survives_a_restart() -> None:
    store = MemoryStore()
    with serving(store) as live:
        boss = live.admin()
        live.account("sue")
        boss.post("/api/accounts/sue/role", {"role": "supervisor"}, verb="PUT")
    with serving(store) as live:
        assert live.site.identity.admin_token == ""
        person = live.site.identity.register.find("SUE")
        assert person is not None
        assert (person.name, person.role) == ("sue", "supervisor")


def test_two_servers_write_one_register() -> None:
    store = MemoryStore()
    one, two = Register(store, now_ms=1), Register(store, now_ms=2)
    one.add(GuestNamed("ann", "x"), 1)
    two.add(GuestNamed("bob", "y"), 2)
    with pytest.raises(NameTaken):
        two.add(AccountMade("ANN", "z"), 3)
    one.add(AccountMade("cat", "z"), 4)
    assert [person.name for person in one.everybody()] == ["ann", "bob", "cat"]


def test_the_administrators_link_is_used_once() -> None:
    identity = Identity(
        Register(MemoryStore(), now_ms=0), session_s=60.0, seals=SEALS, hasher=CHEAP
    )
    token = identity.admin_token

    async def run() -> None:
        boss = await identity.make_account("boss", "password of boss", admin_token=token)
        assert boss.is_admin
        with pytest.raises(IdentityError, match="has been used"):
            await identity.make_account("eve", "password of eve", admin_token=token)

    try:
        asyncio.run(run())
    finally:
        identity.close()


def test_cookies_are_out_of_reach_of_pages() -> None:
    with serving(has_secure_cookies=True) as live, httpx.Client(base_url=live.url) as http:
        answer = http.post("/api/guests", json={"name": "ann"})
        assert answer.status_code == 201, answer.text
        # What a browser asks of such a name: HTTPS, the whole host, and no other host.
        name, asked = "__Host-pitboss_session", {"samesite=strict", "secure", "path=/"}
        told = answer.headers.get_list("set-cookie")
        words = {one.split("=", 1)[0]: set(one.lower().split("; ")[1:]) for one in told}
        assert set(words) == {name}
        assert words[name] >= asked | {"httponly"}
        assert "domain" not in str(told).lower()
        session = answer.cookies[name]
        # A cookie of the plain name, which another host could have set, counts for nothing.
        for kept, who in ((name, "ann"), ("pitboss_session", None)):
            me = http.get("/api/session", headers={"cookie": f"{kept}={session}"}).json()
            assert (me and me["name"]) == who


def test_log_ins_are_limited_by_address() -> None:
    with serving() as live:
        pass
    limited = Live(MemoryStore(), live.settings.__class__(port=live.settings.port,
                                                          logins_per_minute=3))  # fmt: skip
    limited.start()
    try:
        visitor = limited.visitor()
        wrong = {"name": "ann", "secret": "wrong"}
        for expect in (401, 401, 401, 429):
            visitor.post("/api/session", wrong, expect=expect)
    finally:
        limited.stop()


def test_a_log_in_does_not_hold_up_the_tables() -> None:
    with serving() as live:
        wire = live.guest("ann").socket("nz")
        wire.until("view")
        live.site.identity._hasher = PasswordHasher(time_cost=12, memory_cost=65_536)
        slow = live.visitor()
        began = time.monotonic()
        thread = threading.Thread(
            target=slow.post,
            args=("/api/session", {"name": "nobody", "secret": "long enough"}),
            kwargs={"expect": 401},
        )
        thread.start()
        pings = 0
        while thread.is_alive():
            wire.send({"type": "ping"})
            wire.until("pong")
            pings += 1
        thread.join()
        assert pings > 5, f"{pings} pings in {time.monotonic() - began:.2f} s"


def at(now: list[float]) -> Surroundings:
    """A world whose clock is set by hand, in seconds."""

    def now_ms() -> int:
        return int(now[0] * 1000)

    return Surroundings(machine_ms=now_ms, steady_ms=now_ms)


def test_sessions_end_with_time() -> None:
    now = [0.0]
    identity = Identity(
        Register(MemoryStore(), now_ms=0),
        session_s=60,
        seals=SEALS,
        hasher=CHEAP,
        surroundings=at(now),
    )
    person = identity.register.add(GuestNamed("ann", "x"), 0)
    session = identity.open_session(person)
    assert identity.whose(session.token) == person
    now[0] = 61.0
    assert identity.whose(session.token) is None
    assert identity.whose("") is None
    identity.close()


def test_sessions_outlive_a_restart_and_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now, store = [0.0], MemoryStore()

    def opened() -> Identity:
        register = Register(store, now_ms=int(now[0] * 1000))
        return Identity(register, session_s=60, seals=SEALS, hasher=CHEAP, surroundings=at(now))

    first = opened()
    person = first.register.add(GuestNamed("ann", "x"), 0)
    kept = first.open_session(person)
    renewed = first.open_session(person, old=first.open_session(person).token)
    first.close()
    monkeypatch.setattr("pitboss.server.people.register.SESSIONS_MAX", 2)
    again = opened()
    assert again.whose(kept.token) == again.whose(renewed.token) == person
    assert len(again.register.sessions) == 2
    with pytest.raises(IdentityError, match="too many sessions"):
        again.open_session(person)
    now[0] = 61.0
    again.open_session(person)
    assert len(again.register.sessions) == 1
    again.close()


def test_a_session_that_nobody_uses_is_over() -> None:
    now, store = [0.0], MemoryStore()

    def opened() -> Identity:
        register = Register(store, now_ms=int(now[0] * 1000))
        return Identity(
            register, session_s=1_000, idle_s=40, seals=SEALS, hasher=CHEAP, surroundings=at(now)
        )

    first = opened()
    person = first.register.add(GuestNamed("ann", "x"), 0)
    used, unused = first.open_session(person).token, first.open_session(person).token

    def use(second: float) -> int:
        """Use one of the two at a time; gives how many lines the register has then."""
        now[0] = second
        first.use(first.token_hash(used))
        asyncio.run(first.note_uses())
        last = store.last("people")
        return last.version if last else 0

    # It is written down once in a quarter of the time, and no more often.
    assert use(9.0) == use(5.0) < use(15.0) == use(24.0) < use(39.0)
    now[0] = 41.0
    for identity in (first, opened()):
        assert identity.whose(used) == person
        assert identity.whose(unused) is None
        assert identity.is_idle(unused)
        assert not identity.is_idle(used)
        assert not identity.still_open(unused)()
        assert len(identity.sessions_of("ann")) == 1
    # What is over stays so, whatever comes with it.
    first.use(first.token_hash(unused))
    assert first.whose(unused) is None
    now[0] = 80.0
    assert first.whose(used) is None
    first.close()


def test_an_open_socket_is_use_and_who_was_away_is_told_to_log_in_again() -> None:
    with serving(session_idle_hours=1.2 / 3600) as live:
        ann, bob = live.guest("ann"), live.guest("bob")
        wire = ann.socket("nz")
        wire.until("view")
        sockets = live.site.sockets.sessions()
        began = time.monotonic()
        while not live.site.identity.is_idle(bob.http.cookies["pitboss_session"]):
            assert time.monotonic() - began < WAIT_S
            time.sleep(0.05)
        assert sockets == {live.site.identity.token_hash(ann.http.cookies["pitboss_session"])}
        assert live.site.identity.whose(ann.http.cookies["pitboss_session"])
        refused = bob.get("/api/sessions", expect=401)
        assert refused["code"] == "session_ended"
        assert refused["text"].endswith("log in again")
        assert bob.get("/api/session") is None or bob.get("/api/session") == ""
        bob.post("/api/session", {"name": "bob", "secret": bob.key}, expect=201)
        assert ann.get("/api/session")["name"] == "ann"
