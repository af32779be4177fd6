"""What the conformance kits share: faults are gathered and told all at once, writers race."""

import threading
from collections.abc import Callable, Iterable


class Nonconforming(AssertionError):
    """Something of one's own does not do what the others do: every fault, a sentence each."""

    def __init__(self, what: str, faults: tuple[str, ...]) -> None:
        many = f"{len(faults)} faults" if len(faults) > 1 else "a fault"
        super().__init__("\n".join([f"{what} has {many}:", *(f"  {fault}" for fault in faults)]))
        self.faults = faults


def conforms(what: str, faults: Iterable[str]) -> None:
    """Raise ``Nonconforming`` where there is a fault."""
    found = tuple(dict.fromkeys(faults))
    if found:
        raise Nonconforming(what, found)


def raises(kind: type[Exception], call: Callable[[], None]) -> bool:
    """Whether a call ends with an error of this kind."""
    try:
        call()
    except Exception as error:
        return isinstance(error, kind)
    return False


def at_once(act: Callable[[int], None], threads: int = 2) -> None:
    """Do something in several threads, each with its number, until all have ended."""
    running = [threading.Thread(target=act, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
