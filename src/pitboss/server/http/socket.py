"""A WebSocket for each viewer of a table: commands in, numbered messages out."""

import asyncio
import contextlib
import logging
from functools import partial
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from pitboss.server.admission.client import Client
from pitboss.server.admission.sockets import NOTHING, OpenSocket
from pitboss.server.feed.outbox import Outbox
from pitboss.server.house import Site
from pitboss.server.http.request import person_of, site_of, token_of
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.lobby.table import Table
from pitboss.server.tables.gate import LOG_IN
from pitboss.wire.protocol import (
    Answer,
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

BAD_FRAMES_MAX = 20
"""Number of unreadable frames after which a socket is closed."""

FAREWELL_S = 0.2
"""Time in seconds that a client has to take the close frame."""

CLOSE_POLICY, CLOSE_LATER, CLOSE_UNKNOWN = 1008, 1013, 4404

log = logging.getLogger("pitboss.socket")

AnySocket = WebSocket[Any, Any, Any]


@websocket("/ws/tables/{table:str}")
async def table_socket(
    socket: AnySocket,
    table: FromPath[str],
    last: FromQuery[int | None] = None,
    *,
    emotes: FromQuery[bool] = False,
    person: FromQuery[bool] = False,
) -> None:
    """Watch a table, and play at it after logging in.

    ``last`` is the number of the last message seen before the connection was lost; ``emotes`` asks
    for the emotes of players; ``person`` says that a person looks at the table there, who has a
    time bank, and no time limit as the only player.
    """
    site = site_of(socket)
    try:
        live_table = site.table(table)
    except LobbyError as error:
        await socket.accept()
        await socket.close(CLOSE_UNKNOWN, str(error))
        return
    opened = _open_socket(site, socket, live_table, hears_emotes=emotes, is_person=person)
    await socket.accept()
    if refused := site.sockets.enter(opened):
        site.metrics.add("sockets_refused")
        site.refuse(opened.client, "sockets", table)
        site.penalise(opened.client.address)
        await socket.close(CLOSE_LATER, refused)
        return
    site.metrics.add("sockets_opened")
    try:
        await _serve(site, socket, live_table, opened, last)
    finally:
        site.sockets.leave(opened)


def _open_socket(
    site: Site, socket: AnySocket, table: Table, *, hears_emotes: bool, is_person: bool
) -> OpenSocket:
    """Return the socket with its client, not registered yet."""
    person, token = person_of(socket), token_of(socket)
    name = person.name if person else ""
    priority = partial(site.priority_at, table, name)
    address = socket.client.host if socket.client else ""
    size = site.limits.outbox_max
    return OpenSocket(
        Client(address, name, priority()),
        table.header.table,
        Outbox(name, size, hears_emotes=hears_emotes, is_person=is_person),
        priority,
        is_open=site.identity.still_open(token) if name else lambda: True,
        session=site.identity.token_hash(token) if name else "",
    )


async def _serve(
    site: Site, socket: AnySocket, table: Table, opened: OpenSocket, last: int | None
) -> None:
    name, outbox = opened.client.account, opened.outbox
    if last is not None:
        await table.actor.wait_for_version(last)
    table.feed.enter(outbox, last=last)
    tasks = [
        asyncio.create_task(_read(site, socket, table, opened)),
        asyncio.create_task(_write(socket, opened)),
        asyncio.create_task(outbox.is_cut.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.feed.leave(outbox)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if outbox.farewell is not None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(FAREWELL_S):
                await socket.close(*outbox.farewell)
    elif outbox.is_cut.is_set():
        site.metrics.add("sockets_cut")
        log.info("socket cut", extra={"table": table.header.table, "who": name})
        # A client that does not read messages takes no close frame either.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(FAREWELL_S):
                await socket.close(CLOSE_POLICY, "messages were not read")


async def _write(socket: AnySocket, opened: OpenSocket) -> None:
    """Send the messages of the outbox; a client that has logged out gets an error and no more."""
    outbox, is_open = opened.outbox, True
    while is_open:
        message = await outbox.take()
        if not (is_open := opened.is_open()):
            message = encode(Trouble("session_ended", "log in again"))
        with outbox.sending():
            await socket.send_data(message.decode(), mode="text")


async def _read(site: Site, socket: AnySocket, table: Table, opened: OpenSocket) -> None:
    """Carry out commands until the client leaves; a client that sends too fast is read slower."""
    outbox, bad = opened.outbox, 0
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
            outbox.put(encode(Trouble("bad_frame", str(error), error.id)))
            if bad >= BAD_FRAMES_MAX:
                await socket.close(CLOSE_POLICY, "too many frames could not be read")
                return
            await asyncio.sleep(site.sockets.wait_s(opened, site.now_s(), is_whole=False))
            continue
        if opened.is_open():
            await _answer(site, table, opened, message)
        else:
            outbox.put(NOTHING)
        wait_s = site.sockets.wait_s(opened, site.now_s(), is_whole=isinstance(message, Resync))
        if wait_s:
            await asyncio.sleep(wait_s)


async def _answer(site: Site, table: Table, opened: OpenSocket, message: AnyInbound) -> None:
    name, outbox = opened.client.account, opened.outbox
    match message:
        case Ping():
            outbox.put(encode(Pong(table.actor.version)))
        case Resync():
            table.feed.show(outbox)
        case Give(id=id_) if not name:
            # Viewers who have not logged in may not queue commands at a table.
            outbox.put(encode(Answer(id_, ok=False, refused=LOG_IN)))
        case Give(id=id_, command=command, seen=seen):
            address = opened.client.address
            answer = await site.give(table, name, id_, command, seen=seen, address=address)
            outbox.put(encode(answer))
