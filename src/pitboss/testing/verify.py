"""Verifies an exported log: form, hash chain, rulebook, replay, money, decisions, commitments."""

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from pitboss.engine.declare import Event, evolve
from pitboss.engine.invariants import broken, chips_on_layout
from pitboss.engine.round import RoundEnded
from pitboss.engine.state import Automations, TableState
from pitboss.engine.table import open_table
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import Balances, book, opening
from pitboss.money import show
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.store.chain import broken_link, genesis
from pitboss.store.codec import Entry, decode_event, name_of
from pitboss.store.log import ExportedLog, LogError, read_log
from pitboss.store.notes import is_note
from pitboss.store.port import StoreError, TableHeader
from pitboss.testing.fairness import Shoes
from pitboss.testing.rederive import LOOK_AHEAD, Differs, decide_again

OK, WARNING, FAILED, SKIPPED = "ok", "warning", "failed", "skipped"

CHECKS = (
    "format", "chain", "versions", "rulebook", "replay", "money", "decisions", "commitments",
)  # fmt: skip
"""What is checked, in this order."""

Numbered = list[tuple[int, Event]]
"""Events with their versions."""


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
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed and nothing was left out."""
        return all(check.status in (OK, WARNING) for check in self.checks)


def verify_log(data: bytes) -> Report:
    """Check a log; raises ``LogError`` for a file whose lines are not those of a log."""
    log = read_log(data)
    checks: list[Check] = []
    entries, form = _read_entries(log)
    checks += [form, _check_chain(log), _check_versions(log)]
    start, rulebook = _open(log.header)
    checks.append(rulebook)
    if entries is None or start is None:
        reason = "there is no knowing without the " + ("rulebook" if start is None else "events")
        checks += [Check(name, SKIPPED, reason) for name in CHECKS[len(checks) :]]
        return Report(log.header, len(log.records), tuple(checks))
    events = [(version, entry) for version, entry in entries if not is_note(entry)]
    checks += [*_replay(start, events), _decide(start, events, rulebook)]
    checks.append(_check_shoes(start, entries))
    return Report(log.header, len(log.records), tuple(checks))


def _read_entries(log: ExportedLog) -> tuple[list[tuple[int, Entry]] | None, Check]:
    entries: list[tuple[int, Entry]] = []
    for record in log.records:
        try:
            entries.append((record.version, decode_event(record.event)))
        except StoreError as error:
            return None, Check("format", FAILED, f"record {record.version}: {error}")
    text = f"a header, {len(entries)} records that can be read, and a footer"
    return entries, Check("format", OK, text)


def _check_chain(log: ExportedLog) -> Check:
    if genesis(log.header) != log.genesis:
        return Check("chain", FAILED, "the header is not the one that the chain begins with")
    version = broken_link(log.header, log.records)
    if version:
        return Check("chain", FAILED, f"the hash chain breaks at record {version}")
    last = log.records[-1].chain if log.records else log.genesis
    if log.last != last:
        return Check("chain", FAILED, "the footer names another last record than the log has")
    return Check("chain", OK, f"unbroken from the header to {last[:16]}...")


def _check_versions(log: ExportedLog) -> Check:
    """Numbers without a gap, as many as the footer says, and no command carried out twice."""
    commands: dict[str, int] = {}
    before = ""
    for expected, record in enumerate(log.records, start=1):
        if record.version != expected:
            text = f"record {record.version} stands where {expected} is due"
            return Check("versions", FAILED, text)
        command = record.command or before
        first = commands.setdefault(command, expected) if command else expected
        if command != before and first != expected:
            text = f"command {command} of record {first} comes again in record {expected}"
            return Check("versions", FAILED, text)
        before = command
    if log.count != len(log.records):
        text = f"the footer counts {log.count} records, and there are {len(log.records)}"
        return Check("versions", FAILED, text)
    text = f"1 to {log.count} without a gap, from {len(commands)} commands with an id"
    return Check("versions", OK, text)


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


def _replay(start: TableState, events: Numbered) -> tuple[Check, Check]:
    """Every state holds, and so do the books, which must agree with the table after each round."""
    state, books = start, opening(start.rules.fees.meter)
    replay = Check("replay", OK, f"{len(events)} events, and the table holds after each of them")
    money = Check("money", OK, "the books sum to zero throughout, and nobody was below zero")
    for version, event in events:
        if money.status == OK:
            book(books, (event,))
            found = faults(books, is_between_rounds=False)
            if found:
                money = Check("money", FAILED, f"after record {version}: {found[0]}")
        if replay.status != OK:
            continue
        try:
            state = evolve(state, event)
            fault = broken(state)
        except Exception as error:  # Applying never judges: a forged event may do anything.
            fault = f"it cannot be applied ({type(error).__name__})"
        if fault:
            text = f"after record {version} ({name_of(event)}): {fault}"
            replay = Check("replay", FAILED, text)
        elif money.status == OK and isinstance(event, RoundEnded):
            money = _compare(version, state, books) or money
    if money.status == OK and books:
        money = Check("money", OK, f"{money.text}; the float is at {show(books['float'])}")
    return replay, money


def _compare(version: int, state: TableState, books: Balances) -> Check | None:
    """Whether purses and boxes hold what the books say, at the end of a round."""
    purses = {name: books[f"player {name}"] for name in state.chips}
    wrong = [name for name, chips in state.chips.items() if purses[name] != chips]
    if wrong:
        held, booked = show(state.chips[wrong[0]]), show(purses[wrong[0]])
        text = f"{wrong[0]} has {held}, by the books {booked}"
        return Check("money", FAILED, f"after record {version}: {text}")
    boxes = sum(amount for account, amount in books.items() if account.startswith("box "))
    if boxes != chips_on_layout(state):
        text = f"the boxes hold {show(chips_on_layout(state))}, by the books {show(boxes)}"
        return Check("money", FAILED, f"after record {version}: {text}")
    return None


def _decide(start: TableState, events: Numbered, rulebook: Check) -> Check:
    """Every event is what the engine decides for a command that it can have come from."""
    state, at, commands = start, 0, 0
    while at < len(events):
        run = [event for _, event in events[at : at + LOOK_AHEAD]]
        try:
            outcome = decide_again(state, run)
        except Exception as error:  # A forged event may lead to a state that no table has.
            outcome = Differs(0, None, f"it cannot be judged ({type(error).__name__})")
        if isinstance(outcome, Differs):
            return Check("decisions", FAILED, _tell(state, events[at:], outcome, rulebook))
        state, at, commands = outcome.state, at + outcome.count, commands + 1
    text = f"{commands} commands in {state.round} rounds lead to these events and no others"
    return Check("decisions", OK, text)


def _tell(state: TableState, events: Numbered, differs: Differs, rulebook: Check) -> str:
    """What differs, in a sentence."""
    why = differs.why
    where = "after the last record"
    found: Event | None = None
    if differs.at < len(events):
        version, found = events[differs.at]
        where = f"record {version} ({name_of(found)})"
    if differs.expected is not None:
        why = f"the engine decides {name_of(differs.expected)}"
        if found is None:
            why = f"the log breaks off where {why}"
        elif type(found) is type(differs.expected):
            why = "; ".join(_fields(found, differs.expected))
    hint = " (under another revision of the rulebook)" if rulebook.status == WARNING else ""
    return f"round {state.round}, {where}: {why}{hint}"


def _fields(found: Event, expected: Event) -> Iterable[str]:
    """Fields that differ between two events of a kind."""
    for name in found.__struct_fields__:
        logged, decided = getattr(found, name), getattr(expected, name)
        if logged != decided:
            yield f"{name} is {_short(logged)}, where the engine decides {_short(decided)}"


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:60]}..."


def _check_shoes(start: TableState, entries: list[tuple[int, Entry]]) -> Check:
    shoes = Shoes(start.rules)
    shoes.read(entries)
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
