"""What the tests of `pitboss verify` share: logs that were played, and ways to forge an event."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.chips import ChipsBought
from pitboss.engine.declare import Event
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.shoe.commitment import ShoeRevealed
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.proof.checks import CHECKS
from pitboss.store.export import export_log, read_log
from tests.cli.commands import run
from tests.store.logged import LoggedTable

TABLES: dict[str, dict[str, str]] = {
    "tribal": {
        "additional_wager": "over_under_13",
        "match_play": "true",
        "streak": "true",
        "surrender": "true",
    },
    "nz": {"variant": "antes_up", "ante": "0.50", "super_sevens": "true"},
    "pa_free_bet": {"push_22": "a", "even_money": "true"},
    "house": {},
    "double_deck": {},
}


@cache
def played(rulebook: str, seed: int = 1) -> bytes:
    """The log of a table on which a few shoes were played."""
    table = LoggedTable(rulebook, TABLES[rulebook], seed)
    for number in range(9):
        if number % 4 == 3:
            table.shuffle()
        table.play_round()
    table.reveal()
    return export_log(table.store, "t1")


def verify(data: bytes, folder: Path) -> dict[str, Any]:
    """What the command says of a log, with its exit status."""
    path = folder / "t1.log.jsonl"
    path.write_bytes(data)
    result = run("verify", str(path), "--json")
    assert result.stderr == ""
    report: dict[str, Any] = json.loads(result.stdout)
    assert result.exit_code == {"holds": 0, "fails": 1, "not_proven": 3}[report["verdict"]]
    assert report["ok"] == (report["verdict"] == "holds")
    assert [check["check"] for check in report["checks"]] == list(CHECKS)
    return report


def statuses(report: dict[str, Any]) -> dict[str, str]:
    """What came of each check."""
    return {check["check"]: check["status"] for check in report["checks"]}


def entry_of(data: bytes, number: int) -> int:
    """The version of the entry that an event stands in."""
    return next(one.version for one in read_log(data).records if one.version >= number)


def failures(data: bytes, folder: Path) -> dict[str, str]:
    """The checks that fail, with what they say."""
    checks = verify(data, folder)["checks"]
    return {check["check"]: check["text"] for check in checks if check["status"] == "failed"}


def other_card(event: Event) -> Event:
    assert isinstance(event, CardDealt)
    return replace(event, card=(event.card + 1) % 52)


def more_won(event: Event) -> Event:
    assert isinstance(event, WagerSettled)
    return replace(event, net=event.net + 500)


def less_lost(event: Event) -> Event:
    assert isinstance(event, WagerSettled)
    return replace(event, stake=event.stake - 50, net=event.net + 50)


def other_clause(event: Event) -> Event:
    assert isinstance(event, WagerSettled)
    return replace(event, clause="NZ-1.1")


def nowhere(event: Event) -> Event:
    assert isinstance(event, CardDealt)
    return replace(event, box=77)


def wrong_seed(event: Event) -> Event:
    assert isinstance(event, ShoeRevealed)
    return replace(event, seed="00" * 32)


def larger_wager(event: Event) -> Event:
    assert isinstance(event, WagerPlaced)
    return replace(event, amounts=(event.amounts[0] + 100_000_00,))


def more_chips(event: Event) -> Event:
    assert isinstance(event, ChipsBought)
    return replace(event, amount=-5)
