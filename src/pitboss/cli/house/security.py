"""`pitboss security`: the security log of a house, from a copy of its store.

`pitboss reset-password`: a key for a new password, made by the person who runs the machine.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from pitboss.cli.house.backup import Place, copied_store, place_options
from pitboss.cli.shared.arguments import json_option
from pitboss.cli.shared.errors import InputError, bad_input
from pitboss.cli.shared.numbers import Whole
from pitboss.cli.shared.output import print_items, print_json, print_text

if TYPE_CHECKING:
    from pitboss.server.security.log import SecurityLine
    from pitboss.store.sql.postgres import PostgresStore
    from pitboss.store.sql.sqlite import SqliteStore


SHOWN = 100
MOST = 10_000


@click.command(
    epilog="""\b
Examples:
  pitboss security --data ./data
  pitboss security --what log_in --outcome refused --lines 1000
  pitboss security --who boss --json
"""
)
@place_options
@click.option(
    "--what", default="", help="Only this kind of attempt: log_in, role, grant, error, ..."
)
@click.option("--outcome", default="", help="Only this outcome: done, proposed, refused, failed.")
@click.option("--who", default="", metavar="NAME", help="Only this account.")
@click.option(
    "--lines", default=SHOWN, type=Whole(1, MOST), show_default=True, help="Show this many at most."
)
@json_option
def security(place: Place, what: str, outcome: str, who: str, lines: int, as_json: bool) -> int:
    """Show the security log, newest entries first.

    It says who tried what, from where, and with what result: log-ins, refusals by role, grants,
    changes of roles, requests that were turned away and every error of the server. The server may
    be running. The exit status is 1 if the hash chain of the log is broken.
    """
    entries, is_unbroken = _read(place, what, outcome, who, lines)
    if as_json:
        import msgspec

        print_json({"ok": is_unbroken, "lines": msgspec.to_builtins(entries)})
    elif entries:
        _print_lines(entries)
    else:
        print_text("Nothing matches.")
    if not is_unbroken:
        click.echo("the hash chain of the security log does not hold", err=True)
    return 0 if is_unbroken else 1


def _read(
    place: Place, what: str, outcome: str, who: str, lines: int
) -> "tuple[tuple[SecurityLine, ...], bool]":
    """Return the matching lines, and True if the chain of the whole log holds."""
    from pitboss.server.security.log import SECURITY, read_security
    from pitboss.store.chain import broken_link
    from pitboss.store.export import all_records

    with copied_store(place) as store:
        header = next((header for header in store.headers() if header.table == SECURITY), None)
        is_unbroken = header is None or not broken_link(header, all_records(store, SECURITY))
        page = read_security(store, limit=lines, what=what, who=who, outcome=outcome)
    return page.lines, is_unbroken


def _print_lines(lines: "tuple[SecurityLine, ...]") -> None:
    from datetime import UTC, datetime

    def when(line: "SecurityLine") -> str:
        return datetime.fromtimestamp(line.at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")

    def details(line: "SecurityLine") -> str:
        return f"{line.text} ({line.times} times)" if line.times > 1 else line.text

    print_items(
        lines,
        {
            "when (UTC)": when,
            "who": lambda line: line.who or "-",
            "from": lambda line: line.address or "-",
            "what": lambda line: line.what,
            "outcome": lambda line: line.outcome,
            "details": details,
        },
    )


BY = "the machine of the server"
"""The giver of the key in the register; no account can have this name."""


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
def reset_password(name: str, place: Place, lost_factor: bool, as_json: bool) -> None:
    """Make a key with which NAME sets a new password.

    It works once, within an hour. This is for a lone administrator who cannot log in; others ask an
    administrator. The security log records it. If the tables are in a folder, stop the server
    first. Use the key on the account page, under "I have a reset key".
    """
    from datetime import UTC, datetime

    from pitboss.server.people.identity import make_reset_key
    from pitboss.server.people.register import Register
    from pitboss.server.security.log import AttemptKind, AttemptResult, SecurityLog
    from pitboss.server.surroundings import REAL

    with _open_signed(place) as store:
        register = Register(store, now_ms=REAL.wall_ms())
        person = register.find(name)
        if person is None or person.is_guest:
            whose = "is a guest, who has no password" if person else "has no account in this house"
            raise InputError(f"{name} {whose}", "give the name that they log in with")
        key, ends_ms = make_reset_key(
            register, person.name, BY, ends_factor=lost_factor, surroundings=REAL
        )
        log = SecurityLog(store)
        lost = ", and the second factor ends" if lost_factor else ""
        text = f"a key made on {BY}{lost}"
        log.note(AttemptKind.PASSWORD, AttemptResult.DONE, who=person.name, text=text)
        log.close()
    if as_json:
        print_json({"name": person.name, "key": key, "ends_ms": ends_ms})
        return
    until = datetime.fromtimestamp(ends_ms / 1000, UTC).strftime("%H:%M")
    print_text(f"The key of {person.name}, good once until {until} UTC: {key}")


@contextmanager
def _open_signed(place: Place) -> "Iterator[SqliteStore | PostgresStore]":
    """Open the store itself, signed by the witness; there must be one already."""
    from pitboss.server.security.witness import open_store, under_witness
    from pitboss.store.port import StoreError

    place.check()
    with bad_input("stop the server, and check the folder or database", StoreError, OSError):
        store = open_store(place.settings)
        with closing(store):
            under_witness(store, place.settings)
            yield store
