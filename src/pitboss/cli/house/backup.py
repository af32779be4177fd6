"""`pitboss backup` and `pitboss restore`: all tables of a server in one file, and back."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.shared.arguments import json_option
from pitboss.cli.shared.errors import InputError, bad_input
from pitboss.cli.shared.output import print_json, print_text

if TYPE_CHECKING:
    from pitboss.server.settings import Settings
    from pitboss.store.backup import Contents, HeadFiles
    from pitboss.store.sql.sqlite import SqliteStore

FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
CONFIG = click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="A TOML file with settings.",
)
SETTINGS_HINT = "pitboss serve --help says where settings come from"


def place_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name the tables, as `pitboss serve` has them; the command gets both
    as one ``place``.
    """

    @wraps(command)
    def with_place(
        data: str | None, database: str | None, config: Path | None, **flags: Any
    ) -> object:
        return command(place=place_of(data, database, config), **flags)

    for option in (
        click.option("--data", default=None, help="The data folder of the server."),
        click.option("--database", default=None, metavar="URL", help="A PostgreSQL database."),
        CONFIG,
    ):
        with_place = option(with_place)
    return with_place


@click.command(
    epilog="""\b
Examples:
  pitboss backup tables.backup
  pitboss backup tables.backup --database postgresql://localhost/pitboss
"""
)
@FILE
@place_options
@json_option
def backup(file: Path, place: "Place", as_json: bool) -> int:
    """Copy all tables and people to FILE.

    The server may be running. The file holds password hashes and the sealed seeds of shoes in play:
    guard it like the tables themselves. A log that does not hold is named and comes along as it is;
    the exit status is then 1.
    """
    from pitboss.store.backup import back_up

    with _store_errors(file):
        contents = back_up(data=place.file, database=place.database, file=file, house=place.house)
    return _print_contents("backed up", file, contents, as_json)


@click.command(
    epilog="""\b
Examples:
  pitboss restore tables.backup --data ./restored
  pitboss restore tables.backup --database postgresql://localhost/pitboss
"""
)
@FILE
@place_options
@click.option("--older", is_flag=True, help="Restore it even if later events were signed since.")
@click.option("--damaged", is_flag=True, help="Restore it even if some of its logs do not hold.")
@json_option
def restore(file: Path, place: "Place", older: bool, damaged: bool, as_json: bool) -> int:
    """Restore a backup into an empty folder or database.

    If the backup is older than the signed heads there, it is refused, and you are told what would
    be lost. --older restores it anyway and signs the loss. A backup with logs that do not hold is
    refused too; --damaged restores it, and the server keeps those tables closed.
    """
    from pitboss.store import backup as backups

    with _store_errors(file):
        contents = backups.restore(
            file,
            data=place.file,
            database=place.database,
            house=place.house,
            is_older=older,
            is_damaged=damaged,
        )
        if older:
            from pitboss.server.security.witness import sign_losses

            sign_losses(place.settings, f"restored from {file.name}")
    return _print_contents("restored", file, contents, as_json)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a house's tables."""

    settings: "Settings"
    file: Path
    """The SQLite file, unused with a database."""
    database: str
    house: "HeadFiles"

    def check(self) -> None:
        """Refuse a folder without tables."""
        if not self.database and not self.file.exists():
            raise InputError(
                f"there are no tables in {self.file.parent}", "name the folder with --data"
            )


def place_of(data: str | None, database: str | None, config: Path | None) -> Place:
    """Return the SQLite file, or the database if one is set, by the precedence of settings."""
    from pitboss.server.security.witness import SQLITE_FILE, witness_paths
    from pitboss.server.settings import SettingsError, load_settings
    from pitboss.store.backup import HeadFiles

    if data is not None and database is not None:
        raise InputError("--data and --database do not go together", "give one of them")
    flags = {"data": data, "database": "" if data is not None else database}
    with bad_input(SETTINGS_HINT, SettingsError):
        settings = load_settings(flags, os.environ, config)
    house = HeadFiles(*witness_paths(settings))
    return Place(settings, Path(settings.data) / SQLITE_FILE, settings.database, house)


@contextmanager
def copied_store(place: Place) -> "Iterator[SqliteStore]":
    """Copy the tables as they are now; a server may be running."""
    from pitboss.store.backup import take_copy
    from pitboss.store.port import StoreError
    from pitboss.store.sql.sqlite import SqliteStore

    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        with bad_input("check the folder or the database", StoreError, OSError):
            take_copy(copy, data=place.file, database=place.database)
            store = SqliteStore(copy)
        with closing(store), bad_input("pitboss witness shows which log does not hold", StoreError):
            yield store


@contextmanager
def _store_errors(file: Path) -> Iterator[None]:
    """Turn errors of a store or a backup into bad input."""
    from pitboss.store.backup import DamagedBackup, OlderBackup
    from pitboss.store.port import StoreError

    try:
        yield
    except OlderBackup as error:
        text = f"{file} is older than what was signed: {error}"
        raise InputError(text, "--older restores it all the same, and signs what is lost") from None
    except DamagedBackup as error:
        text = f"not every log of {file} holds: {error}"
        hint = "--damaged restores it all the same; the server keeps those tables closed"
        raise InputError(text, hint) from None
    except (StoreError, OSError) as error:
        raise InputError(str(error), "check the file, the folder or the database") from None


def _print_contents(act: str, file: Path, contents: "Contents", as_json: bool) -> int:
    """Print what a backup holds; return the exit status, 1 if a log does not hold."""
    if as_json:
        from msgspec.structs import asdict

        print_json({"file": str(file), **asdict(contents)})
    else:
        for fault in contents.faults:
            print_text(fault)
        verdict = "NOT every log holds" if contents.faults else "every log holds"
        print_text(f"{act}: {contents.logs} logs, {contents.records} records, {verdict}")
    return 1 if contents.faults else 0
