"""The published counts are those of the engine; a sample here, all of them in the long tests."""

import csv
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from pitboss.rulebook.catalog import SHIPPED, rules_of
from tests.perft.counting import Depth, engine, parse_shoe, perft, plain, show_shoe

FOLDER = Path(__file__).parents[2] / "docs" / "perft"
SAMPLED = 5
"""Of so many tables and shoes, one is played by the engine here."""
DEPTH_MAX = 9
"""How deep a sample goes."""

Counts = dict[tuple[str, str], list[Depth]]


@cache
def published(rulebook: str) -> Counts:
    """The counts of a file, by options and shoe, from the first depth on."""
    counts: Counts = {}
    with (FOLDER / f"{rulebook}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            depths = counts.setdefault((row["options"], row["shoe"]), [])
            assert int(row["depth"]) == len(depths) + 1
            at = Depth(int(row["sequences"]), Fraction(row["chance"]), Fraction(row["gain"]))
            depths.append(at)
    return counts


def counted(rulebook: str, options: str, shoe: str, depth: int, *, is_engine: bool) -> list[Depth]:
    rules = rules_of(rulebook, **dict(word.split("=") for word in options.split()))
    start = engine(rules) if is_engine else plain(rules)
    return [at for at in perft(start, parse_shoe(shoe), depth) if at.sequences]


def test_there_are_ten_thousand_counts() -> None:
    counts = [published(name) for name in SHIPPED]
    assert sum(len(depths) for by_shoe in counts for depths in by_shoe.values()) >= 10_000


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_the_engine_goes_as_many_ways(rulebook: str) -> None:
    for options, shoe in list(published(rulebook))[:: 3 * SAMPLED]:
        expected = published(rulebook)[options, shoe][:DEPTH_MAX]
        assert counted(rulebook, options, shoe, DEPTH_MAX, is_engine=True) == expected


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_the_rulebook_alone_goes_as_many_ways(rulebook: str) -> None:
    for options, shoe in list(published(rulebook))[:: 2 * SAMPLED]:
        expected = published(rulebook)[options, shoe][:DEPTH_MAX]
        assert counted(rulebook, options, shoe, DEPTH_MAX, is_engine=False) == expected


@pytest.mark.long
@pytest.mark.parametrize("rulebook", SHIPPED)
def test_the_engine_goes_all_published_ways(rulebook: str) -> None:
    for (options, shoe), expected in published(rulebook).items():
        assert counted(rulebook, options, shoe, len(expected), is_engine=True) == expected


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_chances_add_up(rulebook: str) -> None:
    """Every round is dealt, none becomes likelier, and what ends was there before."""
    for depths in published(rulebook).values():
        assert depths[0].chance == 1
        chances = [at.chance for at in depths]
        assert chances == sorted(chances, reverse=True)
        assert all(at.sequences > 0 for at in depths)


def test_four_cards_by_hand() -> None:
    """One eight among four cards, each place as likely.

    With it the player has 18 against 20 and may hit or stand; without it he has 20 against 18 and
    may split besides. A hit or a split needs a card that is not there, so only standing ends the
    round: -1 at 1/2 * 1/2, and +1 at 1/2 * 1/3.
    """
    shoe = parse_shoe("8x1 Tx3")
    assert show_shoe(shoe) == "8x1 Tx3"
    rules = rules_of("double_deck")
    for start in (plain(rules), engine(rules)):
        depths = perft(start, shoe, 6)
        assert [at.sequences for at in depths] == [2, 3, 4, 4, 10, 0]
        assert [at.chance for at in depths] == [1, 1, 1, 1, 1, 0]
        assert [at.gain for at in depths] == [0, 0, 0, 0, Fraction(-1, 12), 0]
