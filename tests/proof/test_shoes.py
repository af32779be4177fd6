"""Commitments to shoes: kept ones, and every way to break one."""

import pytest
from msgspec.structs import replace

from pitboss.cards import full_shoe
from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.declare import Event
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.drawing import CardDealt, CutCardReached
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.proof.shoes import Shoes, order_of
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.rules import Rules
from pitboss.shuffle import commitment, cut, shuffled

RULES = choose(load_rulebook("nz"), {})
DOUBLE = choose(load_rulebook("tribal"), {"shoe": "double"})

WAGER = WagerPlaced(1, "ann", "main", (500,))
CARD = CardDealt(1, 1, 0)
OVER = RoundEnded(1, ())


class Made:
    """A shoe from a seed, with its notes."""

    def __init__(self, number: int, rules: Rules = RULES, side: int = 0) -> None:
        self.seed = bytes([number]) * 32
        order = shuffled(full_shoe(rules.decks_in_play), self.seed)
        self.note = ShoeCommitted(commitment(self.seed, order), side=side)
        self.sealed = replace(self.note, seed=self.seed.hex())
        self.loaded = ShoeLoaded(order, is_shuffle=True, side=side)
        self.revealed = ShoeRevealed(self.note.commitment, self.seed.hex())

    def cut(self, position: int) -> ShoeLoaded:
        return replace(self.loaded, cards=cut(self.loaded.cards, position))


A, B = Made(1), Made(2)


def read(*entries: Event, rules: Rules = RULES) -> Shoes:
    shoes = Shoes(rules)
    shoes.read(enumerate(entries, start=1))
    return shoes


@pytest.mark.parametrize(
    "entries",
    [
        (A.note, A.loaded, WAGER, CARD, OVER, A.revealed, B.note, B.loaded, WAGER, B.revealed),
        (A.sealed, A.loaded, WAGER, CARD, OVER, B.sealed, B.loaded, WAGER, CARD),
        (A.loaded, A.note, WAGER, CARD, OVER, A.revealed),
        (A.note, A.cut(80), WAGER, CARD, OVER, A.revealed),
        (A.note, A.loaded, B.note, WAGER, CARD, OVER, A.revealed, B.loaded, B.revealed),
        (A.note, A.loaded, WAGER, CutCardReached(1, 1, "NZ-8.8"), A.revealed, B.note, B.loaded),
        (A.note, A.loaded, WAGER, CARD),
    ],
    ids=["notes", "sealed", "after the load", "cut", "early", "wagers lie", "running"],
)
def test_a_commitment_that_is_kept(entries: tuple[Event, ...]) -> None:
    shoes = read(*entries)
    assert shoes.faults == []
    assert shoes.committed == len(shoes.shoes)


@pytest.mark.parametrize(
    "entries, word",
    [
        ((A.note, B.loaded, WAGER, A.revealed), "not in the order"),
        ((A.note, A.cut(2), WAGER, A.revealed), "cut 2 cards"),
        ((A.note, replace(A.loaded, cards=()), A.revealed), "not in the order"),
        ((WAGER, A.note, A.loaded, CARD), "after the wager of event 1"),
        ((A.note, A.loaded, WAGER, OVER, A.revealed, B.loaded), "came without a commitment"),
        ((A.note, A.loaded, WAGER, OVER, B.note, B.loaded), "is missing"),
        ((A.note, A.loaded, WAGER, A.revealed, CARD, CARD), "before the card of event 5"),
        ((A.sealed, A.loaded, ShoeRevealed(A.note.commitment, "00")), "another seed"),
        ((A.note, A.loaded, B.revealed), "no shoe was committed to"),
        ((replace(A.note, side=1), A.loaded, WAGER, A.revealed), "a side that the shoe does not"),
    ],
    ids=[
        "order", "cut", "empty", "late", "uncommitted", "unrevealed", "early", "two seeds", "other",
        "side",
    ],
)  # fmt: skip
def test_a_commitment_that_is_broken(entries: tuple[Event, ...], word: str) -> None:
    shoes = read(*entries)
    assert len(shoes.faults) == 1
    assert word in shoes.faults[0]


def test_a_commitment_after_the_first_wager_counts_for_the_next_shoe() -> None:
    shoes = read(A.loaded, WAGER, A.note, CARD, OVER)
    assert (shoes.committed, shoes.faults) == (0, [])


def test_the_sides_of_a_double_shoe_are_apart() -> None:
    left, right = Made(1, DOUBLE, 0), Made(2, DOUBLE, 1)
    third = Made(3, DOUBLE, 1)
    shoes = read(
        left.note, left.loaded, right.note, right.loaded, WAGER, CARD, OVER,
        right.revealed, third.note, third.loaded, WAGER, CARD, OVER, left.revealed,
        rules=DOUBLE,
    )  # fmt: skip
    assert (shoes.faults, shoes.committed, shoes.revealed) == ([], 3, 2)


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_seed_has_all_its_bytes(size: int) -> None:
    """One that is short, or longer, keeps its commitment and is refused all the same."""
    seed = bytes(range(size))
    order = shuffled(full_shoe(RULES.decks_in_play), seed)
    told = order_of(RULES, commitment(seed, order), seed.hex())
    assert told == "its seed is not 32 bytes in hexadecimal"
