"""A process that writes to a store until it is killed, and says what was acknowledged."""

import sys

from pitboss.store.port import Movement, Store
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.sqlite import SqliteStore
from tests.store.records import BATCH, records


def main(kind: str, where: str) -> None:
    store: Store = SqliteStore(where) if kind == "sqlite" else PostgresStore(where)
    last = store.last("t1")
    after = last.version if last else 0
    while True:
        command = f"c{after}"
        # Each command takes a cent to a bankroll.
        number = after // BATCH + 1
        cent = Movement("ann", number, 1, "cash_out", 1, number, "t1", command)
        store.append("t1", after, records(after, BATCH, command), [cent])
        after += BATCH
        # One write call, so that a line is never cut in two.
        sys.stdout.write(f"{command} {after}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
