"""Rounds of a log: events in words, payments as paid and as owed, decisions of the staff."""

from dataclasses import dataclass, field
from decimal import Decimal

from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.declare import Event, evolve
from pitboss.engine.floor.taking_back import TakenBack
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.state import TableState
from pitboss.engine.table import steps
from pitboss.engine.words import tell
from pitboss.money import Cents, show
from pitboss.proof.log import open_by_header
from pitboss.proof.payments import PaymentChain, payment_chain
from pitboss.reports.reading import RULINGS
from pitboss.rulebook.refusals import Rejection
from pitboss.store.codec import name_of
from pitboss.store.entry import Entry, decode_visible
from pitboss.store.export import LogError
from pitboss.store.export import read_log as read_export
from pitboss.store.port import TableHeader
from pitboss.store.witness.receipts import short_code

ResultKey = tuple[str, int, int, str]
"""Player, box, hand and wager of a result."""


@dataclass(frozen=True, slots=True)
class LoggedLine:
    """An event of a log in words."""

    event: int
    """Its number."""
    at_ms: int
    text: str


@dataclass(frozen=True, slots=True, repr=False)
class Payment:
    """The result of a wager: the amount of the log, and the amount by the rulebook.

    >>> import pitboss
    >>> payment = pitboss.read_log("examples/logs/one_round.log.jsonl").rounds[0].payments[0]
    >>> payment.paid, payment.owed, payment.is_right
    (Decimal('10.00'), Decimal('10.00'), True)
    """

    event: int
    """The number of its event; 0 if the log has none."""
    at_ms: int
    player: str
    box: int
    hand: int
    wager: str
    paid: Decimal
    """Net amount according to the log; negative if the player lost."""
    owed: Decimal | None
    """Net amount by the rulebook; None if fields that are still sealed decide it."""
    clause: str
    """Id of the clause by which it is owed; of the log, if the rulebook owes nothing."""
    clause_ref: str
    """Place of the clause in the source text."""
    clause_text: str
    text: str
    """The event in words."""
    chain: PaymentChain | None = field(default=None, repr=False)
    """Cards, totals, options and arithmetic of what was paid; None if it settles no wager."""

    @property
    def is_right(self) -> bool:
        """Return True if the player was paid what was owed, as far as it is known."""
        return self.owed is None or self.owed == self.paid

    def __repr__(self) -> str:
        place = f"{self.player}, box {self.box}, {self.wager}"
        owed = "" if self.owed is None else f", owed {self.owed}"
        return f"Payment({place}: paid {self.paid}{owed} [{self.clause}])"


@dataclass(frozen=True, slots=True)
class LoggedRound:
    """A round that has ended.

    >>> import pitboss
    >>> played = pitboss.read_log("examples/logs/one_round.log.jsonl").rounds[0]
    >>> played.number, played.players, played.lines[-1].text
    (1, ('vera',), 'Round 1 is over.')
    """

    number: int
    began_ms: int
    """Time of its first wager."""
    ended_ms: int
    first: int
    """The number of its first event."""
    last: int
    players: tuple[str, ...]
    """Players with a wager in it, in the order of their names."""
    lines: tuple[LoggedLine, ...] = field(repr=False)
    payments: tuple[Payment, ...] = field(repr=False)
    decisions: tuple[LoggedLine, ...] = field(repr=False)
    """Reports, orders and corrections of the staff."""
    digest: str = field(repr=False)
    """Hash of the log at its end."""

    @property
    def code(self) -> str:
        """Short code of the digest, as on the receipts of players."""
        return short_code(self.digest)


@dataclass(frozen=True, slots=True)
class PlayedLog:
    """An exported log, read round by round; ``pitboss verify`` says whether it holds.

    >>> import pitboss
    >>> log = pitboss.read_log("examples/logs/one_round.log.jsonl")
    >>> log.header.rulebook, len(log.rounds)
    ('nz', 1)
    """

    header: TableHeader
    rounds: tuple[LoggedRound, ...] = field(repr=False)
    fault: str = ""
    """Reason for which the log cannot be read to its end, or ""."""


def played_log(data: bytes) -> PlayedLog:
    """Return the rounds of an exported log.

    Raises ``LogError`` for bytes that are not a log, or one whose rulebook is not known here.
    """
    log = read_export(data)
    state, opened = open_by_header(log.header)
    if state is None:
        raise LogError(1, opened.text)
    reader = _Reader(state)
    for record in log.records:
        try:
            reader.add(decode_visible(record))
        except Exception as error:  # A forged event may be anything.
            reader.fault = f"entry {record.version} cannot be read: {error}"
            break
    return PlayedLog(log.header, tuple(reader.rounds), reader.fault)


