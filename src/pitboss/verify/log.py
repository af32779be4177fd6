"""Verifies an exported log: form, hash chain, times, rulebook, replay, money, decisions, shoes."""

from dataclasses import dataclass, field
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from pitboss.engine.declare import Event, evolve
from pitboss.engine.floor.closing import TableClosed
from pitboss.engine.format_1 import completed
from pitboss.engine.invariants import broken, chips_on_layout
from pitboss.engine.round import RoundEnded
from pitboss.engine.state import Automations, TableState
from pitboss.engine.table import open_table
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import Balances, book, opening
from pitboss.money import show
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.store.body import event_count, is_entry, read_body
from pitboss.store.chain import broken_link, genesis
from pitboss.store.codec import name_of
from pitboss.store.entry import Entry, Sealed, decode_entry, is_as_written, log_time
from pitboss.store.log import ExportedLog, LogError, read_log
from pitboss.store.port import StoreError, TableHeader
from pitboss.verify.decisions import Differs, decide_again
from pitboss.verify.shoes import Shoes

OK, WARNING, FAILED, SKIPPED = "ok", "warning", "failed", "skipped"

CHECKS = (
    "format", "chain", "versions", "times", "sealed", "rulebook", "replay", "money", "decisions",
    "commitments",
)  # fmt: skip
"""What is checked, in this order."""

SKEW_MS = 300_000
"""By so much the clocks of the server that opens a table and of its writer may differ."""

