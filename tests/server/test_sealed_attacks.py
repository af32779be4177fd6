"""Somebody with the file who is losing a round: what is sealed cannot be made to be void."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli.house.serve import _site
from pitboss.server.security.seal_key import faults_of_seals, open_seals, seal_key_path
from pitboss.server.security.witness import SQLITE_FILE, open_store, under_witness
from pitboss.server.settings import Settings
from pitboss.store.seals import save_seal_key
from tests.cli.commands import run
from tests.server.live import SEALS, free_port, house
from tests.server.test_sealed_shoes import bet_and_deal


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A house with a round in play at each table, sealed with its key."""
    settings = Settings(data=str(tmp_path / "data"), port=free_port())
    save_seal_key(seal_key_path(settings), SEALS._key)

    async def play() -> None:
        store = open_store(settings)
        assert not under_witness(store, settings)
        open_seals(store, settings)
        async with house(store) as lobby:
            await bet_and_deal(lobby, "house")
        store.close()

    asyncio.run(play())
    return settings


def change(settings: Settings, statement: str) -> None:
    with closing(sqlite3.connect(Path(settings.data) / SQLITE_FILE)) as db, db:
        assert db.execute(statement).rowcount > 0


def quarantined(settings: Settings) -> dict[str, str]:
    """What a start finds."""
    site, bound = _site(settings)
    bound.close()
    site.identity.close()
    site.security.close()
    site.store.close()
    return site.lobby.faults


def test_a_round_in_play_opens_with_its_key(settings: Settings) -> None:
    assert quarantined(settings) == {}


def test_what_was_sealed_cannot_be_taken_away(settings: Settings, tmp_path: Path) -> None:
    """Without it the shoe would be void: every wager goes back."""
    change(settings, "UPDATE records SET beside = '', is_sealed = 0 WHERE table_id = 'house'")
    text = "beside event 1 of house: neither an opening nor a sealed text for "
    assert text in run("witness", "--data", settings.data).stdout
    assert text in run("backup", str(tmp_path / "b"), "--data", settings.data).stdout
    (why,) = quarantined(settings).values()
    assert why.startswith(text)
    assert why.endswith(" lies beside it")


def test_the_mark_of_what_is_sealed_cannot_be_changed(settings: Settings, tmp_path: Path) -> None:
    """Without the mark a shoe is never opened, and nobody would miss it."""
    change(settings, "UPDATE records SET is_sealed = 0 WHERE table_id = 'house'")
    text = "beside event 1 of house: its mark does not say what is sealed in it"
    assert text in run("witness", "--data", settings.data).stdout
    assert text in run("backup", str(tmp_path / "b"), "--data", settings.data).stdout
    assert quarantined(settings) == {"house": text}


def test_what_was_sealed_cannot_be_garbled(settings: Settings) -> None:
    """The digest of the sealed text stands in the chain."""
    change(
        settings,
        "UPDATE records SET beside = replace(beside, 'A', 'B') WHERE table_id = 'house'"
        " AND is_sealed = 1",
    )
    (why,) = quarantined(settings).values()
    assert why.startswith("beside event 1 of house: the sealed text for ")
    assert why.endswith(" is not the one that was written")


def test_what_a_lost_key_has_sealed_is_no_forgery(settings: Settings) -> None:
    """The operator says that it is lost: those shoes are void, as before."""
    seal_key_path(settings).unlink()
    store = open_store(settings)
    under_witness(store, settings)
    open_seals(store, settings, is_lost=True)
    assert faults_of_seals(store, open_seals(store, settings)) == {}
    store.close()
