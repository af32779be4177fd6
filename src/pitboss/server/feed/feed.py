"""What a table tells everybody who watches it: each what they may see, and how it stands."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec

from pitboss.engine.declare import PIT, STAFF, Event, Role
from pitboss.engine.floor.closing import ShoeVoided
from pitboss.engine.floor.staff import role_of
from pitboss.engine.legal import legal
from pitboss.engine.offers import Offer
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import INSPECTOR, TableState
from pitboss.server.feed.floor import floor_status, off_duty_status
from pitboss.server.feed.gallery import Gallery
from pitboss.server.feed.messages import Messages
from pitboss.server.feed.outbox import Outbox
from pitboss.server.log.events import Logged
from pitboss.server.log.replay import Rebuilt
from pitboss.wire.floor import FloorStatus
from pitboss.wire.protocol import Emote, Emoted, Resynced, Shoe, Status, Update, Waiting, encode

KEPT_MAX = 1_000
"""Events that somebody who comes back can catch up; after more, the whole view is sent."""
ROUSED = b""
"""What a bot is woken with; it looks at the table itself."""
SHOES_MAX = 200
"""Shoes whose fingerprints are kept to be looked up."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A shoe with its seed, which stays here while the shoe is in play."""

    number: int
    commitment: str
    seed: str
    side: int
    is_over: bool = False


