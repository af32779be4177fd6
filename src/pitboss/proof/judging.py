"""Judges a log entry by entry: the table after each event, its books, every command again."""

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec.structs import astuple, replace

from pitboss.cards import SHOE_MAX, Card
from pitboss.engine.chips import PLAYERS_MAX
from pitboss.engine.declare import Event, evolve
from pitboss.engine.floor.closing import ShoeVoided, TableClosed
from pitboss.engine.floor.notices import RulesChanged
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.state import TableState
from pitboss.engine.state.books import HouseBooks
from pitboss.engine.state.invariants import broken, chips_on_layout
from pitboss.ledger.audit import faults, overdrawn
from pitboss.ledger.balances import Balances, apply, opening
from pitboss.money import show
from pitboss.proof.checks import FAILED, NOT_MADE, OK, Outcome, Span, span_to, spans_outside
from pitboss.proof.decisions import Differs, decide_again, describe_result
from pitboss.proof.openings import FACE, SECRET, STAFF, closed_kinds
from pitboss.proof.orders import fitting_order, side_of, uncut
from pitboss.proof.shoes import order_of
from pitboss.shuffle import cut
from pitboss.store.codec import name_of
from pitboss.store.entry import Entry

PARTS_MAX = 2 * SHOE_MAX
"""Largest number of parts of any kind at a table; more would make a forged log's events slow."""
SLOW_MAX = 500
"""Largest number of round ends and rule changes that cannot be decided again, before checking
stops. Each takes long, and only a forged log has more than a few."""


