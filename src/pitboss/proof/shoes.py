"""Commitments to shoes: made before the first wager, revealed afterwards, and kept."""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.declare import Event
from pitboss.engine.floor.closing import ShoeVoided
from pitboss.engine.floor.cut import CutContributed, CutPledged, CutWordMissing, in_order
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.drawing import CardDealt, CutCardReached
from pitboss.engine.shoe.loading import ShoeLoaded, ShuffleOrdered
from pitboss.proof.checks import Span
from pitboss.rulebook.rules import Rules
from pitboss.shuffle import SEED_BYTES, commitment, cut, cut_place, shuffled

FAULTS_MAX = 10
"""The search ends after this many faults."""


@dataclass
class Shoe:
    """A shoe of the log with what is known of its order."""

    version: int
    """The number of the event that loaded it."""
    side: int
    cards: tuple[Card, ...]
    note: ShoeCommitted | None
    words: tuple[tuple[str, str], ...] = ()
    """Words that players contributed to the cut."""
    has_wager: bool = False
    """A wager was placed since it was loaded."""
    until: int = 0
    """The event with which another shoe took its place; 0 while it is in play."""
    is_sealed: bool = False
    """Its order is sealed, and not opened in this log."""

    @property
    def is_over(self) -> bool:
        """Return True if another shoe took its place."""
        return self.until > 0

    def __str__(self) -> str:
        return f"the shoe of event {self.version}"