Numbered = list[tuple[int, Event]]
"""Events with their numbers."""


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
    """Entries, and records of format 1."""
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed and nothing was left out."""
        return all(check.status in (OK, WARNING) for check in self.checks)


@dataclass(frozen=True, slots=True)
class _Contents:
    """What could be read of a log."""

    form: Check
    entries: list[Entry] = field(default_factory=list)
    """Up to the first that cannot be looked into."""
    sealed: list[Sealed] = field(default_factory=list)
    """Those that cannot."""

    @property
    def events(self) -> Numbered:
        return [one for entry in self.entries for one in entry.numbered()]


def verify_log(data: bytes) -> Report:
    """Check a log; raises ``LogError`` for a file whose lines are not those of a log."""
    log = read_log(data)
    contents = _read_entries(log)
    checks = [contents.form, _check_chain(log), _check_versions(log)]
    start, rulebook = _open(log.header)
    is_read = contents.form.status == OK
    if is_read:
        checks += [_check_times(log, contents), _check_sealed(contents)]
    if not is_read or start is None:
        reason = "there is no knowing without the " + ("rulebook" if start is None else "entries")
        skipped = {name: Check(name, SKIPPED, reason) for name in CHECKS}
        done = {check.name: check for check in (*checks, rulebook)}
        return Report(log.header, len(log.records), tuple({**skipped, **done}.values()))
    entries = _completed(start, contents.entries)
    events = [one for entry in entries for one in entry.numbered()]
    judged = [
        *_replay(start, events),
        _decide(start, entries, rulebook),
        _check_shoes(start, events),
    ]
    checks += [rulebook, *(_as_far_as_read(check, contents) for check in judged)]
    return Report(log.header, len(log.records), tuple(checks))


def _read_entries(log: ExportedLog) -> _Contents:
    entries: list[Entry] = []
    sealed: list[Sealed] = []
    for record in log.records:
        try:
            entry = decode_entry(record)
        except Sealed as closed:
            sealed.append(closed)
            continue
        except StoreError as error:
            return _Contents(Check("format", FAILED, f"entry {record.version}: {error}"))
        if not is_as_written(record, entry):
            text = f"entry {record.version}: its bytes are not those that a table writes"
            return _Contents(Check("format", FAILED, text))
        if not sealed:
            entries.append(entry)
    text = f"a header, {len(log.records)} entries that can be read, and a footer"
    return _Contents(Check("format", OK, text), entries, sealed)


def _check_chain(log: ExportedLog) -> Check:
    if genesis(log.header) != log.genesis:
        return Check("chain", FAILED, "the header is not the one that the chain begins with")
    version = broken_link(log.header, log.records)
    if version:
        return Check("chain", FAILED, f"the hash chain breaks at entry {version}")
    last = log.records[-1].chain if log.records else log.genesis
    if log.last != last:
        return Check("chain", FAILED, "the footer names another last entry than the log has")
    return Check("chain", OK, f"unbroken from the header to {last[:16]}...")


def _check_versions(log: ExportedLog) -> Check:
    """Numbers without a gap, as many as the footer says, and no command carried out twice."""
    ids: dict[str, int] = {}
    version, before, has_entries = 0, "", False
    for record in log.records:
        try:
            version += event_count(record.body)
        except StoreError as error:
            return Check("versions", FAILED, f"entry {record.version}: {error}")
        if record.version != version:
            text = f"entry {record.version} stands where {version} is due"
            return Check("versions", FAILED, text)
        if has_entries and not is_entry(record.body):
            text = f"entry {version} has no command, where those before it have theirs"
            return Check("versions", FAILED, text)
        has_entries = is_entry(record.body)
        # A record of format 1 holds one of several events that came of a command.
        is_new = has_entries or record.id != before
        if record.id and is_new and ids.setdefault(record.id, version) != version:
            text = f"command {record.id} of entry {ids[record.id]} comes again in entry {version}"
            return Check("versions", FAILED, text)
        before = record.id or before
    if log.count != len(log.records):
        text = f"the footer counts {log.count} entries, and there are {len(log.records)}"
        return Check("versions", FAILED, text)
    text = f"1 to {version} without a gap, from {len(ids)} commands with an id"
    return Check("versions", OK, text)


def _check_times(log: ExportedLog, contents: _Contents) -> Check:
    """Log time is the wall time, or that of the entry before; commands have that of their entry."""
    commands = {entry.version: entry.command for entry in contents.entries}
    opened_ms, first = log.header.created_ms, next(iter(log.records), None)
    if first is not None and first.at_ms < opened_ms - SKEW_MS:
        early_s = (opened_ms - first.at_ms) // 1000
        text = f"entry {first.version} lies {early_s} s before the table was opened"
        return Check("times", FAILED, text)
    before = back = 0
    for record in log.records:
        body = read_body(record.body)
        due = record.at_ms if body is None else log_time(before, body.wall_ms)
        own = getattr(commands.get(record.version), "at_ms", 0) or record.at_ms
        if record.at_ms != due:
            text = f"entry {record.version} has the log time {record.at_ms}, where {due} is due"
            return Check("times", FAILED, text)
        if own != record.at_ms:
            text = f"the command of entry {record.version} has the time {own}, not {record.at_ms}"
            return Check("times", FAILED, text)
        back += body is not None and body.wall_ms < before
        before = record.at_ms
    clock = f"; the clock was behind it at {back} of them" if back else ""
    return Check("times", OK, f"log time never runs back over {len(log.records)} entries{clock}")


def _check_sealed(contents: _Contents) -> Check:
    if not contents.sealed:
        return Check("sealed", OK, "nothing is sealed that has not been opened")
    first = contents.sealed[0]
    count = sum(len(one.fields) for one in contents.sealed)
    text = (
        f"{count} fields in {len(contents.sealed)} entries are sealed and could not be looked "
        f"into, the first of them {first.fields[0]} of entry {first.version}"
    )
    return Check("sealed", WARNING, text)


def _as_far_as_read(check: Check, contents: _Contents) -> Check:
    """What holds of the entries before the first sealed one holds of them alone."""
    if not contents.sealed or check.status == FAILED:
        return check
    last = contents.entries[-1].version if contents.entries else 0
    return Check(
        check.name, WARNING, f"as far as event {last}, where sealed ones begin: {check.text}"
    )


def _open(header: TableHeader) -> tuple[TableState | None, Check]:
    """The table as it was opened: the rulebook with the header's options and automations."""
    try:
        rulebook = load_rulebook(header.rulebook)
        rules = choose(rulebook, header.options)
        automations = msgspec.convert(header.automations, Automations)
    except (RulebookError, msgspec.ValidationError) as error:
        return None, Check("rulebook", FAILED, f"the table cannot be opened: {error}")
    start = open_table(rules, automations)
    if rulebook.revision != header.revision:
        text = (
            f"the log was played by revision {header.revision} of {header.rulebook}, and this is "
            f"revision {rulebook.revision}: what has changed between them may differ below"
        )
        return start, Check("rulebook", WARNING, text)
    text = f"{header.rulebook}, revision {header.revision}, {len(header.options)} options chosen"
    return start, Check("rulebook", OK, text)


def _completed(start: TableState, entries: list[Entry]) -> list[Entry]:
    """Records of format 1 with what their events did not say, as far as they can be applied."""
    state = start
    whole: list[Entry] = []
    for entry in takewhile(lambda one: one.format == 1, entries):
        event = completed(entry.events[0], state)
        outcome = _applied(state, event)
        if isinstance(outcome, str):
            break
        whole.append(replace(entry, events=(event,)))
        state = outcome
    return whole + entries[len(whole) :]


