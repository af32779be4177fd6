"""What the conformance kits share: faults are gathered and told all at once."""

from collections.abc import Iterable


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
