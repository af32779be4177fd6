"""How often somebody may try to log in: by address, and by account wherever the tries come from."""

from collections import OrderedDict

from pitboss.server.admission.buckets import Buckets
from pitboss.server.admission.desk import Crowded

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