class Judge:
    """Judges a log under the rules of its table."""

    def __init__(self, start: TableState, entries: Sequence[Entry], *, is_revised: bool) -> None:
        """``is_revised``: the rulebook of today is not the revision that the log was played by."""
        self._state, self._entries, self._is_revised = start, entries, is_revised
        self._books = opening(start.rules.fees.meter)
        self._faults: dict[str, tuple[int, str]] = {}
        """The first fault of each check, with the number of its event."""
        self._gaps: dict[str, list[Span]] = {"replay": [], "money": [], "decisions": []}
        """Events over which a check could not be made."""
        self._seeds = _seeds_of(entries)
        self._coming: dict[int, str] = {}
        """The newest commitment of each compartment."""
        self._blind: set[int] = set()
        """Compartments whose order is sealed."""
        self._is_lost = False
        """The cards of the round, or of the shoe, cannot be known any more."""
        self._is_closed_to_us = False
        """Figures of the staff were left out before."""
        self._why = ""
        """The first difference that another revision of the rulebook may explain."""
        self._until = 0
        """The last event before that."""
        self._commands = 0
        self._slow = 0
        """Events that take long to apply, in entries that could not be decided again."""

    def judge(self) -> dict[str, Outcome]:
        """Return the results of ``replay``, ``money`` and ``decisions``."""
        for place, entry in enumerate(self._entries):
            if "decisions" in self._faults:
                self._walk(entry, None)
            else:
                self._read(place, entry)
            if self._slow > SLOW_MAX:
                self._why, self._until = "too much could not be decided again", entry.version
            if self._why:
                break
            is_end = any(isinstance(event, RoundEnded) for event in entry.events)
            if "replay" in self._faults or ("decisions" in self._faults and is_end):
                # What comes behind it follows from a table that no rules lead to.
                break
        return {
            "replay": self._outcome("replay", self._describe_replay()),
            "money": self._outcome("money", self._describe_books()),
            "decisions": self._outcome("decisions", self._describe_decisions()),
        }

    def _read(self, place: int, entry: Entry) -> None:
        kinds = closed_kinds(entry).values() if entry.closed else ()
        is_void = any(isinstance(event, ShoeVoided) for event in entry.events)
        self._is_closed_to_us |= STAFF in kinds
        self._is_lost = (self._is_lost or FACE in kinds) and not is_void
        self._note_shoes(entry)
        whole_entry: Entry | None = entry
        if STAFF in kinds or self._is_lost or self._awaits_unknown():
            whole_entry = None
        elif SECRET in kinds:
            whole_entry = self._complete_entry(place, entry)
        states = self._decide(entry, whole_entry) if whole_entry else None
        if self._why:
            return
        is_blind = bool(self._blind) or self._is_lost or bool(kinds)
        if states is None or is_blind or is_void:
            self._gaps["decisions"].append((entry.first, entry.version))
        if is_blind:
            self._gaps["replay"].append((entry.first, entry.version))
        if STAFF in kinds:
            self._gaps["money"].append((entry.first, entry.version))
        self._walk(entry, states)
        if is_void:
            self._blind.clear()

    def _note_shoes(self, entry: Entry) -> None:
        """Keep track of commitments, and of shoes whose order is sealed."""
        rules, closed = self._state.rules, set(entry.closed)
        for place, event in enumerate(entry.events):
            if isinstance(event, ShoeCommitted):
                self._coming[side_of(rules, event.side)] = event.commitment
            elif isinstance(event, ShoeLoaded):
                is_sealed, side = f"events[{place}].cards" in closed, side_of(rules, event.side)
                if is_sealed and not event.is_shuffle:
                    # What was left in the shoe and on the rack is not all known.
                    self._is_lost = True
                elif is_sealed:
                    self._blind.add(side)
                elif event.is_shuffle:
                    self._blind.discard(side)
                    self._is_lost &= bool(self._blind)

    def _awaits_unknown(self) -> bool:
        """Return True if a command waits for cards that only the staff may see."""
        waiting = self._state.awaiting
        return self._is_closed_to_us and waiting is not None and not waiting.command

    def _complete_entry(self, place: int, entry: Entry) -> Entry | None:
        """Return an entry with an order of the cards that it loads; None if there is no knowing."""
        command = entry.command
        is_open = not any(path.startswith("command.cards") for path in entry.closed)
        if command is None or is_open:
            return entry
        if not (isinstance(command, LoadShoe) and command.is_shuffle):
            self._is_lost = True
            return None
        order = self._find_order(place, entry, command)
        if isinstance(order, str):
            self._fail("decisions", entry.first, self._at(entry.first, entry, order))
            return None
        return replace(entry, command=replace(command, cards=uncut(command, order)))

    def _find_order(self, place: int, entry: Entry, command: LoadShoe) -> tuple[Card, ...] | str:
        """Return the order of a sealed shoe: by its seed, or one that fits what was dealt."""
        rules = self._state.rules
        loaded = next((event for event in entry.events if isinstance(event, ShoeLoaded)), None)
        committed = self._coming.get(side_of(rules, loaded.side)) if loaded else None
        if committed in self._seeds:
            order = order_of(rules, committed, self._seeds[committed])
            if isinstance(order, tuple):
                return cut(order, command.cut)
        later = chain.from_iterable(entry.numbered() for entry in self._entries[place:])
        return fitting_order(self._state, later)

    def _decide(self, entry: Entry, completed: Entry) -> tuple[TableState, ...] | None:
        """Decide a command again; return the table after each event, or None if not decided."""
        outcome = decide_again(self._state, completed)
        if not isinstance(outcome, Differs):
            self._commands += entry.command is not None
            return outcome
        why = self._at(outcome.event, entry, outcome.why)
        if self._is_revised:
            # What comes behind it would be held against a table of other rules.
            self._why = f"{why} (under another revision of the rulebook)"
            self._until = entry.first - 1
        elif not (self._is_closed_to_us and self._depends_on_books(completed)):
            self._fail("decisions", outcome.event, why)
        return None

    def _depends_on_books(self, entry: Entry) -> bool:
        """Return True if the decision is another one with other books, which are closed to us."""
        state = self._state
        others = state.with_floor(books=HouseBooks())
        return decide_again(state, entry) != decide_again(others, entry)

    def _walk(self, entry: Entry, states: tuple[TableState, ...] | None) -> None:
        """Apply the events of an entry, if they were not by deciding it, and look at the books."""
        for place, (number, event) in enumerate(entry.numbered()):
            wrong: list[str] = []
            if "money" not in self._faults:
                wrong += self._book(event)
            if self._state.is_closed:
                text = f"event {number} ({name_of(event)}) follows the closing of the table"
                self._fail("replay", number, text)
            if "replay" not in self._faults:
                after = states[place] if states else _apply_event(self._state, event)
                fault = after if isinstance(after, str) else self._find_fault(after)
                if not (states or fault or isinstance(after, str)):
                    self._slow += isinstance(event, RulesChanged | RoundEnded)
                    fault = _room_fault(after)
                if fault or isinstance(after, str):
                    text = f"after event {number} ({name_of(event)}): {fault}"
                    self._fail("replay", number, text)
                else:
                    self._state = after
                    if isinstance(event, RoundEnded | TableClosed):
                        wrong += faults(self._books)[:1]
                        wrong += _find_misbooked(after, self._books)
            if wrong and "money" not in self._faults:
                self._fail("money", number, f"after event {number}: {wrong[0]}")

    def _book(self, event: Event) -> Iterator[str]:
        """Book an event; yield what is wrong with the accounts that it touches."""
        for transfer in event.transfers():
            apply(self._books, transfer)
            # A transfer takes from one account what it gives to another, so that the sum stays.
            yield from overdrawn(self._books, (transfer.debit, transfer.credit))

    def _find_fault(self, state: TableState) -> str:
        return broken(replace(state, shoe=()) if self._blind or self._is_lost else state)

    def _fail(self, check: str, number: int, text: str) -> None:
        self._faults.setdefault(check, (number, text))

    def _at(self, number: int, entry: Entry, why: str) -> str:
        event = entry.events[number - entry.first]
        if result := describe_result(event, entry.clock_ms):
            why = f"{result}; {why}"
        return f"round {self._state.round}, event {number} ({name_of(event)}): {why}"

    def _outcome(self, check: str, text: str) -> Outcome:
        """Return a result with the events that the check was made over."""
        last = self._entries[-1].version if self._entries else 0
        if check in self._faults:
            number, fault = self._faults[check]
            return Outcome(FAILED, fault, span_to(number))
        if "replay" in self._faults or "decisions" in self._faults:
            number = min(number for number, _ in self._faults.values())
            return Outcome(NOT_MADE, f"as far as event {number}: {text}", span_to(number))
        gaps = self._gaps[check]
        if self._why:
            gaps = [*gaps, (self._until + 1, last)]
        return Outcome(NOT_MADE if gaps else OK, text, spans_outside(gaps, last))

    def _describe_replay(self) -> str:
        count = self._entries[-1].version if self._entries else 0
        text = f"{count} events, and the table is sound after each of them"
        closed = _count(self._gaps["replay"])
        return f"{text}; {closed} could not be looked into" if closed else text

    def _describe_books(self) -> str:
        sound = "the books sum to zero throughout, and nobody was below zero"
        closed = _count(self._gaps["money"])
        if self._books:
            sound = f"{sound}; the float is at {show(self._books['float'])}"
        return f"{sound}; the figures of {closed} were left out" if closed else sound

    def _describe_decisions(self) -> str:
        rounds = self._state.round
        played = "1 round" if rounds == 1 else f"{rounds} rounds"
        text = f"{self._commands} commands in {played} lead to exactly these events"
        if self._why:
            return f"{text}; but {self._why}"
        closed = _count(self._gaps["decisions"])
        return f"{text}; {closed} could not be decided for certain" if closed else text


