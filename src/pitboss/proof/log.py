"""Verifies an exported log: form, chain, times, seals, witness, rulebook, replay, decisions."""

from collections.abc import Sequence

import msgspec

from pitboss.engine.state import Automations, TableState
from pitboss.engine.table import open_table
from pitboss.proof.checks import (
    CHECKS,
    FAILED,
    NOT_MADE,
    OK,
    Check,
    Outcome,
    Report,
    span_to,
    spans_outside,
)
from pitboss.proof.judging import Judge
from pitboss.proof.openings import check_openings, closed_events
from pitboss.proof.receipts import Bound, agree_with_receipts
from pitboss.proof.shoes import Shoes
from pitboss.proof.witness import agree
from pitboss.rulebook.catalog import is_named, load_logged, logged_rules
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.load import Rulebook
from pitboss.store.chain import broken_link, event_count, genesis, read_body
from pitboss.store.entry import Entry, Sealed, decode_visible, is_as_written, log_time_due
from pitboss.store.export import ExportedLog, LogError, read_log
from pitboss.store.port import UNREADABLE, Record, StoreError, TableHeader
from pitboss.store.sealed_fields import envelope_fault
from pitboss.store.seals import staff_places
from pitboss.store.witness.receipts import Receipt
from pitboss.store.witness.statements import Signed

SHOWN = 16
"""Digits of a digest that a sentence shows."""
SKEW_MS = 300_000
"""Largest difference between the clocks of the server that opens a table and of its writer."""


def verify_log(
    data: bytes,
    witness: Sequence[Signed] | None = None,
    *,
    key: str = "",
    receipts: Sequence[Receipt] = (),
) -> Report:
    """Check a log, and that it is the original by signed heads from outside, if there are any.

    ``key``: the public key that the witness signs with, from a source other than the house; only
    with it does the witness bind the log. ``receipts``: those that players kept, which bind it as
    far as they go. Raises ``LogError`` for a file whose lines are not those of a log.
    """
    log = read_log(data)
    form, entries = _read_entries(log)
    start, rulebook = open_by_header(log.header)
    signed, voucher, players = _check_witness(log, witness, key, receipts)
    outcomes = {
        "format": form,
        "chain": _check_chain(log),
        "versions": _check_versions(log),
        "witness": signed,
        "rulebook": rulebook._replace(events=form.events if rulebook.status == OK else ()),
    }
    is_read = form.status == OK
    if is_read:
        times = Outcome(*_check_times(log, entries), form.events)
        outcomes |= {"times": times, "sealed": check_openings(entries)}
    if is_read and start is not None:
        judge = Judge(start, entries, is_revised=_is_revised(log.header, start.rules.book))
        outcomes |= judge.judge() | {"commitments": _check_shoes(start, entries)}
    reason = "this cannot be checked without the entries"
    if start is None:
        reason = "this cannot be checked without the rulebook"
    unmade = Outcome(NOT_MADE, reason)
    checks = (Check(name, *outcomes.get(name, unmade)) for name in CHECKS)
    rules = start.rules if start else None
    return Report(log.header, len(log.records), tuple(checks), voucher, players, rules)


def failed_form(error: LogError) -> tuple[Check, ...]:
    """Return the checks of a file that begins like a log and does not go on like one."""
    rest = [Check(name, NOT_MADE, "the file cannot be read to its end") for name in CHECKS[1:]]
    return (Check("format", FAILED, str(error)), *rest)


def _read_entries(log: ExportedLog) -> tuple[Outcome, list[Entry]]:
    """Read all entries, with blanks for what is sealed."""
    entries: list[Entry] = []
    for record in log.records:
        try:
            entries.append(_read_entry(record))
        except (StoreError, *UNREADABLE) as error:
            text = f"entry {record.version}: {error}"
            return Outcome(FAILED, text, span_to(entries[-1].version if entries else 0)), []
    text = f"a header, {len(log.records)} entries that can be read, and a footer"
    return Outcome(OK, text, span_to(entries[-1].version if entries else 0)), entries