class Shoes:
    """Reads a log for shoes, commitments and seeds, and collects their faults."""

    def __init__(self, rules: Rules, sealed: Container[int] = ()) -> None:
        """``sealed``: numbers of events with something sealed in them that is not opened."""
        self._rules = rules
        self._sealed = sealed
        self._last = 0
        self._in_play: dict[int, Shoe] = {}
        self._refilled: dict[int, int] = {}
        """The event that put cards into a side in an order without commitment."""
        self._unordered: list[Span] = []
        """Events with such cards in the shoe."""
        self._is_double = rules.shoe.compartments == "double"
        self._coming: dict[int, tuple[int, ShoeCommitted]] = {}
        self._lying = 0
        """The number of the first wager of the coming round; 0 before it."""
        self._seeds: dict[str, str] = {}
        self._words: list[tuple[int, CutContributed]] = []
        """Contributions to the coming cut, with their numbers."""
        self._pledged: list[str] = []
        """Players who have committed to a word for the coming cut, in order."""
        self.unpledged = 0
        """Number of cuts with a word that was said without a commitment."""
        self.shoes: list[Shoe] = []
        self.faults: list[str] = []
        self._known: set[str] = set()
        """Commitments to shoes that were loaded."""
        self.void: set[str] = set()
        """Commitments to shoes whose order was lost, and which were declared void."""

    def read(self, events: Iterable[tuple[int, Event]]) -> None:
        """Take in the whole log, event by event, and judge every shoe."""
        for version, event in events:
            self._last = version
            if len(self.faults) >= FAULTS_MAX:
                return
            match event:
                case ShoeCommitted():
                    self._commit(version, event)
                case ShoeRevealed():
                    self._reveal(version, event)
                case ShoeVoided():
                    self._void(version, event)
                case ShoeLoaded(cards, True, _, side):
                    self._end_refill(self._side(side), version)
                    self._load(version, self._side(side), cards)
                case ShoeLoaded(_, False, _, side):
                    # There was no commitment to an order of these cards.
                    self._refilled.setdefault(self._side(side), version)
                case CutPledged(player):
                    self._pledged.append(player)
                case CutWordMissing(player) if player in self._pledged:
                    self._pledged.remove(player)
                case CutContributed():
                    self._words.append((version, event))
                case WagerPlaced():
                    self._lying = self._lying or version
                    for shoe in self._in_play.values():
                        shoe.has_wager = True
                case RoundEnded() | CutCardReached() | MisdealCalled() | ShuffleOrdered():
                    # Where the cards must be shuffled while wagers lie, because the cutting card
                    # came first or something went wrong, the wagers stay.
                    self._lying = 0
                case CardDealt():
                    self._deal(version)
        for shoe in self.shoes:
            if shoe.note and len(self.faults) < FAULTS_MAX:
                self._judge(shoe, shoe.note)

    @property
    def committed(self) -> int:
        """Number of shoes with a commitment."""
        return sum(shoe.note is not None for shoe in self.shoes)

    @property
    def revealed(self) -> int:
        """Number of those whose seed is revealed."""
        return sum(self._is_proved(shoe) for shoe in self.shoes)

    @property
    def unproved(self) -> list[Span]:
        """Events dealt from shoes whose order was not committed to, or is not revealed yet."""
        refilled = [(first, self._last) for first in self._refilled.values()]
        return (
            self._unordered
            + refilled
            + [
                (shoe.version, shoe.until - 1 if shoe.until else self._last)
                for shoe in self.shoes
                if not self._is_proved(shoe)
            ]
        )

    def _is_proved(self, shoe: Shoe) -> bool:
        return shoe.note is not None and shoe.note.commitment in self._seeds

    def _commit(self, version: int, note: ShoeCommitted) -> None:
        if note.seed:
            self._seeds[note.commitment] = note.seed
        has_two = self._is_double or self._rules.shoe.shuffler == "batches"
        if note.side not in ((0, 1) if has_two else (0,)):
            self.faults.append(f"event {version} commits to a side that the shoe does not have")
        side = self._side(note.side)
        now = self._in_play.get(side)
        if now and now.note is None and not now.has_wager and not self._lying:
            now.note = note
            self._known.add(note.commitment)
        else:
            self._coming[side] = (version, note)

    def _reveal(self, version: int, note: ShoeRevealed) -> None:
        coming = {shoe.commitment: side for side, (_, shoe) in self._coming.items()}
        if note.commitment in self.void:
            self.faults.append(f"event {version} reveals the seed of a shoe that was declared void")
        elif note.commitment in coming:
            # A table that is closed while its next shoe is cut reveals that one too.
            del self._coming[coming[note.commitment]]
            if isinstance(order := order_of(self._rules, note.commitment, note.seed), str):
                self.faults.append(f"event {version}: {order}")
        elif note.commitment not in self._known:
            self.faults.append(f"event {version} reveals a seed that no shoe was committed to")
        if self._seeds.setdefault(note.commitment, note.seed) != note.seed:
            self.faults.append(f"event {version} reveals another seed than was on record")

    def _end_refill(self, side: int, version: int) -> None:
        if first := self._refilled.pop(side, 0):
            self._unordered.append((first, version - 1))

    def _void(self, version: int, event: ShoeVoided) -> None:
        """Take a shoe out of play whose order is lost: only one in play can be, and only sealed."""
        in_play = {shoe.note.commitment: shoe for shoe in self._in_play.values() if shoe.note}
        announced = {note.commitment for _, note in self._coming.values()}
        for lost in event.commitments:
            named = f"event {version} declares the shoe {lost[:16]}... void"
            lost_shoe = in_play.get(lost)
            if lost in self._seeds or (lost_shoe and not lost_shoe.is_sealed):
                self.faults.append(f"{named}, and its order is on record")
            elif lost_shoe is None and lost not in announced:
                self.faults.append(f"{named}, which was not in play")
        self.void.update(event.commitments)
        self._coming, self._words, self._pledged, self._lying = {}, [], [], 0
        for side in tuple(self._refilled):
            self._end_refill(side, version)
        for shoe in self._in_play.values():
            shoe.until = version
        self._in_play = {}

    def _load(self, version: int, side: int, cards: tuple[Card, ...]) -> None:
        if side in self._in_play:
            self._in_play[side].until = version
        said = tuple((event.player, event.word) for _, event in self._words)
        words = in_order(said, self._pledged)
        self.unpledged += 1 if words and not self._pledged else 0
        loaded = Shoe(version, side, cards, None, words, is_sealed=version in self._sealed)
        self._in_play[side] = loaded
        if side in self._coming:
            committed, loaded.note = self._coming.pop(side)
            self._known.add(loaded.note.commitment)
            if self._lying and committed > self._lying:
                wager = f"the wager of event {self._lying}"
                self.faults.append(f"{loaded} was committed to in event {committed}, after {wager}")
            if self._words and (first := self._words[0][0]) < committed:
                cut_by = f"event {first} contributes to a cut"
                self.faults.append(f"{cut_by} before {loaded} was committed to")
        elif self._known:
            self.faults.append(f"{loaded} came without a commitment")
        self._words, self._pledged = [], []
        self.shoes.append(loaded)

    def _deal(self, version: int) -> None:
        now = self.shoes[-1] if self.shoes else None
        if self._is_double or now is None or now.note is None or now.is_over:
            return
        if not now.note.seed and now.note.commitment in self._seeds:
            now.until = version
            dealt = f"the card of event {version} was dealt from it"
            self.faults.append(f"the seed of {now} was revealed before {dealt}")

    def _side(self, side: int) -> int:
        """Return the compartment of a double shoe; batches follow one another like any shoes."""
        return side if self._is_double else 0

    def _judge(self, shoe: Shoe, note: ShoeCommitted) -> None:
        """Compare what was committed to with what was dealt."""
        seed = self._seeds.get(note.commitment)
        if seed is not None and not shoe.is_sealed:
            if fault := _seed_fault(self._rules, shoe, note, seed):
                self.faults.append(f"{shoe}: {fault}")
        elif seed is None and shoe.is_over and note.commitment not in self.void:
            self.faults.append(f"the seed of {shoe} is missing")


def _seed_fault(rules: Rules, shoe: Shoe, note: ShoeCommitted, text: str) -> str:
    """Return the fault of a seed, in a sentence, or "" if it keeps its commitment."""
    if len(shoe.cards) != len(rules.stack):
        return "its cards are not in the order that was committed to"
    order = order_of(rules, note.commitment, text)
    if isinstance(order, str):
        return order
    least, count = rules.shoe.cut_from_end, len(order)
    position = next((place for place in range(count) if cut(order, place) == shoe.cards), None)
    if position is None:
        return "its cards are not in the order that was committed to"
    was_cut = f"it was cut {position} cards from the front"
    if position and not least <= position <= count - least:
        return f"{was_cut}, where {least} must lie at either end"
    low = max(1, least)
    drawn = cut_place(note.commitment, shoe.words, low=low, high=count - low)
    if shoe.words and position != drawn:
        return f"{was_cut}, and the players' words give {drawn}"
    return ""


def order_of(rules: Rules, committed: str, text: str) -> tuple[Card, ...] | str:
    """Return the order that a seed gives; or, in a sentence, why it is not the one committed to."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        return f"its seed is not {SEED_BYTES} bytes in hexadecimal"
    order = shuffled(rules.stack, seed)
    if commitment(seed, order) != committed:
        return "the seed does not give the commitment"
    return order
