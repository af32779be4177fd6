"""A WebSocket for each viewer of a table: commands in, numbered messages out."""

import asyncio
import contextlib
import logging
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from pitboss.server.feed import Outbox
from pitboss.server.live_table import Table
from pitboss.server.lobby import LobbyError
from pitboss.server.people import Person
from pitboss.server.protocol import (
    AnyInbound,
    Give,
    Ping,
    Pong,
    Resync,
    Trouble,
    WireError,
    decode,
    encode,
)
from pitboss.server.site import COOKIE, AnyConnection, Site, site_of

BAD_FRAMES_MAX = 20
"""After so many frames that cannot be read a socket is closed."""

CLOSE_POLICY, CLOSE_LATER, CLOSE_UNKNOWN = 1008, 1013, 4404

log = logging.getLogger("pitboss.socket")

AnySocket = WebSocket[Any, Any, Any]


@websocket("/ws/tables/{table:str}")
async def table_socket(
    socket: AnySocket, table: FromPath[str], last: FromQuery[int | None] = None
) -> None:
    """Watch a table, and play at it after logging in.

    ``last`` is the number of the last message that was seen before the connection was lost.
    """
    site = site_of(socket)
    if not site.may_use(socket.headers.get("origin")):
        site.metrics.add("sockets_refused")
        await socket.close(CLOSE_POLICY, "this origin may not open sockets here")
        return
    await site.recall(socket)
    try:
        live_table = site.table(table)
    except LobbyError as error:
        await socket.accept()
        await socket.close(CLOSE_UNKNOWN, str(error))
        return
    settings = site.settings
    is_full = site.sockets >= settings.sockets_max
    if is_full or live_table.feed.watchers >= settings.sockets_per_table_max:
        site.metrics.add("sockets_refused")
        await socket.accept()
        await socket.close(CLOSE_LATER, "too many are connected; try again later")
        return
    await socket.accept()
    site.metrics.add("sockets_opened")
    site.sockets += 1
    try:
        await _serve(site, socket, live_table, last)
    finally:
        site.sockets -= 1


async def _serve(site: Site, socket: AnySocket, table: Table, last: int | None) -> None:
    person = site.who(socket)
    name = person.name if person else ""
    if last is not None:
        await table.actor.reach(last)
    outbox = table.feed.join(name, size=site.settings.outbox_max, last=last)
    tasks = [
        asyncio.create_task(_read(site, socket, table, person, outbox)),
        asyncio.create_task(_write(socket, outbox, site.settings.send_timeout_ms / 1000)),
        asyncio.create_task(outbox.is_cut.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.feed.leave(outbox)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if outbox.is_cut.is_set():
        site.metrics.add("sockets_cut")
        log.info("socket cut", extra={"table": table.header.table, "who": name})
        # A client that does not read takes no farewell either, so none is waited for.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(0.2):
                await socket.close(CLOSE_POLICY, "messages were not read")


async def _write(socket: AnySocket, outbox: Outbox, timeout_s: float) -> None:
    """Send what waits; a client that takes nothing for too long is cut."""
    while True:
        message = await outbox.take()
        try:
            async with asyncio.timeout(timeout_s):
                await socket.send_data(message.decode(), mode="text")
        except TimeoutError:
            outbox.is_cut.set()
            return


async def _read(
    site: Site, socket: AnySocket, table: Table, person: Person | None, outbox: Outbox
) -> None:
    """Take commands in until the client goes."""
    bad = 0
    while True:
        try:
            frame = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        try:
            message = decode(frame)
        except WireError as error:
            bad += 1
            site.metrics.add("frames_bad")
            outbox.put(encode(Trouble("bad_frame", str(error))))
            if bad >= BAD_FRAMES_MAX:
                await socket.close(CLOSE_POLICY, "too many frames could not be read")
                return
            continue
        if person is not None and not _is_same(site, socket, person):
            outbox.put(encode(Trouble("session_ended", "log in again")))
            await asyncio.sleep(0)
            return
        await _answer(site, table, person, outbox, message)


def _is_same(site: Site, socket: AnyConnection, person: Person) -> bool:
    """Whether the session is still open."""
    current = site.identity.whose(socket.cookies.get(COOKIE, ""))
    return current is not None and current.name == person.name


async def _answer(
    site: Site, table: Table, person: Person | None, outbox: Outbox, message: AnyInbound
) -> None:
    name = person.name if person else ""
    match message:
        case Ping():
            outbox.put(encode(Pong(table.actor.version)))
        case Resync():
            outbox.put(table.feed.whole(name))
        case Give(id=id_, command=command):
            outbox.put(encode(await site.give(table, name, id_, command)))
