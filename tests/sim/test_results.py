"""Results add up exactly and give the usual figures."""

import json

import pytest

from pitboss.errors import Error
from pitboss.sim.results import CountSums, Part, Result, WagerSums

A = Result(1000, 500, -2, (1, 0, 2, 0, 1), (WagerSums("main", 1000, 4, 0, 8, 500),))
B = Result(1000, 500, -2, (0, 1, 0, 3, 0), (WagerSums("main", 1000, 4, 2, 4, 500),))


def test_merging_is_exact_and_commutes() -> None:
    both = A.merge(B)
    assert both == B.merge(A)
    assert both.counts == (1, 1, 2, 3, 1)
    assert both.rounds == 8
    assert both.wagers == (WagerSums("main", 1000, 8, 2, 12, 500),)


def test_figures_are_per_unit_of_the_initial_wager() -> None:
    assert A.player_ev == 0
    assert A.standard_deviation == pytest.approx(2**-0.5)
    assert A.standard_error == pytest.approx(2**-0.5 / 2)
    assert B.player_ev == 0.25
    # Half a unit lost once and won three times: the deviation is that about the mean.
    assert B.standard_deviation == pytest.approx(3**0.5 / 4)
    assert list(B.distribution()) == [(-0.5, 0.25), (0.5, 0.75)]
    ev, error = B.wager_ev(B.wagers[0])
    assert ev == 0.25
    assert error == pytest.approx(B.standard_error)


def test_standard_error_of_a_wager_placed_in_some_rounds_counts_all_rounds() -> None:
    # In four rounds it was placed twice: once won 1.0, once lost 0.5 of the stake.
    sums = WagerSums("insurance", 1000, 2, 1, 5, 500)
    ev, error = B.wager_ev(sums)
    assert ev == 0.25
    # The results 0, 0, 2 and -1 have variance 19 / 16, so that their sum has 19 / 4.
    assert error == pytest.approx((19 / 4) ** 0.5 / 4)


def test_nothing_played_has_no_figures() -> None:
    none = Result(1000, 500, 0, (0,), (WagerSums("insurance", 500, 0, 0, 0, 500),))
    assert (none.player_ev, none.standard_error, none.standard_deviation) == (0, 0, 0)
    assert none.wager_ev(none.wagers[0]) == (0, 0)


COUNTED = Result(B.unit, B.grain, B.low, B.counts, B.wagers, (CountSums(2, 4, 2, 4),))
PARTS: tuple[tuple[Part, list[str], int], ...] = (
    ("wagers", ["wager", "placed", "ev", "standard_error"], 1),
    ("distribution", ["net", "share"], 2),
    ("counts", ["count", "rounds", "ev", "standard_error"], 1),
)


@pytest.mark.parametrize("part, columns, rows", PARTS)
def test_tables_become_data_frames(part: Part, columns: list[str], rows: int) -> None:
    for frame in (COUNTED.to_pandas(part), COUNTED.to_polars(part)):
        assert list(frame.columns) == columns
        assert len(frame) == rows
        assert list(frame[columns[0]]) == [dict(row)[columns[0]] for row in COUNTED.rows(part)]


def test_a_table_that_is_none() -> None:
    with pytest.raises(Error, match="part = 'boxes' is not one of wagers"):
        COUNTED.rows("boxes")  # type: ignore[call-overload]


def test_plain_data_survive_json() -> None:
    plain = COUNTED.plain()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["by_count"][0]["count"] == 2
    assert "by_count" not in B.plain()
