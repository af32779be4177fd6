"""Steps a second of our environments, of Gymnasium's, of OpenSpiel's and of RLCard's blackjack.

Everybody draws below 17 and stands from there. The others only hit and stand, deal from cards that
never run out or from one deck, and keep no record; here every round is wagered, dealt, settled and
kept by the full rulebook, and each step says which actions are allowed.
"""

import argparse
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

import gymnasium
import numpy as np

from pitboss.gym import ID, SeatsEnv
from pitboss.gym.observation import FEATURES

TOTAL = FEATURES.index("total")
STAND, HIT = 0, 1
RUNS = 3
TABLES, FEW = 4096, 64
"""Tables at once: of ours, and of those that are stepped one by one."""
EPISODES = 50
"""Episodes between two looks at the clock."""


def ours() -> Callable[[], int]:
    """An episode at one seat, as ``gymnasium.make`` gives it; how many steps it took."""
    table = gymnasium.make(ID)
    table.reset(seed=1)

    def play() -> int:
        seen, info = table.reset()
        for steps in range(1, 100):
            is_hit = seen[TOTAL] < 17 and info["action_mask"][HIT]
            seen, _, ended, cut, info = table.step(HIT if is_hit else STAND)
            if ended or cut:
                return steps
        raise AssertionError("the round does not end")

    return play


def our_seats() -> Callable[[], int]:
    """An episode at five seats."""
    table = SeatsEnv(seats=5)
    table.reset(seed=1)

    def play() -> int:
        table.reset()
        for steps, _agent in enumerate(table.agent_iter()):
            seen, _, ended, cut, info = table.last()
            if ended or cut:
                return steps
            is_hit = seen[TOTAL] < 17 and info["action_mask"][HIT]
            table.step(HIT if is_hit else STAND)
        raise AssertionError("the round does not end")

    return play


def gymnasium_blackjack() -> Callable[[], int]:
    """An episode of Blackjack-v1."""
    table = gymnasium.make("Blackjack-v1")
    table.reset(seed=1)

    def play() -> int:
        (total, _, _), _ = table.reset()
        for steps in range(1, 100):
            (total, _, _), _, ended, cut, _ = table.step(1 if total < 17 else 0)
            if ended or cut:
                return steps
        raise AssertionError("the round does not end")

    return play


def openspiel_blackjack() -> Callable[[], int]:
    """An episode of OpenSpiel's blackjack; cards are drawn by its chance outcomes."""
    import pyspiel  # noqa: PLC0415 - only where the benchmark runs

    game = pyspiel.load_game("blackjack")
    rng = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                cards, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(cards, chances)[0])
            else:
                is_hit = state.get_best_player_total(0) < 17
                state.apply_action(0 if is_hit else 1)
                steps += 1
        return steps

    return play


def rlcard_blackjack() -> Callable[[], int]:
    """An episode of RLCard's blackjack."""
    import rlcard  # noqa: PLC0415 - only where the benchmark runs

    table = rlcard.make("blackjack", config={"seed": 1})

    def play() -> int:
        state, _ = table.reset()
        steps = 0
        while not table.is_over():
            state, _ = table.step(0 if state["obs"][0] < 17 else 1)
            steps += 1
        return steps

    return play


def our_many() -> Callable[[], int]:
    """A step of all tables that ``gymnasium.make_vec`` gives."""
    many = gymnasium.make_vec(ID, num_envs=TABLES)
    seen, info = many.reset(seed=1)

    def play() -> int:
        nonlocal seen, info
        actions = (seen[:, TOTAL] < 17) & (info["action_mask"][:, HIT] == 1)
        seen, _, _, _, info = many.step(actions.astype(np.int64))
        return TABLES

    return play


def gymnasium_many() -> Callable[[], int]:
    """A step of many Blackjack-v1, one after another."""
    many = gymnasium.make_vec("Blackjack-v1", num_envs=FEW, vectorization_mode="sync")
    (totals, _, _), _ = many.reset(seed=1)

    def play() -> int:
        nonlocal totals
        (totals, _, _), _, _, _, _ = many.step((totals < 17).astype(np.int64))
        return FEW

    return play


def rate(play: Callable[[], int], seconds: float) -> float:
    """Steps for each second of processor time: the median of a few runs."""
    play()
    rates = []
    for _ in range(RUNS):
        steps, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            steps += sum(play() for _ in range(EPISODES))
        rates.append(steps / spent)
    return statistics.median(rates)


def main() -> None:
    """Measure all and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    args = parser.parse_args()
    makers = {
        "pitboss, one seat": ours,
        f"pitboss, {TABLES} tables": our_many,
        "pitboss, five seats": our_seats,
        "Gymnasium Blackjack-v1": gymnasium_blackjack,
        f"Gymnasium Blackjack-v1, {FEW} tables": gymnasium_many,
        "OpenSpiel blackjack": openspiel_blackjack,
        "RLCard blackjack": rlcard_blackjack,
    }
    rates: dict[str, float] = {}
    for name, make in makers.items():
        try:
            rates[name] = rate(make(), args.seconds)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    machine = {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{package: installed(package) for package in ("gymnasium", "open_spiel", "rlcard")},
    }
    base = rates["Gymnasium Blackjack-v1"]
    told = {
        name: {"steps_per_second": round(steps), "ratio_to_gymnasium": round(steps / base, 2)}
        for name, steps in rates.items()
    }
    print(json.dumps({"machine": machine, "rates": told}, indent=2))


def installed(package: str) -> str:
    """The version of a package that is compared with."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


if __name__ == "__main__":
    main()
