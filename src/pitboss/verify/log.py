"""Verifies an exported log: form, hash chain, times, rulebook, replay, money, decisions, shoes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import msgspec

from pitboss.engine.declare import Event, evolve, tag_of
from pitboss.engine.floor.closing import TableClosed
from pitboss.engine.floor.void_shoe import ShoeVoided
from pitboss.engine.invariants import broken, chips_on_layout
from pitboss.engine.round import RoundEnded
from pitboss.engine.state import Automations, TableState
from pitboss.engine.table import open_table
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import Balances, book, opening
from pitboss.money import show
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.store.body import event_count, read_body
from pitboss.store.chain import broken_link, genesis
from pitboss.store.codec import name_of
from pitboss.store.entry import (
    Entry,
    Sealed,
    decode_entry,
    decode_visible,
    is_as_written,
    log_time_due,
)
from pitboss.store.log import ExportedLog, LogError, read_log
from pitboss.store.port import StoreError, TableHeader
from pitboss.store.sealing import shoe_of
from pitboss.store.witness.agreement import agree
from pitboss.store.witness.statements import Signed
from pitboss.verify.decisions import Differs, decide_again
from pitboss.verify.shoes import Shoes

OK, WARNING, FAILED, SKIPPED = "ok", "warning", "failed", "skipped"

_VOIDED = f'"{tag_of(ShoeVoided)}"'.encode()

CHECKS = (
    "format", "chain", "versions", "times", "sealed", "witness", "rulebook", "replay", "money",
    "decisions", "commitments",
)  # fmt: skip
"""What is checked, in this order."""

SKEW_MS = 300_000
"""By so much the clocks of the server that opens a table and of its writer may differ."""

Numbered = list[tuple[int, Event]]
"""Events with their numbers."""
Outcome = tuple[str, str]
"""The status of a check, and what is told of it."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked."""

    name: str
    status: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What came of all checks."""

    header: TableHeader
    records: int
    """Number of entries."""
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed and nothing was left out."""
        return all(check.status in (OK, WARNING) for check in self.checks)


def verify_log(data: bytes, witness: Sequence[Signed] | None = None) -> Report:
    """Check a log, and its end against the signed heads of a witness where there is one.

    Raises ``LogError`` for a file whose lines are not those of a log.
    """
    log = read_log(data)
    form, entries, sealed = _read_entries(log)
    start, rulebook = _open(log.header)
    outcomes = {
        "format": form,
        "chain": _check_chain(log),
        "versions": _check_versions(log),
        "witness": _check_witness(log, witness),
        "rulebook": rulebook,
    }
    is_read = form[0] == OK
    if is_read:
        outcomes |= {"times": _check_times(log, entries), "sealed": _check_sealed(sealed)}
    if is_read and start is not None:
        events = [one for entry in entries for one in entry.numbered()]
        judged = _replay(start, events) | {
            "decisions": _decide(start, entries, is_revised=rulebook[0] == WARNING),
            "commitments": _check_shoes(start, events),
        }
        last = entries[-1].version if entries else 0
        outcomes |= _as_far_as(last, judged) if sealed else judged
    reason = "this cannot be checked without the entries"
    if start is None:
        reason = "this cannot be checked without the rulebook"
    checks = (Check(name, *outcomes.get(name, (SKIPPED, reason))) for name in CHECKS)
    return Report(log.header, len(log.records), tuple(checks))


def failed_form(error: LogError) -> tuple[Check, ...]:
    """The checks of a file that begins like a log and does not go on like one."""
    rest = [Check(name, SKIPPED, "the file cannot be read to its end") for name in CHECKS[1:]]
    return (Check("format", FAILED, str(error)), *rest)


def _read_entries(log: ExportedLog) -> tuple[Outcome, list[Entry], list[Sealed]]:
    """The entries up to the first that cannot be looked into, and all those that cannot."""
    entries: list[Entry] = []
    sealed: list[Sealed] = []
    try:
        void = _void_shoes(log)
    except StoreError as error:
        return (FAILED, str(error)), [], []
    for record in log.records:
        try:
            is_lost = shoe_of(record) in void
            entry = decode_visible(record) if is_lost else decode_entry(record)
            if not is_as_written(record, entry):
                raise StoreError("its bytes are not those that a table writes")
        except Sealed as closed:
            sealed.append(closed)
        except StoreError as error:
            return (FAILED, f"entry {record.version}: {error}"), [], []
        else:
            if not sealed:
                entries.append(entry)
    text = f"a header, {len(log.records)} entries that can be read, and a footer"
    return (OK, text), entries, sealed


