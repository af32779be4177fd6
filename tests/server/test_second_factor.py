"""Second factors, and keys for forgotten passwords."""

from typing import Any

import pytest

from pitboss.server.people import second_factor as totp
from pitboss.server.security.log import read_security
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from tests.server.live import Live, Visitor, serving

RFC_6238 = {
    59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924",
    2000000000: "69279037", 20000000000: "65353130",
}  # fmt: skip
"""Appendix B, for SHA-1: the second and its code of eight digits."""


@pytest.mark.parametrize("second, code", RFC_6238.items())
def test_codes_are_those_of_the_rfc(second: int, code: str) -> None:
    assert totp.code_at(b"12345678901234567890", second // 30, 8) == code


def test_a_code_counts_once_and_for_a_minute_or_so() -> None:
    secret = b"12345678901234567890"
    code = totp.code_at(secret, 100)
    for step, is_right in ((98, False), (99, True), (100, True), (101, True), (102, False)):
        known = totp.step_of(secret, code, now_ms=step * 30_000, after=0)
        assert known == (100 if is_right else None)
    assert totp.step_of(secret, code, now_ms=100 * 30_000, after=100) is None


def log_in(live: Live, name: str, secret: str, code: str = "", *, expect: int = 201) -> Any:
    """Somebody who comes with a password and a code; or what refuses them."""
    visitor = live.visitor()
    body = {"name": name, "secret": secret, "code": code}
    told = visitor.post("/api/session", body, expect=expect)
    visitor.name = name
    return visitor if expect == 201 else told["code"]


def set_up(live: Live, who: Visitor) -> tuple[bytes, list[str]]:
    """A second factor for somebody: its secret, and the codes for recovery."""
    path, word = "/api/second-factor", f"password of {who.name}"
    who.post(path, {"password": "something else"}, expect=401)
    offer = who.post(path, {"password": word}, expect=201)
    secret = bytes.fromhex(live.site.identity.factors._seals.open_text(
        f"second factor of {who.name}",
        live.site.identity.register.offered[who.name],
    ) or "")  # fmt: skip
    assert offer["secret"] == totp.in_groups(secret)
    assert offer["secret"].replace(" ", "") in offer["link"]
    assert not who.get(path)["is_set"]
    who.post(path, {"code": "000000 "}, verb="PUT", expect=401)
    codes = who.post(path, {"code": now_code(live, secret)}, verb="PUT")["codes"]
    assert who.get(path) == {"is_set": True, "recovery_left": 8}
    who.post(path, {"password": word}, expect=400)
    return secret, codes


def now_code(live: Live, secret: bytes, *, later: int = 0) -> str:
    """What the app shows, or will in so many steps."""
    return totp.code_at(secret, live.site.surroundings.wall_ms() // totp.STEP_MS + later)


def test_a_second_factor_is_asked_for_and_a_code_counts_once() -> None:
    store = MemoryStore()
    with serving(store) as live:
        ann = live.account("ann")
        other = log_in(live, "ann", "password of ann")
        secret, codes = set_up(live, ann)
        assert len({*codes}) == 8
        assert not other.get("/api/session")
        word = "password of ann"
        assert log_in(live, "ann", word, expect=401) == "second_factor"
        assert log_in(live, "ann", "wrong", codes[0], expect=401) == "wrong_secret"
        assert log_in(live, "ann", word, "123", expect=401) == "wrong_code"
        # The code that set it up has been used; the next one counts once.
        later = now_code(live, secret, later=1)
        log_in(live, "ann", word, later)
        assert log_in(live, "ann", word, later, expect=401) == "wrong_code"
        log_in(live, "ann", word, codes[0].lower())
        assert log_in(live, "ann", word, codes[0], expect=401) == "wrong_code"
    with serving(store) as live:
        ann = log_in(live, "ann", word, codes[1])
        assert ann.get("/api/second-factor")["recovery_left"] == 6
        end = "/api/second-factor/end"
        ann.post(end, {"password": word, "code": codes[1]}, expect=401)
        ann.post(end, {"password": "wrong", "code": codes[2]}, expect=401)
        ann.post(end, {"password": word, "code": codes[2]}, expect=204)
        log_in(live, "ann", word)
        # Neither the register nor the security log tells a secret.
        live.site.security.flush()
        kept = export_log(store, "people") + export_log(store, "security log")
        for told in (*codes, secret.hex(), totp.in_groups(secret).replace(" ", ""), word):
            assert told.encode() not in kept
        lines = [one.text for one in read_security(store).lines if one.what == "factor"]
        assert {"set up", "switched off", "wrong_code"} <= {*lines}


def test_staff_without_a_second_factor_are_players_where_the_house_asks_for_one() -> None:
    with serving(staff_second_factor=True) as live:
        boss, dee = live.admin(), live.account("dee")
        assert boss.get("/api/session")["waiting_role"] == "admin"
        boss.get("/api/accounts", expect=403)
        set_up(live, boss)
        assert boss.get("/api/session")["is_admin"]
        boss.post("/api/accounts/dee/role", {"role": "dealer"}, verb="PUT")
        me = dee.get("/api/session")
        assert (me["role"], me["waiting_role"]) == ("player", "dealer")
        dee.get("/api/proposals", expect=403)
        set_up(live, dee)
        me = dee.get("/api/session")
        assert (me["role"], me["waiting_role"]) == ("dealer", "")
        dee.get("/api/proposals")


def test_a_key_of_the_house_sets_a_forgotten_password_once() -> None:
    store = MemoryStore()
    with serving(store) as live:
        boss, ann, sue = live.admin(), live.account("ann"), live.account("sue")
        ask, use = "/api/accounts/ann/reset", "/api/password/reset"
        ann.post(ask, {}, expect=403)
        # Nobody says alone that a factor is lost.
        refused = boss.post(ask, {"has_lost_factor": True}, expect=400)
        assert refused["code"] == "second_person"
        first = boss.post(ask, {}, expect=201)
        key = boss.post(ask, {}, expect=201)["key"]
        new = {"name": "ann", "key": key, "password": "rope ladder at noon"}
        stranger = live.visitor()
        for wrong in ({"key": first["key"]}, {"key": "x"}, {"name": "bob"}):
            stranger.post(use, {**new, **wrong}, expect=401)
        stranger.post(use, {**new, "password": "password12"}, expect=400)
        _, codes = set_up(live, ann)
        stranger.post(use, new, expect=204)
        stranger.post(use, new, expect=401)
        assert not ann.get("/api/session")
        assert log_in(live, "ann", "password of ann", expect=401) == "wrong_secret"
        # The key is no way around the second factor.
        assert log_in(live, "ann", new["password"], expect=401) == "second_factor"
        log_in(live, "ann", new["password"], codes[0])
        # Two people may say that it is lost.
        boss.post("/api/accounts/sue/role", {"role": "supervisor"}, verb="PUT")
        waits = boss.post(ask, {"has_lost_factor": True}, expect=202)
        assert waits["reset"] == "password_and_factor"
        sign = f"/api/proposals/{waits['proposal']}/signature"
        boss.post(sign, None, expect=403)
        signed = sue.post(sign, None)
        new = {"name": "ann", "key": signed["key"], "password": "wooden spoon, twice"}
        stranger.post(use, new, expect=204)
        log_in(live, "ann", new["password"])
        live.site.security.flush()
        kept = export_log(store, "people") + export_log(store, "security log")
        for told in (key, signed["key"], new["password"]):
            assert told.encode() not in kept
        lines = [(one.outcome, one.who) for one in read_security(store).lines
                 if one.what == "password"]  # fmt: skip
        assert {("proposed", "boss"), ("done", "sue"), ("done", "ann"), ("refused", "ann")} <= {
            *lines
        }


def test_a_key_is_good_for_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.people.identity.RESET_MS", 0)
    with serving() as live:
        boss = live.admin()
        live.account("ann")
        key = boss.post("/api/accounts/ann/reset", {}, expect=201)["key"]
        body = {"name": "ann", "key": key, "password": "rope ladder at noon"}
        live.visitor().post("/api/password/reset", body, expect=401)
