"""Buckets that fill steadily: a burst is let through, a stream is not.

How often somebody may try to log in: by address, and by account wherever the tries come from.
"""

from collections import OrderedDict
from collections.abc import Hashable

from pitboss.server.admission.desk import Crowded

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


KNOWN_MAX = 20_000
"""Addresses from which accounts have logged in that are remembered."""
HOUR_S, MINUTE_S = 3_600.0, 60.0


class LogIns:
    """Tries to log in.

    Guesses at an account share one allowance, however many addresses they come from. An address
    from which the account has logged in before has one of its own, so that guessing does not lock
    its owner out.
    """

    def __init__(self, *, per_minute: int, guesses_per_hour: int) -> None:
        self._by_address = Buckets(per_minute / MINUTE_S, per_minute)
        self._by_account = Buckets(guesses_per_hour / HOUR_S, guesses_per_hour)
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def come(self, address: str, now_s: float) -> None:
        """Somebody wants to log in or to have a name; raises ``Crowded``."""
        if not self._by_address.take(address, now_s):
            raise Crowded("too_fast", "too many log-ins from your address; wait a minute")

    def guess(self, account: str, address: str, now_s: float) -> None:
        """Somebody gives a password or a key; raises ``Crowded``, and nothing is looked at then."""
        if not self._by_account.take(self._key(account, address), now_s):
            raise Crowded("too_fast", "too many wrong passwords for this account; wait a while")

    def succeed(self, account: str, address: str) -> None:
        """It was the right one."""
        self._by_account.refill(self._key(account, address))
        known = (account.lower(), address)
        self._known[known] = None
        self._known.move_to_end(known)
        while len(self._known) > KNOWN_MAX:
            self._known.popitem(last=False)

    def _key(self, account: str, address: str) -> tuple[str, str]:
        name = account.lower()
        return (name, address if (name, address) in self._known else "")