def _void_shoes(log: ExportedLog) -> frozenset[str]:
    """Commitments to shoes whose order was lost with its key: nobody will ever open them."""
    if not any(_VOIDED in record.body for record in log.records):
        return frozenset()
    events = [one for record in log.records for one in decode_visible(record).events]
    voided = (event.commitments for event in events if isinstance(event, ShoeVoided))
    return frozenset(one for commitments in voided for one in commitments)


def _check_chain(log: ExportedLog) -> Outcome:
    if genesis(log.header) != log.genesis:
        return FAILED, "the header is not the one that the chain begins with"
    if version := broken_link(log.header, log.records):
        return FAILED, f"the hash chain breaks at entry {version}"
    last = log.records[-1].chain if log.records else log.genesis
    if log.last != last:
        return FAILED, "the footer names another last entry than the log has"
    return OK, f"unbroken from the header to {last[:16]}..."


def _check_versions(log: ExportedLog) -> Outcome:
    """Numbers without a gap, as many as the footer says, and no command carried out twice."""
    ids: dict[str, int] = {}
    version = 0
    for record in log.records:
        try:
            version += event_count(record.body)
        except StoreError as error:
            return FAILED, f"entry {record.version}: {error}"
        if record.version != version:
            return FAILED, f"entry {record.version} stands where {version} is due"
        if record.id and ids.setdefault(record.id, version) != version:
            first = f"command {record.id} of entry {ids[record.id]}"
            return FAILED, f"{first} comes again in entry {version}"
    count = len(log.records)
    if log.count != count:
        return FAILED, f"the footer counts {log.count} entries, and there are {count}"
    text = f"1 to {version} without a gap, from {len(ids)} commands with an id"
    if log.behind:
        return WARNING, f"{text}; the {log.behind} events after them are not open yet"
    return OK, text


def _check_times(log: ExportedLog, entries: list[Entry]) -> Outcome:
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


def _check_sealed(sealed: list[Sealed]) -> Outcome:
    if not sealed:
        return OK, "everything that was sealed has been opened"
    count = sum(len(one.fields) for one in sealed)
    first = f"{sealed[0].fields[0]} of entry {sealed[0].version}"
    closed = f"{count} fields in {len(sealed)} entries are sealed and could not be looked into"
    return WARNING, f"{closed}, the first of them {first}"


def _check_witness(log: ExportedLog, witness: Sequence[Signed] | None) -> Outcome:
    if witness is None:
        text = "no witness was given, so a missing end would not be noticed"
        return WARNING, text
    try:
        return WARNING if log.behind else OK, agree(log, witness)
    except StoreError as error:
        return FAILED, str(error)


def _as_far_as(last: int, outcomes: dict[str, Outcome]) -> dict[str, Outcome]:
    """What holds of the entries before the first sealed one holds of them alone."""
    so_far = f"as far as event {last}, where sealed ones begin"
    return {
        name: (status, text) if status == FAILED else (WARNING, f"{so_far}: {text}")
        for name, (status, text) in outcomes.items()
    }


def _open(header: TableHeader) -> tuple[TableState | None, Outcome]:
    """The table as it was opened: the rulebook with the header's options and automations."""
    try:
        rulebook = load_rulebook(header.rulebook)
        rules = choose(rulebook, header.options)
        automations = msgspec.convert(header.automations, Automations)
    except (RulebookError, msgspec.ValidationError) as error:
        return None, (FAILED, f"the table cannot be opened: {error}")
    status, options = OK, len(header.options)
    text = f"{header.rulebook}, revision {header.revision}, {options} options chosen"
    if rulebook.revision != header.revision:
        status = WARNING
        text = (
            f"the log was played by revision {header.revision} of {header.rulebook}, and this is "
            f"revision {rulebook.revision}: what has changed between them may differ below"
        )
    return open_table(rules, automations), (status, text)


