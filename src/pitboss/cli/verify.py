"""`pitboss verify`: checks an exported log from its hash chain to every payout."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.arguments import json_option, own_books_option, trust_option
from pitboss.cli.errors import InputError
from pitboss.cli.output import print_heading, print_json, print_text

if TYPE_CHECKING:
    from pitboss.store.witness.statements import Signed
    from pitboss.verify.log import Check, Report

HINT = "give the file as History exported it: one JSON entry a line, whole and in order"
BOOK_HINT = "--rulebook FILE names a rulebook of your own, and --trust-kinds runs its wagers"


@click.command(
    epilog="""\b
Examples:
  pitboss verify table-7.log.jsonl
  pitboss verify table-7.log.jsonl --witness data.witness
  pitboss verify table-7.log.jsonl --json
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--witness",
    type=click.Path(path_type=Path),
    default=None,
    help="Signed heads kept by `pitboss serve`, to check that the log is complete.",
)
@own_books_option
@trust_option
@json_option
def verify(file: Path, witness: Path | None, as_json: bool) -> int:
    """Check an exported log from end to end.

    It checks the hash chain, the witnessed head, the shuffles and the money, and decides every
    command again by the rulebook. The exit status is 0 if everything holds, 1 if something does
    not, and 2 if the file is not a log.
    """
    report, checks = judge(file, witness)
    is_ok = report is not None and report.ok
    if as_json:
        print_json(_plain(report, checks, is_ok))
        return 0 if is_ok else 1
    if report is not None:
        header = report.header
        print_heading(
            f"{header.title} ({header.table}): {header.rulebook}, {report.records} entries"
        )
    for check in checks:
        mark = check.status.upper() if check.status == "failed" else check.status
        print_text(f"{mark:8} {check.name:12} {check.text}")
    print_text("the log holds" if is_ok else "the log does NOT hold")
    if any((check.name, check.status) == ("rulebook", "failed") for check in checks):
        click.echo(f"hint: {BOOK_HINT}", err=True)
    return 0 if is_ok else 1


def judge(file: Path, witness: Path | None = None) -> "tuple[Report | None, tuple[Check, ...]]":
    """Check a file; one that does not begin like a log is bad input."""
    from pitboss.store.log import LOG_BYTES_MAX, LogError
    from pitboss.verify.log import failed_form, verify_log

    try:
        with file.open("rb") as source:
            data = source.read(LOG_BYTES_MAX + 1)
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}", "check the path") from None
    try:
        report = verify_log(data, _statements(witness) if witness else None)
    except LogError as error:
        if error.line == 1:
            told = f"{file} is not an exported log: its first line is {error.text}"
            raise InputError(told, HINT) from None
        return None, failed_form(error)
    return report, report.checks


def _statements(witness: Path) -> "list[Signed]":
    from pitboss.store.port import StoreError
    from pitboss.store.witness.outside import read_outside

    if not witness.is_file():
        raise InputError(f"there is no file {witness}", "`pitboss serve` keeps one beside its data")
    try:
        return read_outside(witness)
    except StoreError as error:
        raise InputError(str(error), "give the file of heads that the server keeps") from None


def _plain(report: "Report | None", checks: "tuple[Check, ...]", is_ok: bool) -> dict[str, object]:
    header = report.header if report else None
    return {
        "ok": is_ok,
        "table": header.table if header else None,
        "rulebook": header.rulebook if header else None,
        "records": report.records if report else None,
        "checks": [
            {
                "check": check.name,
                "ok": check.status in ("ok", "warning"),
                "status": check.status,
                "text": check.text,
            }
            for check in checks
        ],
    }