class Feed:
    """What one table tells its viewers."""

    def __init__(
        self, table: str, rebuilt: Rebuilt, heard: Callable[[Sequence[Logged]], None],
        role_in_house: Callable[[str], str] = lambda _name: "",
    ) -> None:  # fmt: skip
        self.table = table
        self._role_in_house = role_in_house
        self._heard = heard
        """Told of everything before the viewers are."""
        self.waiting = Waiting()
        self.came_or_went: Callable[[], None] = lambda: None
        """Called when a player connects or disconnects: nobody hurries one who plays alone."""
        self.stopped = ""
        self._state = rebuilt.state
        self._version = rebuilt.version
        self.memory = rebuilt.memory
        """What viewers have seen of the shoes."""
        self._kept: deque[Logged] = deque(rebuilt.recent, KEPT_MAX)
        self._shoes: deque[_Held] = deque(maxlen=SHOES_MAX)
        events = (event for entry in rebuilt.tail for event in entry.events)
        known = sum(isinstance(event, ShoeCommitted) for event in events)
        self._shoes_before = self.memory.commitments - known
        """Number of shoes that were over before what was read of the log."""
        self._coming: _Held | None = None
        self._gallery = Gallery(partial(self._update, viewer=""), partial(self.whole, ""))
        self._outboxes: dict[Outbox, None] = {}
        """In the order in which they came, so that the same happens every time."""
        self._messages = Messages()
        for entry in rebuilt.tail:
            for event in entry.events:
                self._note(event)

    @property
    def watchers(self) -> int:
        """How many clients are connected."""
        return len(self._outboxes)

    @property
    def attendance(self) -> int:
        """How many of them are people, named or not."""
        return sum(not outbox.is_bot for outbox in self._outboxes)

    @property
    def unnamed(self) -> int:
        """How many have not logged in."""
        return sum(not outbox.viewer for outbox in self._outboxes)

    def viewers(self) -> set[str]:
        """Names of those connected, without those who have not logged in."""
        return {box.viewer for box in self._outboxes if box.viewer}

    def people(self) -> set[str]:
        """Names of those who look at the table themselves."""
        return {box.viewer for box in self._outboxes if box.viewer and box.is_person}

    def recent(self) -> tuple[Logged, ...]:
        """The last events with the table before each; for the server only."""
        return tuple(self._kept)

    def shoes_in_play(self) -> list[_Held]:
        """Shoes whose cards may still be dealt; for the writer only, as seeds are in them."""
        return [shoe for shoe in self._shoes if not shoe.is_over]

    def lost_shoes(self) -> tuple[str, ...]:
        """Commitments to shoes in play that the key of the house does not open."""
        return tuple(shoe.commitment for shoe in self._shoes if not (shoe.is_over or shoe.seed))

    @property
    def newest_shoe(self) -> str:
        """The commitment that was made last: what is written now is sealed for that shoe."""
        return self._shoes[-1].commitment if self._shoes else ""

    def coming(self) -> _Held | None:
        """The shoe that was committed to and is not loaded yet: it is being cut."""
        return self._coming

    def shoes(self) -> tuple[Shoe, ...]:
        """The last shoes: fingerprints, and the seeds of those that are over."""
        return tuple(_public(shoe) for shoe in self._shoes)

    def join(
        self, viewer: str, *, size: int, last: int | None = None, is_person: bool = False
    ) -> Outbox:
        """Watch from now on, with a new outbox."""
        outbox = Outbox(viewer, size, is_person=is_person)
        self.enter(outbox, last=last)
        return outbox

    def enter(self, outbox: Outbox, *, last: int | None = None) -> None:
        """Watch from now on; what was missed since message ``last``, or the whole view, is first
        in the outbox.
        """
        self._outboxes[outbox] = None
        if not outbox.is_bot:
            self._rouse_bots()
        self._note_move(outbox.viewer)
        if not outbox.viewer:
            if self._gallery.is_crowded:
                self._gallery.show(outbox)
                return
            self._gallery.add(outbox)
        missed = self._missed(last)
        if missed is None:
            outbox.put(self.whole(outbox.viewer))
        else:
            outbox.put(self._update(missed, outbox.viewer))
            self._messages.forget(self._version)

    def _rouse_bots(self) -> None:
        """Bots rest while nobody is there; somebody has come."""
        for outbox in self._outboxes:
            if outbox.is_bot:
                outbox.put(ROUSED)

    def emote(self, player: str, emote: Emote) -> None:
        """Show what somebody at the table feels to all who want to see it; no log has it."""
        message = encode(Emoted(player, emote))
        for outbox in self._outboxes:
            if outbox.hears_emotes:
                outbox.put(message)

    def leave(self, outbox: Outbox) -> None:
        """Watch no more."""
        self._outboxes.pop(outbox, None)
        self._gallery.remove(outbox)
        self._note_move(outbox.viewer)

    def _note_move(self, viewer: str) -> None:
        if viewer in self._state.chips:
            self.came_or_went()

    def whole(self, viewer: str) -> bytes:
        """The table as the viewer may see it, and how it stands."""
        seen = self._messages.view(self._state, self._version, self._eyes(viewer))
        status = msgspec.Raw(self._status(viewer))
        return encode(Resynced(self.table, viewer, msgspec.Raw(seen), status))

    @property
    def shoes_so_far(self) -> int:
        """The number of the newest shoe."""
        return self._shoes[-1].number if self._shoes else self._shoes_before

    def set_waiting(self, waiting: Waiting) -> bool:
        """Show viewers another wait; return True if its step or its deadline is new to them."""
        before, self.waiting = self.waiting, waiting
        return before[:2] != waiting[:2]

    def show(self, outbox: Outbox) -> None:
        """Show one client the whole table again."""
        if not outbox.viewer and self._gallery.is_crowded:
            self._gallery.show(outbox)
        else:
            outbox.put(self.whole(outbox.viewer))

    def show_anew(self, viewer: str) -> None:
        """Show somebody the whole table again: they have another role in the house."""
        for outbox in self._outboxes:
            if outbox.viewer == viewer:
                outbox.put(self.whole(viewer))

    def publish(self, logged: Sequence[Logged], state: TableState) -> None:
        """Tell everybody what happened, each what they may see."""
        for one in logged:
            self._kept.append(one)
            self.memory = self.memory.after(one.before, one.event, one.after)
            self._note(one.event)
            self._version = one.version
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
        self._messages.forget(self._version)

    def _missed(self, last: int | None) -> list[Logged] | None:
        """What came after a message; nothing where that cannot be told any more."""
        if last is None or not 0 <= last <= self._version:
            return None
        oldest = self._kept[0].version if self._kept else self._version + 1
        return [one for one in self._kept if one.version > last] if last >= oldest - 1 else None

    def _update(self, logged: Sequence[Logged], viewer: str) -> bytes:
        """Events up to the last one, as a viewer may see them."""
        events = self._messages.encoded(logged, self._eyes(viewer))
        status = msgspec.Raw(self._status(viewer))
        return encode(Update(tuple(msgspec.Raw(event) for event in events), status))

    def _eyes(self, viewer: str) -> str:
        """With whose eyes somebody looks: an auditor counts as staff unless they play."""
        is_auditor = bool(viewer) and self._role_in_house(viewer) == Role.AUDITOR
        return INSPECTOR if is_auditor and not self._state.has_main(viewer) else viewer

    def _floor(self, viewer: str, role: Role) -> FloorStatus | None:
        """How the floor stands, for the staff; who is not on duty here may come on."""
        if role in STAFF:
            return floor_status(self._state, role)
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
            # What the table waits for from its staff stands under no name.
            offers = legal(state, "")
        elif role is Role.PLAYER:
            offers = legal(state, viewer)
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
            )
        )

    def _note(self, event: Event) -> None:
        """Keep track of the shoes."""
        if isinstance(event, ShoeCommitted):
            number = self.shoes_so_far + 1
            self._coming = _Held(number, event.commitment, event.seed, event.side)
            self._shoes.append(self._coming)
        elif isinstance(event, ShoeLoaded) and event.is_shuffle:
            self._coming = None
        elif isinstance(event, ShoeRevealed):
            self._end_shoe(event.commitment, event.seed)
        elif isinstance(event, ShoeVoided):
            self._coming = None
            for commitment in event.commitments:
                self._end_shoe(commitment, "")

    def _end_shoe(self, commitment: str, seed: str) -> None:
        for place, shoe in enumerate(self._shoes):
            if shoe.commitment == commitment:
                self._shoes[place] = _Held(shoe.number, commitment, seed, shoe.side, is_over=True)


def _closed(state: TableState) -> str:
    return "the table is closed" if state.is_closed else ""


def _public(shoe: _Held) -> Shoe:
    seed = shoe.seed if shoe.is_over else ""
    return Shoe(shoe.number, shoe.commitment, side=shoe.side, seed=seed)