def _replay(start: TableState, events: Numbered) -> dict[str, Outcome]:
    """Every state holds, and so do the books, which must agree with the table after each round."""
    state, books = start, opening(start.rules.fees.meter)
    fault = money = ""
    for number, event in events:
        wrong = []
        if not money:
            book(books, (event,))
            wrong = faults(books)
        if not fault and state.is_closed:
            fault = f"event {number} ({name_of(event)}) follows the closing of the table"
        if not fault:
            after = _applied(state, event)
            if isinstance(after, str):
                fault = f"after event {number} ({name_of(event)}): {after}"
            else:
                state = after
                if not money and isinstance(event, RoundEnded | TableClosed):
                    wrong += _misbooked(state, books)
        if wrong:
            money = f"after event {number}: {wrong[0]}"
    held = f"{len(events)} events, and the table is sound after each of them"
    sound = "the books sum to zero throughout, and nobody was below zero"
    if books:
        sound = f"{sound}; the float is at {show(books['float'])}"
    return {
        "replay": (FAILED, fault) if fault else (OK, held),
        "money": (FAILED, money) if money else (OK, sound),
    }


def _applied(state: TableState, event: Event) -> TableState | str:
    """The table after an event, or what is wrong with it then."""
    try:
        after = evolve(state, event)
        return broken(after) or after
    except Exception as error:  # Applying never judges: a forged event may do anything.
        return f"it cannot be applied ({type(error).__name__})"


def _misbooked(state: TableState, books: Balances) -> Iterator[str]:
    """Purses and boxes that do not hold what the books say, at the end of a round."""
    for name, chips in state.chips.items():
        booked = books[f"player {name}"]
        if booked != chips:
            yield f"{name} has {show(chips)}, by the books {show(booked)}"
    boxes = sum(amount for account, amount in books.items() if account.startswith("box "))
    if boxes != chips_on_layout(state):
        yield f"the boxes hold {show(chips_on_layout(state))}, by the books {show(boxes)}"
    left = sum(state.chips.values()) + chips_on_layout(state)
    if state.is_closed and left:
        yield f"the table is closed with {show(left)}"


def _decide(start: TableState, entries: list[Entry], *, is_revised: bool) -> Outcome:
    """Every command, decided again, leads to the events of its entry and to no others."""
    state, commands = start, 0
    is_blind, unproved = False, 0
    for entry in entries:
        is_blind |= bool(entry.closed)
        is_void = any(isinstance(event, ShoeVoided) for event in entry.events)
        if is_blind and not is_void:
            # The order of a void shoe is lost: what was dealt from it is taken as it stands.
            unproved += 1
            state = reduce(evolve, entry.events, state)
            continue
        is_blind = False
        outcome = decide_again(state, entry)
        if isinstance(outcome, Differs):
            event = name_of(entry.events[outcome.event - entry.first])
            where = f"round {state.round}, event {outcome.event} ({event})"
            text = f"{where}: {outcome.why}"
            text = f"{text} (under another revision of the rulebook)" if is_revised else text
            return FAILED, text
        commands += entry.command is not None
        state = outcome
    played = "1 round" if state.round == 1 else f"{state.round} rounds"
    text = f"{commands} commands in {played} lead to exactly these events"
    if unproved:
        lost = f"{unproved} entries of void shoes, whose order is lost, could not be decided again"
        return WARNING, f"{lost}; {text}"
    return OK, text


def _check_shoes(start: TableState, events: Numbered) -> Outcome:
    shoes = Shoes(start.rules)
    shoes.read(events)
    if shoes.faults:
        return FAILED, "; ".join(shoes.faults)
    if not start.automations.cards:
        return OK, "the cards come from a physical shoe, in no known order"
    if not shoes.committed:
        return WARNING, "the log holds no commitment to the order of a shoe"
    known = (
        f"{shoes.committed} of {len(shoes.shoes)} shoes were committed to before the first wager"
    )
    seeds = f"the seeds of {shoes.revealed} are revealed and give the cards that were dealt"
    if shoes.unpledged:
        said = f"the words of {shoes.unpledged} cuts were said without being committed to first"
        seeds = f"{seeds}; {said}"
    if shoes.void:
        return WARNING, f"{known}; {seeds}; the order of {len(shoes.void)} void ones is lost"
    return OK, f"{known}; {seeds}"
