"""Ten ways to bother a server, each from 20 addresses of this machine.

    python -m benchmarks.attackers half_sent http://127.0.0.1:8021 20

Only against a server of your own. It runs until it is killed.
"""

import asyncio
import contextlib
import random
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect

ADDRESSES = 20
EACH = 60
"""Connections that an address tries to hold, or requests it has under way."""
TABLES = ("nz", "tribal", "house", "double-deck", "pa-free-bet")

Attack = Callable[[str, int, str], Awaitable[None]]
"""An attack from one address: host, port and the address."""


async def _open(
    host: str, port: int, source: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(host, port, local_addr=(source, 0))


async def _again(call: Callable[[], Awaitable[None]], *, pause_s: float = 0.05) -> None:
    """Do something over and over, whatever comes of it."""
    while True:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(30):
                await call()
        await asyncio.sleep(pause_s)


async def _many(call: Callable[[], Awaitable[None]], *, each: int = EACH) -> None:
    await asyncio.gather(*(_again(call) for _ in range(each)))


async def half_sent(host: str, port: int, source: str) -> None:
    """Requests whose header never ends, a byte now and then."""

    async def hold() -> None:
        _, writer = await _open(host, port, source)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        try:
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(1)
        finally:
            writer.close()

    await _many(hold)


async def slow_bodies(host: str, port: int, source: str) -> None:
    """Requests whose body never comes to an end."""

    async def hold() -> None:
        _, writer = await _open(host, port, source)
        writer.write(
            b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n{"
        )
        try:
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(1)
        finally:
            writer.close()

    await _many(hold)


async def churn(host: str, port: int, source: str) -> None:
    """Connections that are opened and closed again, as fast as that goes."""

    async def knock() -> None:
        _, writer = await _open(host, port, source)
        writer.close()

    await asyncio.gather(*(_again(knock, pause_s=0.01) for _ in range(10)))


async def pages(host: str, port: int, source: str) -> None:
    """The page and the lobby, over and over."""

    async def ask() -> None:
        async with _client(host, port, source) as http:
            while True:
                await http.get(random.choice(("/", "/api/tables", "/js/main.js", "/api/rules/nz")))

    await _many(ask, each=10)


async def readers(host: str, port: int, source: str) -> None:
    """Whole logs of tables, and long lists of rounds."""

    async def read() -> None:
        async with _client(host, port, source) as http:
            table = random.choice(TABLES)
            await http.get(f"/api/tables/{table}/{random.choice(('log', 'rounds?limit=100'))}")

    await _many(read, each=10)


async def watchers(host: str, port: int, source: str) -> None:
    """Sockets of strangers at every table."""

    async def watch() -> None:
        async with _socket(host, port, source, random.choice(TABLES)) as socket:
            async for _ in socket:
                pass

    await _many(watch)


async def pings(host: str, port: int, source: str) -> None:
    """Sockets that ask for a pong or a whole view again and again, and send rubbish."""
    said = ('{"type":"ping"}', '{"type":"resync"}', "rubbish", '{"type":"ping"}')

    async def shout() -> None:
        async with _socket(host, port, source, random.choice(TABLES)) as socket:
            while True:
                await socket.send(random.choice(said))

    await _many(shout, each=20)


async def odds(host: str, port: int, source: str) -> None:
    """Odds that take long, and nobody waits for."""

    async def ask() -> None:
        async with _client(host, port, source) as http:
            decks, book = random.choice((2, 4, 6, 8)), random.choice(("tribal", "house", "nz"))
            removed = "".join(random.choice("23456789TJQKA") + "s" for _ in range(3))
            with contextlib.suppress(httpx.TimeoutException):
                path = f"/api/odds/{book}/effects?decks={decks}&removed={removed}"
                await http.get(path, timeout=random.uniform(0.1, 5))

    await _many(ask, each=8)


async def simulations(host: str, port: int, source: str) -> None:
    """The longest simulations there are."""

    async def watch() -> None:
        async with _client(host, port, source) as http:
            path = f"/api/odds/tribal/simulation?rounds=1000000000&seed={random.randrange(10**6)}"
            async with http.stream("GET", path) as told:
                async for _ in told.aiter_bytes():
                    pass

    await _many(watch, each=5)


async def log_ins(host: str, port: int, source: str) -> None:
    """Guests without end, wrong passwords for them, and commands that are refused."""

    async def come() -> None:
        async with _client(host, port, source) as http:
            name = f"z{secrets.token_hex(5)}"
            await http.post("/api/guests", json={"name": name})
            wrong = {"name": "boss", "secret": secrets.token_hex(8)}
            await http.post("/api/session", json=wrong)
            command = {"do": "stand", "box": 1}
            for number in range(100):
                body = {"id": str(number), "command": command}
                await http.post("/api/tables/nz/commands", json=body)

    await _many(come, each=5)


KINDS: dict[str, Attack] = {
    "half_sent": half_sent,
    "slow_bodies": slow_bodies,
    "churn": churn,
    "pages": pages,
    "readers": readers,
    "watchers": watchers,
    "pings": pings,
    "odds": odds,
    "simulations": simulations,
    "log_ins": log_ins,
}


def _client(host: str, port: int, source: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=source)
    url = f"http://{host}:{port}"
    headers = {"origin": url}
    return httpx.AsyncClient(base_url=url, headers=headers, transport=transport, timeout=30)


def _socket(host: str, port: int, source: str, table: str) -> connect:
    return connect(
        f"ws://{host}:{port}/ws/tables/{table}", local_addr=(source, 0), compression=None,
        proxy=None, max_size=None,
    )  # fmt: skip


async def run(kind: str, url: str, addresses: int) -> None:
    """Attack until killed."""
    to = urlsplit(url)
    host, port = "127.0.0.1", to.port or 80
    sources = [f"127.0.0.{2 + number}" for number in range(addresses)]
    print("attacking", flush=True)
    await asyncio.gather(*(KINDS[kind](host, port, source) for source in sources))
