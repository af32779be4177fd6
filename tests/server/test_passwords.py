"""Passwords by strength, and sessions that are listed and ended from anywhere."""

import asyncio
from collections.abc import Iterator
from typing import Literal

import pytest
from argon2 import PasswordHasher

from pitboss.server.people.identity import Identity, IdentityError, weakness
from pitboss.server.people.register import Register
from pitboss.store.memory import MemoryStore
from tests.server.live import SEALS, Visitor, serving


@pytest.mark.parametrize(
    "password",
    [
        "password12", "Passw0rd2024", "qwertyuiop", "iloveyou123", "aaaaaaaaaaaa", "1234567890",
        "annannann1", "abcdefghijkl", "Blackjack!21", "letmein!letmein!", "ABCabcABCabc",
        "xyxyxyxyxy", "watermelon", "Bestfriend", "sweetheart2024", "basketball", "jesucristo",
        "annsupervisor", "pitbosscasino",
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


def test_length_alone_does_not_help() -> None:
    assert "easy to guess" in weakness("password" * 20, "ann")
    assert "10 to 200" in weakness("short", "ann")
    assert "10 to 200" in weakness("x7!" * 70, "ann")
    assert weakness("two horses drink tea " * 9, "ann") == ""


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


class Counting(PasswordHasher):
    """Counts how often, and at what cost, a hash is worked out."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64, parallelism=1)
        self.costs: list[str] = []

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        made = super().hash(password, salt=salt)
        self.costs.append(made.rsplit("$", 2)[0])
        return made

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
        self.costs.append(str(hash).rsplit("$", 2)[0])
        return super().verify(hash, password)


@pytest.fixture
def house() -> Iterator[tuple[Identity, Counting]]:
    """People of every kind, and what their log-ins cost."""
    hasher = Counting()
    made = Identity(Register(MemoryStore(), now_ms=0), session_s=60, seals=SEALS, hasher=hasher)
    yield made, hasher
    made.close()


def test_a_failed_log_in_costs_the_same_whoever_is_meant(house: tuple[Identity, Counting]) -> None:
    identity, hasher = house

    async def costs(name: str, secret: str) -> list[str]:
        hasher.costs.clear()
        with pytest.raises(IdentityError, match="do not match"):
            await identity.log_in(name, secret)
        return list(hasher.costs)

    async def come() -> None:
        await identity.make_account("ann", "two horses drink tea")
        _, key = await identity.name_guest("gus")
        (cost,) = await costs("ann", "wrong")
        assert cost == "$argon2id$v=19$m=64,t=1,p=1"
        for name in ("ann", "gus", "nobody"):
            for secret in ("wrong", "", "two horses drink te", "x" * 5_000, key[:-1]):
                assert await costs(name, secret) == [cost], (name, secret)
        assert await costs("ann", key) == await costs("gus", "two horses drink tea") == [cost]
        assert (await identity.log_in("gus", key)).name == "gus"
        assert (await identity.log_in("ann", "two horses drink tea")).name == "ann"

    asyncio.run(come())
