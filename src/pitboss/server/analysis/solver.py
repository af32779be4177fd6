"""Exact odds and best play of tables, worked out apart from them and kept."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar, TypeVarTuple

import msgspec

from pitboss.odds.game import SolvedGame, known_game
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.options.changes import shown_options
from pitboss.server.analysis.process import Calculator, Unanswerable
from pitboss.store.port import TableHeader
from pitboss.strategy import Strategy

Options = tuple[tuple[str, str], ...]
"""Options with their values as text, in order: they can be a key, and travel between processes."""

EACH_MAX = 4
"""Questions of one address that may wait."""
NICENESS = 10
KNOWN_MAX = 256
"""Tables whose odds are looked up once."""

T = TypeVar("T")
Args = TypeVarTuple("Args")


class TableOdds(msgspec.Struct, frozen=True):
    """The exact house edge, per unit of the initial wager, off the top of a full shoe."""

    house_edge: float
    strategy_class: str


@dataclass(frozen=True, slots=True)
class Solved:
    """The value of a game per unit of the initial wager, off the top of a full shoe."""

    house_edge: float
    strategy_class: str
    strategy: Strategy


@lru_cache(1024)
def resolved(rulebook: str, options: Options) -> Options:
    """Return every option of a table with its value, so that equal tables share a key.

    Raises ``RulebookError`` if a clause refuses a value.
    """
    return tuple(shown_options(choose(load_rulebook(rulebook), dict(options))).items())


def solve_table(rulebook: str, options: Options) -> Solved:
    """Solve a table; imports the kernels, so it runs in another process."""
    from pitboss.errors import OddsError  # noqa: PLC0415
    from pitboss.odds.solution import solve  # noqa: PLC0415

    try:
        solution = solve(choose(load_rulebook(rulebook), dict(options)))
    except OddsError as error:
        raise Unanswerable(str(error)) from None
    play = solution.strategy
    # Plain dictionaries travel between processes; views of them do not.
    plain = replace(
        play,
        dealt=dict(play.dealt),
        pairs=dict(play.pairs),
        resplits=dict(play.resplits),
        first={key: dict(rows) for key, rows in play.first.items()},
        added={key: dict(rows) for key, rows in play.added.items()},
    )
    return Solved(solution.house_edge, solution.strategy_class, plain)


@lru_cache(KNOWN_MAX)
def known_table(rulebook: str, options: Options) -> SolvedGame | None:
    """Return the shipped or stored solution of a table; None if it must be solved."""
    return known_game(choose(load_rulebook(rulebook), dict(options)))


class Solver:
    """Answers questions about tables; the first takes seconds, because kernels are loaded.

    Odds are calculated one at a time. Advice has its own process, so that players get it quickly.
    """

    def __init__(self, *, each_max: int = EACH_MAX) -> None:
        self._calculator = Calculator(each_max=each_max, niceness=NICENESS)
        self._adviser = Calculator(each_max=each_max)

    def cached(self, header: TableHeader) -> Solved | SolvedGame | None:
        """Return the solution of a table if it is shipped or stored, otherwise None."""
        table = header.rulebook, _options(header)
        return known_table(*table) or self._calculator.cached(solve_table, *table)

    async def solve(self, header: TableHeader) -> Solved | SolvedGame:
        """Return the odds of a table; raise ``Busy``."""
        return await self.solve_options(header.rulebook, _options(header))

    async def solve_options(self, rulebook: str, options: Options) -> Solved | SolvedGame:
        """Return the odds of a table by all of its options; raise ``Busy``."""
        known = known_table(rulebook, options)
        return known if known is not None else await self.ask(solve_table, rulebook, options)

    async def ask(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Return the answer of any module's function about odds; raise ``Busy``."""
        return await self._calculator.ask(work, *args)

    async def work_out(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Return an answer without storing it; raise ``Busy``."""
        return await self._calculator.run(work, *args)

    async def advise(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Return an answer from the advice process, which odds do not delay; raise ``Busy``."""
        return await self._adviser.ask(work, *args)

    @property
    def is_busy(self) -> bool:
        """True if a calculation runs or waits."""
        return self._calculator.is_busy or self._adviser.is_busy

    def close(self) -> None:
        """End the processes."""
        self._calculator.close()
        self._adviser.close()


def _options(header: TableHeader) -> Options:
    return resolved(header.rulebook, tuple(sorted(header.options.items())))
