"""A client of live tables for programs: log in, sit down, give commands, and hear every event.

async with Visitor("http://localhost:8021") as visitor:
    await visitor.come_as_guest("carla")
    async with visitor.sit("nz") as table:
        answer = await table.give(BuyIn(player="carla", amount=50_000))
"""

from pitboss.errors import not_installed

try:
    import httpx  # noqa: F401 - both are needed below
    import websockets  # noqa: F401
except ImportError as error:
    raise not_installed(error.name or "httpx", "pitboss.client") from None

from pitboss.client.playing import play
from pitboss.client.table import ClientError, Heard, LiveTable
from pitboss.client.visitor import Visitor

__all__ = ["ClientError", "Heard", "LiveTable", "Visitor", "play"]


def __dir__() -> list[str]:
    return __all__
