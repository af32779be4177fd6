"""From the arrays that kernels fill to a result."""

from pitboss.money import Cents
from pitboss.rulebook.stakes import insurance_stakes
from pitboss.sim.experiment import Experiment
from pitboss.sim.layout import Ints
from pitboss.sim.results import Result, WagerSums


def wagers_of(experiment: Experiment) -> list[tuple[str, Cents]]:
    """The wagers that are played, with what is staked on each, in the order of the kernels' sums."""
    wagers = [("main", experiment.stake)]
    if experiment.compiled.has_insurance:
        wagers.append(("insurance", insurance_stakes(experiment.rules, experiment.stake).high))
    return wagers


def result_of(experiment: Experiment, counts: Ints, sums: Ints) -> Result:
    """The result that a kernel's counts and sums stand for; antes are wagers of their own."""
    played = wagers_of(experiment)
    grain = experiment.compiled.grain
    tallies = tuple(int(count) for count in counts)
    plain = Result(experiment.unit, grain, experiment.low, tallies, ())
    rounds = plain.rounds
    if len(played) == 1:
        # With the main wager alone kernels count results only.
        name, stake = played[0]
        each = experiment.unit // stake
        wagers = [WagerSums(name, stake, rounds * each, plain.total, plain.squares)]
    else:
        wagers = [
            WagerSums(name, stake, *(int(x) for x in sums[3 * place : 3 * place + 3]))
            for place, (name, stake) in enumerate(played)
        ]
    fee = experiment.ante * experiment.boxes // grain
    if fee:
        paid = WagerSums(
            "ante", experiment.ante, rounds * experiment.boxes, -rounds * fee, rounds * fee * fee
        )
        wagers.append(paid)
    return Result(plain.unit, grain, plain.low, tallies, tuple(wagers))
