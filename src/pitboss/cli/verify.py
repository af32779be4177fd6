"""`pitboss verify`: checks an exported log from its hash chain to every payout."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss import __version__
from pitboss.cli.shared.arguments import json_option, own_books_option, trust_option
from pitboss.cli.shared.errors import InputError, bad_input
from pitboss.cli.shared.output import in_one_line, print_heading, print_json, print_text

if TYPE_CHECKING:
    from pitboss.proof.checks import Check, Report
    from pitboss.store.witness.receipts import Receipt
    from pitboss.store.witness.statements import Signed

HINT = "give the file as History exported it: one JSON entry a line, whole and in order"
BOOK_HINT = "--rulebook FILE names a rulebook of your own, and --trust-kinds runs its wagers"
KEY_HINT = "--key PUBLICKEY names the key of the house's witness, as `pitboss witness` prints it"
RECEIPT_HINT = "give the file that a player's page saved under History, one receipt a line"
EXIT = {"holds": 0, "fails": 1, "not_proven": 3}
"""Exit status by the verdict; 2 is for what is not a log."""
receipt_option = click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Receipts that a player's device kept: they bind the log to the original; repeatable.",
)
"""The option for receipts, which `pitboss case` has too."""


@click.command(
    epilog="""\b
Examples:
  pitboss verify table-7.log.jsonl
  pitboss verify table-7.log.jsonl --receipt ann.receipts.jsonl
  pitboss verify table-7.log.jsonl --witness data.witness --key 5f1c...
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
@receipt_option
@click.option(
    "--key",
    metavar="PUBLICKEY",
    default="",
    help="The public key of the house's witness, or a file with it, as you had it before.",
)
@own_books_option
@trust_option
@json_option
def verify(
    file: Path, witness: Path | None, receipts: tuple[Path, ...], key: str, as_json: bool
) -> int:
    """Check an exported log from end to end.

    It checks the hash chain, the witnessed head, the shuffles and the money, and decides every
    command again by the rulebook. A receipt of a player, or a witness whose key you name, binds the
    log to the original. The exit status is 0 if the log holds, 3 if it is not proven, as some check
    could not be made, 1 if something does not hold, and 2 if the file is not a log.
    """
    from pitboss.proof.checks import verdict_of

    if key and witness is None and not receipts:
        raise InputError("--key is the key of a witness", "give --witness FILE or --receipt FILE")
    report, checks = judge(file, witness, _public_key(key), read_receipt_files(receipts))
    verdict = verdict_of(checks)
    if as_json:
        print_json(_plain(report, checks, verdict))
        return EXIT[verdict]
    if report is not None:
        header = report.header
        print_heading(
            f"{header.title} ({header.table}): {header.rulebook}, {report.records} entries"
        )
    for check in checks:
        mark = check.status.upper() if check.status == "failed" else check.status.replace("_", " ")
        print_text(in_one_line(f"{mark:8} {check.name:12} {check.text}"))
    print_text(in_one_line(last_line(report, checks)))
    _hint(checks, has_witness=witness is not None, has_key=bool(key))
    return EXIT[verdict]


def last_line(report: "Report | None", checks: "tuple[Check, ...]") -> str:
    """Return the verdict on a log in a sentence, with those who vouch for one that holds."""
    from pitboss.proof.checks import unproven, verdict_of

    verdict = verdict_of(checks)
    if verdict == "fails":
        return "the log does not hold"
    if verdict == "not_proven":
        return f"the log is not proven: {unproven(checks)}"
    assert report is not None
    vouchers = [f"the receipts of {' and '.join(report.players)}"] if report.players else []
    if report.voucher:
        vouchers.append(f"the witness with the key {report.voucher}")
    verb = "vouch" if report.players else "vouches"
    return f"the log holds: {' and '.join(vouchers)} {verb} for it"


def _hint(checks: "tuple[Check, ...]", *, has_witness: bool, has_key: bool) -> None:
    """Say what would prove more."""
    status = {check.name: check.status for check in checks}
    if status["rulebook"] == "not_made":
        click.echo(f"hint: {BOOK_HINT}", err=True)
    if has_witness and not has_key and status["witness"] == "not_made":
        click.echo(f"hint: {KEY_HINT}", err=True)


def _public_key(text: str) -> str:
    """Return a public key as hexadecimal, from the option or from the file that it names."""
    if not text:
        return ""
    path, key = Path(text), text
    try:
        if path.is_file():
            key = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{text} cannot be read: {error}", KEY_HINT) from None
    key = key.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", key):
        raise InputError("a public key is 64 hexadecimal digits", KEY_HINT)
    return key


def judge(
    file: Path,
    witness: Path | None = None,
    key: str = "",
    receipts: "Sequence[Receipt]" = (),
) -> "tuple[Report | None, tuple[Check, ...]]":
    """Check a file; one that does not begin like a log is bad input."""
    from pitboss.proof.log import failed_form, verify_log
    from pitboss.store.export import LogError

    data = read_log_file(file)
    signed = _statements(witness) if witness else None
    try:
        report = verify_log(data, signed, key=key, receipts=receipts)
    except LogError as error:
        if error.line == 1:
            text = f"{file} is not an exported log: its first line is {error.text}"
            raise InputError(text, HINT) from None
        return None, failed_form(error)
    return report, report.checks


def read_log_file(file: Path) -> bytes:
    """Return the bytes of a log, as many as any log may have."""
    from pitboss.store.export import LOG_BYTES_MAX

    return _read(file, LOG_BYTES_MAX)


def _read(file: Path, bytes_max: int) -> bytes:
    """Return the contents of a file up to one byte more than it may have."""
    try:
        with file.open("rb") as source:
            return source.read(bytes_max + 1)
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}", "check the path") from None


def read_receipt_files(files: Sequence[Path]) -> "list[Receipt]":
    """Return all receipts of some files; one that the house has not signed is bad input."""
    from pitboss.store.port import StoreError
    from pitboss.store.witness.receipts import RECEIPTS_BYTES_MAX, read_receipts

    receipts = []
    for file in files:
        data = _read(file, RECEIPTS_BYTES_MAX)
        try:
            receipts += read_receipts(data)
        except StoreError as error:
            raise InputError(f"{file}: {error}", RECEIPT_HINT) from None
    return receipts


def _statements(witness: Path) -> "list[Signed]":
    from pitboss.store.port import StoreError
    from pitboss.store.witness.outside import read_outside

    if not witness.is_file():
        raise InputError(f"there is no file {witness}", "`pitboss serve` keeps one beside its data")
    with bad_input("give the file of heads that the server keeps", StoreError):
        return read_outside(witness)


def _plain(report: "Report | None", checks: "tuple[Check, ...]", verdict: str) -> dict[str, object]:
    header, judged = (report.header, report.judged_under) if report else (None, None)
    return {
        "ok": verdict == "holds",
        "verdict": verdict,
        "voucher": report.voucher if report and verdict == "holds" else "",
        "receipts_of": list(report.players) if report and verdict == "holds" else [],
        "table": header.table if header else None,
        "rulebook": header.rulebook if header else None,
        "judged_under": {**judged, "program": __version__} if judged else None,
        "records": report.records if report else None,
        "checks": [
            {
                "check": check.name,
                "ok": check.status == "ok",
                "status": check.status,
                "text": check.text,
                "events": [list(span) for span in check.events],
            }
            for check in checks
        ],
    }
