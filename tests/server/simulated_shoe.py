"""An electronic shoe as a small client: it reads cards in order and sends them with its key."""

from typing import Any

import httpx

from tests.patience import WAIT_S


class SimulatedShoe:
    """A shoe at one table; ``sent`` counts its cards, as the number on the wire does."""

    def __init__(self, url: str, table: str, key: str) -> None:
        self.url, self.table, self.key = url, table, key
        self.sent = 0

    def draw(self, cards: str) -> dict[str, Any]:
        """Cards leave the shoe."""
        told = self.send(self.sent + 1, cards.split())
        self.sent += len(cards.split())
        return told

    def send(self, first: int, cards: list[str], *, expect: int = 200) -> dict[str, Any]:
        """A message of the shoe, and the answer to it."""
        answer = httpx.post(
            f"{self.url}/api/tables/{self.table}/shoe",
            json={"first": first, "cards": cards},
            headers={"authorization": f"Bearer {self.key}"},
            timeout=WAIT_S,
        )
        assert answer.status_code == expect, answer.text
        told: dict[str, Any] = answer.json()
        return told
