"""`pitboss backup` and `pitboss restore`: all tables of a server in one file, and back."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from pitboss.cli.arguments import json_option
from pitboss.cli.errors import InputError
from pitboss.cli.output import print_json, print_text

if TYPE_CHECKING:
    from pitboss.store.backup import Contents

Command = TypeVar("Command", bound=Callable[..., object])

FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


def place_options(command: Command) -> Command:
    """Where the tables are, as `pitboss serve` takes it."""
    for option in (
        click.option("--data", default=None, help="The folder of the SQLite file."),
        click.option("--database", default=None, metavar="URL", help="A PostgreSQL database."),
        click.option(
            "--config", type=click.Path(dir_okay=False, path_type=Path), default=None,
            help="A TOML file with settings.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


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
def backup(
    file: Path, data: str | None, database: str | None, config: Path | None, as_json: bool
) -> None:
    """Copy all tables and people to FILE as they stand now; a server may run meanwhile.

    The file holds hashes of passwords and the seeds of shoes in play: keep it as safe as the
    tables themselves.
    """
    from pitboss.store.backup import back_up

    store, url = _place(data, database, config)
    _tell("backed up", file, lambda: back_up(data=store, database=url, file=file), as_json)


@click.command(
    epilog="""\b
Examples:
  pitboss restore tables.backup --data ./restored
  pitboss restore tables.backup --database postgresql://localhost/pitboss
"""
)
@FILE
@place_options
@json_option
def restore(
    file: Path, data: str | None, database: str | None, config: Path | None, as_json: bool
) -> None:
    """Put the tables of a backup into a folder or a database that holds none."""
    from pitboss.store import backup as backups

    store, url = _place(data, database, config)
    _tell("restored", file, lambda: backups.restore(file, data=store, database=url), as_json)


def _place(data: str | None, database: str | None, config: Path | None) -> tuple[Path, str]:
    """The SQLite file, and the database where one is set, by the precedence of settings."""
    from pitboss.server.app import SQLITE_FILE
    from pitboss.server.config import SettingsError, load_settings

    if data is not None and database is not None:
        raise InputError("--data and --database exclude each other", "give one of them")
    flags = {"data": data, "database": "" if data is not None else database}
    try:
        settings = load_settings(flags, os.environ, config)
    except SettingsError as error:
        raise InputError(str(error), "docs/guides/run-a-server.md lists the settings") from None
    return Path(settings.data) / SQLITE_FILE, settings.database


def _tell(what: str, file: Path, work: "Callable[[], Contents]", as_json: bool) -> None:
    from pitboss.store.port import StoreError

    try:
        contents = work()
    except (StoreError, OSError) as error:
        raise InputError(str(error), "check the file, the folder or the database") from None
    if as_json:
        print_json({"file": str(file), "logs": contents.logs, "records": contents.records})
    else:
        print_text(f"{what}: {contents.logs} logs, {contents.records} records, every chain holds")
