"""Every promise of tests/promises.toml names tests that are there, and its area has one place."""

from itertools import groupby
from pathlib import Path

import pytest

from scripts.build_promises import Promise, plants, promises

ROOT = Path(__file__).parents[1]
ALL = promises()


def test_promises_are_not_lost() -> None:
    assert len(ALL) >= 130
    assert len({promise.says for promise in ALL}) == len(ALL)


@pytest.mark.parametrize("promise", ALL, ids=lambda promise: promise.says[:60])
def test_each_promise_names_tests_that_are_there(promise: Promise) -> None:
    assert promise.tests
    for test in promise.tests:
        file, _, name = test.partition("::")
        assert (ROOT / file).exists(), file
        assert not name or f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), test


def test_the_promises_of_an_area_are_together() -> None:
    areas = [area for area, _ in groupby(ALL, key=lambda promise: promise.area)]
    assert len(areas) == len(set(areas)) > 10


def test_most_promises_have_a_planted_bug() -> None:
    known = plants()
    bare = [promise.says for promise in ALL if not any(known.get(test) for test in promise.tests)]
    assert len(bare) < len(ALL) // 4, bare
