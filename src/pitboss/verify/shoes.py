"""Commitments to shoes: made before the first wager, revealed afterwards, and kept."""

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.engine.declare import Event
from pitboss.engine.floor.cut import CutContributed, CutPledged, CutWordMissing, in_order
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled
from pitboss.engine.floor.void_shoe import ShoeVoided
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.drawing import CardDealt, CutCardReached
from pitboss.engine.shoe.loading import ShoeLoaded, ShuffleOrdered
from pitboss.engine.wagers.placing import WagerPlaced
from pitboss.rulebook.rules import Rules
from pitboss.shuffle import SEED_BYTES, commitment, cut, cut_place, shuffled


@dataclass
class Shoe:
    """A shoe of the log with what is known of its order."""

    version: int
    """Of the event that loaded it."""
    side: int
    cards: tuple[Card, ...]
    note: ShoeCommitted | None
    words: tuple[tuple[str, str], ...] = ()
    """What players contributed to the cut."""
    has_wager: bool = False
    """A wager was placed since it was loaded."""
    is_over: bool = False
    """Another shoe took its place."""

    def __str__(self) -> str:
        return f"the shoe of event {self.version}"


class Shoes:
    """Reads a log for shoes, commitments and seeds; ``faults`` says what is wrong with them."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._is_double = rules.shoe.compartments == "double"
        self._coming: dict[int, tuple[int, ShoeCommitted]] = {}
        self._lying = 0
        """The number of the first wager that lies on the table for the coming round."""
        self._seeds: dict[str, str] = {}
        self._words: list[tuple[int, CutContributed]] = []
        """Contributions to the coming cut, with their numbers."""
        self._pledged: list[str] = []
        """Who has committed to a word for the coming cut, in order."""
        self.unpledged = 0
        """Cuts whose words nobody had committed to before the first was said."""
        self.shoes: list[Shoe] = []
        self.faults: list[str] = []
        self.void: set[str] = set()
        """Commitments to shoes whose order was lost, and which were declared void."""

    def read(self, events: Iterable[tuple[int, Event]]) -> None:
        """Take in the whole log, event by event, and judge every shoe."""
        for version, event in events:
            match event:
                case ShoeCommitted():
                    self._commit(version, event)
                case ShoeRevealed():
                    self._reveal(version, event)
                case ShoeVoided():
                    self._void(event)
                case ShoeLoaded(cards, True, _, side):
                    self._load(version, self._side(side), cards)
                case CutPledged(player):
                    self._pledged.append(player)
                case CutWordMissing(player):
                    self._pledged.remove(player)
                case CutContributed():
                    self._words.append((version, event))
                case WagerPlaced():
                    self._lying = self._lying or version
                    for shoe in self.shoes:
                        shoe.has_wager = True
                case RoundEnded() | CutCardReached() | MisdealCalled() | ShuffleOrdered():
                    # Where the cards must be shuffled while wagers lie, because the cutting card
                    # came first or something went wrong, the wagers stay.
                    self._lying = 0
                case CardDealt():
                    self._deal(version)
        for shoe in self.shoes:
            if shoe.note:
                self._judge(shoe, shoe.note)

    @property
    def committed(self) -> int:
        """How many shoes have a commitment."""
        return sum(shoe.note is not None for shoe in self.shoes)

    @property
    def revealed(self) -> int:
        """How many of them have their seed on record."""
        notes = [shoe.note for shoe in self.shoes if shoe.note]
        return sum(note.commitment in self._seeds for note in notes)

    def _commit(self, version: int, note: ShoeCommitted) -> None:
        if note.seed:
            self._seeds[note.commitment] = note.seed
        has_two = self._is_double or self._rules.shoe.shuffler == "batches"
        if note.side not in ((0, 1) if has_two else (0,)):
            self.faults.append(f"event {version} commits to a side that the shoe does not have")
        side = self._side(note.side)
        now = next((s for s in self.shoes if s.side == side and not s.is_over), None)
        if now and now.note is None and not now.has_wager and not self._lying:
            now.note = note
        else:
            self._coming[side] = (version, note)

    def _reveal(self, version: int, note: ShoeRevealed) -> None:
        known = {shoe.note.commitment for shoe in self.shoes if shoe.note}
        coming = {one.commitment: side for side, (_, one) in self._coming.items()}
        if note.commitment in coming:
            # A table that is closed while its next shoe is cut reveals that one too.
            del self._coming[coming[note.commitment]]
            if isinstance(order := _order(self._rules, note.commitment, note.seed), str):
                self.faults.append(f"event {version}: {order}")
        elif note.commitment not in known:
            self.faults.append(f"event {version} reveals a seed that no shoe was committed to")
        if self._seeds.setdefault(note.commitment, note.seed) != note.seed:
            self.faults.append(f"event {version} reveals another seed than was on record")

    def _void(self, note: ShoeVoided) -> None:
        self.void.update(note.commitments)
        self._coming = {
            side: one for side, one in self._coming.items() if one[1].commitment not in self.void
        }
        self._words, self._pledged, self._lying = [], [], 0
        for shoe in self.shoes:
            shoe.is_over = True

    def _load(self, version: int, side: int, cards: tuple[Card, ...]) -> None:
        for shoe in self.shoes:
            shoe.is_over |= shoe.side == side
        said = tuple((one.player, one.given) for _, one in self._words)
        words = in_order(said, self._pledged)
        self.unpledged += 1 if words and not self._pledged else 0
        loaded = Shoe(version, side, cards, None, words)
        if side in self._coming:
            committed, loaded.note = self._coming.pop(side)
            if self._lying and committed > self._lying:
                wager = f"the wager of event {self._lying}"
                self.faults.append(f"{loaded} was committed to in event {committed}, after {wager}")
            if self._words and (first := self._words[0][0]) < committed:
                cut_by = f"event {first} contributes to a cut"
                self.faults.append(f"{cut_by} before {loaded} was committed to")
        elif self.committed:
            self.faults.append(f"{loaded} came without a commitment")
        self._words, self._pledged = [], []
        self.shoes.append(loaded)

    def _deal(self, version: int) -> None:
        now = self.shoes[-1] if self.shoes else None
        if self._is_double or now is None or now.note is None or now.is_over:
            return
        if not now.note.seed and now.note.commitment in self._seeds:
            now.is_over = True
            dealt = f"the card of event {version} was dealt from it"
            self.faults.append(f"the seed of {now} was revealed before {dealt}")

    def _side(self, side: int) -> int:
        """The compartment of a double shoe; batches follow one another like any shoes."""
        return side if self._is_double else 0

    def _judge(self, shoe: Shoe, note: ShoeCommitted) -> None:
        """Compare what was committed to with what was dealt."""
        seed = self._seeds.get(note.commitment)
        if seed is not None:
            if fault := _seed_fault(self._rules, shoe, note, seed):
                self.faults.append(f"{shoe}: {fault}")
        elif shoe.is_over and note.commitment not in self.void:
            self.faults.append(f"the seed of {shoe} is missing")


def _seed_fault(rules: Rules, shoe: Shoe, note: ShoeCommitted, text: str) -> str:
    """What is wrong with a seed, in a sentence; empty where it keeps its commitment."""
    order = _order(rules, note.commitment, text)
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


def _order(rules: Rules, committed: str, text: str) -> tuple[Card, ...] | str:
    """The order that a seed gives; or, in a sentence, why it is not the one committed to."""
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
