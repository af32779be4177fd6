"""House: the shuffle by hand as a simulation, and how well it mixes."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from pitboss.cards import full_shoe
from pitboss.engine.floor.procedures import Perform
from pitboss.shuffle import shuffled
from tests.clauses.staffed import DEALER, STEP_BY_STEP, staffed
from tests.shuffle_by_hand import manual_shuffle

STACK = tuple(range(416))
"""Eight decks as places in the stack, so that every card can be told from every other."""
SEEDS = [number.to_bytes(2, "big") for number in range(300)]

Order = tuple[int, ...]


def neighbours_kept(order: Order) -> int:
    """Cards that still follow the one they followed before."""
    return sum(after == before + 1 for before, after in pairwise(order))


def longest_run(order: Order) -> int:
    """The most cards that still lie one after another."""
    best = now = 1
    for before, after in pairwise(order):
        now = now + 1 if after == before + 1 else 1
        best = max(best, now)
    return best


def rising_sequences(order: Order) -> int:
    """Passes through the stack that are needed to meet the cards in their old order."""
    place = np.argsort(order)
    return 1 + int((np.diff(place) < 0).sum())


def mean(measure: Callable[[Order], float], shuffle: Callable[[bytes], Order]) -> float:
    """The mean of a measure over the seeds."""
    return float(np.mean([measure(shuffle(seed)) for seed in SEEDS]))


@cache
def by_hand(seed: bytes) -> Order:
    """The dealer's shuffle of a stack in order."""
    return manual_shuffle(STACK, seed)


@cache
def fair(seed: bytes) -> Order:
    """A shuffle in which every order is equally likely."""
    return shuffled(STACK, seed)


@pytest.mark.clause("H-method-4", "H-method-5", "H-method-7", "H-method-8")
def test_whole_halves_as_packets_make_two_riffles() -> None:
    """With packets of half the stack the procedure is: halve, riffle, halve, riffle. Two riffles
    leave four rising sequences at most.
    """
    for seed in SEEDS[:20]:
        order = manual_shuffle(STACK, seed, packet=208, tolerance=0)
        assert 2 < rising_sequences(order) <= 4
        assert sorted(order) == list(STACK)


@pytest.mark.clause("H-method-5", "H-method-6", "H-method-8")
def test_every_packet_is_riffled_in() -> None:
    """A packet that was left out would lie there as a run of half a deck; the longest run over
    300 shuffles is a third of that.
    """
    assert max(longest_run(by_hand(seed)) for seed in SEEDS) <= 10
    assert max(longest_run(manual_shuffle(STACK, s, tolerance=0)) for s in SEEDS[:50]) <= 10


@pytest.mark.clause("H-method-4", "H-method-5", "H-method-6", "H-method-7", "H-method-8")
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_no_card_is_made_or_lost(decks: int) -> None:
    cards = full_shoe(decks)
    for seed in SEEDS[:20]:
        assert Counter(manual_shuffle(cards, seed)) == Counter(cards)
    assert len({manual_shuffle(cards, seed) for seed in SEEDS[:20]}) == 20


@pytest.mark.clause("H-method-5", "H-method-8")
def test_packets_are_half_a_deck_more_or_less() -> None:
    """Smaller packets mix better than larger ones, and the size of each one is left to chance."""
    sequences = [
        sum(rising_sequences(manual_shuffle(STACK, seed, packet=size)) for seed in SEEDS[:20])
        for size in (26, 52, 104)
    ]
    assert sequences[0] > sequences[1] > sequences[2]
    assert manual_shuffle(STACK, b"x", tolerance=0) != manual_shuffle(STACK, b"x", tolerance=6)


@pytest.mark.clause("H-method-4", "H-method-5", "H-method-6", "H-method-7", "H-method-8")
def test_how_well_the_shuffle_by_hand_mixes() -> None:
    """Measured over 300 shuffles of 416 cards, beside a fair shuffle.

    Of 415 neighbours about 69 stay together, where chance keeps 1; there are 17 rising sequences,
    where chance makes 208; and places before and after are correlated by -0.16, where chance
    gives 0.
    """
    assert mean(neighbours_kept, by_hand) == pytest.approx(68.9, abs=0.1)
    assert mean(neighbours_kept, fair) == pytest.approx(1.0, abs=0.3)
    assert mean(rising_sequences, by_hand) == pytest.approx(17.1, abs=0.1)
    assert mean(rising_sequences, fair) == pytest.approx(208.5, abs=2)

    def correlation(order: Order) -> float:
        return float(np.corrcoef(STACK, np.argsort(order))[0, 1])

    assert mean(correlation, by_hand) == pytest.approx(-0.16, abs=0.01)
    assert abs(mean(correlation, fair)) < 0.01


@pytest.mark.clause("H-method-14", "H-method-8")
def test_the_next_shuffle_mixes_further() -> None:
    """Each new shuffle starts from the order that the last one left."""

    def twice(seed: bytes) -> Order:
        return manual_shuffle(by_hand(seed), seed + b"again")

    assert mean(neighbours_kept, twice) == pytest.approx(11.6, abs=1)
    assert mean(rising_sequences, twice) > 5 * mean(rising_sequences, by_hand)


@pytest.mark.clause("H-method-3")
def test_after_the_wash_the_riffles_start_from_no_order_at_all() -> None:
    """The wash is taken to leave every order equally likely, and no riffle can undo that."""

    def opened(seed: bytes) -> Order:
        return manual_shuffle(shuffled(STACK, seed), seed + b"riffled")

    assert mean(neighbours_kept, opened) == pytest.approx(1.0, abs=0.3)
    assert mean(rising_sequences, opened) == pytest.approx(208.5, abs=2)


@pytest.mark.clause("H-method-3", "H-method-8", "H-equipment-2")
def test_the_simulated_order_goes_into_the_shoe() -> None:
    at = staffed("house", "ann", automations=STEP_BY_STEP)
    at.carry_out("opening")
    at.carry_out("shuffle", until="shuffle")
    order = manual_shuffle(shuffled(at.shoe(), b"wash"), b"riffles")
    at.do(Perform(by=DEALER, step="shuffle", cards=order))
    at.walk(until="cut")
    at.do(Perform(by="ann", step="cut", position=208))
    at.walk()
    assert at.state.shoe == order[208:] + order[:208]
