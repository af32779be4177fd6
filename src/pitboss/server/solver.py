"""Exact odds and best play of tables, worked out apart from them and kept."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar, TypeVarTuple

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.changes import shown_options
from pitboss.server.calculator import Calculator
from pitboss.store.port import TableHeader
from pitboss.strategy import Strategy

Options = tuple[tuple[str, str], ...]
"""Options with their values as text, in order: they can be a key, and travel between processes."""

T = TypeVar("T")
Given = TypeVarTuple("Given")


@dataclass(frozen=True, slots=True)
class Solved:
    """The value of a game per unit of the initial wager, off the top of a full shoe."""

    house_edge: float
    strategy_class: str
    strategy: Strategy


@lru_cache(1024)
def resolved(rulebook: str, options: Options) -> Options:
    """Every option of a table with its value, so that equal tables are asked about once.

    Raises ``RulebookError`` where a clause refuses one.
    """
    return tuple(shown_options(choose(load_rulebook(rulebook), dict(options))).items())


def solve_table(rulebook: str, options: Options) -> Solved:
    """Solve a table; imports the kernels, so it runs in another process."""
    from pitboss.odds import solve  # noqa: PLC0415

    solution = solve(choose(load_rulebook(rulebook), dict(options)))
    play = solution.strategy
    # Plain dictionaries travel between processes; views of them do not.
    plain = replace(
        play, dealt=dict(play.dealt), pairs=dict(play.pairs), resplits=dict(play.resplits),
        first={key: dict(rows) for key, rows in play.first.items()},
        added={key: dict(rows) for key, rows in play.added.items()},
    )  # fmt: skip
    return Solved(solution.house_edge, solution.strategy_class, plain)


class Solver:
    """Answers about tables; the first takes seconds, for kernels are loaded.

    Odds come one at a time, and advice apart from them: somebody at a table waits for it.
    """

    def __init__(self) -> None:
        self._calculator = Calculator()
        self._adviser = Calculator()

    def known(self, header: TableHeader) -> Solved | None:
        """What has been worked out already."""
        return self._calculator.known(solve_table, header.rulebook, _options(header))

    async def solve(self, header: TableHeader) -> Solved:
        """The odds of a table; raises ``Busy``."""
        return await self.ask(solve_table, header.rulebook, _options(header))

    async def ask(self, work: Callable[[*Given], T], *given: *Given) -> T:
        """The answer of any function of a module about odds; raises ``Busy``."""
        return await self._calculator.ask(work, *given)

    async def advise(self, work: Callable[[*Given], T], *given: *Given) -> T:
        """As ``ask``, whatever is being worked out there meanwhile; raises ``Busy``."""
        return await self._adviser.ask(work, *given)

    def close(self) -> None:
        """End the processes."""
        self._calculator.close()
        self._adviser.close()


def _options(header: TableHeader) -> Options:
    return resolved(header.rulebook, tuple(sorted(header.options.items())))
