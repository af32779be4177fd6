"""Every hand that has not passed 21 by its values, in the order that all tables of hands have."""

from functools import cache

from pitboss.strategy import NAMES

LOW_MAX = 21

Counts = tuple[int, ...]
"""Cards of each of the ten values in a hand, ace first."""


@cache
def hands() -> tuple[Counts, ...]:
    """The compositions of all hands of one card or more with a low total up to 21."""
    compositions: list[Counts] = []

    def extend(counts: list[int], value: int, low: int) -> None:
        if low:
            compositions.append(tuple(counts))
        for more in range(value, 10):
            if low + more + 1 > LOW_MAX:
                break
            counts[more] += 1
            extend(counts, more, low + more + 1)
            counts[more] -= 1

    extend([0] * 10, 0, 0)
    compositions.sort(key=lambda counts: (low_of(counts), counts))
    return tuple(compositions)


def low_of(counts: Counts) -> int:
    """The total with every ace as one."""
    return sum((value + 1) * count for value, count in enumerate(counts))


def key(counts: Counts) -> str:
    """The key of a hand in a strategy."""
    return "".join(NAMES[value] * count for value, count in enumerate(counts))


@cache
def keys(holding: int = -1) -> tuple[str, ...]:
    """The keys of all hands of two cards or more; ``holding``: of those with a card of a value."""
    return tuple(
        key(counts) for counts in hands() if sum(counts) > 1 and (holding < 0 or counts[holding])
    )
