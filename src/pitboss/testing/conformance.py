"""Shared by the conformance kits: faults reported together, and races of writers."""

import threading
from collections.abc import Callable, Iterable

from pitboss.errors import Error


class Nonconforming(Error, AssertionError):
    """Your rulebook, wager or store fails the checks; the message lists every fault.

    >>> print(Nonconforming("my kind", ("it has no categories",)))
    my kind has a fault:
      it has no categories
    """

    def __init__(self, what: str, faults: tuple[str, ...]) -> None:
        many = f"{len(faults)} faults" if len(faults) > 1 else "a fault"
        super().__init__("\n".join([f"{what} has {many}:", *(f"  {fault}" for fault in faults)]))
        self.faults = faults


def conforms(what: str, faults: Iterable[str]) -> None:
    """Raise ``Nonconforming`` if there is a fault."""
    if distinct := tuple(dict.fromkeys(faults)):
        raise Nonconforming(what, distinct)


def raises(kind: type[Exception], call: Callable[..., None], *arguments: object) -> bool:
    """Return True if a call raises an error of this kind."""
    try:
        call(*arguments)
    except Exception as error:
        return isinstance(error, kind)
    return False


def at_once(act: Callable[..., None], *arguments: object) -> list[Exception]:
    """Do something in two threads, each with its number; the errors that they end with."""
    start = threading.Barrier(2, timeout=60)
    errors: list[Exception] = []

    def run(number: int) -> None:
        start.wait()
        try:
            act(number, *arguments)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors
