"""From the arrays that kernels fill to a result."""

from pitboss.money import Cents
from pitboss.rulebook.questions.stakes import insurance_stakes
from pitboss.sim.experiment import Experiment
from pitboss.sim.results import CountSums, Result, WagerSums
from pitboss.sim.tables.layout import (
    BUCKETS,
    COUNT_LOW,
    SUM_INSURANCE,
    SUM_MAIN,
    SUM_SIDES,
    SUM_WIDTH,
    Sums,
)


def sums_room(experiment: Experiment) -> int:
    """How many sums a kernel needs: three for main wager, insurance, side wagers and counts."""
    return SUM_WIDTH * (SUM_SIDES + len(experiment.sides) + (BUCKETS if experiment.betting else 0))


def result_of(experiment: Experiment, played: Sums) -> Result:
    """The result that a kernel's counts and sums stand for; antes are wagers of their own."""
    grain = experiment.compiled.grain
    sums, tallies = played.sums, tuple(int(count) for count in played.counts)
    plain = Result(experiment.unit, grain, experiment.low, tallies, ())
    each = experiment.unit // experiment.stake
    rounds = plain.rounds

    def wager(name: str, stake: Cents, place: int, of: Cents) -> WagerSums:
        placed, total, squares = (int(x) for x in sums[SUM_WIDTH * place :][:SUM_WIDTH])
        return WagerSums(name, stake, placed, total, squares, of)

    # With the main wager alone kernels count results only.
    wagers = [WagerSums("main", experiment.stake, rounds * each, plain.total, plain.squares, grain)]
    if experiment.compiled.has_insurance or experiment.sides or experiment.betting:
        wagers = [wager("main", experiment.stake, SUM_MAIN, grain)]
    if experiment.compiled.has_insurance:
        stake = insurance_stakes(experiment.rules, experiment.stake).high
        wagers.append(wager("insurance", stake, SUM_INSURANCE, grain))
    for place, side in enumerate(experiment.sides):
        wagers.append(wager(side.wager.name, side.stake, SUM_SIDES + place, 1))
    if fee := experiment.ante:
        paid = fee * experiment.boxes
        placed = rounds * experiment.boxes
        wagers.append(WagerSums("ante", fee, placed, -rounds * paid, rounds * paid * paid, 1))
    by_count: tuple[CountSums, ...] = ()
    if experiment.betting:
        first = SUM_SIDES + len(experiment.sides)
        rows = sums[SUM_WIDTH * first :].reshape(-1, SUM_WIDTH).tolist()
        by_count = tuple(CountSums(COUNT_LOW + place, *row) for place, row in enumerate(rows))
    return Result(plain.unit, grain, plain.low, tallies, tuple(wagers), by_count)