def _replay(start: TableState, events: Numbered) -> tuple[Check, Check]:
    """Every state holds, and so do the books, which must agree with the table after each round."""
    state, books = start, opening(start.rules.fees.meter)
    replay = Check("replay", OK, f"{len(events)} events, and the table holds after each of them")
    money = Check("money", OK, "the books sum to zero throughout, and nobody was below zero")
    for number, event in events:
        if money.status == OK:
            book(books, (event,))
            found = faults(books, is_between_rounds=False)
            if found:
                money = Check("money", FAILED, f"after event {number}: {found[0]}")
        if replay.status != OK:
            continue
        if state.is_closed:
            text = f"event {number} ({name_of(event)}) follows the closing of the table"
            replay = Check("replay", FAILED, text)
            continue
        outcome = _applied(state, event)
        if isinstance(outcome, str):
            text = f"after event {number} ({name_of(event)}): {outcome}"
            replay = Check("replay", FAILED, text)
            continue
        state = outcome
        if money.status == OK and isinstance(event, RoundEnded | TableClosed):
            money = _compare(number, state, books) or money
        if money.status == OK and state.is_closed:
            money = _check_empty(number, state) or money
    if money.status == OK and books:
        money = Check("money", OK, f"{money.text}; the float is at {show(books['float'])}")
    return replay, money


def _applied(state: TableState, event: Event) -> TableState | str:
    """The table after an event, or what is wrong with it then."""
    try:
        after = evolve(state, event)
        return broken(after) or after
    except Exception as error:  # Applying never judges: a forged event may do anything.
        return f"it cannot be applied ({type(error).__name__})"


def _compare(number: int, state: TableState, books: Balances) -> Check | None:
    """Whether purses and boxes hold what the books say, at the end of a round."""
    purses = {name: books[f"player {name}"] for name in state.chips}
    wrong = [name for name, chips in state.chips.items() if purses[name] != chips]
    if wrong:
        held, booked = show(state.chips[wrong[0]]), show(purses[wrong[0]])
        text = f"{wrong[0]} has {held}, by the books {booked}"
        return Check("money", FAILED, f"after event {number}: {text}")
    boxes = sum(amount for account, amount in books.items() if account.startswith("box "))
    if boxes != chips_on_layout(state):
        text = f"the boxes hold {show(chips_on_layout(state))}, by the books {show(boxes)}"
        return Check("money", FAILED, f"after event {number}: {text}")
    return None


def _check_empty(number: int, state: TableState) -> Check | None:
    """Whether money is left on a table that is closed."""
    left = sum(state.chips.values()) + chips_on_layout(state)
    if not left:
        return None
    return Check("money", FAILED, f"after event {number}: the table is closed with {show(left)}")


def _decide(start: TableState, entries: list[Entry], rulebook: Check) -> Check:
    """Every command, decided again, leads to the events of its entry and to no others."""
    old = [one.events[0] for one in takewhile(lambda entry: entry.format == 1, entries)]
    behind = f"commands were not recorded for events 1 to {len(old)}, so they are not decided again"
    if old and len(old) == len(entries):
        return Check("decisions", WARNING, behind)
    before = _replayed(start, old)
    if before is None:
        return Check("decisions", SKIPPED, f"{behind}, and they lead to no table that holds")
    state, commands = before, 0
    for entry in entries[len(old) :]:
        outcome = decide_again(state, entry)
        if isinstance(outcome, Differs):
            return Check("decisions", FAILED, _tell(state, entry, outcome, rulebook))
        commands += entry.command is not None
        state = outcome
    rounds = state.round - before.round
    text = f"{commands} commands in {rounds} rounds lead to these events and no others"
    return Check("decisions", WARNING, f"{behind}; {text}") if old else Check("decisions", OK, text)


def _replayed(state: TableState, events: list[Event]) -> TableState | None:
    """The table that events lead to, if they lead to one."""
    for event in events:
        outcome = _applied(state, event)
        if isinstance(outcome, str):
            return None
        state = outcome
    return state


def _tell(state: TableState, entry: Entry, differs: Differs, rulebook: Check) -> str:
    """What differs, in a sentence."""
    event = entry.events[differs.event - entry.first]
    hint = " (under another revision of the rulebook)" if rulebook.status == WARNING else ""
    where = f"event {differs.event} ({name_of(event)})"
    return f"round {state.round}, {where}: {differs.why}{hint}"


def _check_shoes(start: TableState, events: Numbered) -> Check:
    shoes = Shoes(start.rules)
    shoes.read(events)
    if shoes.faults:
        return Check("commitments", FAILED, "; ".join(shoes.faults))
    if not start.automations.cards:
        return Check("commitments", OK, "the cards come from a physical shoe, in no known order")
    if not shoes.committed:
        text = "the log holds no commitment to the order of a shoe"
        return Check("commitments", WARNING, text)
    text = (
        f"{shoes.committed} of {len(shoes.shoes)} shoes were committed to before the first wager; "
        f"the seeds of {shoes.revealed} are revealed and lead to their cards"
    )
    return Check("commitments", OK, text)


def failed_form(error: LogError) -> tuple[Check, ...]:
    """The checks of a file that begins like a log and does not go on like one."""
    reason = "the file cannot be read to its end"
    rest = [Check(name, SKIPPED, reason) for name in CHECKS[1:]]
    return (Check("format", FAILED, str(error)), *rest)
