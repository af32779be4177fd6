"""Those who wait: higher ranks first, and the addresses of one rank in turns."""

from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

from pitboss.server.admission.asker import Asker, Rank

T = TypeVar("T")


class Line(Generic[T]):
    """A line that nobody fills alone: who comes once is not behind somebody who comes often."""

    def __init__(self) -> None:
        self._waiting: dict[Rank, OrderedDict[str, deque[tuple[Asker, T]]]] = {
            rank: OrderedDict() for rank in Rank
        }
        self._by_address: Counter[str] = Counter()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def of(self, address: str) -> int:
        """How many wait from one address."""
        return self._by_address[address]

    def join(self, asker: Asker, item: T) -> None:
        """Wait behind the others from the same address."""
        self._waiting[asker.rank].setdefault(asker.address, deque()).append((asker, item))
        self._by_address[asker.address] += 1
        self._length += 1

    def leave(self, asker: Asker, item: T) -> None:
        """Wait no longer, if somebody still does."""
        line = self._waiting[asker.rank].get(asker.address, deque())
        if (asker, item) in line:
            line.remove((asker, item))
            self._gone(asker, line)

    def next(self, lowest: Rank = Rank.STRANGER) -> tuple[Asker, T] | None:
        """Whose turn it is, of those with at least this rank."""
        for rank in Rank:
            if rank > lowest:
                return None
            addresses = self._waiting[rank]
            if addresses:
                address, line = next(iter(addresses.items()))
                asker, item = line.popleft()
                addresses.move_to_end(address)
                self._gone(asker, line)
                return asker, item
        return None

    def last_below(self, rank: Rank) -> tuple[Asker, T] | None:
        """Take out the last of the lowest rank below this one: there is no room for all."""
        for lower in reversed(Rank):
            if lower <= rank:
                return None
            addresses = self._waiting[lower]
            if addresses:
                line = max(addresses.values(), key=len)
                asker, item = line.pop()
                self._gone(asker, line)
                return asker, item
        return None

    def take_all(self) -> list[tuple[Asker, T]]:
        """Everybody who waits, taken out of the line."""
        everybody = []
        while (one := self.next()) is not None:
            everybody.append(one)
        return everybody

    def _gone(self, asker: Asker, line: deque[tuple[Asker, T]]) -> None:
        self._length -= 1
        self._by_address[asker.address] -= 1
        if not self._by_address[asker.address]:
            del self._by_address[asker.address]
        if not line:
            self._waiting[asker.rank].pop(asker.address, None)