def _room_fault(state: TableState) -> str:
    """Return what is wrong if a table has more of anything than any has: a forged log grows it."""
    hands = sum(len(box.hands) + len(box.mains) for box in state.boxes)
    parts = (state, state.floor, state.prep)
    fields = chain.from_iterable(map(astuple, parts))
    sizes = [len(field) for field in fields if isinstance(field, _GROWING)]
    if max(hands, *sizes) > PARTS_MAX or len(state.chips) > PLAYERS_MAX:
        return "there is more on the table than it has room for"
    return ""


_GROWING = (tuple, dict, frozenset)


def _count(gaps: Sequence[Span]) -> int:
    return sum(end - first + 1 for first, end in gaps)


def _seeds_of(entries: Sequence[Entry]) -> dict[str, str]:
    """Return the seeds that a log reveals, by commitment."""
    events = (event for entry in entries for event in entry.events)
    return {event.commitment: event.seed for event in events if isinstance(event, ShoeRevealed)}


def _apply_event(state: TableState, event: Event) -> TableState | str:
    """Return the table after an event, or why it cannot be applied."""
    try:
        return evolve(state, event)
    except Exception as error:  # Applying never judges: a forged event may do anything.
        return f"it cannot be applied ({type(error).__name__})"


def _find_misbooked(state: TableState, books: Balances) -> Iterator[str]:
    """Yield purses and boxes that do not hold what the books say, at the end of a round."""
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
