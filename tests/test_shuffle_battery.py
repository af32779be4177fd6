"""The whole path from a seed to the cards, under a battery of tests that bad shuffles fail."""

import hashlib
import random
import secrets

import numpy as np
import pytest

from pitboss.engine.automatic import prepare
from pitboss.engine.table import open_table
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.server.surroundings import REAL
from pitboss.shuffle import SEED_BYTES, Stream, commitment, cut, cut_place, shuffled
from tests.shuffle_battery import CARDS, Shuffle, faults

LABELS = tuple(range(CARDS))
SHORT = 4_096
"""Shoes in ``make test``: 1.7 million draws."""
LONG = 2_410_000
"""Shoes in ``make test-long``: more than a thousand million draws."""


def seed_of(number: int) -> bytes:
    return hashlib.sha256(number.to_bytes(8, "big")).digest()


def fair(number: int) -> np.ndarray:
    """The shuffle of a server, with seeds that are the same every time."""
    return np.array(shuffled(LABELS, seed_of(number)))


def as_served(_number: int) -> np.ndarray:
    """All that a server does: a seed of the operating system, the shuffle, and a cut by a word."""
    seed = REAL.draw_seed()
    order = shuffled(LABELS, seed)
    words = (("ann", REAL.draw_token(12)),)
    place = cut_place(commitment(seed, ()), words, low=10, high=CARDS - 10)
    return np.array(cut(order, place))


def naive(number: int) -> np.ndarray:
    """Swaps each place with any place."""
    stream, order = Stream(seed_of(number)), list(LABELS)
    for place in range(CARDS):
        other = stream.below(CARDS)
        order[place], order[other] = order[other], order[place]
    return np.array(order)


def biased(number: int) -> np.ndarray:
    """Takes the remainder of ten bits: low places come too often."""
    stream, order = Stream(seed_of(number)), list(LABELS)
    for last in range(CARDS - 1, 0, -1):
        other = (stream.word() & 0x3FF) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return np.array(order)


def short_seeds(number: int) -> np.ndarray:
    """Seeds of twelve bits: the same shoes come again."""
    return fair(random.Random(number).randrange(2**12))


def riffled_twice(number: int) -> np.ndarray:
    """Two riffles: neighbours stay near one another."""
    rng, order = random.Random(number), list(LABELS)
    for _ in range(2):
        at = rng.randrange(CARDS // 2 - 10, CARDS // 2 + 10)
        left, right = order[:at], order[at:]
        order = [
            (left if rng.random() * (len(left) + len(right)) < len(left) else right).pop(0)
            for _ in LABELS
        ]
    return np.array(order)


def counter_seeds(number: int) -> np.ndarray:
    """A multiplicative generator whose seed is the number of the shoe."""
    state, order = number + 1, list(LABELS)
    for last in range(CARDS - 1, 0, -1):
        state = state * 65_539 % 2**31
        other = state * (last + 1) >> 31
        order[last], order[other] = order[other], order[last]
    return np.array(order)


def one_off(number: int) -> np.ndarray:
    """Never leaves a card where it was: a slip of one in the choice of the place."""
    stream, order = Stream(seed_of(number)), list(LABELS)
    for last in range(CARDS - 1, 0, -1):
        other = stream.below(last)
        order[last], order[other] = order[other], order[last]
    return np.array(order)


@pytest.mark.clause("T-e-1-s2", "NZ-7.1", "PA-5-a-random")
@pytest.mark.parametrize("shuffle", [fair, as_served], ids=["fair", "as_served"])
def test_the_whole_path_passes(shuffle: Shuffle) -> None:
    assert faults(shuffle, SHORT) == []


@pytest.mark.parametrize(
    "shuffle", [naive, biased, short_seeds, riffled_twice, counter_seeds, one_off]
)
def test_a_bad_shuffle_fails(shuffle: Shuffle) -> None:
    assert faults(shuffle, SHORT)


def test_what_is_judged_is_what_a_table_deals() -> None:
    """The order of a shoe is that of the judged shuffle, card by card."""
    state = open_table(choose(load_rulebook("house"), {}))
    seed = secrets.token_bytes(SEED_BYTES)
    dealt = prepare(state, seed).command.cards
    assert len(dealt) == CARDS
    assert dealt == tuple(card % 52 for card in shuffled(LABELS, seed))


@pytest.mark.long
def test_a_thousand_million_draws_of_the_whole_path() -> None:
    assert LONG * (CARDS - 1) >= 10**9
    assert faults(as_served, LONG) == []
