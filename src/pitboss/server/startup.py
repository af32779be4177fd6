"""Work for after the start: compile kernels, collect garbage rarely, and make the page ready.

Kernels are compiled while the server is idle, the commonest first, in a process of the lowest
priority, which keeps them on disk for the processes that answer, and ends when it is done.

Full garbage collections run rarely, because each one stalls every table: with a thousand sockets
for more than a tenth of a second. By default they run every few seconds, and every hundredth
command has to wait for one.
"""

import asyncio
import gc
import logging
import threading
from collections.abc import Callable

from pitboss.errors import Error
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.server.analysis.process import Calculator
from pitboss.server.http.page import page_files

NICENESS = 19
LOOK_S = 1.0
"""Seconds between two checks that the server is idle."""

log = logging.getLogger("pitboss.warming")


def solver_kernels() -> bool:
    """Compile what solves tables and gives advice; return False if nothing can be kept."""
    from pitboss.compiling import is_kept
    from pitboss.odds.game import solve_game
    from pitboss.odds.shoe import shoe_of_decks

    if not is_kept():
        return False
    solve_game(choose(load_rulebook(SHIPPED[0]), {}), shoe_of_decks(1))
    return True


def simulator_kernels(rulebook: str) -> bool:
    """Compile what plays the usual table of a rulebook; return False if nothing can be kept."""
    from pitboss.compiling import is_kept
    from pitboss.sim.experiment import EVERY_ROUND, Experiment
    from pitboss.sim.players import basic_chart
    from pitboss.sim.run import on_cpu
    from pitboss.sim.tables.layout import Task

    if not is_kept():
        return False
    rules = choose(load_rulebook(rulebook), {})
    experiment = Experiment(rules, basic_chart(), shuffle=EVERY_ROUND, wagers=None)
    on_cpu(experiment, Task(seed=1, first=0, blocks=1, rounds=1))
    return True


STEPS: tuple[tuple[Callable[..., bool], tuple[str, ...]], ...] = (
    (solver_kernels, ()),
    *((simulator_kernels, (rulebook,)) for rulebook in SHIPPED),
)
"""Steps of compiling with their arguments; one that returns False is the last."""


class Warming:
    """Compiles kernels ahead once the server has run for a while, as long as it is idle."""

    def __init__(
        self,
        after_s: float,
        is_busy: Callable[[], bool],
        steps: tuple[tuple[Callable[..., bool], tuple[str, ...]], ...] = STEPS,
    ) -> None:
        self._after_s = after_s
        self._is_busy = is_busy
        self._steps = steps
        self._calculator = Calculator(niceness=NICENESS)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the timer; a time of 0 switches compiling ahead off."""
        if self._after_s > 0:
            self._task = asyncio.create_task(self._compile(), name="warming")

    async def stop(self) -> None:
        """End the process, even in the middle of a step."""
        self._calculator.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _compile(self) -> None:
        await asyncio.sleep(self._after_s)
        try:
            for work, args in self._steps:
                while self._is_busy():
                    await asyncio.sleep(LOOK_S)
                if not await self._calculator.run(work, *args):
                    log.info("nothing is compiled ahead: there is no folder to keep it in")
                    return
        except Error as error:
            # The calculator's log has the cause; the next client gets the error.
            log.info("compiling ahead has ended: %s", error)
        finally:
            self._calculator.close()


EVERY_S = 600.0
"""Between two times that everything is gone through."""
YOUNG, MIDDLE, NEVER = 1_000, 20, 1_000_000_000
"""Seconds between two full collections."""


def collect_rarely() -> None:
    """Collect old objects every ten minutes only, from now on."""
    # Objects of the start live until the end.
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    threading.Thread(target=_collect, daemon=True, name="garbage").start()


def _collect() -> None:
    pause = threading.Event()
    while not pause.wait(EVERY_S):
        gc.collect()


def make_ready() -> None:
    """Pack the page's files and load what simulations need, in a thread of its own.

    The first request would hold the loop, and every table, for a tenth of a second for either.
    """
    threading.Thread(target=_make_ready, daemon=True, name="readiness").start()


def _make_ready() -> None:
    page_files()
    from pitboss.sim import experiment, results  # noqa: F401
