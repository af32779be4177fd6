"""`pitboss reset-password`: a lone administrator who forgot the password comes back in."""

import asyncio
from pathlib import Path

import pytest

from pitboss.server.people.entries import AccountMade, Factor, GuestNamed
from pitboss.server.people.identity import Identity, IdentityError
from pitboss.server.people.register import Register
from pitboss.server.security.log import read_security
from pitboss.server.security.witness import SQLITE_FILE, open_store, under_witness
from pitboss.server.settings import Settings
from tests.cli.commands import refused, run, run_json
from tests.server.live import CHEAP, SEALS
from tests.store.test_file_lock import hold

NEW = "nine lanterns over the quay"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A house with one administrator, and a guest."""
    settings = Settings(data=str(tmp_path / "data"))
    store = open_store(settings)
    under_witness(store, settings)
    register = Register(store, now_ms=1)
    register.add(AccountMade("boss", CHEAP.hash("forgotten since long"), is_admin=True), 1)
    register.add(GuestNamed("ann", "0" * 64), 1)
    store.close()
    return settings


def test_a_lone_administrator_sets_a_new_password_once(settings: Settings) -> None:
    made = run_json("reset-password", "BOSS", "--data", settings.data)
    assert made["name"] == "boss"
    store = open_store(settings)
    assert not under_witness(store, settings), "what was written is signed"
    identity = Identity(Register(store, now_ms=1), session_s=60, seals=SEALS, hasher=CHEAP)

    async def come_back() -> None:
        with pytest.raises(IdentityError, match="do not match"):
            await identity.reset_password("boss", made["key"] + "x", NEW)
        assert (await identity.reset_password("boss", made["key"], NEW)).is_admin
        with pytest.raises(IdentityError, match="do not match"):
            await identity.reset_password("boss", made["key"], NEW)

    asyncio.run(come_back())
    identity.close()
    (line,) = read_security(store).lines
    assert (line.what, line.outcome, line.who) == ("password", "done", "boss")
    assert line.text == "a key made on the machine of the server"
    assert made["key"] not in str(store.read("people", 0, 100))
    store.close()


def test_a_lost_second_factor_ends_with_the_old_password(settings: Settings) -> None:
    for lost in ((), ("--lost-factor",)):
        told = run("reset-password", "boss", "--data", settings.data, *lost).stdout
        assert told.startswith("The key of boss, good once until ")
        store = open_store(settings)
        under_witness(store, settings)
        register = Register(store, now_ms=1)
        register.factors["boss"] = Factor("sealed", 1, frozenset())
        identity = Identity(register, session_s=60, seals=SEALS, hasher=CHEAP)
        asyncio.run(identity.reset_password("boss", told.split()[-1], NEW))
        assert ("boss" in register.factors) == (not lost)
        identity.close()
        store.close()


def test_what_stands_in_the_way_is_said(settings: Settings, tmp_path: Path) -> None:
    at = ("--data", settings.data)
    assert "eve has no account in this house" in refused("reset-password", "eve", *at)
    assert "ann is a guest, who has no password" in refused("reset-password", "ann", *at)
    nowhere = tmp_path / "nothing"
    assert "no tables" in refused("reset-password", "boss", "--data", str(nowhere))
    assert not nowhere.exists()
    with hold(Path(settings.data) / SQLITE_FILE) as server:
        assert "used by another server" in refused("reset-password", "boss", *at)
        server.kill()
