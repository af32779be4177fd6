"""Token buckets, which let a burst through and limit a stream; and the limits on log-ins."""

from collections import OrderedDict
from collections.abc import Hashable

from pitboss.server.admission.thread_pool import Overloaded

KEYS_MAX = 20_000
"""Largest number of buckets; the least recently used one is forgotten first."""


class Buckets:
    """Token buckets by key: an address, an account, or a person at a table."""

    def __init__(self, per_second: float, burst: float, *, keys_max: int = KEYS_MAX) -> None:
        self._per_second = per_second
        self._burst = burst
        self._keys_max = keys_max
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable, now_s: float, cost: float = 1.0) -> bool:
        """Take the cost out if the bucket holds it; return False if not."""
        left = self.left(key, now_s)
        is_enough = left >= cost
        self._put(key, left - cost if is_enough else left, now_s)
        return is_enough

    def charge(self, key: Hashable, now_s: float, cost: float) -> float:
        """Take the cost out, into debt if need be; return the seconds until the debt is paid."""
        left = self.left(key, now_s) - cost
        self._put(key, left, now_s)
        return max(0.0, -left / self._per_second)

    def take_up_to(self, key: Hashable, now_s: float, cost: float) -> None:
        """Take the cost out, or all that the bucket holds."""
        self._put(key, max(0.0, self.left(key, now_s) - cost), now_s)

    def left(self, key: Hashable, now_s: float) -> float:
        """Return the content of a bucket."""
        left, at_s = self._left.get(key, (self._burst, now_s))
        return min(self._burst, left + (now_s - at_s) * self._per_second)

    def reset(self, key: Hashable) -> None:
        """Fill a bucket up."""
        self._left.pop(key, None)

    def _put(self, key: Hashable, left: float, now_s: float) -> None:
        self._left[key] = (left, now_s)
        self._left.move_to_end(key)
        while len(self._left) > self._keys_max:
            self._left.popitem(last=False)


KNOWN_MAX = 20_000
"""Largest number of remembered pairs of an account and an address it logged in from."""
HOUR_S, MINUTE_S = 3_600.0, 60.0


class LogIns:
    """Limits on log-ins, by address and by account.

    Guesses at an account share one allowance, however many addresses they come from. An address
    from which the account has logged in before has an allowance of its own, so that guessing does
    not lock the owner out.
    """

    def __init__(self, *, per_minute: int, guesses_per_hour: int) -> None:
        self._by_address = Buckets(per_minute / MINUTE_S, per_minute)
        self._by_account = Buckets(guesses_per_hour / HOUR_S, guesses_per_hour)
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def attempt(self, address: str, now_s: float) -> None:
        """Count a log-in or a new name; raise ``Overloaded`` if the address is over its limit."""
        if not self._by_address.take(address, now_s):
            raise Overloaded("too_fast", "too many log-ins from your address; wait a minute")

    def guess(self, account: str, address: str, now_s: float) -> None:
        """Count a password or a key before it is checked; raise ``Overloaded`` if too many."""
        if not self._by_account.take(self._key(account, address), now_s):
            raise Overloaded("too_fast", "too many wrong passwords for this account; wait a while")

    def succeed(self, account: str, address: str) -> None:
        """Reset the allowance of an account after a right password or key."""
        self._by_account.reset(self._key(account, address))
        known = (account.lower(), address)
        self._known[known] = None
        self._known.move_to_end(known)
        while len(self._known) > KNOWN_MAX:
            self._known.popitem(last=False)

    def _key(self, account: str, address: str) -> tuple[str, str]:
        name = account.lower()
        return (name, address if (name, address) in self._known else "")
