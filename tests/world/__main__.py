"""Plays worlds: ``python -m tests.world --seed 7``."""

import argparse
import sys
import time

from tests.world.checks import Broken
from tests.world.world import COMMANDS, play_world


def main() -> int:
    """Play the worlds that are asked for; 1 where something did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.world", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first world")
    parser.add_argument("--worlds", type=int, default=1, help="how many, one seed after the other")
    parser.add_argument("--commands", type=int, default=COMMANDS, help="in each world")
    asked = parser.parse_args()
    broken = 0
    for seed in range(asked.seed, asked.seed + asked.worlds):
        began = time.process_time()
        try:
            came = play_world(seed, asked.commands, is_thorough=True)
        except Broken as error:
            broken += 1
            sys.stdout.write(f"{error}\n")
            continue
        faults = ", ".join(f"{name} {count}" for name, count in sorted(came.faults.items()))
        sys.stdout.write(
            f"{came.commands} commands, {came.acknowledged} acknowledged,"
            f" {came.messages} messages, {came.lives} starts, {came.virtual_s:.0f} s of the world"
            f" in {time.process_time() - began:.2f} s; {faults}; {came.digest}\n"
            f"seed {seed}: held\n"
        )
        sys.stdout.flush()
    return min(1, broken)


if __name__ == "__main__":
    raise SystemExit(main())
