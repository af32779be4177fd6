"""`pitboss reset-password`: a key for a new password, made by the person who runs the machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.house.backup import Place, place_of, place_options
from pitboss.cli.shared.arguments import json_option
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import print_json, print_text

if TYPE_CHECKING:
    from pitboss.store.sql.postgres import PostgresStore
    from pitboss.store.sql.sqlite import SqliteStore

BY = "the machine of the server"
"""Who gave the key, as the register has it; nobody can be called so."""


@click.command(
    "reset-password",
    epilog="""\b
Examples:
  pitboss reset-password boss --data ./data
  pitboss reset-password boss --lost-factor --database postgresql://localhost/pitboss
""",
)
@click.argument("name")
@place_options
@click.option("--lost-factor", is_flag=True, help="The second factor is lost too: remove it.")
@json_option
def reset_password(
    name: str, data: str | None, database: str | None, config: Path | None, lost_factor: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Make a key with which NAME sets a new password.

    It works once, within an hour. This is for a lone administrator who cannot log in; others ask an
    administrator. The security log records it. If the tables are in a folder, stop the server
    first. Use the key on the account page, under "I have a reset key".
    """
    from datetime import UTC, datetime

    from pitboss.server.people.identity import make_reset_key
    from pitboss.server.people.register import Register
    from pitboss.server.security.log import Outcome, SecurityLog, What
    from pitboss.server.surroundings import REAL

    with _opened(place_of(data, database, config)) as store:
        register = Register(store, now_ms=REAL.wall_ms())
        person = register.find(name)
        if person is None or person.is_guest:
            whose = "is a guest, who has no password" if person else "has no account in this house"
            raise InputError(f"{name} {whose}", "give the name that they log in with")
        key, ends_ms = make_reset_key(
            register, person.name, BY, ends_factor=lost_factor, around=REAL
        )
        log = SecurityLog(store)
        lost = ", and the second factor ends" if lost_factor else ""
        text = f"a key made on {BY}{lost}"
        log.note(What.PASSWORD, Outcome.DONE, who=person.name, text=text)
        log.close()
    if as_json:
        print_json({"name": person.name, "key": key, "ends_ms": ends_ms})
        return
    until = datetime.fromtimestamp(ends_ms / 1000, UTC).strftime("%H:%M")
    print_text(f"The key of {person.name}, good once until {until} UTC: {key}")


@contextmanager
def _opened(place: Place) -> "Iterator[SqliteStore | PostgresStore]":
    """The store itself, signed by the witness; there must be one already."""
    from pitboss.server.security.witness import open_store, under_witness
    from pitboss.store.port import StoreError

    if not place.database and not place.file.exists():
        raise InputError(
            f"there are no tables in {place.file.parent}", "name the folder with --data"
        )
    try:
        store = open_store(place.settings)
        try:
            under_witness(store, place.settings)
            yield store
        finally:
            store.close()
    except (StoreError, OSError) as error:
        raise InputError(str(error), "stop the server, and check the folder or database") from None
