"""How long tests wait: ten times and more what an idle machine needs, so that a busy one passes.

A test waits for a sign, never for a time in which something should have happened by then.
"""

import asyncio
import time
from collections.abc import Callable

WAIT_S = 120.0
"""For what takes a few seconds at most: a server that starts, an answer, some rounds."""
COMPILED_S = 900.0
"""For what may have to compile its kernels first."""
LOOK_S = 0.005
"""How often a sign is looked for."""


async def until(holds: Callable[[], object]) -> None:
    """Wait in a loop until something holds."""
    async with asyncio.timeout(WAIT_S):
        while not holds():
            await asyncio.sleep(LOOK_S)


def wait_until(holds: Callable[[], object], what: str = "it does not come about") -> None:
    """Wait in a thread until something holds."""
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(LOOK_S)
