"""A queue of waiting clients: higher priorities first, and the addresses of one priority in turns,
so that a client who comes once does not wait behind one who comes often.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable

from pitboss.server.admission.client import Client, Priority

Turn = asyncio.Future[None]


class FairQueue:
    """Clients that wait for a turn, each with a future that is done when the turn comes."""

    def __init__(self) -> None:
        self._waiting: dict[Priority, OrderedDict[str, deque[tuple[Client, Turn]]]] = {
            priority: OrderedDict() for priority in Priority
        }
        self._by_address: Counter[str] = Counter()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def count(self, address: str) -> int:
        """Return the number of turns that one address waits for."""
        return self._by_address[address]

    def join(self, client: Client) -> Turn:
        """Queue a client behind the others from the same address."""
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting[client.priority].setdefault(client.address, deque()).append((client, turn))
        self._by_address[client.address] += 1
        self._length += 1
        return turn

    async def wait(
        self, client: Client, turn: Turn, give_back: Callable[[], None] = lambda: None
    ) -> None:
        """Wait for a turn from ``join``; a turn that came to a cancelled client is given back."""
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                give_back()
            same = self._waiting[client.priority].get(client.address, deque())
            if (client, turn) in same:
                same.remove((client, turn))
                self._forget(client, same)
            raise

    def admit(self, lowest: Priority = Priority.STRANGER) -> bool:
        """Give the next client of at least this priority its turn; return False if none waits."""
        for priority, addresses in self._waiting.items():
            while priority <= lowest and addresses:
                address, same = next(iter(addresses.items()))
                client, turn = same.popleft()
                addresses.move_to_end(address)
                self._forget(client, same)
                if not turn.done():
                    turn.set_result(None)
                    return True
        return False

    def make_room(self, priority: Priority, error: Exception) -> None:
        """Refuse the last client of the lowest priority below this one; else raise the error."""
        for lower in reversed(Priority):
            if lower > priority and (addresses := self._waiting[lower]):
                same = max(addresses.values(), key=len)
                client, turn = same.pop()
                self._forget(client, same)
                if not turn.done():
                    turn.set_exception(error)
                return
        raise error

    def clear(self) -> list[Turn]:
        """Remove every client, and return their turns."""
        lines = [same for addresses in self._waiting.values() for same in addresses.values()]
        turns = [turn for same in lines for _, turn in same]
        for addresses in self._waiting.values():
            addresses.clear()
        self._by_address.clear()
        self._length = 0
        return turns

    def _forget(self, client: Client, same: deque[tuple[Client, Turn]]) -> None:
        self._length -= 1
        self._by_address[client.address] -= 1
        if not self._by_address[client.address]:
            del self._by_address[client.address]
        if not same:
            self._waiting[client.priority].pop(client.address, None)
