"""Kernels that are compiled while nobody asks for anything, the commonest first.

They are compiled in a process of the lowest priority, which keeps them on disk for those that
answer, and ends when it is done.

When memory is gone through for garbage: all of it rarely, as every table waits meanwhile.

With a thousand sockets that takes more than a tenth of a second. Left to itself it happens every
few seconds, and every hundredth command has to wait for it.

What the first visitors would wait for, made ready while the tables open.
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
"""How often it is looked whether somebody asks for something."""

log = logging.getLogger("pitboss.warming")


def solver_kernels() -> bool:
    """Compile what solves tables and gives advice; False where nothing can be kept."""
    from pitboss.compiling import is_kept
    from pitboss.odds.game import solve_game
    from pitboss.odds.shoe import shoe_of_decks

    if not is_kept():
        return False
    solve_game(choose(load_rulebook(SHIPPED[0]), {}), shoe_of_decks(1))
    return True


def simulator_kernels(rulebook: str) -> bool:
    """Compile what plays the usual table of a rulebook; False where nothing can be kept."""
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
"""What is compiled, with what it is given; one that says False is the last."""


class Warming:
    """Compiles ahead once the server has run for a while, as long as nobody asks for anything."""

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
        """Begin to wait; with no time to wait for, nothing is ever compiled."""
        if self._after_s > 0:
            self._task = asyncio.create_task(self._compile(), name="warming")

    async def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._calculator.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _compile(self) -> None:
        await asyncio.sleep(self._after_s)
        try:
            for work, given in self._steps:
                while self._is_busy():
                    await asyncio.sleep(LOOK_S)
                if not await self._calculator.run(work, *given):
                    log.info("nothing is compiled ahead: there is no folder to keep it in")
                    return
        except Error as error:
            # The calculator's log has the cause; who asks for it is told then.
            log.info("compiling ahead has ended: %s", error)
        finally:
            self._calculator.close()


EVERY_S = 600.0
"""Between two times that everything is gone through."""
YOUNG, MIDDLE, NEVER = 1_000, 20, 1_000_000_000
"""New objects are gone through as usual; old ones only when the time has come."""


def collect_rarely() -> None:
    """From now on, go through old objects every ten minutes only."""
    # What is there at the start stays until the end.
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    threading.Thread(target=_collect, daemon=True, name="garbage").start()


def _collect() -> None:
    pause = threading.Event()
    while not pause.wait(EVERY_S):
        gc.collect()


def make_ready() -> None:
    """Pack the page's files and load what simulations need, in a thread of its own.

    Left to the first request, either holds the loop, and every table, for a tenth of a second.
    """
    threading.Thread(target=_make_ready, daemon=True, name="readiness").start()


def _make_ready() -> None:
    page_files()
    from pitboss.sim import experiment, results  # noqa: F401
