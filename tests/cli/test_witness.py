"""`pitboss witness`, `repair`, `backup`, `restore` and `verify` against the signed heads."""

import asyncio
import shutil
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.engine.chips import BuyIn
from pitboss.server.security.witness import (
    SQLITE_FILE,
    UntrustedRegister,
    open_store,
    under_witness,
    witness_paths,
)
from pitboss.server.settings import Limits, Settings
from pitboss.store.chain import genesis, link
from pitboss.store.export import export_log
from pitboss.store.port import TableHeader
from pitboss.store.repair import UNDONE
from pitboss.store.witness.outside import read_outside
from tests.cli.commands import refused, run, run_json
from tests.server.live import house


def play(
    settings: Settings, *, count: int = 3, start: int = 0, faults: Collection[str] = ()
) -> None:
    """A server runs, and somebody buys chips at every table."""

    async def buy() -> None:
        store = open_store(settings)
        assert set(under_witness(store, settings)) == set(faults)
        async with house(store, limits=Limits(snapshot_every=3)) as lobby:
            for table in lobby.tables.values():
                for number in range(start, start + count):
                    command = BuyIn(player="ann", amount=100)
                    assert (await table.actor.submit("ann", f"c{number}", command)).ok
        store.close()

    asyncio.run(buy())


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A house that has been played at."""
    settings = Settings(data=str(tmp_path / "data"))
    play(settings)
    return settings


def sql(settings: Settings, *statements: str) -> None:
    """What somebody does who can write to the file."""
    with closing(sqlite3.connect(Path(settings.data) / SQLITE_FILE)) as db, db:
        for statement in statements:
            db.execute(statement)


def shorten(settings: Settings, events: int = 1) -> int:
    """Take the last events of the table nz away; gives how many are left."""
    with closing(sqlite3.connect(Path(settings.data) / SQLITE_FILE)) as db, db:
        ends = db.execute("SELECT version FROM records WHERE table_id = 'nz' ORDER BY 1").fetchall()
        left = int(ends[-1 - events][0])
        db.execute("DELETE FROM records WHERE table_id = 'nz' AND version > ?", (left,))
    return left


def close_table(settings: Settings, table: str) -> None:
    """The house closes a table: everything of it is open."""

    async def close() -> None:
        store = open_store(settings)
        under_witness(store, settings)
        async with house(store) as lobby:
            await lobby.close(lobby.tables[table])
        store.close()

    asyncio.run(close())


def exported(settings: Settings, table: str, folder: Path) -> Path:
    store = open_store(settings)
    file = folder / f"{table}.log.jsonl"
    file.write_bytes(export_log(store, table))
    store.close()
    return file


def test_heads_that_match(settings: Settings) -> None:
    told = run_json("witness", "--data", settings.data)
    assert told["ok"] is True
    assert len(told["key"]) == 64
    logs = {head["log"]: head["version"] for head in told["heads"]}
    assert logs.keys() >= {"nz", "house", "people", "bankroll ann"}
    assert told["faults"] == []
    money = told["money"]
    assert money["given"] == money["bankrolls"] + money["chips"] + money["won"]
    assert money["chips"] == 5 * 3 * 100
    words = run("witness", "--data", settings.data)
    assert words.exit_code == 0
    assert "the store matches its heads" in words.stdout
    assert run("repair", "--data", settings.data).stdout == "every log is what was signed\n"


def test_a_shortened_log_is_named_everywhere(settings: Settings, tmp_path: Path) -> None:
    whole = exported(settings, "nz", tmp_path)
    heads, _ = witness_paths(settings)
    key = run_json("witness", "--data", settings.data)["key"]
    good = run_json("verify", str(whole), "--witness", str(heads), "--key", key, status=3)
    (check,) = (one for one in good["checks"] if one["check"] == "witness")
    assert check["status"] == "ok"
    assert "signed with the key" in check["text"]
    left = shorten(settings)
    result = run("witness", "--data", settings.data)
    assert result.exit_code == 1
    assert f"nz ends at {left}" in result.stdout
    assert "the store does NOT match its heads" in result.stdout
    short = exported(settings, "nz", tmp_path)
    told = run("verify", str(short), "--witness", str(heads))
    assert told.exit_code == 1
    assert f"the first that is missing is {left + 1}" in told.stdout
    assert run("verify", str(short)).exit_code == 3, "without a witness nobody can tell"
    # What a server holds back is counted in the footer, and no more than that may be missing.
    open_, lines = short.read_text(encoding="utf-8").rstrip("\n"), {}
    for behind in (1, 0):
        footer = f',"behind":{behind}}}' if behind else "}"
        short.write_text(open_.removesuffix("}") + footer + "\n", encoding="utf-8")
        status = 3 if behind else 1
        lines[behind] = run_json(
            "verify", str(short), "--witness", str(heads), "--key", key, status=status
        )
    held = {one["check"]: one for one in lines[1]["checks"]}
    assert (held["witness"]["status"], held["versions"]["status"]) == ("ok", "not_made")
    assert "; 1 more after the open part" in held["witness"]["text"]
    result = run("backup", str(tmp_path / "b"), "--data", settings.data)
    assert result.exit_code == 1
    assert f"1 is missing, and it is {left + 1}" in result.stdout
    assert "NOT every log holds" in result.stdout
    assert (tmp_path / "b").exists()


def test_another_log_of_the_same_table_is_not_the_one_signed(
    settings: Settings, tmp_path: Path
) -> None:
    other = Settings(data=str(tmp_path / "other"))
    play(other)
    heads, _ = witness_paths(settings)
    result = run("verify", str(exported(other, "nz", tmp_path)), "--witness", str(heads))
    assert result.exit_code == 1
    assert "another log was signed" in result.stdout


def test_a_table_at_fault_is_quarantined_and_the_others_open(settings: Settings) -> None:
    shorten(settings)
    sql(settings, "UPDATE records SET body = 'x' WHERE table_id = 'tribal' AND version = 2")

    async def start() -> None:
        store = open_store(settings)
        faults = under_witness(store, settings)
        assert set(faults) == {"nz", "tribal"}
        async with house(store, faults=faults) as lobby:
            assert set(lobby.quarantine) == {"nz", "tribal"}
            assert set(lobby.tables) == {"pa-free-bet", "house", "double-deck"}
        store.close()

    asyncio.run(start())


@pytest.mark.parametrize("bad", ["people", "people copy"])
@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM records WHERE table_id = ?",
        "UPDATE records SET body = CAST(X'FF' AS TEXT) WHERE table_id = ? AND version = 1",
        "UPDATE logs SET header = 'x' WHERE table_id = ?",
    ],
)
def test_the_register_is_kept_twice(settings: Settings, bad: str, change: str) -> None:
    before = exported(settings, bad, Path(settings.data)).read_bytes()
    sql(settings, "PRAGMA foreign_keys = OFF", change.replace("?", f"'{bad}'"))
    (fault,) = run_json("witness", "--data", settings.data, status=1)["faults"]
    assert fault["log"] == bad
    play(settings, start=10)
    assert exported(settings, bad, Path(settings.data)).read_bytes().startswith(before[:-60])
    told = run_json("witness", "--data", settings.data)
    (note,) = told["notes"]
    assert note["text"].startswith(f"{bad} was written again from people")


@pytest.mark.parametrize("text", ['{"table":"nz"', '"do":"buy_in","player":"ann"'])
def test_one_bit_that_makes_a_text_unreadable_closes_one_table(
    settings: Settings, tmp_path: Path, text: str
) -> None:
    """Bit 7 of a letter: what follows is not UTF-8."""
    file = Path(settings.data) / SQLITE_FILE
    data = bytearray(file.read_bytes())
    data[data.index(text.encode()) + 5] ^= 0x80
    file.write_bytes(data)
    told = run_json("witness", "--data", settings.data, status=1)
    (fault,) = told["faults"]
    table, why = fault["log"], fault["text"]
    assert table in why
    saved = run_json("backup", str(tmp_path / "b"), "--data", settings.data, status=1)
    assert saved["faults"] == [why]
    (remedy,) = run_json("repair", "--data", settings.data, status=1)
    assert (remedy["log"], remedy["text"]) == (table, why)

    async def start() -> None:
        store = open_store(settings)
        faults = under_witness(store, settings)
        assert {log: one.text for log, one in faults.items()} == {table: why}
        async with house(store, faults=faults) as lobby:
            assert lobby.quarantine == {table: why}
            assert len(lobby.tables) == 4
        store.close()

    asyncio.run(start())
    assert run("repair", table, "--data", settings.data, "--accept").exit_code == 0
    assert run("witness", "--data", settings.data).exit_code == 0


def test_lists_that_do_not_hold_are_begun_again(settings: Settings) -> None:
    sql(
        settings,
        "UPDATE statements SET line = replace(line, '\"at_ms\":1', '\"at_ms\":2') WHERE number = 3",
    )
    for _ in range(2):
        told = run_json("witness", "--data", settings.data, status=1)
        assert [one["log"] for one in told["faults"]] == ["the statements"]
        play(settings, start=10, faults={"the statements"})
    assert "does not follow" in run("repair", "--data", settings.data).stdout
    message = refused("repair", "the database", "--data", settings.data, "--accept")
    assert "nothing is wrong with the database" in message
    accepted = run("repair", "the statements", "--data", settings.data, "--accept")
    assert accepted.exit_code == 0, accepted.stderr
    told = run_json("witness", "--data", settings.data)
    assert told["notes"][-1]["text"].startswith("the lists were begun again: ")
    play(settings, start=30)


def test_a_register_that_was_not_signed_lets_nobody_in(settings: Settings) -> None:
    sql(settings, "DELETE FROM records WHERE table_id LIKE 'people%'")
    store = open_store(settings)
    with pytest.raises(UntrustedRegister, match="the register of people cannot be trusted"):
        under_witness(store, settings)
    store.close()
    message = refused("serve", "--data", settings.data, "--port", "0")
    assert "the register of people cannot be trusted" in message


def test_a_loss_that_is_accepted_is_signed(settings: Settings, tmp_path: Path) -> None:
    left = shorten(settings)
    accepted = run("repair", "nz", "--data", settings.data, "--accept")
    assert accepted.exit_code == 0, accepted.stderr
    assert f"nz goes on from event {left}" in accepted.stdout
    heads, _ = witness_paths(settings)
    notes = [one.statement.note for one in read_outside(heads)]
    assert any(note.startswith(f"accepted at {left}, {left + 1} to") for note in notes)
    # What the lost event had taken from the bankroll went back there, and nothing else did.
    store = open_store(settings)
    undone = store.movements("ann", kind=UNDONE)
    store.close()
    assert [(one.amount, one.source, one.event > left) for one in undone] == [(100, "nz", True)]
    assert run("witness", "--data", settings.data).exit_code == 0
    play(settings, start=10)
    assert run("witness", "--data", settings.data).exit_code == 0
    short = exported(settings, "nz", tmp_path)
    assert run("verify", str(short), "--witness", str(heads)).exit_code == 3


def test_a_log_holds_only_by_a_key_that_the_caller_names(
    settings: Settings, tmp_path: Path
) -> None:
    """The house can sign whatever it writes: a key that came with the log vouches for nothing."""
    close_table(settings, "nz")
    file = exported(settings, "nz", tmp_path)
    heads, _ = witness_paths(settings)
    key = run_json("witness", "--data", settings.data)["key"]
    (tmp_path / "key").write_text(f"{key}\n", encoding="utf-8")
    named = ("verify", str(file), "--witness", str(heads))
    for given in (key, str(tmp_path / "key")):
        whole = run(*named, "--key", given)
        last = f"the log holds: the witness with the key {key} vouches for it"
        assert (whole.exit_code, whole.stdout.splitlines()[-1]) == (0, last)
    alone = run(*named)
    assert (alone.exit_code, alone.stdout.splitlines()[-1]) == (
        3, "the log is not proven: witness (not made)",
    )  # fmt: skip
    assert "hint: --key PUBLICKEY" in alone.stderr
    other = run_json(*named, "--key", "0" * 64, status=3)
    assert (other["verdict"], other["voucher"]) == ("not_proven", "")
    assert "64 hexadecimal digits" in refused(*named, "--key", "tea")
    assert "give --witness" in refused("verify", str(file), "--key", key)


def rewrite(settings: Settings) -> None:
    """Another log for nz, with right chain values."""
    store = open_store(settings)
    opened = next(header for header in store.headers() if header.table == "nz")
    records, chain = store.read("nz"), genesis(opened)
    store.close()
    for record in records:
        chain = link(chain, replace(record, at_ms=record.at_ms - 1))
        sql(
            settings,
            f"UPDATE records SET at_ms = at_ms - 1, chain = '{chain}'"
            f" WHERE table_id = 'nz' AND version = {record.version}",
        )


def test_a_rewritten_log_is_not_signed_by_a_repair(settings: Settings) -> None:
    rewrite(settings)
    shown = run("repair", "--data", settings.data)
    assert "nz has a different past from the one signed" in shown.stdout
    assert "--accept goes on from event 0" in shown.stdout
    assert run("witness", "--data", settings.data).exit_code == 1
    assert run("repair", "nz", "--data", settings.data, "--accept").exit_code == 0
    assert run("witness", "--data", settings.data).exit_code == 0


def test_a_log_that_was_never_signed_is_removed(settings: Settings) -> None:
    store = open_store(settings)
    store.create(TableHeader("forged", "Forged", "nz", 1, {}, {}, 1))
    store.close()
    assert "--accept removes it" in run("repair", "--data", settings.data).stdout
    assert run("repair", "forged", "--data", settings.data, "--accept").exit_code == 0
    assert run("witness", "--data", settings.data).exit_code == 0
    play(settings, start=10)


def test_an_altered_backup_is_not_restored_as_an_older_one(
    settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "tables.backup"
    rewrite(settings)
    sql(settings, "DELETE FROM statements")
    shutil.copy(Path(settings.data) / SQLITE_FILE, file)
    shutil.rmtree(settings.data)
    message = refused("restore", str(file), "--data", settings.data, "--older")
    assert "this backup is not what was signed: nz has a different past" in message


def test_restoring_an_older_backup_says_what_it_loses_and_signs_it(
    settings: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "tables.backup"
    assert run("backup", str(file), "--data", settings.data).exit_code == 0
    play(settings, start=10)
    shutil.rmtree(settings.data)
    message = refused("restore", str(file), "--data", settings.data)
    assert "is older than what was signed" in message
    assert "nz ends at" in message
    assert "--older restores it all the same" in message
    assert run("restore", str(file), "--data", settings.data, "--older").exit_code == 0
    heads, _ = witness_paths(settings)
    assert read_outside(heads)[-1].statement.note == "restored from tables.backup"
    assert run("witness", "--data", settings.data).exit_code == 0
    play(settings, start=20)
