"""Plays experiments on a CUDA device, or in numba's simulator of one, and on the processor.

Run as a program of its own: which of the two numba takes is settled when it is imported.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pitboss.sim.counting import Betting, load_count, parse_plays, parse_ramp
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import LikeDealer
from pitboss.sim.tables.layout import Task
from pitboss.sim.targets import cpu, cuda, cuda_study
from pitboss.sim.targets.cpu import studied
from tests.sim.experiments import basic

PLAYS, INSURANCE = parse_plays("""
insurance = 1
[plays]
"16 T" = "stand 0"
"16 9" = "stand 1 else hit"
"15 T" = ["surrender 0", "stand 2"]
"12 3" = "stand 1 else hit"
"s18 6" = "double 0 else stand"
"TT 6" = "split 1"
"88 T" = "split -1 else hit"
""")
COUNTED = Betting(load_count("hi_lo"), parse_ramp("-12:0 -1:1 1:4 3:8"), PLAYS, INSURANCE)
MILD = Betting(load_count("zen"), parse_ramp("-12:0 0:1 2:2"), PLAYS, INSURANCE)
UNBALANCED = Betting(load_count("ko"), parse_ramp("-12:1 -4:2 0:6"), PLAYS, INSURANCE)


@dataclass(frozen=True, slots=True)
class Case:
    """What is played, and how many rounds a block."""

    rulebook: str
    options: Mapping[str, object] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    rounds: int = 25
    is_like_dealer: bool = False
    """Not by the shipped chart: then nothing is doubled or split, and a device has room for the
    results of many boxes."""

    def experiment(self) -> Experiment:
        """The table with its player."""
        experiment = basic(self.rulebook, dict(self.options), **self.given)
        if self.is_like_dealer:
            return replace(experiment, player=LikeDealer(experiment.rules))
        return experiment


RESPLITS = {"max_hands": 4, "surrender": True}
DOUBLE = {"shoe": "double", "max_hands": 4}

CASES = {
    "plain": Case("tribal", {"max_hands": 4}, rounds=40),
    "boxes": Case("pa_free_bet", {}, {"boxes": 2}),
    "every round": Case("nz", {}, {"shuffle": "every_round"}, rounds=40),
    "count": Case("tribal", RESPLITS, {"betting": COUNTED}, rounds=60),
    "count and boxes": Case("double_deck", {}, {"betting": MILD, "boxes": 2}),
    "unbalanced count": Case("double_deck", {}, {"betting": UNBALANCED}, rounds=40),
    "errors": Case("tribal", RESPLITS, {"player_errors": 0.2, "dealer_errors": 0.1}),
    "errors and count": Case("nz", {}, {"betting": COUNTED, "dealer_errors": 0.1}),
    "multiple action": Case(
        "tribal", {"multiple_action": True, "multiple_action_min": 3}, {"boxes": 2}
    ),
    "takes one": Case("tribal", {"dealer_blackjack_takes": "busted_plus_one", "max_hands": 4}),
    "streaks": Case("tribal", {"streak": True, "max_hands": 4}, {"wagers": None, "boxes": 2}),
    "meter": Case("tribal", {"progressive": True, "decks": 1}, {"wagers": None}),
    "suits": Case("tribal", {"additional_wager": "same_suit"}, {"wagers": None}),
    "prizes": Case("nz", {"madness_21": True, "perfect_pairs": "scale_1"}, {"wagers": None}),
    "draws out": Case("pa_free_bet", {"push_22": "b"}, {"wagers": None}),
    "bonuses": Case("spanish_21_redouble", {}, rounds=40),
    "both cards up": Case("double_exposure", {}, rounds=40),
    "suited blackjacks": Case("super_fun_21", {}, {"boxes": 2}),
    "misdeals": Case("tribal", {"decks": 1}, {"boxes": 7}, is_like_dealer=True),
    "discards": Case("double_deck", {"boxes": 7}, {"boxes": 7}, is_like_dealer=True),
    "double shoe": Case("tribal", DOUBLE, rounds=60),
    "double shoe, small": Case("tribal", {**DOUBLE, "decks": 2}, {"boxes": 3}),
    "double shoe, count": Case("tribal", DOUBLE, {"betting": UNBALANCED}, rounds=40),
    "double shoe, streaks": Case(
        "tribal", {**DOUBLE, "streak": True}, {"wagers": None, "player_errors": 0.1}
    ),
}


STUDIES = {
    "study": Case("double_deck", {}, {"betting": COUNTED}, rounds=40),
    "study of two boxes": Case("tribal", RESPLITS, {"betting": COUNTED, "boxes": 2}),
    "study of a side wager": Case(
        "tribal", {"additional_wager": "same_suit"}, {"betting": MILD, "wagers": None}
    ),
}
"""Games that are studied."""


def is_studied_alike(case: Case) -> bool:
    """Whether a study has the same sums on both."""
    experiment = case.experiment()
    task = Task(7, 3, 3, case.rounds)
    on_gpu = cuda_study.launch(experiment, task)
    with np.errstate(over="ignore"):
        expected = studied(experiment, task, is_compiled=False)
    return all(np.array_equal(a, b) for a, b in zip(on_gpu, expected, strict=True))


def main(every: int = 1) -> None:
    """Say which of every so many cases come out the same, to the last whole number."""
    cuda.check_device()
    for name in list(CASES)[::every]:
        case = CASES[name]
        experiment = case.experiment()
        task = Task(7, 3, 3, case.rounds)
        on_gpu = cuda.play(experiment, task)
        with np.errstate(over="ignore"):
            expected = cpu.play(experiment, task, is_compiled=False)
        same = on_gpu == expected and on_gpu.rounds == 3 * case.rounds
        print(f"{name}: {'equal' if same else 'different'}", flush=True)
    for name in list(STUDIES)[::every]:
        same = is_studied_alike(STUDIES[name])
        print(f"{name}: {'equal' if same else 'different'}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