class _Reader:
    """Reads a log entry by entry, and keeps the rounds that have ended."""

    def __init__(self, start: TableState) -> None:
        self.rounds: list[LoggedRound] = []
        self.fault = ""
        self._state = start
        self._begin(1)

    def _begin(self, first: int) -> None:
        self._first, self._began_ms = first, 0
        self._players: set[str] = set()
        self._lines: list[LoggedLine] = []
        self._payments: list[Payment] = []
        self._decisions: list[LoggedLine] = []

    def add(self, entry: Entry) -> None:
        """Take in an entry."""
        due = self._results_due(entry)
        for number, event in entry.numbered():
            self._note(number, event, entry)
            for net in event.nets():
                key = net.player, net.box, getattr(event, "hand", 0), net.wager
                owed = due[key].pop(0) if due and due.get(key) else None
                line = self._line(number, event, entry)
                self._pay(key, line, net.amount, owed, event, is_known=due is not None)
            self._state = evolve(self._state, event)
            if isinstance(event, RoundEnded):
                self._end(number, event, entry)
            elif isinstance(event, TakenBack) and event.is_round_reopened and self.rounds:
                self._reopen()
        for key, missing in (due or {}).items():
            for event in missing:
                line = LoggedLine(0, entry.clock_ms, tell(event, self._state.rules.titles))
                self._pay(key, line, 0, event, event, is_known=True)

    def _results_due(self, entry: Entry) -> dict[ResultKey, list[Event]] | None:
        """Return the results by the rulebook of today; None if the entry cannot be decided."""
        if entry.command is None or entry.closed:
            return None
        outcome = steps(self._state, entry.command, entry.who)
        due: dict[ResultKey, list[Event]] = {}
        if not isinstance(outcome, Rejection):
            for event in outcome[1]:
                for net in event.nets():
                    key = net.player, net.box, getattr(event, "hand", 0), net.wager
                    due.setdefault(key, []).append(event)
        return due

    def _line(self, number: int, event: Event, entry: Entry) -> LoggedLine:
        return LoggedLine(number, entry.clock_ms, tell(event, self._state.rules.titles))

    def _note(self, number: int, event: Event, entry: Entry) -> None:
        line = self._line(number, event, entry)
        if line.text:
            self._lines.append(line)
        if name_of(event) in RULINGS:
            self._decisions.append(line)
        if isinstance(event, WagerPlaced):
            self._players.add(event.player)
        if isinstance(event, WagerPlaced | PhaseBegan):
            self._began_ms = self._began_ms or entry.clock_ms

    def _pay(
        self,
        key: ResultKey,
        line: LoggedLine,
        paid: Cents,
        owed: Event | None,
        event: Event,
        *,
        is_known: bool,
    ) -> None:
        player, box, hand, wager = key
        clause = str(getattr(owed or event, "clause", ""))
        words = self._state.rules.book.clauses.get(clause)
        right = 0
        for net in owed.nets() if owed else ():
            if (net.player, net.box, net.wager) == (player, box, wager):
                right += net.amount
        self._players.add(player)
        settled = event if isinstance(event, WagerSettled) and line.event else None
        self._payments.append(
            Payment(
                line.event,
                line.at_ms,
                player,
                box,
                hand,
                wager,
                Decimal(show(paid)),
                Decimal(show(right)) if is_known else None,
                clause,
                str(words) if words else "",
                words.summary if words else "",
                line.text,
                payment_chain(self._state, settled) if settled else None,
            )
        )

    def _end(self, number: int, event: RoundEnded, entry: Entry) -> None:
        self.rounds.append(
            LoggedRound(
                event.number,
                self._began_ms or entry.clock_ms,
                entry.clock_ms,
                self._first,
                number,
                tuple(sorted(self._players)),
                tuple(self._lines),
                tuple(self._payments),
                tuple(self._decisions),
                entry.chain,
            )
        )
        self._begin(number + 1)

    def _reopen(self) -> None:
        """Continue the last round, whose end was taken back."""
        last = self.rounds.pop()
        self._first, self._began_ms = last.first, last.began_ms
        self._players |= set(last.players)
        self._lines = [*last.lines, *self._lines]
        self._payments = [*last.payments, *self._payments]
        self._decisions = [*last.decisions, *self._decisions]
