"""`pitboss repair` of a log that is gone, and the losses that `pitboss witness` keeps known."""

import shutil
from pathlib import Path

from pitboss.server.security.witness import SQLITE_FILE, witness_paths
from pitboss.server.settings import Settings
from tests.cli.commands import refused, run, run_json
from tests.cli.test_witness import play, settings, shorten, sql

__all__ = ["settings"]

GONE = (
    "DELETE FROM records WHERE table_id = 'nz'",
    "DELETE FROM snapshots WHERE table_id = 'nz'",
    "DELETE FROM logs WHERE table_id = 'nz'",
)


def test_a_table_that_was_deleted_is_given_up(settings: Settings, tmp_path: Path) -> None:
    sql(settings, *GONE)
    shown = run("repair", "--data", settings.data)
    assert "nz is gone, or cannot be read" in shown.stdout
    assert run("repair", "nz", "--data", settings.data, "--accept").exit_code == 0
    assert run("witness", "--data", settings.data).exit_code == 0
    assert run("backup", str(tmp_path / "b"), "--data", settings.data).exit_code == 0


def test_a_log_with_nothing_wrong_is_left_alone(settings: Settings) -> None:
    message = refused("repair", "nz", "--data", settings.data, "--accept")
    assert "nothing is wrong with nz" in message


def test_heads_that_were_removed_everywhere_are_missed(settings: Settings, tmp_path: Path) -> None:
    heads, _ = witness_paths(settings)
    heads.unlink()
    sql(settings, "DELETE FROM statements")
    for command in (["witness"], ["serve", "--port", "0"], ["backup", str(tmp_path / "b")]):
        message = refused(*command, "--data", settings.data)
        assert "but nothing that it signed" in message


def test_what_was_accepted_and_what_was_missed_stays_known(settings: Settings) -> None:
    left = shorten(settings)
    assert run("repair", "nz", "--data", settings.data, "--accept").exit_code == 0
    heads, _ = witness_paths(settings)
    heads.unlink()
    sql(settings, "DELETE FROM snapshots")
    play(settings, start=10, faults={"the statements"})
    told = run("witness", "--data", settings.data)
    assert told.exit_code == 0
    assert f"UTC: nz accepted at {left}, {left + 1} to {left + 1} lost" in told.stdout
    assert "UTC: the outside copy is gone" in told.stdout
    notes = [one["text"] for one in run_json("witness", "--data", settings.data)["notes"]]
    assert len(notes) == 2


def test_nothing_of_another_house_is_taken(settings: Settings, tmp_path: Path) -> None:
    """Neither its backup nor its file: both hold together, and another key has signed them."""
    other = Settings(data=str(tmp_path / "other"))
    play(other)
    backup, file = tmp_path / "tables.backup", Path(settings.data) / SQLITE_FILE
    assert run("backup", str(backup), "--data", other.data).exit_code == 0
    file.unlink()
    for more in ([], ["--older"]):
        message = refused("restore", str(backup), "--data", settings.data, *more)
        assert "this backup is not what was signed" in message
    shutil.copy(Path(other.data) / SQLITE_FILE, file)
    told = run("witness", "--data", settings.data)
    assert told.exit_code == 1
    assert "is signed with another key" in told.stdout
    message = refused("serve", "--data", settings.data, "--port", "0")
    assert "the register of people cannot be trusted" in message
