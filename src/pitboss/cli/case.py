"""`pitboss case`: the rounds of a complaint in words, each payment as paid and as owed."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.shared.arguments import json_option, own_books_option, trust_option
from pitboss.cli.shared.errors import InputError, bad_input
from pitboss.cli.shared.output import in_one_line, print_heading, print_json, print_text
from pitboss.cli.shared.shoes import html_option, write_page
from pitboss.cli.verify import (
    EXIT,
    HINT,
    last_line,
    read_log_file,
    read_receipt_files,
    receipt_option,
)

if TYPE_CHECKING:
    from pitboss.library.case import Case
    from pitboss.library.rounds import LoggedLine, LoggedRound

WITHIN_MINUTES = 15


@click.command(
    epilog="""\b
Examples:
  pitboss case nz.log.jsonl --at "2026-03-12 21:00" --tz Pacific/Auckland --player ann
  pitboss case nz.log.jsonl --round 12 --receipt ann.receipts.jsonl
  pitboss case nz.log.jsonl --at 2026-03-12T21:00 --player ann --html case.html
"""
)
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--at", "at_text", default="", metavar="TIME", help="About when it happened.")
@click.option(
    "--within",
    "minutes",
    default=WITHIN_MINUTES,
    show_default=True,
    type=click.IntRange(0, 1_440),
    metavar="MINUTES",
    help="Minutes before and after that time.",
)
@click.option(
    "--tz",
    "zone",
    default="",
    metavar="ZONE",
    help="Time zone of the times, such as Pacific/Auckland; this machine's by default.",
)
@click.option("--player", default="", metavar="NAME", help="Only rounds that this player bet on.")
@click.option(
    "--round", "number", default=0, type=click.IntRange(0), metavar="N", help="Only this round."
)
@receipt_option
@html_option
@own_books_option
@trust_option
@json_option
def case(
    log: Path,
    at_text: str,
    minutes: int,
    zone: str,
    player: str,
    number: int,
    receipts: tuple[Path, ...],
    html: Path | None,
    as_json: bool,
) -> int:
    """Show the rounds of a complaint, as paid and as owed.

    LOG is an exported log. Rounds are told card by card; each payment comes with its clause, what
    the clause asks for, and what the staff decided. The exit status is that of `pitboss verify`.
    """
    from pitboss.reports.times import PeriodError, ZoneError, checked_zone, parse_time

    if not at_text and not number and not player:
        raise InputError("nothing says which rounds are meant", "give --at, --player or --round")
    with bad_input("write --at '2026-03-12 21:00' --tz Pacific/Auckland", PeriodError, ZoneError):
        zone = checked_zone(zone)
        at_ms = parse_time(at_text, zone)
    margin = minutes * 60_000 if at_ms else 0
    window = (at_ms - margin, at_ms + margin)
    opened = _open(log, receipts, player, number, window, zone)
    if html is not None:
        from pitboss.library.case import case_page

        write_page(html, case_page(opened))
    if as_json:
        print_json(_plain(opened))
    elif html is None:
        _print(opened)
    return EXIT[opened.report.verdict]


def _open(
    file: Path,
    receipts: tuple[Path, ...],
    player: str,
    number: int,
    window: tuple[int, int],
    zone: str,
) -> "Case":
    from pitboss.library.case import Case, select_rounds
    from pitboss.library.rounds import played_log
    from pitboss.proof.log import verify_log
    from pitboss.store.export import LogError

    data, kept = read_log_file(file), read_receipt_files(receipts)
    try:
        played = played_log(data)
        report = verify_log(data, receipts=kept)
    except LogError as error:
        raise InputError(f"{file} cannot be read as a log: {error}", HINT) from None
    begin, end = window
    rounds = select_rounds(played, player=player, number=number, from_ms=begin, to_ms=end)
    return Case(played, report, rounds, player, zone, begin, end)


def _print(opened: "Case") -> None:
    from pitboss.library.case import describe_wrong
    from pitboss.proof.checks import FAILED

    print_heading(opened.heading)
    for played in opened.rounds:
        _print_round(played, opened.zone)
    if opened.log.fault:
        print_text(in_one_line(f"the log cannot be read on: {opened.log.fault}"))
    if not opened.rounds:
        print_text("no round of this log fits")
    elif not opened.wrong:
        print_text("every payment of these rounds is what the rulebook gives")
    for payment in opened.wrong:
        print_text(in_one_line(f"WRONG  {describe_wrong(payment, opened.zone)}"))
    for check in opened.report.checks:
        if check.status == FAILED:
            print_text(in_one_line(f"FAILED  {check.name}: {check.text}"))
    print_text(in_one_line(last_line(opened.report, opened.report.checks)))


def _print_round(played: "LoggedRound", zone: str) -> None:
    from pitboss.library.case import describe_payment
    from pitboss.reports.times import written

    began, ended = written(played.began_ms, zone), written(played.ended_ms, zone)
    place = f"events {played.first} to {played.last}, code {played.code}"
    print_heading(f"Round {played.number}, {began} to {ended}, {place}")
    for line in played.lines:
        print_text(in_one_line(f"{written(line.at_ms, zone)[11:]}  {line.text}"), indent=2)
    for payment in played.payments:
        who = f"{payment.player}, box {payment.box}, {payment.wager}"
        print_text(in_one_line(f"payment: {who}: {describe_payment(payment)}"), indent=2)
        if payment.clause_text:
            print_text(in_one_line(payment.clause_text), indent=4)
        if payment.chain:
            print_text(in_one_line(payment.chain.sentence()), indent=4)
    for line in played.decisions:
        print_text(in_one_line(f"staff: {line.text}"), indent=2)


def _plain(opened: "Case") -> dict[str, object]:
    from pitboss.reports.times import written

    zone = opened.zone
    return {
        "table": opened.log.header.table,
        "title": opened.log.header.title,
        "rulebook": opened.log.header.rulebook,
        "player": opened.player,
        "zone": zone,
        "from": written(opened.from_ms, zone),
        "to": written(opened.to_ms, zone),
        "verdict": opened.report.verdict,
        "checks": [
            {"check": check.name, "status": check.status, "text": check.text}
            for check in opened.report.checks
        ],
        "fault": opened.log.fault,
        "rounds": [_plain_round(played, zone) for played in opened.rounds],
    }


def _plain_round(played: "LoggedRound", zone: str) -> dict[str, object]:
    import msgspec

    from pitboss.reports.times import written

    return {
        "round": played.number,
        "began": written(played.began_ms, zone),
        "ended": written(played.ended_ms, zone),
        "events": [played.first, played.last],
        "digest": played.digest,
        "code": played.code,
        "players": list(played.players),
        "lines": [_plain_line(line, zone) for line in played.lines],
        "payments": [
            {
                "event": payment.event,
                "time": written(payment.at_ms, zone),
                "player": payment.player,
                "box": payment.box,
                "hand": payment.hand,
                "wager": payment.wager,
                "paid": str(payment.paid),
                "owed": None if payment.owed is None else str(payment.owed),
                "right": payment.is_right,
                "clause": payment.clause,
                "clause_ref": payment.clause_ref,
                "clause_text": payment.clause_text,
                "text": payment.text,
                "chain": msgspec.to_builtins(payment.chain),
            }
            for payment in played.payments
        ],
        "decisions": [_plain_line(line, zone) for line in played.decisions],
    }


def _plain_line(line: "LoggedLine", zone: str) -> dict[str, object]:
    from pitboss.reports.times import written

    return {"event": line.event, "time": written(line.at_ms, zone), "text": line.text}
