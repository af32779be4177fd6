"""Passwords by strength, and sessions that are listed and ended from anywhere."""

import pytest

from pitboss.server.passwords import PIECES_LEAST, pieces, weakness
from tests.server.live import serving


@pytest.mark.parametrize(
    "password",
    [
        "password12", "Passw0rd2024", "qwertyuiop", "iloveyou123", "aaaaaaaaaaaa", "1234567890",
        "annannann1", "abcdefghijkl", "Blackjack!21", "letmein!letmein!", "ABCabcABCabc",
        "xyxyxyxyxy",
    ],
)  # fmt: skip
def test_what_is_guessed_first_is_refused(password: str) -> None:
    assert "guessed" in weakness(password, "ann")


@pytest.mark.parametrize(
    "password",
    ["password of ann", "k3vJq8w2pZ", "two horses drink tea", "9f!kQ0-zzR7", "Ünïcödé wörd"],
)  # fmt: skip
def test_what_is_hard_to_guess_is_taken(password: str) -> None:
    assert weakness(password, "ann") == ""


def test_length_alone_does_not_help() -> None:
    assert pieces("password" * 20) < PIECES_LEAST
    assert "10 to 200" in weakness("short", "ann")
    assert "10 to 200" in weakness("x7!" * 70, "ann")


def test_a_weak_password_makes_no_account() -> None:
    with serving() as live:
        body = {"name": "ann", "password": "password12"}
        refused = live.visitor().post("/api/accounts", body, expect=400)
        assert refused["code"] == "bad_password"
        body["password"] = "password of ann"
        live.visitor().post("/api/accounts", body, expect=201)


def test_somebody_sees_where_they_are_logged_in_and_ends_it() -> None:
    with serving() as live:
        boss, ann = live.admin(), live.account("ann")
        body = {"name": "ann", "secret": "password of ann"}
        others = [live.visitor() for _ in range(3)]
        for other in others:
            other.post("/api/session", body, expect=201)
        listed = ann.get("/api/sessions")
        assert len(listed) == 4
        assert sum(one["is_this"] for one in listed) == 1
        assert {one["address"] for one in listed} == {"127.0.0.1"}
        tokens = [one.http.cookies["pitboss_session"] for one in (ann, *others)]
        assert not any(token in str(listed) for token in tokens)
        theirs = next(one for one in others[0].get("/api/sessions") if one["is_this"])["session"]
        # Nobody ends a session of another person.
        boss.post(f"/api/sessions/{theirs}", None, verb="DELETE", expect=404)
        ann.post(f"/api/sessions/{theirs}", None, verb="DELETE", expect=204)
        assert not others[0].get("/api/session")
        ann.post("/api/sessions", None, verb="DELETE", expect=204)
        assert [one.get("/api/session") or None for one in others] == [None] * 3
        assert ann.get("/api/session")["name"] == "ann"
        ann.post("/api/accounts/boss/sessions", None, verb="DELETE", expect=403)
        boss.post("/api/accounts/ann/sessions", None, verb="DELETE", expect=204)
        assert not ann.get("/api/session")


def test_a_password_is_changed_with_the_old_one_and_ends_other_sessions() -> None:
    with serving() as live:
        ann, other = live.account("ann"), live.visitor()
        body = {"name": "ann", "secret": "password of ann"}
        other.post("/api/session", body, expect=201)
        new = "two horses drink tea"
        for asked, status in (
            ({"old": "not the old one", "new": new}, 401),
            ({"old": "password of ann", "new": "password12"}, 400),
            ({"old": "password of ann", "new": new}, 204),
        ):
            ann.post("/api/password", asked, verb="PUT", expect=status)
        assert ann.get("/api/session")["name"] == "ann"
        assert not other.get("/api/session")
        other.post("/api/session", body, expect=401)
        other.post("/api/session", {"name": "ann", "secret": new}, expect=201)
        gus = live.guest("gus")
        gus.post("/api/password", {"old": gus.key, "new": new}, verb="PUT", expect=401)
