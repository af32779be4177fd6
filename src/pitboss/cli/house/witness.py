"""`pitboss witness` and `pitboss repair`: the signed heads of a house, and logs that lack them."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from pitboss.cli.house.backup import Place, place_options
from pitboss.cli.shared.arguments import json_option
from pitboss.cli.shared.errors import bad_input
from pitboss.cli.shared.output import print_items, print_json, print_text

if TYPE_CHECKING:
    from pitboss.proof.money import HouseMoney
    from pitboss.store.repair import Remedy
    from pitboss.store.sql.rows import SqlStore
    from pitboss.store.witness.checking import Findings

HINT = "check the folder, the database and the witness"
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
def witness(place: Place, as_json: bool) -> int:
    """Check the logs of a server against their signed heads.

    It prints the head of every log. The server may be running. Keep the output, or print it: with a
    head you can tell later whether its log was shortened or rewritten. The exit status is 0 if
    everything matches, 1 if something does not.
    """
    from pitboss.money import show
    from pitboss.store.witness.checking import NO_LOGS

    findings, public, money = _check(place)
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
                    {"log": fault.log, "version": fault.version, "text": fault.text}
                    for fault in faults.values()
                ],
                "notes": [{"at_ms": note.at_ms, "text": note.note} for note in findings.notes],
                "money": _plain_money(money),
            }
        )
        return 0 if is_ok else 1
    print_items(
        heads,
        {
            "log": lambda head: head.log,
            "events": lambda head: str(head.version),
            "head": lambda head: f"{head.chain[:HEAD_SHOWN]}...",
            "matches": lambda head: "no" if head.log in faults else "yes",
        },
        title=f"Signed with the key {public}",
    )
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


def _plain_money(money: "HouseMoney") -> dict[str, object]:
    return {
        "given": money.issued,
        "bankrolls": money.bankrolls,
        "chips": money.chips,
        "won": money.won,
        "faults": list(money.faults),
    }


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
def repair(log: str | None, place: Place, accept: bool, as_json: bool) -> int:
    """Find and repair faults in the logs of a server.

    It lists the faults. With --accept, LOG carries on from its last good event; without it nothing
    changes. Stop the server first.
    """
    from pitboss.store import repair as repairs
    from pitboss.store.witness.checking import NO_LOGS

    if log is None or not accept:
        findings, _, _ = _check(place)
        _print_remedies(repairs.remedies(findings), as_json)
        for name in sorted(NO_LOGS & findings.faults.keys()) if not as_json else ():
            print_text(f"{name}: {findings.faults[name].text}")
        return 1 if findings.faults else 0
    with _open_checked(place) as (store, findings):
        done = repairs.accept(store, findings, log)
    if as_json:
        print_json({"log": log, "good": done.good, "signed": done.signed, "accepted": True})
    else:
        lost = f"; {done.missing} are lost, and that is signed" if done.missing else ""
        print_text(f"{log} goes on from event {done.good}{lost}")
    return 0


def _print_remedies(remedies: "list[Remedy]", as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "log": remedy.log,
                    "text": remedy.text,
                    "good": remedy.good,
                    "signed": remedy.signed,
                }
                for remedy in remedies
            ]
        )
        return
    for remedy in remedies:
        print_text(remedy.text)
        if remedy.signed:
            print_text(f"--accept goes on from event {remedy.good} and signs that", indent=2)
        else:
            print_text("--accept removes it", indent=2)
    if not remedies:
        print_text("every log is what was signed")


def _check(place: Place) -> "tuple[Findings, str, HouseMoney]":
    """Check a copy of the store, taken now, against its heads, and count its money."""
    from pitboss.proof.money import HouseMoney, count_money
    from pitboss.store.backup import take_copy
    from pitboss.store.port import StoreError
    from pitboss.store.sql.sqlite import SqliteStore
    from pitboss.store.witness.checking import NO_LOGS, check_against_heads
    from pitboss.store.witness.opening import public_key
    from pitboss.store.witness.outside import OutsideCopy

    place.check()
    with bad_input(HINT, StoreError, OSError), TemporaryDirectory() as folder:
        # The copy must have all that was signed by now; it may have more.
        outside = OutsideCopy(place.house.outside)
        copy = Path(folder) / "copy"
        damage = take_copy(copy, data=place.file, database=place.database)
        with closing(SqliteStore(copy)) as store:
            store.damage = damage
            public = public_key(store, outside, place.house.key)
            findings = check_against_heads(store, public, outside)
            # Movements that cannot be read cannot be added up.
            is_readable = findings.faults.keys() <= NO_LOGS
            money = count_money(store) if is_readable else HouseMoney(0, 0, 0, 0, ())
            return findings, public, money


@contextmanager
def _open_checked(place: Place) -> "Iterator[tuple[SqlStore, Findings]]":
    """Open the store itself, which no other process may have open; yield it with its faults."""
    from pitboss.server.security.witness import open_store
    from pitboss.server.surroundings import REAL
    from pitboss.store.port import StoreError
    from pitboss.store.witness.opening import begin, key_of

    place.check()
    outside = place.house.outside
    with bad_input(HINT, StoreError, OSError), closing(open_store(place.settings)) as store:
        key = key_of(store, outside, place.house.key)
        yield store, begin(store, key, outside, writer=REAL.new_id(), now_ms=REAL.wall_ms)
