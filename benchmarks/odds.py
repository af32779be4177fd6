"""Exact odds: the time of a complete solution, against fixed work compiled the same way.

Times on their own say more about the machine than about the code. The reference is a loop of a
hundred million multiplications and additions, compiled by numba like the kernels and timed in the
same run; a solution is given as a ratio to it. Both are processor time, which is what the clock
shows where nothing else runs. The growth from one deck to eight follows.
"""

import os
import platform
import statistics
from collections.abc import Callable
from time import process_time

from numba import __version__ as numba_version
from numba import njit

from pitboss.odds.advice import advise
from pitboss.odds.results.rounds import results
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook

REFERENCE_STEPS = 100_000_000


@njit(cache=True)
def reference(steps: int) -> float:
    total, factor = 0.0, 1.0
    for step in range(steps):
        factor = factor * 0.999999 + 1e-6 * (step & 7)
        total += factor
    return total


def timed(work: Callable[[], object], *, repeats: int = 7) -> float:
    """The median of several runs, in seconds of processor time, after one that does not count."""
    work()
    times = []
    for _ in range(repeats):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return statistics.median(times)


def main() -> None:
    processor = platform.processor() or platform.machine()
    print(f"{processor}, {os.cpu_count()} cores, numba {numba_version}")
    unit = timed(lambda: reference(REFERENCE_STEPS))
    print(f"reference loop of {REFERENCE_STEPS:,} steps: {unit:.3f} s")
    print("composition-dependent solution, full shoe:")
    for rulebook in SHIPPED:
        rules = choose(load_rulebook(rulebook), {})
        taken = timed(lambda rules=rules: solve(rules).player_ev)  # type: ignore[misc]
        decks, hands = rules.decks_in_play, rules.split.hands_max
        ratio = taken / unit
        print(
            f"  {rulebook:12} {decks} decks, {hands} hands: {taken:.3f} s, {ratio:.2f} x reference"
        )
    print("total-dependent solution, full shoe:")
    for rulebook in SHIPPED:
        rules = choose(load_rulebook(rulebook), {})
        taken = timed(
            lambda rules=rules: solve(rules, strategy_class="total_dependent").player_ev  # type: ignore[misc]
        )
        print(f"  {rulebook:12} {taken:.3f} s, {taken / unit:.2f} x reference")
    print("results of a round and their spread, beside a solution:")
    for rulebook in SHIPPED:
        solution = solve(choose(load_rulebook(rulebook), {}))
        whole = (solution.game, solution.by_up, list(solution.starts))
        taken = timed(lambda whole=whole: results(*whole), repeats=3)  # type: ignore[misc]
        print(f"  {rulebook:12} {taken:.3f} s, {taken / unit:.2f} x reference")
    print("eight decks, four hands, busted plus one:")
    options = {"decks": 8, "max_hands": 4, "dealer_blackjack_takes": "busted_plus_one"}
    rules = choose(load_rulebook("tribal"), options)
    taken = timed(lambda: solve(rules).player_ev)
    print(f"  {'tribal':12} {taken:.3f} s, {taken / unit:.2f} x reference")
    print("growth, tribal with four hands:")
    for decks in range(1, 9):
        rules = choose(load_rulebook("tribal"), {"decks": decks, "max_hands": 4})
        taken = timed(lambda rules=rules: solve(rules).player_ev)  # type: ignore[misc]
        print(f"  {decks} decks: {taken:.3f} s, {taken / unit:.2f} x reference")
    rules = choose(load_rulebook("house"), {})
    for hand, up in (("Ts 6d", "9c"), ("8s 8d", "9c"), ("As Ad", "2c")):
        taken = timed(lambda c=hand, u=up: advise(rules, c, u))  # type: ignore[misc]
        print(f"advice, house, {hand} against {up}: {taken * 1000:.1f} ms")


if __name__ == "__main__":
    main()
