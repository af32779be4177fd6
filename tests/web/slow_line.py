"""A slow line between a browser and a server: every byte comes later, in its order."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

CHUNK = 65_536


class SlowLine:
    """A port on which a server is reached as if it were far away."""

    def __init__(self, port: int) -> None:
        self.delay_s = 0.0
        """So long a byte is on its way, there and back each."""
        self.rewrite: Callable[[bytes], bytes] = lambda data: data
        """What the line makes of what is sent over it, as a proxy does."""
        self.port = 0
        self._to = port
        self._writers: list[asyncio.StreamWriter] = []
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    @property
    def url(self) -> str:
        """Where a browser finds the server at the other end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Hang up."""
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _run(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = listening.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        listening.close()
        for writer in self._writers:
            writer.close()
        closing = (writer.wait_closed() for writer in self._writers)
        await asyncio.gather(*closing, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers += [writer, back]
        with suppress(asyncio.CancelledError):
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(self._send(late, writer))
        with suppress(ConnectionError):
            while data := await reader.read(CHUNK):
                late.put_nowait((self._loop.time() + self.delay_s, self.rewrite(data)))
        late.put_nowait((0.0, b""))
        await sending

    async def _send(
        self, late: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter
    ) -> None:
        with suppress(ConnectionError):
            while True:
                due, data = await late.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        writer.close()


@contextmanager
def slow_line(port: int) -> Iterator[SlowLine]:
    """A slow line to the server on this port."""
    line = SlowLine(port)
    line.start()
    try:
        yield line
    finally:
        line.stop()
