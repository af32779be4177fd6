"""Reads the log of a table once, and counts the events, rulings and corrections of a period."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from pitboss.cards import show_card, show_cards
from pitboss.engine.betting.placing import AnteTaken
from pitboss.engine.chips import ChipsBought, ChipsBrought, ChipsCashed
from pitboss.engine.declare import Event, evolve
from pitboss.engine.floor.books.drop import DropRemoved
from pitboss.engine.floor.books.shift import ShiftSignedOff
from pitboss.engine.floor.books.tray import FloatCounted, FloatMoved
from pitboss.engine.floor.corrections import CorrectionMade
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled
from pitboss.engine.floor.rulings import HandsRebuilt
from pitboss.engine.floor.taking_back import TakenBack
from pitboss.engine.payouts import SettlementReversed, WagerSettled
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.side_wagers.prizes import MeterRaised, MeterWon
from pitboss.engine.state import DEALING, MAIN, Automations, TableState
from pitboss.engine.state.invariants import chips_on_layout
from pitboss.engine.table import open_table
from pitboss.engine.words import tell
from pitboss.ledger.balances import Balances, apply, opening
from pitboss.money import FLOAT, METER, TRAY, Cents, Net, is_guest
from pitboss.reports.figures import Incident, MeterPoint, SlipLine
from pitboss.reports.tally import PAUSE_MS, Exposure, Findings, Key, Mark, Period, Tally
from pitboss.reports.times import zone_of
from pitboss.rulebook.catalog import load_logged, logged_rules
from pitboss.store.codec import name_of
from pitboss.store.entry import Entry, decode_visible, record_clock_ms
from pitboss.store.port import Record, TableHeader

RULINGS = (
    "irregularity_reported",
    "misdeal_called",
    "table_paused",
    "table_resumed",
    "shuffle_ordered",
    "recut_ordered",
    "entry_permitted",
    "hands_rebuilt",
    "hand_reopened",
    "card_damaged",
    "card_discarded",
    "card_exposed",
    "card_refused",
    "card_replaced",
    "stakes_returned",
    "settlement_reversed",
    "reader_turned_off",
    "button_turned_off",
    "button_repaired",
    "insurance_reopened",
    "correction_proposed",
    "correction_made",
    "correction_rejected",
    "notice_posted",
    "notice_withdrawn",
    "rules_changed",
    "boxes_limited",
    "taken_back",
    "log_time_set_back",
)
"""Reports, orders and corrections of the staff, and their consequences."""
CORRECTIONS = frozenset({"correction_proposed", "correction_made", "correction_rejected"})


def incident(table: str, number: int, event: Event, entry: Entry, state: TableState) -> Incident:
    """Return an event with card, player, box, round and clause; ``state`` is the table before."""
    card = getattr(event, "card", -1)
    return Incident(
        table=table,
        n=number,
        at_ms=entry.clock_ms,
        round=state.round,
        kind=name_of(event),
        by=entry.who or str(getattr(event, "by", "")),
        text=_in_words(event, state),
        clause=str(getattr(event, "clause", "")),
        box=getattr(event, "box", 0),
        player=str(getattr(event, "player", "")),
        card=show_card(card) if card >= 0 else "",
    )


def _in_words(event: Event, state: TableState) -> str:
    """Return the sentence of an event; of rebuilt hands, with their cards before and after."""
    text = tell(event, state.rules.titles)
    if not isinstance(event, HandsRebuilt):
        return text
    after = {(one.box, one.hand): one.cards for one in event.hands}
    laid = [
        (f"hand {box.number}.{hand}", played.hand.cards, after[box.number, hand])
        for box in state.boxes
        for hand, played in enumerate(box.hands, start=1)
    ]
    laid.append(("dealer", state.dealer.cards, event.dealer))
    changed = (
        f"{whose} {show_cards(old)}, now {show_cards(new)}"
        for whose, old, new in laid
        if old != new
    )
    return f"{text} {'; '.join(changed)}."


NO_DEALER = "no dealer"
"""The name for hands dealt by the server, or without a dealer on record."""

Records = Callable[[], Iterable[Record]]
"""Reads a log from its beginning."""
Decided = tuple[int, str, str]
"""Box, player and wager."""
Settlement = tuple[Cents, Cents, int]
"""Win of the player, stake, and the count: 0 for a void wager."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """The round that ended last."""

    mains: tuple[tuple[Cents, int], ...] = ()
    """Initial wagers: all stakes together, and against how many dealer hands."""
    players: frozenset[str] = frozenset()
    hands: int = 0
    played_ms: int = 0


def start_of(header: TableHeader) -> TableState:
    """Return the table as it was opened."""
    book = load_logged(header.rulebook, is_own=header.is_own, in_force_from=header.in_force_from)
    rules = logged_rules(book, header.options, header.readings)
    return open_table(rules, Automations(**header.automations))


def read_table(findings: Findings, header: TableHeader, records: Records, period: Period) -> None:
    """Read the log of a table from its beginning; count only the events of the period."""
    reader = _Reader(findings, header, period)
    last = _last_within(records, period)
    for record in records():
        if last is not None and record.version > last:
            break
        reader.read(decode_visible(record))
    booked = 0
    for account, amount in reader.books.items():
        findings.hold(account, amount)
        booked += amount if account.startswith(("player ", "box ")) else 0
    # Chips at the table, from its state only.
    lying = sum(reader.state.chips.values()) + chips_on_layout(reader.state)
    findings.checks.append((f"chips before players and on boxes of {header.table}", lying, booked))


def _last_within(records: Records, period: Period) -> int | None:
    """Return the last event before the end of the period; None if the period has no end.

    A wrong clock may have dated earlier ones after it.
    """
    if not period.to_ms:
        return None
    within = (record.version for record in records() if record_clock_ms(record) < period.to_ms)
    return max(within, default=0)


@dataclass(slots=True)
class _Tray:
    """The tray by the ledger, since the float was first counted."""

    is_counted: bool = False
    house: Cents = 0
    sold: Cents = 0
    """Chips sold from the tray, less chips returned to the tray."""

    def expected(self, books: Balances) -> Cents:
        return books[TRAY] + self.house - self.sold


class _Reader:
    """One pass over a log."""

    def __init__(self, findings: Findings, header: TableHeader, period: Period) -> None:
        self.findings, self.header, self.period = findings, header, period
        self.table = header.table
        self.state = start_of(header)
        self.books: Balances = opening(self.state.rules.fees.meter)
        self.tray = _Tray()
        self.shift, self.is_whole_shift = 1, True
        """The number of the shift; ``is_whole_shift`` is False if a part is outside the period."""
        self.dealt_ms = self.ended_ms = 0
        self.round_meter: Cents = 0
        self.decided: dict[Decided, list[Settlement]] = defaultdict(list)
        """Settlements since the cards were dealt, which can still be reversed."""
        self.undone: set[tuple[int, str]] = set()
        """Boxes and players whose main wager was settled and went back."""
        self.ended = _Ended()
        self.tallies: list[Tally] = []
        self.won: Cents = 0
        self.exposure: Exposure = defaultdict(Counter)
        """Wagers that were decided since the last round ended."""

    def read(self, entry: Entry) -> None:
        """Read one entry."""
        at_ms = entry.clock_ms
        is_in = at_ms in self.period
        self.is_whole_shift &= is_in
        if is_in and entry.command is not None:
            deed = (self.table, entry.who, entry.command.by, name_of(entry.command))
            self.findings.deeds[deed] += 1
        if is_in:
            self.tallies = self._tallies(at_ms)
            first, _ = self.findings.events.get(self.table, (entry.first, 0))
            self.findings.events[self.table] = (first, entry.version)
        for number, event in entry.numbered():
            before, self.state = self.state, evolve(self.state, event)
            if is_in:
                self._count(entry, number, event, before)
            self._follow(at_ms, event, before)
            self._book(event, is_in=is_in)

    def _tallies(self, at_ms: int) -> list[Tally]:
        """Return the tallies that an entry counts towards."""
        staff = self.state.floor.staff
        dealer = next((name for name, role in staff.items() if role == "dealer"), NO_DEALER)
        keys: list[Key] = [
            ("total", ""),
            ("table", self.table),
            ("shift", self._shift_name),
            ("dealer", dealer),
            ("rulebook", self.header.rulebook),
            ("day", _day(at_ms, self.period.zone)),
        ]
        tallies = [self.findings.tallies[key] for key in keys]
        for tally in tallies:
            tally.see(at_ms)
        return tallies

    @property
    def _shift_name(self) -> str:
        return f"{self.table}, shift {self.shift}"

    def _follow(self, at_ms: int, event: Event, before: TableState) -> None:
        """Follow the round and the shift, before the period too."""
        if isinstance(event, PhaseBegan) and event.phase == DEALING:
            self.dealt_ms = at_ms
            if not before.is_locked:
                self.decided, self.undone = defaultdict(list), set()
        elif isinstance(event, MeterRaised):
            self.round_meter = self.state.meter
        elif isinstance(event, RoundEnded):
            self.ended_ms = at_ms
        elif isinstance(event, ShiftSignedOff):
            self.shift, self.is_whole_shift = self.shift + 1, True

    def _book(self, event: Event, *, is_in: bool) -> None:
        """Book the transfers of an event, as the ledger that the figures are compared with."""
        house = 0
        for transfer in event.transfers():
            apply(self.books, transfer)
            for account, amount in (
                (transfer.debit, -transfer.amount),
                (transfer.credit, transfer.amount),
            ):
                house += amount if account in (FLOAT, METER) else 0
                if is_in:
                    self.findings.ledger[account] += amount
        if is_in:
            for tally in self.tallies:
                tally.house += house
        if self.tray.is_counted:
            self.tray.house += house
            if isinstance(event, ChipsBought):
                self.tray.sold += event.amount
            elif isinstance(event, ChipsCashed) and not is_guest(event.player):
                self.tray.sold -= event.amount
        self.tray.is_counted |= isinstance(event, FloatCounted)

    def _count(self, entry: Entry, number: int, event: Event, before: TableState) -> None:
        """Count an event."""
        match event:
            case ChipsBought(player, amount):
                self.findings.players[player].bought += amount
                for tally in self.tallies:
                    tally.drop += amount
                    tally.cash += amount if is_guest(player) else 0
            case ChipsBrought(player, amount):
                self.findings.players[player].bought += amount
                for tally in self.tallies:
                    tally.brought += amount
            case ChipsCashed(player, amount):
                self.findings.players[player].cashed += amount
                for tally in self.tallies:
                    tally.cashed += amount
            case WagerSettled(stake=stake, result=result):
                is_decided = result != "void"
                self._settle(event.nets()[0], stake if is_decided else 0, int(is_decided))
            case AnteTaken(amount=amount):
                self._settle(event.nets()[0], amount, 1)
            case SettlementReversed() | TakenBack():
                for net in event.nets():
                    self._undo(net)
                if isinstance(event, TakenBack) and event.is_round_reopened:
                    self._reopen(entry.clock_ms)
            case CorrectionMade(player=player, amount=amount):
                self.findings.players[player].corrections += amount
                for tally in self.tallies:
                    tally.corrections += amount
            case MisdealCalled():
                self._count_lost(before)
            case RoundEnded():
                self._count_round(entry.clock_ms, before)
            case FloatCounted() | FloatMoved() | DropRemoved():
                self._count_slip(entry.clock_ms, event)
            case _:
                pass
        if self.state.meter != before.meter:
            won = event.before if isinstance(event, MeterWon) else 0
            point = MeterPoint(self.table, entry.clock_ms, before.round, self.state.meter, won)
            self.findings.meter.append(point)
        self._note(entry, number, event, before)

    def _note(self, entry: Entry, number: int, event: Event, before: TableState) -> None:
        """Note incidents, corrections and sign-offs."""
        if name_of(event) in RULINGS:
            line = incident(self.table, number, event, entry, before)
            is_correction = name_of(event) in CORRECTIONS
            (self.findings.corrections if is_correction else self.findings.incidents).append(line)
        if isinstance(event, ShiftSignedOff):
            line = incident(self.table, number, event, entry, before)
            self.findings.sign_offs.append(line)
            if self.is_whole_shift:
                self.findings.signed.append((("shift", self._shift_name), event))

    def _settle(self, net: Net, stake: Cents, count: int) -> None:
        """Count the result of a wager."""
        self.decided[net.box, net.player, net.wager].append((net.amount, stake, count))
        if net.wager == MAIN and count:
            self.undone.discard((net.box, net.player))
        self._add(net, stake, count)
        for tally in self.tallies:
            tally.wagers[net.wager].add(net.amount)

    def _undo(self, net: Net) -> None:
        """Count the reversal of a settlement."""
        key = (net.box, net.player, net.wager)
        if net.wager == MAIN:
            self.undone.add(key[:2])
        settled = self.decided[key]
        matching = (settlement for settlement in reversed(settled) if settlement[0] == -net.amount)
        settlement = next(matching, (0, 0, 0))
        if settlement in settled:
            settled.remove(settlement)
        self._add(net, -settlement[1], -settlement[2])
        for tally in self.tallies:
            line = tally.wagers[net.wager]
            line.paid += min(0, net.amount)
            line.taken -= max(0, net.amount)

    def _add(self, net: Net, stake: Cents, count: int) -> None:
        player = self.findings.players[net.player]
        player.net += net.amount
        player.staked += stake
        for tally in self.tallies:
            tally.wagers[net.wager].count += count
            tally.wagers[net.wager].staked += stake
        if net.wager != MAIN and stake:
            self._expose(net.wager, abs(stake), count)

    def _expose(self, wager: str, stake: Cents, count: int, spots: int = 1) -> None:
        """Note a wager for the expected win."""
        place = self.findings.number_of(self.state.rules)
        side = self.state.rules.wagers.get(wager)
        meter = self.round_meter if side is not None and side.feeds_meter else 0
        for exposure in (self.exposure, *(tally.exposure for tally in self.tallies)):
            exposure[place, wager][spots, stake, meter] += count

    def _count_lost(self, before: TableState) -> None:
        """Count wagers that were decided before a misdeal and are not dealt again."""
        still = {(box.number, name) for box in self.state.boxes for name, _ in box.mains}
        for box in before.boxes:
            for player, stakes in box.mains:
                if (box.number, player) not in still:
                    self._expose(MAIN, sum(stakes), 1, len(stakes))

    def _count_round(self, at_ms: int, before: TableState) -> None:
        mains = tuple(
            (sum(stakes), len(stakes))
            for box in before.boxes
            for player, stakes in box.mains
            if (box.number, player) not in self.undone
        )
        players = frozenset(name for box in before.boxes for name, _ in box.mains)
        is_on = self.ended_ms and self.dealt_ms - self.ended_ms <= PAUSE_MS
        began_ms = max(self.ended_ms if is_on else self.dealt_ms, self.period.from_ms)
        self.ended = _Ended(mains, players, len(before.boxes), max(0, at_ms - began_ms))
        self._mark(at_ms, 1)

    def _reopen(self, at_ms: int) -> None:
        """Reopen a round, because its last act was taken back after it had ended."""
        self.undone = set()
        self._mark(at_ms, -1)

    def _mark(self, at_ms: int, count: int) -> None:
        """Count the round that has ended last, or take it out again."""
        ended = self.ended
        for stake, spots in ended.mains:
            self._expose(MAIN, stake, count, spots)
        for player in ended.players:
            self.findings.players[player].rounds += count
        for tally in self.tallies:
            tally.rounds += count
            tally.hands += count * ended.hands
            tally.played_ms += count * ended.played_ms
        won = self.findings.tallies["table", self.table].win
        self.findings.mark(Mark(at_ms, count, won - self.won, self.exposure))
        self.won, self.exposure = won, defaultdict(Counter)

    def _count_slip(self, at_ms: int, event: FloatCounted | FloatMoved | DropRemoved) -> None:
        kind, chips = ("drop", {}) if isinstance(event, DropRemoved) else (event.kind, event.chips)
        expected = None if isinstance(event, FloatMoved) else event.expected
        slip = (event.number, kind, event.by, event.second, event.amount, chips, expected)
        self.findings.slips.append(SlipLine(self.table, at_ms, *slip))
        for tally in self.tallies:
            if isinstance(event, FloatCounted):
                tally.difference += event.difference
            elif isinstance(event, FloatMoved):
                tally.fills += max(0, event.signed)
                tally.credits += max(0, -event.signed)
        if isinstance(event, FloatCounted) and not event.is_first:
            name = f"float expected on slip {event.number} of {self.table}"
            self.findings.checks.append((name, event.expected, self.tray.expected(self.books)))


def _day(at_ms: int, zone: str) -> str:
    return datetime.fromtimestamp(at_ms / 1000, zone_of(zone)).date().isoformat()
