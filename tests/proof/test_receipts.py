"""Logs that were rewritten so that all of them agrees: a receipt names the round."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.engine.round import RoundEnded
from pitboss.engine.state import Automations
from pitboss.engine.table import open_table, steps
from pitboss.proof.checks import Report
from pitboss.proof.log import verify_log
from pitboss.proof.receipts import agree_with_receipts
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.refusals import Rejection
from pitboss.store.entry import Entry, decode_entry, encode_entry
from pitboss.store.export import ExportedLog, read_log, write_log
from pitboss.store.witness.receipts import FORMAT, Receipt, sign_receipt
from pitboss.store.witness.statements import new_key
from tests.proof.test_forgeries import ROUNDS, SHOES, played
from tests.store.logged import rechained

KEY = new_key()
FIRST, LAST = 4, SHOES * ROUNDS
"""The round that is rewritten, and the last of the log."""

Rewrite = Callable[[list[Entry]], list[Entry]]


def entries_of(log: ExportedLog) -> list[Entry]:
    return [decode_entry(record) for record in log.records]


def rounds_of(entries: list[Entry]) -> dict[int, Entry]:
    """The entry in which each round ended."""
    return {
        event.number: entry
        for entry in entries for event in entry.events if isinstance(event, RoundEnded)
    }  # fmt: skip


def receipts_of(log: ExportedLog) -> list[Receipt]:
    """What ann's device kept: the head after each round, and that of the closed table."""
    ends = {number: entry.version for number, entry in rounds_of(entries_of(log)).items()}
    heads = [*ends.items(), (LAST, log.records[-1].version)]
    chains = {record.version: record.chain for record in log.records}
    table = log.header.table
    return [
        sign_receipt(Receipt(FORMAT, table, "ann", number, version, chains[version], 1, ""), KEY)
        for number, version in heads
    ]  # fmt: skip


def within(entries: list[Entry], number: int) -> range:
    """The places of the entries of a round."""
    ends = rounds_of(entries)
    places = {entry.version: place for place, entry in enumerate(entries)}
    return range(places[ends[number - 1].version] + 1, places[ends[number].version] + 1)


def changed(kind: type[Command], **values: object) -> Rewrite:
    """A command of ann's in the round has other values."""

    def rewrite(entries: list[Entry]) -> list[Entry]:
        place = place_of(entries, kind)
        old = entries[place]
        assert old.command is not None
        other = replace(old, command=replace(old.command, **values))
        assert other != old
        return [*entries[:place], other, *entries[place + 1 :]]

    return rewrite


def place_of(entries: list[Entry], kind: type[Command], who: str = "ann") -> int:
    return next(
        place for place in within(entries, FIRST)
        if isinstance(entries[place].command, kind) and entries[place].who == who
    )  # fmt: skip


def without(kind: type[Command], who: str) -> Rewrite:
    """A command of the round was never given."""

    def rewrite(entries: list[Entry]) -> list[Entry]:
        place = place_of(entries, kind, who)
        return [*entries[:place], *entries[place + 1 :]]

    return rewrite


def twice(entries: list[Entry]) -> list[Entry]:
    """Chips were bought once more."""
    place = place_of(entries, do.BuyIn)
    more = replace(entries[place], id=f"{entries[place].id} more")
    return [*entries[: place + 1], more, *entries[place + 1 :]]


def with_side_wager(entries: list[Entry]) -> list[Entry]:
    place = place_of(entries, do.PlaceWager)
    old = entries[place]
    more = do.PlaceWager(by="ann", box=1, wager="perfect_pairs", amounts=(500,))
    other = replace(old, id=f"{old.id} more", command=more)
    return [*entries[: place + 1], other, *entries[place + 1 :]]


def an_hour_later(entries: list[Entry]) -> list[Entry]:
    """The round was played at another time."""
    first = within(entries, FIRST)[0]
    return [*entries[:first], *(later(entry, 3_600_000) for entry in entries[first:])]


def later(entry: Entry, by_ms: int) -> Entry:
    command = entry.command
    if at_ms := getattr(command, "at_ms", 0):
        assert command is not None
        command = replace(command, at_ms=at_ms + by_ms)
    return replace(entry, at_ms=entry.at_ms + by_ms, wall_ms=entry.wall_ms + by_ms, command=command)


def cut_off(entries: list[Entry]) -> list[Entry]:
    """The log ends with the round before."""
    return entries[: within(entries, FIRST)[0]]


