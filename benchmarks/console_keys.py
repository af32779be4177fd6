"""Keys and seconds of a round for five players without a device, at the dealer's console.

Every key goes through a real page in a browser, as fast as the browser takes it. The rounds are the
same under each rulebook, from the wagers to the last chip: a plain one, one with a split, a double
and a hit, one with insurance.
"""

import os
import platform
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.conftest import RULEBOOK_IDS
from tests.machine import chromium, running_chromium
from tests.server.live import serving
from tests.web.browsing import PATIENT, Surf
from tests.web.keyed_round import Round
from tests.web.shift import Shift

ROUNDS = {
    "plain": Round({0: "6T9"}),
    "split, double, hit": Round(
        {1: "88TT", 2: "65T", 3: "567", 0: "6T5"},
        {1: "split stand stand", 2: "double", 3: "hit stand"},
    ),
    "insurance": Round({1: "98", 0: "A92"}, insured=(1,)),
}
FIRST = "10\n" * 5
"""The first wagers; later ones are repeated with one key."""


def main() -> int:
    """Print keys and seconds of each round."""
    if not chromium():
        print("chromium is not installed; hint: apt-get install chromium", file=sys.stderr)
        return 2
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores")
    keys: list[int] = []
    with running_chromium() as browser:
        for rulebook in RULEBOOK_IDS:
            with serving(pace=PATIENT) as live:
                surf = Surf(browser, live)
                shift = Shift(surf, rulebook)
                shift.desk.do("g500\n" + "g\n" * 4)
                shift.round(ROUNDS["plain"], FIRST)
                for name, planned in ROUNDS.items():
                    shift.prepare()
                    began = time.perf_counter()
                    shift.round(planned)
                    seconds = time.perf_counter() - began
                    print(f"{rulebook:12} {name:20} {shift.keys[-1]:3} keys  {seconds:5.2f} s")
                keys += shift.keys[1:]
                surf.close()
    print(f"keys of a round for five players: {statistics.median(keys)} (median of {len(keys)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
