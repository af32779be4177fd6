"""`pitboss witness` and `pitboss repair`: the signed heads of a house, and logs that lack them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

import click

from pitboss.cli.house.backup import Place, place_of, place_options
from pitboss.cli.shared.arguments import json_option
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import print_json, print_table, print_text

if TYPE_CHECKING:
    from pitboss.proof.money import HouseMoney
    from pitboss.store.repair import Remedy, Repaired
    from pitboss.store.witness.checking import Findings

T = TypeVar("T")

HEAD_SHOWN = 16
"""Characters of a hash that are shown to people."""


@click.command(
    epilog="""\b
Examples:
  pitboss witness --data ./data
  pitboss witness --data ./data --json > heads-2026-11-16.json
"""
)
@place_options
@json_option
def witness(data: str | None, database: str | None, config: Path | None, as_json: bool) -> int:
    """Check the logs of a server against their signed heads.

    It prints the head of every log. The server may be running. Keep the output, or print it: with a
    head you can tell later whether its log was shortened or rewritten. The exit status is 0 if
    everything matches, 1 if something does not.
    """
    from pitboss.money import show
    from pitboss.store.witness.checking import NO_LOGS

    findings, public, money = _checked(place_of(data, database, config))
    heads = sorted(findings.heads.values(), key=lambda head: head.log)
    faults = findings.faults
    is_ok = not faults and not money.faults
    if as_json:
        print_json(
            {
                "ok": is_ok,
                "key": public,
                "heads": [
                    {"log": head.log, "version": head.version, "head": head.chain} for head in heads
                ],
                "faults": [
                    {"log": one.log, "version": one.version, "text": one.text}
                    for one in faults.values()
                ],
                "notes": [{"at_ms": one.at_ms, "text": one.note} for one in findings.notes],
                "money": {
                    "given": money.issued,
                    "bankrolls": money.bankrolls,
                    "chips": money.chips,
                    "won": money.won,
                    "faults": list(money.faults),
                },
            }
        )
        return 0 if is_ok else 1
    rows = [
        (one.log, str(one.version), f"{one.chain[:HEAD_SHOWN]}...", _matches(one.log, findings))
        for one in heads
    ]
    print_table(("log", "events", "head", "matches"), rows, title=f"Signed with the key {public}")
    for note in findings.notes:
        at = datetime.fromtimestamp(note.at_ms / 1000, UTC)
        logs = ", ".join(head.log for head in note.heads)
        print_text(f"noted on {at:%Y-%m-%d at %H:%M:%S} UTC: {logs and logs + ' '}{note.note}")
    for fault in faults.values():
        print_text(f"{fault.log}: {fault.text}")
    for text in money.faults:
        print_text(f"money: {text}")
    for table in findings.snapshots:
        print_text(f"{table}: its snapshot is not the one kept; the next start does without it")
    if faults.keys() <= NO_LOGS:
        print_text(
            f"Of {show(money.issued)} given, {show(money.bankrolls)} lie in bankrolls, "
            f"{show(money.chips)} on tables, and the house has won {show(money.won)}"
        )
    print_text("the store does NOT match its heads" if faults else "the store matches its heads")
    return 0 if is_ok else 1


def _matches(log: str, findings: "Findings") -> str:
    return "no" if log in findings.faults else "yes"


@click.command(
    epilog="""\b
Examples:
  pitboss repair --data ./data
  pitboss repair --data ./data table-7 --accept
"""
)
@click.argument("log", required=False)
@place_options
@click.option(
    "--accept", is_flag=True, help="Carry on from the last good event, and sign the loss."
)
@json_option
def repair(
    log: str | None, data: str | None, database: str | None, config: Path | None,
    accept: bool, as_json: bool,
) -> int:  # fmt: skip
    """Find and repair faults in the logs of a server.

    It lists the faults. With --accept, LOG carries on from its last good event; without it nothing
    changes. Stop the server first.
    """
    from pitboss.store import repair as repairs
    from pitboss.store.witness.checking import NO_LOGS

    place = place_of(data, database, config)
    if log is None or not accept:
        findings, _, _ = _checked(place)
        _tell(repairs.remedies(findings), as_json)
        for name in sorted(NO_LOGS & findings.faults.keys()) if not as_json else ():
            print_text(f"{name}: {findings.faults[name].text}")
        return 1 if findings.faults else 0
    with _opened(place) as (store, findings):
        done = _told(lambda: repairs.accept(store, findings, log))
    if as_json:
        print_json({"log": log, "good": done.good, "signed": done.signed, "accepted": True})
    else:
        lost = f"; {done.missing} are lost, and that is signed" if done.missing else ""
        print_text(f"{log} goes on from event {done.good}{lost}")
    return 0


def _tell(remedies: "list[Remedy]", as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {"log": one.log, "text": one.text, "good": one.good, "signed": one.signed}
                for one in remedies
            ]
        )
        return
    for one in remedies:
        print_text(one.text)
        if one.signed:
            print_text(f"--accept goes on from event {one.good} and signs that", indent=2)
        else:
            print_text("--accept removes it", indent=2)
    if not remedies:
        print_text("every log is what was signed")


def _checked(place: Place) -> "tuple[Findings, str, HouseMoney]":
    """Check a copy of the store, taken now, against its heads, and count its money."""
    from pitboss.proof.money import HouseMoney, count_money
    from pitboss.store.backup import take_copy
    from pitboss.store.sql.sqlite import SqliteStore
    from pitboss.store.witness.checking import NO_LOGS, check_against_heads
    from pitboss.store.witness.opening import public_key
    from pitboss.store.witness.outside import OutsideCopy

    def check() -> "tuple[Findings, str, HouseMoney]":
        # The copy must have all that was signed by now; it may have more.
        outside = OutsideCopy(place.house.outside)
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "copy"
            damage = take_copy(copy, data=place.file, database=place.database)
            store = SqliteStore(copy)
            store.damage = damage
            try:
                public = public_key(store, outside, place.house.key)
                findings = check_against_heads(store, public, outside)
                # Movements that cannot be read cannot be added up.
                is_readable = findings.faults.keys() <= NO_LOGS
                money = count_money(store) if is_readable else HouseMoney(0, 0, 0, 0, ())
                return findings, public, money
            finally:
                store.close()

    return _told(check)


@contextmanager
def _opened(place: Place) -> "Iterator[tuple[Repaired, Findings]]":
    """Open the store itself, which no other process may have open; yield it with its faults."""
    from pitboss.server.security.witness import open_store
    from pitboss.server.surroundings import REAL
    from pitboss.store.witness.opening import begin, key_of

    store = _told(lambda: open_store(place.settings))
    try:
        key = _told(lambda: key_of(store, place.house.outside, place.house.key))
        outside, now_ms = place.house.outside, REAL.wall_ms
        writer = REAL.new_id()
        yield store, _told(lambda: begin(store, key, outside, writer=writer, now_ms=now_ms))
    finally:
        store.close()


def _told(work: Callable[[], T]) -> T:
    from pitboss.store.port import StoreError

    try:
        return work()
    except (StoreError, OSError) as error:
        raise InputError(str(error), "check the folder, the database and the witness") from None
