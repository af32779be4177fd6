"""One flipped bit in the files of a stopped house: named by all alike, and no other table stops."""

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.server.flips import Flipper

FEW, MANY = 40, 1_000


def flips(folder: Path, seed: int, count: int) -> Counter[str]:
    """Flip bits one by one; return the number of flips that a start named, and of all others."""
    flipper, draw, counts = Flipper(folder), random.Random(seed), Counter[str]()
    for number in range(count):
        seen = flipper.flip(draw)
        wrongs = list(seen.wrongs())
        assert not wrongs, f"flip {number} of seed {seed}, {seen.place}: {wrongs}"
        counts["named" if seen.start else "same"] += 1
    return counts


def test_no_flipped_bit_is_unnamed_or_stops_another_table(tmp_path: Path) -> None:
    counts = flips(tmp_path, 1, FEW)
    assert counts["named"] > FEW // 10


@pytest.mark.long
def test_no_flipped_bit_of_a_thousand_is_unnamed(tmp_path: Path) -> None:
    counts = flips(tmp_path, 2, MANY)
    assert counts["named"] > MANY // 10
