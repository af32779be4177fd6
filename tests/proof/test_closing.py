"""Closed tables in a log: no money is left on them, nothing follows, and old logs still hold."""

from msgspec.structs import replace

from pitboss.cards import full_shoe
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import ChipsBought, ChipsCashed
from pitboss.engine.declare import Event
from pitboss.engine.floor.closing import CloseTable, TableClosed
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.proof.log import verify_log
from pitboss.round_scripts.export import export_script
from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import play_script
from pitboss.shuffle import commitment, shuffled
from pitboss.store.entry import Entry, decode_entry, encode_entry
from pitboss.store.export import ExportedLog, export_log, read_log, write_log
from tests.store.logged import LoggedTable, change_event, rechained, write_entry
from tests.verdicts import unheld

DAY_MS = 24 * 3_600_000


def earlier(entry: Entry) -> Entry:
    """An entry with all its times a day earlier."""
    command = entry.command
    if command is not None and hasattr(command, "at_ms"):
        command = replace(command, at_ms=command.at_ms - DAY_MS)
    at_ms, wall_ms = entry.at_ms - DAY_MS, entry.wall_ms - DAY_MS
    return replace(entry, at_ms=at_ms, wall_ms=wall_ms, command=command)


def day_old() -> ExportedLog:
    """A log whose times are days after the epoch, as are those of every table."""
    table = LoggedTable("house", {}, 3)
    log = read_log(export_log(table.store, "t1"))
    header = replace(log.header, created_ms=5 * DAY_MS)
    entries = [decode_entry(one) for one in log.records]
    late = [
        replace(one, at_ms=one.at_ms + 5 * DAY_MS, wall_ms=one.wall_ms + 5 * DAY_MS)
        for one in entries
    ]
    records = rechained(header, [encode_entry(one) for one in late])
    return read_log(write_log(header, records))


def closed_table() -> LoggedTable:
    """A table with a wager up that was closed."""
    table = LoggedTable("house", {}, 3)
    table.shuffle()
    table.play_round()
    table.reveal()
    table.send(PlaceWager(by="ann", box=1, wager="main", amounts=(1_000,)))
    table.send(CloseTable())
    return table


def failed(data: bytes) -> dict[str, str]:
    """What does not hold of a log, by the name of the check."""
    return {one.name: one.text for one in verify_log(data).checks if one.status == "failed"}


def test_a_closed_table_holds() -> None:
    data = export_log(closed_table().store, "t1")
    report = verify_log(data)
    assert not unheld(report)
    (money,) = [one.text for one in report.checks if one.name == "money"]
    assert "nobody was below zero" in money


def test_money_left_on_a_closed_table_is_found() -> None:
    """Whoever forges a log keeps somebody's chips, and makes the chain again."""
    data = export_log(closed_table().store, "t1")

    def drop(_event: Event) -> Event | None:
        return None

    forged, _ = change_event(data, ChipsCashed, drop, is_rechained=True)
    wrong = failed(forged)
    assert "the table is closed with " in wrong["money"]
    assert "chain" not in wrong
    assert "decisions" in wrong


def test_what_follows_the_closing_is_found() -> None:
    table = closed_table()
    write_entry(table.store, None, (ChipsBought("ann", 100),))
    wrong = failed(export_log(table.store, "t1"))
    assert "(chips_bought) follows the closing of the table" in wrong["replay"]
    assert "decisions" in wrong


def test_a_log_that_was_closed_before_closing_was_logged_holds() -> None:
    """The register alone knew of it: the chips were cashed one by one, and the seed came last."""
    table = LoggedTable("house", {}, 3)
    table.shuffle()
    table.play_round()
    table.reveal()
    assert not any(isinstance(event, TableClosed) for event in table.log)
    assert not unheld(verify_log(export_log(table.store, "t1")))


def cut_short(seed: bytes, revealed: bytes) -> LoggedTable:
    """A table that was closed while its next shoe was being cut."""
    table = LoggedTable("house", {}, 3)
    table.shuffle()
    table.play_round()
    fixed = commitment(seed, shuffled(full_shoe(table.rules.decks_in_play), seed))
    table.send(CommitShoe(commitment=fixed))
    table.reveal()
    table.send(RevealShoe(commitment=fixed, seed=revealed.hex()))
    table.send(CloseTable())
    return table


def test_a_table_that_is_closed_while_a_shoe_is_cut_holds() -> None:
    seed = bytes(range(32))
    table = cut_short(seed, seed)
    report = verify_log(export_log(table.store, "t1"))
    assert not unheld(report)
    wrong = failed(export_log(cut_short(seed, bytes(32)).store, "t1"))
    assert "the seed does not give the commitment" in wrong["commitments"]


def test_the_commands_of_a_closed_table_are_a_script() -> None:
    table = closed_table()
    given = [(one.command, one.events) for one in table.given]
    text = export_script(table.start, given, "To the end")
    verdict = play_script(parse_script(text))
    assert verdict.failures == ()
    assert verdict.state.is_closed
    assert "close_table" in text


def test_times_that_were_moved_break_the_chain() -> None:
    """A log whose times lie a day earlier than they were is not the log that was written."""
    log = day_old()
    for place, one in enumerate(log.records):
        records = list(log.records)
        records[place] = replace(one, at_ms=one.at_ms - DAY_MS)
        assert "chain" in failed(write_log(log.header, records)), f"entry {place}"


def test_times_that_were_moved_with_a_new_chain_lie_before_the_table() -> None:
    """Whoever moves every time of a log, and makes its chain again, forgets when it was opened."""
    log = day_old()
    assert not unheld(verify_log(write_log(log.header, list(log.records))))
    moved = [encode_entry(earlier(decode_entry(one))) for one in log.records]
    wrong = failed(write_log(log.header, rechained(log.header, moved)))
    assert wrong == {"times": "entry 1 lies 86397 s before the table was opened"}
