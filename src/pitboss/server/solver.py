"""Exact odds and best play of a table, worked out in a process of its own and kept."""

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.store.port import TableHeader
from pitboss.strategy import Strategy

KEPT_MAX = 64


@dataclass(frozen=True, slots=True)
class Solved:
    """The value of a game per unit of the initial wager, off the top of a full shoe."""

    house_edge: float
    strategy_class: str
    strategy: Strategy


def solve_table(rulebook: str, options: dict[str, str]) -> Solved:
    """Solve a table; imports the kernels, so it runs in another process."""
    from pitboss.odds import solve  # noqa: PLC0415

    found = solve(choose(load_rulebook(rulebook), options))
    play = found.strategy
    # Plain dictionaries travel between processes; views of them do not.
    plain = replace(
        play, dealt=dict(play.dealt), pairs=dict(play.pairs), resplits=dict(play.resplits),
        first={key: dict(rows) for key, rows in play.first.items()},
        added={key: dict(rows) for key, rows in play.added.items()},
    )  # fmt: skip
    return Solved(found.house_edge, found.strategy_class, plain)


class Solver:
    """Answers about tables, one at a time; the loop and the tables do not wait for it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._found: dict[str, asyncio.Future[Solved]] = {}

    def known(self, header: TableHeader) -> Solved | None:
        """What has been worked out already."""
        found = self._found.get(_key(header))
        is_there = found is not None and found.done() and not found.cancelled()
        return found.result() if found is not None and is_there and not found.exception() else None

    async def solve(self, header: TableHeader) -> Solved:
        """The odds of a table; the first question takes seconds."""
        key = _key(header)
        if key not in self._found:
            if len(self._found) >= KEPT_MAX:
                self._found.pop(next(iter(self._found)))
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, mp_context=context)
            loop = asyncio.get_running_loop()
            self._found[key] = loop.run_in_executor(
                self._pool, solve_table, header.rulebook, dict(header.options)
            )
        try:
            return await asyncio.shield(self._found[key])
        except Exception:
            self._found.pop(key, None)
            raise

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _key(header: TableHeader) -> str:
    return f"{header.rulebook} {sorted(header.options.items())}"