def _read_entry(record: Record) -> Entry:
    """Read an entry; raise if its bytes, or those beside it, are not what a table writes."""
    if fault := envelope_fault(record.body, record.envelope, may_lack=staff_places(record)):
        raise StoreError(fault)
    try:
        entry = decode_visible(record)
    except Sealed as closed:
        raise StoreError(f"{', '.join(closed.fields)} is sealed, and no table seals that") from None
    if not is_as_written(record, entry):
        raise StoreError("its bytes are not those that a table writes")
    return entry


def _check_chain(log: ExportedLog) -> Outcome:
    if genesis(log.header) != log.genesis:
        return Outcome(FAILED, "the header is not the one that the chain begins with")
    version = log.records[-1].version if log.records else 0
    if broken := broken_link(log.header, log.records):
        return Outcome(FAILED, f"the hash chain breaks at entry {broken}", span_to(broken))
    last = log.records[-1].chain if log.records else log.genesis
    if log.last != last:
        return Outcome(
            FAILED, "the footer names another last entry than the log has", span_to(version)
        )
    return Outcome(OK, f"unbroken from the header to {last[:16]}...", span_to(version))


def _check_versions(log: ExportedLog) -> Outcome:
    """Check that numbers have no gap, the footer counts right, and no command came twice."""
    ids: dict[str, int] = {}
    version = 0
    for record in log.records:
        try:
            version += event_count(record.body)
        except StoreError as error:
            return Outcome(FAILED, f"entry {record.version}: {error}", span_to(version))
        if record.version != version:
            text = f"entry {record.version} stands where {version} is due"
            return Outcome(FAILED, text, span_to(version))
        if record.id and ids.setdefault(record.id, version) != version:
            first = f"command {record.id} of entry {ids[record.id]}"
            return Outcome(FAILED, f"{first} comes again in entry {version}", span_to(version))
    count = len(log.records)
    if log.count != count:
        text = f"the footer counts {log.count} entries, and there are {count}"
        return Outcome(FAILED, text, span_to(version))
    text = f"1 to {version} without a gap, from {len(ids)} commands with an id"
    if log.behind:
        text = f"{text}; the {log.behind} events after them are not open yet"
    return Outcome(NOT_MADE if log.behind else OK, text, span_to(version))


def _check_times(log: ExportedLog, entries: list[Entry]) -> tuple[str, str]:
    """Log time is the wall time, or that of the entry before; commands have that of their entry."""
    commands = {entry.version: entry.command for entry in entries}
    opened_ms, first = log.header.created_ms, next(iter(log.records), None)
    if first is not None and first.at_ms < opened_ms - SKEW_MS:
        early_s = (opened_ms - first.at_ms) // 1000
        return FAILED, f"entry {first.version} lies {early_s} s before the table was opened"
    before, back, acts = 0, 0, ""
    for record in log.records:
        body, at, now = read_body(record.body), f"entry {record.version}", record.at_ms
        due = log_time_due(before, body)
        acts += f"; {at} sets it back to the wall clock" if due < before else ""
        if now != due:
            return FAILED, f"{at} has the log time {now}, where {due} is due"
        if (own := getattr(commands.get(record.version), "at_ms", 0) or now) != now:
            return FAILED, f"the command of {at} has the time {own}, not {now}"
        back += body.wall_ms < before
        before = now
    acts += f"; the clock was behind it at {back} of them" if back else ""
    return OK, f"log time never runs back by itself over {len(log.records)} entries{acts}"


