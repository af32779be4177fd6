"""Reports of any play, at every rulebook: each figure is what the ledger has, to the cent."""

from collections import Counter
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.engine.floor.books.shift import ShiftSignedOff, SignOff
from pitboss.engine.floor.books.tray import (
    ConfirmSlip,
    CountFloat,
    FloatCounted,
    FloatMoved,
    MoveChips,
)
from pitboss.engine.floor.corrections import ConfirmCorrection, CorrectionMade, ProposeCorrection
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled
from pitboss.engine.floor.taking_back import TakenBack
from pitboss.engine.round import RoundEnded
from pitboss.money import FLOAT, METER
from pitboss.reports.figures import HouseReport
from pitboss.reports.report import make_report, read_tables
from pitboss.reports.tally import Period
from pitboss.rulebook.catalog import SHIPPED
from pitboss.store.entry import encode_entry
from tests.properties.random_floor import SAM, SUE, FloorTable
from tests.properties.random_hand import HandTable
from tests.properties.random_play import RandomTable
from tests.reports.logs import ALL, entries_of, header_of

ROUNDS = 8


def played(seed: int, kind: type[FloorTable]) -> FloorTable:
    """A table after some rounds, with a correction and a sign-off among them."""
    table = kind(seed)
    for number in range(ROUNDS):
        table.play_round()
        if number == ROUNDS // 2:
            table.attempt(ProposeCorrection(by=SAM, player="ann", amount=500, reason="miscount"))
            table.attempt(ConfirmCorrection(by=SUE))
            for slip in (
                CountFloat(by=SAM, kind="opening", chips={"10000": 40}),
                MoveChips(by=SAM, kind="fill", chips={"10000": 5}),
                CountFloat(by=SAM, kind="closing", chips={"10000": 41}),
            ):
                table.attempt(slip)
                table.attempt(ConfirmSlip(by=SUE, number=table.state.floor.books.slips))
            table.attempt(SignOff(by=SUE))
    return table


def report_of(table: RandomTable, period: Period = ALL) -> HouseReport:
    """The report of a table."""
    logs = [(header_of(table), partial(map, encode_entry, entries_of(table)))]
    return make_report(*read_tables(logs, period), period)


def check(table: RandomTable) -> None:
    """The report balances with the books that the play itself kept."""
    report = report_of(table)
    meter = table.start.rules.fees.meter
    assert report.reconciles, [one for one in report.balances if one.out]
    assert report.out_by == 0
    assert report.total.win == table.books[FLOAT] + table.books[METER] - meter
    chips = sum(table.state.chips.values()) + sum(
        amount for account, amount in table.books.items() if account.startswith("box ")
    )
    assert report.total.drop - report.total.cashed - chips == report.total.win
    assert sum(one.chips for one in report.players) == chips
    for player in report.players:
        assert player.bought - player.cashed + player.net == player.chips
    ended = sum(isinstance(event, RoundEnded) for event in table.log)
    reopened = sum(isinstance(event, TakenBack) and event.is_round_reopened for event in table.log)
    rounds = ended - reopened
    assert report.total.rounds == rounds
    assert report.win_by_round == () or report.win_by_round[-1].rounds == rounds
    for line in report.total.wagers:
        assert min(line.count, line.staked, line.paid, line.taken) >= 0, line
    for sections in (report.by_shift, report.by_dealer, report.by_day, report.by_rulebook):
        assert sum(one.figures.drop for one in sections) == report.total.drop
        assert sum(one.figures.rounds for one in sections) == rounds


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_whatever_happens_the_report_balances(seed: int) -> None:
    check(played(seed, FloorTable))


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_whatever_happens_with_physical_chips_the_report_balances(seed: int) -> None:
    check(played(seed, HandTable))


def test_what_can_upset_a_report_comes_up_at_every_rulebook() -> None:
    """The seeds below hold corrections, sign-offs, misdeals and counts, and balance."""
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(40):
        table = played(seed, HandTable if seed % 2 else FloorTable)
        check(table)
        for event in table.log:
            seen[table.rules.rulebook, type(event).__name__] += 1
    for rulebook in SHIPPED:
        for kind in (CorrectionMade, ShiftSignedOff, FloatMoved, FloatCounted):
            assert seen[rulebook, kind.__name__], (rulebook, kind)
    assert any(name == MisdealCalled.__name__ for _, name in seen)


@pytest.mark.parametrize("kind", [FloorTable, HandTable])
def test_parts_of_a_period_add_up_to_the_whole(kind: type[FloorTable]) -> None:
    table = played(11, kind)
    whole = report_of(table)
    middle = entries_of(table)[len(table.given) // 2].at_ms
    parts = [report_of(table, Period(0, middle)), report_of(table, Period(middle, 0))]
    assert all(part.reconciles for part in parts)
    for name in ("drop", "cashed", "win", "staked", "rounds", "hands", "corrections", "fills"):
        assert sum(getattr(part.total, name) for part in parts) == getattr(whole.total, name), name
    assert sum(len(part.incidents) for part in parts) == len(whole.incidents)
