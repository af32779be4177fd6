"""CPU time of each command, and of sending its events to a table.

    python -m benchmarks.telling

Rounds of random play are told to seven viewers, most of them players, three events at a time, as
a live table tells them; nothing goes over a network.
"""

import json
import os
import platform
import time

from pitboss.server.feed.feed import Feed
from pitboss.server.log.events import Logged
from pitboss.server.log.replay import Rebuilt
from pitboss.server.log.shoe_memory import ShoeMemory
from tests.server.told import logged_of
from tests.store.logged import LoggedTable

RULEBOOKS = ("tribal", "nz", "pa_free_bet", "house", "double_deck")
ROUNDS = 12
VIEWERS = 7
EVENTS = 3
"""Of one command."""
TURNS = 15


def played(rulebook: str) -> tuple[Rebuilt, list[Logged]]:
    """A table before its first event, and all that happened at it."""
    table = LoggedTable(rulebook, {}, 1)
    for _ in range(ROUNDS):
        table.play_round()
    return Rebuilt(table.start, 0, 0, (), (), ShoeMemory()), logged_of(table.start, table.log)


def tell(start: Rebuilt, logged: list[Logged]) -> float:
    """Seconds that it took to tell all of it."""
    feed = Feed("table", start, lambda _logged: None)
    players = sorted({name for one in logged for name in one.after.chips})
    for number in range(VIEWERS):
        name = players[number] if number < len(players) else f"watcher-{number}"
        feed.join(name, size=len(logged))
    began = time.process_time()
    for first in range(0, len(logged), EVENTS):
        part = logged[first : first + EVENTS]
        feed.publish(part, part[-1].after)
    return time.process_time() - began


def main() -> None:
    """Print microseconds for a command, the least of many turns: whatever else runs adds to it."""
    told = {}
    for rulebook in RULEBOOKS:
        start, logged = played(rulebook)
        tell(start, logged)
        took = min(tell(start, logged) for _ in range(TURNS))
        told[rulebook] = round(took / len(logged) * EVENTS * 1e6)
    machine = {"processor": platform.machine(), "cores": os.cpu_count()}
    print(json.dumps({**machine, "us_per_command": told}, indent=2))


if __name__ == "__main__":
    main()