def _check_witness(
    log: ExportedLog, witness: Sequence[Signed] | None, key: str, receipts: Sequence[Receipt]
) -> tuple[Outcome, str, tuple[str, ...]]:
    """Return the result, and who binds the whole log: the key of a witness, names of players."""
    last = log.records[-1].version if log.records else 0
    if witness is None and not receipts:
        text = "no witness or receipt was given, so that a log rewritten since is not noticed"
        return Outcome(NOT_MADE, text), "", ()
    texts, witnessed, bound = [], 0, Bound(0, "")
    try:
        if receipts:
            bound = agree_with_receipts(log, receipts, key)
            texts.append(bound.text)
        if witness is not None:
            witnessed, text = agree(log, witness, key)
            if not key:
                witnessed, text = 0, _unpinned(text)
            texts.append(text)
    except StoreError as error:
        return Outcome(FAILED, str(error)), "", ()
    newest = max(witnessed, bound.version)
    outcome = Outcome(OK if newest == last else NOT_MADE, "; ".join(texts), span_to(newest))
    voucher = key if witnessed and witnessed == last else ""
    players = bound.players if bound.version == last else ()
    return outcome, voucher, players


def _unpinned(text: str) -> str:
    return f"{text}; this is the signature of the house alone, until you name its key yourself"


def open_by_header(header: TableHeader) -> tuple[TableState | None, Outcome]:
    """Open the table: the rulebook with the header's options and automations."""
    name = header.rulebook
    if not is_named(name):
        # A path in a log from elsewhere is not followed.
        return None, Outcome(NOT_MADE, f"the rulebook {name[:80]} does not come with pitboss")
    try:
        book = load_logged(name, is_own=header.is_own, in_force_from=header.in_force_from)
    except RulebookError as error:
        return None, Outcome(NOT_MADE, f"the rulebook cannot be loaded: {error}")
    try:
        rules = logged_rules(book, header.options, header.readings)
        start = open_table(rules, msgspec.convert(header.automations, Automations))
    except (RulebookError, msgspec.ValidationError) as error:
        text = f"the table cannot be opened: {error}"
        return None, Outcome(NOT_MADE if _is_revised(header, book) else FAILED, text)
    status, count = OK, len(header.options)
    text = f"{name}, revision {header.revision}, {count} options chosen"
    if header.digest:
        text = (
            f"{name}, edition {header.in_force_from}, digest {header.digest[:SHOWN]}, dealt by"
            f" pitboss {header.program}, {count} options chosen"
        )
    if header.not_said:
        text = f"{text}; not played, as its file says: {', '.join(header.not_said)}"
    if header.digest not in ("", book.digest):
        text = f"{text}; the file has changed since, and its digest is {book.digest[:SHOWN]}"
    if book.revision != header.revision:
        status = NOT_MADE
        text = (
            f"the log was played by revision {header.revision} of {name}, and this is revision"
            f" {book.revision}: what has changed between them may differ below"
        )
    return start, Outcome(status, text)


def _is_revised(header: TableHeader, book: Rulebook) -> bool:
    """Return True if the rulebook is another than the one that the log was dealt under."""
    return book.revision != header.revision or header.digest not in ("", book.digest)


def _check_shoes(start: TableState, entries: Sequence[Entry]) -> Outcome:
    sealed = {
        entry.first + place for entry in entries if entry.closed for place in closed_events(entry)
    }
    shoes, last = Shoes(start.rules, sealed), entries[-1].version if entries else 0
    shoes.read(numbered for entry in entries for numbered in entry.numbered())
    if shoes.faults:
        return Outcome(FAILED, "; ".join(shoes.faults), span_to(last))
    if not start.automations.cards:
        return Outcome(OK, "the cards come from a physical shoe, in no known order", span_to(last))
    if not shoes.committed and (shoes.shoes or shoes.unproved):
        return Outcome(NOT_MADE, "the log holds no commitment to the order of a shoe")
    known = (
        f"{shoes.committed} of {len(shoes.shoes)} shoes were committed to before the first wager"
    )
    seeds = f"the seeds of {shoes.revealed} are revealed and give the cards that were dealt"
    if shoes.unpledged:
        said = f"the words of {shoes.unpledged} cuts were said without being committed to first"
        seeds = f"{seeds}; {said}"
    text = f"{known}; {seeds}"
    if shoes.void:
        text = f"{text}; the order of {len(shoes.void)} void ones is lost"
    gaps = shoes.unproved
    return Outcome(NOT_MADE if gaps else OK, text, spans_outside(gaps, last))
