"""Copies of the security log outside the store: a file, or the syslog of another machine.

Somebody who can write to the store of a house cannot reach them. A copy has the chain of its lines,
so that it can be compared with the log. A copy that cannot be written is told of in the server's
own log, and stops nobody.
"""

import logging
import os
import socket
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from urllib.parse import urlsplit

import msgspec

from pitboss.server.config import SettingsError
from pitboss.server.security_log import SecurityLine

MODE = 0o600
SYSLOG, SYSLOG_PORT = "syslog", 514
PRIORITY = 10 * 8 + 5
"""Facility authpriv, severity notice (RFC 5424)."""
HOW = "security_copy is a file, or syslog://HOST:PORT"

log = logging.getLogger("pitboss.security")

Copy = Callable[[list[SecurityLine]], None]


def open_copy(where: str) -> Copy:
    """What takes new lines of the log; raises ``SettingsError`` where it cannot take any."""
    if not where:
        return lambda _lines: None
    if "://" not in where:
        try:
            _to_file(where, [])
        except OSError as error:
            raise SettingsError(f"{HOW}: {where} cannot be written: {error}") from None
        return partial(_try, _to_file, where)
    try:
        url = urlsplit(where)
        host, port = url.hostname or "", url.port or SYSLOG_PORT
    except ValueError:
        raise SettingsError(f"{HOW}, not {where!r}") from None
    if url.scheme != SYSLOG or not host:
        raise SettingsError(f"{HOW}, not {where!r}")
    return partial(_try, _to_syslog, f"{host} {port}")


def _try(
    write: Callable[[str, list[SecurityLine]], None], where: str, lines: list[SecurityLine]
) -> None:
    try:
        write(where, lines)
    except OSError as error:
        log.warning("security log not copied", extra={"to": where, "why": str(error)})


def _to_file(path: str, lines: list[SecurityLine]) -> None:
    """Add lines to a file, opened each time: it may have been moved away meanwhile."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, MODE)
    try:
        os.write(handle, b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    finally:
        os.close(handle)


def _to_syslog(where: str, lines: list[SecurityLine]) -> None:
    host, port = where.split()
    (family, kind, _, _, address), *_ = socket.getaddrinfo(host, int(port), type=socket.SOCK_DGRAM)
    with socket.socket(family, kind) as line_out:
        for line in lines:
            at = datetime.fromtimestamp(line.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
            head = f"<{PRIORITY}>1 {at} {socket.gethostname()} pitboss {os.getpid()} security - "
            line_out.sendto(head.encode() + msgspec.json.encode(line), address)