def by_another(entries: list[Entry]) -> list[Entry]:
    """Bob's chips were carol's from this round on."""
    first = within(entries, FIRST)[0]
    place = next(
        place for place in range(first, len(entries))
        if isinstance(entries[place].command, do.BuyIn) and entries[place].who == "bob"
    )  # fmt: skip
    old = entries[place]
    other = replace(
        old, who="carol", id=old.id.replace("bob", "carol", 1),
        command=do.BuyIn(player="carol", amount=5_000),
    )  # fmt: skip
    return [*entries[:place], other, *entries[place + 1 :]]


def never_played(entries: list[Entry]) -> list[Entry]:
    """Ann bets nothing, and what she did afterwards is left out."""
    gone = {
        place for place in within(entries, FIRST)
        if entries[place].who == "ann" and not isinstance(entries[place].command, do.BuyIn)
    }  # fmt: skip
    return [entry for place, entry in enumerate(entries) if place not in gone]


REWRITES: dict[str, Rewrite] = {
    "bet 10 is 5": changed(do.PlaceWager, amounts=(500,)),
    "bet 10 is 20": changed(do.PlaceWager, amounts=(2_000,)),
    "one bet was never placed": without(do.PlaceWager, "bob"),
    "ann did not play": never_played,
    "less was bought": changed(do.BuyIn, amount=8_000),
    "chips were bought twice": twice,
    "a side wager more": with_side_wager,
    "another time": an_hour_later,
    "the end is missing": cut_off,
    "another player's chips": by_another,
}


def decided(log: ExportedLog, entries: list[Entry]) -> bytes:
    """The log that the engine would have written: every command decided, the refused ones gone.

    Entries that come out as they were keep their bytes, with their seals.
    """
    kept = {record.chain: record for record in log.records}
    rules = choose(load_rulebook(log.header.rulebook), log.header.options)
    state = open_table(rules, msgspec.convert(log.header.automations, Automations))
    originals, records = entries_of(log), []
    for entry in entries:
        assert entry.command is not None
        outcome = steps(state, entry.command, entry.who)
        if isinstance(outcome, Rejection):
            continue
        states, events = outcome
        state = states[-1] if states else state
        made = replace(entry, events=tuple(events))
        if events:
            records.append(kept[entry.chain] if made in originals else encode_entry(made))
    return write_log(log.header, rechained(log.header, records))


@pytest.fixture(scope="module")
def log() -> ExportedLog:
    return read_log(played("nz"))


def witness_text(report: Report) -> tuple[str, str]:
    (check,) = (check for check in report.checks if check.name == "witness")
    return check.status, check.text


def test_the_log_as_it_was_played_holds_by_the_receipts(log: ExportedLog) -> None:
    report = verify_log(played("nz"), receipts=receipts_of(log))
    assert (report.verdict, report.players) == ("holds", ("ann",))
    events = {check.name: check.events for check in report.checks}
    assert events["rulebook"] == events["format"] == ((1, log.records[-1].version),)
    receipts = receipts_of(log)
    bound = agree_with_receipts(log, receipts).text
    assert bound.startswith(f"{len(receipts)} receipts of ann up to event ")
    assert "none covers" not in bound
    assert agree_with_receipts(log, receipts[:1]).text.startswith("1 receipt of ann up to event ")


@pytest.mark.parametrize("name", REWRITES)
def test_a_rewritten_log_is_not_proven_and_a_receipt_names_its_round(
    log: ExportedLog, name: str
) -> None:
    forged = decided(log, REWRITES[name](entries_of(log)))
    alone = verify_log(forged)
    assert alone.verdict == "not_proven", [check for check in alone.checks if check.status != "ok"]
    report = verify_log(forged, receipts=receipts_of(log))
    status, text = witness_text(report)
    assert (report.verdict, status) == ("fails", "failed")
    assert text.startswith(f"round {FIRST} is the first that differs: "), text


def test_receipts_of_some_rounds_name_the_rounds_between_them(log: ExportedLog) -> None:
    forged = decided(log, REWRITES["bet 10 is 5"](entries_of(log)))
    kept = receipts_of(log)
    some = [receipt for receipt in kept if receipt.round in (1, FIRST + 2)]
    _, text = witness_text(verify_log(forged, receipts=some))
    assert text.startswith(f"one of the rounds 2 to {FIRST + 2} is the first that differs: ")
    before = [receipt for receipt in kept if receipt.round < FIRST]
    report = verify_log(forged, receipts=before)
    assert report.verdict == "not_proven"
    closing = decided(log, entries_of(log)[:-1])
    assert "round 10 is the same, and what followed it differs" in witness_text(
        verify_log(closing, receipts=kept)
    )[1]  # fmt: skip


def test_receipts_of_another_table_bind_nothing(log: ExportedLog) -> None:
    other = [replace(receipt, table="house") for receipt in receipts_of(log)]
    report = verify_log(played("nz"), receipts=other)
    assert witness_text(report) == ("not_made", "no receipt was signed for nz")
