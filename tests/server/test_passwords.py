"""Passwords by strength, and sessions that are listed and ended from anywhere."""

from importlib import resources

import pytest

from pitboss.server.passwords import FREQUENT, PIECES_LEAST, pieces, short_hash, weakness
from tests.server.live import Visitor, serving


@pytest.mark.parametrize(
    "password",
    [
        "password12", "Passw0rd2024", "qwertyuiop", "iloveyou123", "aaaaaaaaaaaa", "1234567890",
        "annannann1", "abcdefghijkl", "Blackjack!21", "letmein!letmein!", "ABCabcABCabc",
        "xyxyxyxyxy", "watermelon", "Bestfriend", "sweetheart2024", "1q2w3e4r5t6y7u8i9o",
    ],
)  # fmt: skip
def test_what_is_guessed_first_is_refused(password: str) -> None:
    assert "easy to guess" in weakness(password, "ann")


@pytest.mark.parametrize(
    "password",
    ["password of ann", "k3vJq8w2pZ", "two horses drink tea", "9f!kQ0-zzR7", "Ünïcödé wörd"],
)  # fmt: skip
def test_what_is_hard_to_guess_is_taken(password: str) -> None:
    assert weakness(password, "ann") == ""


def test_the_most_frequent_long_passwords_are_known() -> None:
    lines = (resources.files("pitboss.server") / FREQUENT).read_text(encoding="ascii").splitlines()
    hashes = {line for line in lines if not line.startswith("#")}
    assert len(hashes) >= 3_000
    assert {short_hash(one) for one in ("basketball", "friendship", "jesucristo")} <= hashes


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
        path, own = "/api/sessions/end", {"password": "password of ann"}
        by_boss = {"password": "password of boss", "session": theirs}
        boss.post(path, by_boss, expect=404)
        # Nor does anybody who has found a browser open.
        for wrong in ({"password": "x"}, {"password": "x", "session": theirs}):
            assert ann.post(path, wrong, expect=401)["code"] == "wrong_secret"
        assert all(one.get("/api/session") for one in others)
        ann.post(path, {**own, "session": theirs}, expect=204)
        assert not others[0].get("/api/session")
        ann.post(path, own, expect=204)
        assert [one.get("/api/session") or None for one in others] == [None] * 3
        assert ann.get("/api/session")["name"] == "ann"
        ann.post("/api/accounts/boss/sessions/end", own, expect=403)
        boss.post("/api/accounts/ann/sessions/end", own, expect=401)
        assert ann.get("/api/session")["name"] == "ann"
        boss.post("/api/accounts/ann/sessions/end", {"password": by_boss["password"]}, expect=204)
        assert not ann.get("/api/session")
        # A guest has a key instead.
        gus = live.guest("gus")
        gus.post(path, {"password": "x"}, expect=401)
        gus.post(path, {"password": gus.key}, expect=204)


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


def statuses(who: Visitor, verb: str, path: str, bodies: list[dict[str, str]]) -> list[int]:
    """How each of several requests is answered."""
    answers = [who.http.request(verb, path, json=body) for body in bodies]
    return [answer.status_code for answer in answers]


def test_an_open_browser_does_not_help_to_guess_the_password() -> None:
    with serving() as live:
        ann = live.account("ann")
        body = {"old": "not the old one", "new": "two horses drink tea"}
        told = statuses(ann, "PUT", "/api/password", [body] * 23)
        assert told == [401] * 20 + [429] * 3
        # The right one is not looked at either.
        right = {"old": "password of ann", "new": "two horses drink tea"}
        ann.post("/api/password", right, verb="PUT", expect=429)


def test_two_names_of_one_account_share_one_allowance_of_guesses() -> None:
    with serving() as live:
        gil = live.guest("gil")
        account = {"name": "gilbert", "password": "two horses drink tea"}
        gil.post("/api/accounts", account, expect=201)
        names = ("gil", "gilbert", "GIL", "Gilbert") * 6
        guesses = [{"name": name, "secret": "x"} for name in names]
        told = statuses(live.visitor(), "POST", "/api/session", guesses)
        assert told == [401] * 20 + [429] * 4


def test_a_long_name_that_nobody_has_is_not_kept() -> None:
    with serving() as live:
        for number in range(3):
            body = {"name": f"{'x' * 5_000}{number}", "secret": "x"}
            live.visitor().post("/api/session", body, expect=401)
        kept = live.site.log_ins._by_account._left
        assert len(kept) == 1
        assert all(len(str(key)) < 40 for key in kept)
