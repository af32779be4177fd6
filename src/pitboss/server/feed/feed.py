"""The feed of a table: each viewer gets the events and the status that they may see."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec
from msgspec.structs import replace

from pitboss.engine.betting.limits import closed_boxes
from pitboss.engine.declare import PIT, STAFF, Event, Role
from pitboss.engine.floor.closing import ShoeVoided
from pitboss.engine.floor.staff import role_of
from pitboss.engine.legal import legal
from pitboss.engine.offers import Offer
from pitboss.engine.round import PhaseBegan
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import BETTING, INSPECTOR, TableState
from pitboss.money import Cents
from pitboss.server.feed.floor import floor_status, off_duty_status
from pitboss.server.feed.gallery import Gallery
from pitboss.server.feed.kept_boxes import is_kept, kept_boxes, without_kept
from pitboss.server.feed.messages import Messages
from pitboss.server.feed.outbox import Outbox
from pitboss.server.log.events import Logged
from pitboss.server.log.replay import Rebuilt
from pitboss.wire.floor import FloorStatus
from pitboss.wire.protocol import (
    AbsentAct,
    Emote,
    Emoted,
    Resynced,
    Shoe,
    Status,
    Update,
    Waiting,
    encode,
)

KEPT_MAX = 1_000
"""Number of events that a returning viewer can catch up; after more, the whole view is sent."""
WAKE_BOT = b""
"""Message that wakes a bot, which then looks at the table itself."""
SHOES_MAX = 200
"""Number of shoes whose fingerprints can be looked up."""


@dataclass(frozen=True, slots=True)
class ShoeRecord:
    """A shoe with its seed, which stays here while the shoe is in play."""

    number: int
    commitment: str
    seed: str
    side: int
    is_over: bool = False


class Feed:
    """Messages of one table to its viewers."""

    def __init__(
        self,
        table: str,
        rebuilt: Rebuilt,
        heard: Callable[[Sequence[Logged]], None],
        role_in_house: Callable[[str], str] = lambda _name: "",
        shown_name: Callable[[str], str] = lambda _name: "",
        door: Callable[[str], tuple[str, tuple[str, ...]]] = lambda _name: ("", ()),
    ) -> None:
        self.table = table
        self._role_in_house = role_in_house
        self._shown_name = shown_name
        """Returns the name that a player is shown under, or "" if it is their own."""
        self._door = door
        """Returns the door of a private table for a viewer, and newcomers who ask for a seat."""
        self._heard = heard
        """Receives all events before the viewers do."""
        self.waiting = Waiting()
        self.came_or_went: Callable[[], None] = lambda: None
        """Called when a player connects or disconnects, because a lone player has no time limit."""
        self.stopped = ""
        self._absent_act: AbsentAct | None = None
        """The act that is published now, if the table gave it for an absent player."""
        self._state = rebuilt.state
        self._version = rebuilt.version
        self.memory = rebuilt.memory
        """Memory of the cards that viewers have seen of the shoes."""
        self._kept: deque[Logged] = deque(rebuilt.recent, KEPT_MAX)
        self._shoes: deque[ShoeRecord] = deque(maxlen=SHOES_MAX)
        events = (event for entry in rebuilt.tail for event in entry.events)
        known = sum(isinstance(event, ShoeCommitted) for event in events)
        self._shoes_before = self.memory.commitments - known
        """Number of shoes that were over before what was read of the log."""
        self._coming: ShoeRecord | None = None
        self._gallery = Gallery(partial(self._update, viewer=""), partial(self.whole_view, ""))
        self._outboxes: dict[Outbox, None] = {}
        """Connected clients in order of arrival, so that a run can be repeated exactly."""
        self._given_up: tuple[int, frozenset[str]] = (0, frozenset())
        """Number of a round, and the players who gave their boxes up after it."""
        self._laid: dict[str, Cents] = {}
        """Chips that players have laid out and not placed, at a table with a human dealer."""
        self._messages = Messages()
        for entry in rebuilt.tail:
            for event in entry.events:
                self._note(event)

    @property
    def watchers(self) -> int:
        """Number of connected clients."""
        return len(self._outboxes)

    @property
    def attendance(self) -> int:
        """Number of connected clients that are not bots, logged in or not."""
        return sum(not outbox.is_bot for outbox in self._outboxes)

    @property
    def unnamed(self) -> int:
        """Number of connected clients that have not logged in."""
        return sum(not outbox.viewer for outbox in self._outboxes)

    def viewers(self) -> set[str]:
        """Return the names of the connected viewers who have logged in."""
        return {box.viewer for box in self._outboxes if box.viewer}

    def people(self) -> set[str]:
        """Return the names of viewers who look at the table themselves, not through a program."""
        return {box.viewer for box in self._outboxes if box.viewer and box.is_person}

    def kept_boxes(self, state: TableState) -> Mapping[int, str]:
        """Return the boxes that are kept for the players who bet on them last."""
        number, given_up = self._given_up
        return kept_boxes(state, self.viewers(), given_up if number == state.round else frozenset())

    def give_up_boxes(self, name: str) -> None:
        """Note that a player does not bet on further boxes in this betting window."""
        number, given_up = self._given_up
        now = self._state.round
        before = given_up if number == now else frozenset[str]()
        self._given_up = (now, before | {name})
        if name not in before and name in self.kept_by(before):
            self.publish([], self._state)

    def note_laid(self, name: str, amount: Cents) -> None:
        """Note chips that a player lays out before placing them, for a human dealer to see."""
        is_open = self._state.phase == BETTING and not self._state.automations.cards
        before, now = self._laid.get(name, 0), amount if is_open else 0
        if now == before:
            return
        self._laid = {**self._laid, name: now}
        self.publish([], self._state)

    def kept_by(self, given_up: frozenset[str]) -> set[str]:
        """Return the players whose boxes are kept while these have given theirs up."""
        return set(kept_boxes(self._state, self.viewers(), given_up).values())

    def recent(self) -> tuple[Logged, ...]:
        """Return the last events, unredacted, with the tables before and after each."""
        return tuple(self._kept)

    def shoes_in_play(self) -> list[ShoeRecord]:
        """Return the shoes that may still be dealt from, with their seeds; for the writer only."""
        return [shoe for shoe in self._shoes if not shoe.is_over]

    def lost_shoes(self) -> tuple[str, ...]:
        """Return the commitments of shoes in play that the server's key does not open."""
        return tuple(shoe.commitment for shoe in self._shoes if not (shoe.is_over or shoe.seed))

    @property
    def newest_shoe(self) -> str:
        """The newest commitment: entries that are written now are sealed for its shoe."""
        return self._shoes[-1].commitment if self._shoes else ""

    def coming(self) -> ShoeRecord | None:
        """Return the shoe that is committed to and not loaded yet, or None."""
        return self._coming

    def shoes(self) -> tuple[Shoe, ...]:
        """Return the last shoes: fingerprints, and the seeds of those that are over."""
        return tuple(_public(shoe) for shoe in self._shoes)

    def join(
        self, viewer: str, *, size: int, last: int | None = None, is_person: bool = False
    ) -> Outbox:
        """Return a new outbox that gets the messages of the table from now on."""
        outbox = Outbox(viewer, size, is_person=is_person)
        self.enter(outbox, last=last)
        return outbox

    def enter(self, outbox: Outbox, *, last: int | None = None) -> None:
        """Connect an outbox; put the events since ``last``, or the whole view, into it first."""
        self._outboxes[outbox] = None
        if not outbox.is_bot:
            self._wake_bots()
        self._note_move(outbox.viewer)
        if not outbox.viewer:
            if self._gallery.is_crowded:
                self._gallery.show(outbox)
                return
            self._gallery.add(outbox)
        missed = self._missed(last)
        if missed is None:
            outbox.put(self.whole_view(outbox.viewer))
        else:
            outbox.put(self._update(missed, outbox.viewer))
            self._messages.forget(self._version)

    def _wake_bots(self) -> None:
        """Wake the bots, which rest while no viewer is there."""
        for outbox in self._outboxes:
            if outbox.is_bot:
                outbox.put(WAKE_BOT)

    def emote(self, player: str, emote: Emote) -> None:
        """Send a player's emote to all viewers who take emotes; the log does not have it."""
        message = encode(Emoted(player, emote))
        for outbox in self._outboxes:
            if outbox.hears_emotes:
                outbox.put(message)

    def leave(self, outbox: Outbox) -> None:
        """Disconnect an outbox."""
        self._outboxes.pop(outbox, None)
        self._laid.pop(outbox.viewer, None)
        self._gallery.remove(outbox)
        self._note_move(outbox.viewer)

    def _note_move(self, viewer: str) -> None:
        if viewer in self._state.chips:
            self.came_or_went()

    def whole_view(self, viewer: str) -> bytes:
        """Return the encoded table as the viewer may see it, with the status."""
        seen = self._messages.view(self._state, self._version, self._eyes(viewer))
        status = msgspec.Raw(self._status(viewer))
        return encode(Resynced(self.table, viewer, msgspec.Raw(seen), status))

    @property
    def shoes_so_far(self) -> int:
        """Number of the newest shoe."""
        return self._shoes[-1].number if self._shoes else self._shoes_before

    def set_waiting(self, waiting: Waiting) -> bool:
        """Set the wait that viewers see; return True if its step or its deadline has changed."""
        before, self.waiting = self.waiting, waiting
        return before[:2] != waiting[:2]

    def show(self, outbox: Outbox) -> None:
        """Show one client the whole table again."""
        if not outbox.viewer and self._gallery.is_crowded:
            self._gallery.show(outbox)
        else:
            outbox.put(self.whole_view(outbox.viewer))

    def shown_names(self, names: Iterable[str]) -> dict[str, str]:
        """Return the names of people who have changed the name that others see."""
        return {name: shown for name in names if (shown := self._shown_name(name))}

    def show_anew(self, viewer: str) -> None:
        """Send a viewer the whole table again, because their role in the house has changed."""
        for outbox in self._outboxes:
            if outbox.viewer == viewer:
                outbox.put(self.whole_view(viewer))

    def publish(
        self, logged: Sequence[Logged], state: TableState, absent_act: AbsentAct | None = None
    ) -> None:
        """Send events to all viewers, each redacted for its viewer."""
        self._absent_act = absent_act
        for step in logged:
            self._kept.append(step)
            self.memory = self.memory.after(step.before, step.event, step.after)
            self._note(step.event)
            self._version = step.version
        self._state = state
        self._heard(logged)
        by_viewer: dict[str, bytes] = {}
        is_crowded = self._gallery.is_crowded
        if is_crowded:
            self._gallery.tell(logged)
        for outbox in self._outboxes:
            if is_crowded and not outbox.viewer:
                continue
            message = by_viewer.get(outbox.viewer)
            if message is None:
                message = self._update(logged, outbox.viewer)
                by_viewer[outbox.viewer] = message
            outbox.put(message)
        self._absent_act = None
        self._messages.forget(self._version)

    def _missed(self, last: int | None) -> list[Logged] | None:
        """Return the events after a message; None if some of them are no longer kept."""
        if last is None or not 0 <= last <= self._version:
            return None
        oldest = self._kept[0].version if self._kept else self._version + 1
        return [step for step in self._kept if step.version > last] if last >= oldest - 1 else None

    def _update(self, logged: Sequence[Logged], viewer: str) -> bytes:
        """Return an encoded update with events as a viewer may see them."""
        events = self._messages.encoded(logged, self._eyes(viewer))
        status = msgspec.Raw(self._status(viewer))
        return encode(Update(tuple(msgspec.Raw(event) for event in events), status))

    def _eyes(self, viewer: str) -> str:
        """Return the viewer to redact for; an auditor without a wager sees as much as the staff."""
        is_auditor = bool(viewer) and self._role_in_house(viewer) == Role.AUDITOR
        return INSPECTOR if is_auditor and not self._state.has_main(viewer) else viewer

    def _floor(self, viewer: str, role: Role) -> FloorStatus | None:
        """Return the floor for the staff, with less of it off duty; None for other viewers."""
        if role in STAFF:
            laid = {name: amount for name, amount in self._laid.items() if amount}
            return replace(floor_status(self._state, role), laid=laid)
        if viewer and self._role_in_house(viewer) in PIT:
            return off_duty_status(self._state)
        return None

    def _status(self, viewer: str) -> bytes:
        state = self._state
        is_player = bool(viewer) and viewer in state.chips
        role = role_of(state, viewer) if viewer else Role.SPECTATOR
        if self._eyes(viewer) == INSPECTOR:
            role = Role.AUDITOR
        offers: tuple[Offer, ...] = ()
        if role is Role.DEALER:
            # Offers to the staff of the table have no name.
            offers = legal(state, "")
        elif role is Role.PLAYER:
            offers = without_kept(legal(state, viewer), viewer, self.kept_boxes(state))
        door, asking = self._door(viewer)
        return encode(
            Status(
                version=self._version,
                phase=state.phase,
                round=state.round,
                role=role.value,
                chips=state.chips[viewer] if is_player else 0,
                offers=offers,
                waits_for=self.waiting.what,
                deadline_ms=self.waiting.deadline_ms,
                shoes=tuple(_public(shoe) for shoe in self.shoes_in_play()),
                stopped=self.stopped or state.floor.paused or _closed(state),
                bank_ms=self.waiting.bank_ms,
                floor=self._floor(viewer, role),
                shown_names=self.shown_names((*state.chips, *asking)),
                is_absent=self.waiting.is_absent,
                closed=self._closed_boxes(viewer),
                door="" if is_player else door,
                asking=asking,
                absent_act=self._absent_act,
            )
        )

    def _closed_boxes(self, viewer: str) -> tuple[int, ...]:
        kept = self.kept_boxes(self._state)
        others = {box for box in kept if is_kept("place_wager", box, viewer, kept)}
        return tuple(sorted(others | set(closed_boxes(self._state, viewer))))

    def _note(self, event: Event) -> None:
        if isinstance(event, ShoeCommitted):
            number = self.shoes_so_far + 1
            self._coming = ShoeRecord(number, event.commitment, event.seed, event.side)
            self._shoes.append(self._coming)
        elif isinstance(event, ShoeLoaded) and event.is_shuffle:
            self._coming = None
        elif isinstance(event, ShoeRevealed):
            self._end_shoe(event.commitment, event.seed)
        elif isinstance(event, PhaseBegan):
            self._laid = {}
        elif isinstance(event, ShoeVoided):
            self._coming = None
            for commitment in event.commitments:
                self._end_shoe(commitment, "")

    def _end_shoe(self, commitment: str, seed: str) -> None:
        for place, shoe in enumerate(self._shoes):
            if shoe.commitment == commitment:
                self._shoes[place] = ShoeRecord(
                    shoe.number, commitment, seed, shoe.side, is_over=True
                )


def _closed(state: TableState) -> str:
    return "the table is closed" if state.is_closed else ""


def _public(shoe: ShoeRecord) -> Shoe:
    seed = shoe.seed if shoe.is_over else ""
    return Shoe(shoe.number, shoe.commitment, side=shoe.side, seed=seed)
