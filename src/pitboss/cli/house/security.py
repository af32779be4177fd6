"""`pitboss security`: the security log of a house, from a copy of its store."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.house.backup import Place, copied_store, place_of, place_options
from pitboss.cli.shared.arguments import json_option
from pitboss.cli.shared.numbers import Whole
from pitboss.cli.shared.output import print_json, print_table, print_text

if TYPE_CHECKING:
    from pitboss.server.security.log import SecurityLine

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
def security(
    data: str | None, database: str | None, config: Path | None, what: str, outcome: str,
    who: str, lines: int, as_json: bool,
) -> int:  # fmt: skip
    """Show the security log, newest entries first.

    It says who tried what, from where, and with what result: log-ins, refusals by role, grants,
    changes of roles, requests that were turned away and every error of the server. The server may
    be running. The exit status is 1 if the hash chain of the log is broken.
    """
    told, is_whole = _read(place_of(data, database, config), what, outcome, who, lines)
    if as_json:
        import msgspec

        print_json({"ok": is_whole, "lines": msgspec.to_builtins(told)})
    elif told:
        _tell(told)
    else:
        print_text("Nothing matches.")
    if not is_whole:
        click.echo("the hash chain of the security log does not hold", err=True)
    return 0 if is_whole else 1


def _read(
    place: Place, what: str, outcome: str, who: str, lines: int
) -> "tuple[tuple[SecurityLine, ...], bool]":
    """Lines that match, and whether the chain of the whole log holds."""
    from pitboss.server.security.log import SECURITY, read_security
    from pitboss.store.chain import broken_link
    from pitboss.store.export import all_records

    with copied_store(place) as store:
        header = next((one for one in store.headers() if one.table == SECURITY), None)
        is_whole = header is None or not broken_link(header, all_records(store, SECURITY))
        page = read_security(store, limit=lines, what=what, who=who, outcome=outcome)
    return page.lines, is_whole


def _tell(lines: "tuple[SecurityLine, ...]") -> None:
    from datetime import UTC, datetime

    rows = []
    for one in lines:
        at = datetime.fromtimestamp(one.at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        text = f"{one.text} ({one.times} times)" if one.times > 1 else one.text
        rows.append((at, one.who or "-", one.address or "-", one.what, one.outcome, text))
    print_table(("when (UTC)", "who", "from", "what", "outcome", "details"), rows)
