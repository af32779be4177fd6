"""New Zealand: the numbers behind the prize button are independent and cannot be foretold."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

import pytest

from pitboss.shuffle import SEED_BYTES, Stream, draw
from tests.clauses.options import rules_of

CLASSES = 5
"""The prizes in groups of about the same chance."""
LIMIT = 39.25
"""Chi-square with 16 degrees of freedom passes this once in a thousand times."""


@cache
def prizes() -> Sequence[tuple[int, int]]:
    """The prize table of Madness 21 for a dollar."""
    ((_, listed),) = rules_of("nz", madness_21=True).wagers["madness_21"].prize_list
    return listed


def seeds(count: int) -> list[bytes]:
    """Seeds for tests; a table takes them from the operating system."""
    return [number.to_bytes(SEED_BYTES, "big") for number in range(count)]


@cache
def grouped() -> dict[int, int]:
    """By prize its group, from the smallest prizes up."""
    total = sum(weight for _, weight in prizes())
    groups, passed = {}, 0
    for prize, weight in sorted(prizes()):
        groups[prize] = min(CLASSES - 1, passed * CLASSES // total)
        passed += weight
    return groups


def serial(drawn: Sequence[int], lag: int) -> float:
    """Chi-square of each prize group against the one drawn ``lag`` draws before."""
    groups = grouped()
    names = [groups[prize] for prize in drawn]
    pairs = Counter(zip(names, names[lag:], strict=False))
    before, after = Counter(names[:-lag]), Counter(names[lag:])
    count = len(names) - lag
    return sum(
        (pairs[a, b] - before[a] * after[b] / count) ** 2 / (before[a] * after[b] / count)
        for a in before
        for b in after
    )


@pytest.mark.clause("NZ-3.5-a-i")
@pytest.mark.parametrize("lag", [1, 2, 3, 8])
def test_successive_prizes_are_independent(lag: int) -> None:
    stream = Stream(seeds(1)[0])
    drawn = [draw(prizes(), stream) for _ in range(20_000)]
    assert serial(drawn, lag) < LIMIT
    # The test finds a button that avoids what it has just shown.
    shy = [prize for last, prize in pairwise(drawn) if grouped()[prize] != grouped()[last]]
    assert lag > 1 or serial(shy, lag) > LIMIT


@pytest.mark.clause("NZ-3.5-a-i")
def test_the_first_prizes_of_many_seeds_are_independent_too() -> None:
    drawn = [draw(prizes(), Stream(seed)) for seed in seeds(20_000)]
    assert serial(drawn, 1) < LIMIT


def span(bits: Sequence[int]) -> int:
    """The length of the shortest linear register that gives these bits (Berlekamp, Massey)."""
    now, old = 1, 1
    length, gap, window = 0, 1, 0
    for place, bit in enumerate(bits):
        window = window << 1 | bit
        if bin(now & window & ((1 << length + 1) - 1)).count("1") % 2:
            kept = now
            now ^= old << gap
            if 2 * length <= place:
                length, old, gap = place + 1 - length, kept, 0
        gap += 1
    return length


def congruential(seed: int) -> Callable[[], int]:
    """A poor source: its next number follows from the last."""
    state = seed

    def word() -> int:
        nonlocal state
        state = (1_103_515_245 * state + 12_345) % 2**31
        return state

    return word


@pytest.mark.clause("NZ-3.5-a-iii")
@pytest.mark.parametrize("bit", [0, 7, 31])
def test_the_next_number_does_not_follow_from_those_before(bit: int) -> None:
    count = 1000
    for seed in seeds(3):
        stream = Stream(seed)
        bits = [stream.word() >> bit & 1 for _ in range(count)]
        # A register that gives random bits is about half as long as they are.
        assert abs(span(bits) - count // 2) < 15
    poor = congruential(1)
    assert span([poor() & 1 for _ in range(count)]) < 10


@pytest.mark.clause("NZ-3.5-a-iii")
def test_one_bit_of_the_seed_changes_every_draw() -> None:
    assert SEED_BYTES * 8 >= 256
    seed = seeds(2)[1]
    for place in (0, 100, 255):
        other = (int.from_bytes(seed, "big") ^ 1 << place).to_bytes(SEED_BYTES, "big")
        here, there = Stream(seed), Stream(other)
        changed = sum(bin(here.word() ^ there.word()).count("1") for _ in range(500))
        assert abs(changed / (500 * 32) - 0.5) < 0.02
