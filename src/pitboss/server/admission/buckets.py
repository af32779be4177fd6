"""Buckets that fill steadily: a burst is let through, a stream is not."""

from collections import OrderedDict
from collections.abc import Hashable

KEYS_MAX = 20_000
"""Buckets that are kept; the one that was used longest ago goes first."""


class Buckets:
    """One bucket for each key: an address, an account, or a person at a table."""

    def __init__(self, per_second: float, burst: float, *, keys_max: int = KEYS_MAX) -> None:
        self._per_second = per_second
        self._burst = burst
        self._keys_max = keys_max
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable, now_s: float, cost: float = 1.0) -> bool:
        """Take so much out, if it is there."""
        left = self.left(key, now_s)
        is_there = left >= cost
        self._put(key, left - cost if is_there else left, now_s)
        return is_there

    def owe(self, key: Hashable, now_s: float, cost: float) -> float:
        """Take so much out, whether it is there or not; in how many seconds it will have been."""
        left = self.left(key, now_s) - cost
        self._put(key, left, now_s)
        return max(0.0, -left / self._per_second)

    def drain(self, key: Hashable, now_s: float, cost: float) -> None:
        """Take so much out, or all there is."""
        self._put(key, max(0.0, self.left(key, now_s) - cost), now_s)

    def left(self, key: Hashable, now_s: float) -> float:
        """What a bucket holds now."""
        left, at_s = self._left.get(key, (self._burst, now_s))
        return min(self._burst, left + (now_s - at_s) * self._per_second)

    def refill(self, key: Hashable) -> None:
        """Forget what was taken out of a bucket."""
        self._left.pop(key, None)

    def _put(self, key: Hashable, left: float, now_s: float) -> None:
        self._left[key] = (left, now_s)
        self._left.move_to_end(key)
        while len(self._left) > self._keys_max:
            self._left.popitem(last=False)
