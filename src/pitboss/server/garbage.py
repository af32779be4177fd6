"""When memory is gone through for garbage: all of it rarely, as every table waits meanwhile.

With a thousand sockets that takes more than a tenth of a second. Left to itself it happens every
few seconds, and every hundredth command has to wait for it.
"""

import gc
import threading

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
