"""A copy of the security log outside the store: a file, or the syslog of another machine.

Somebody who can write to the store of a house cannot reach it. A copy has the chain of its lines,
so that it can be compared with the log. If it cannot be written, the server's own log says so, and
nobody has to wait.
"""

import logging
import os
import socket
import sys
import time
from io import TextIOWrapper
from logging.handlers import SYSLOG_UDP_PORT, SysLogHandler, WatchedFileHandler
from typing import ClassVar
from urllib.parse import urlsplit

from pitboss.server.settings import SettingsError

MODE = 0o600
SYSLOG = "syslog"
HOW = "security_copy is a file, or syslog://HOST:PORT"
HEAD = "1 %(asctime)s.%(msecs)03d+00:00 {host} pitboss %(process)d security - %(message)s"
"""A message of syslog (RFC 5424) behind its priority."""

log = logging.getLogger("pitboss.security")


class _Copy(logging.Handler):
    """A handler whose failures are in the server's log, with the line that the copy misses."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Say so."""
        what = {"why": str(sys.exc_info()[1]), "line": record.getMessage()}
        log.warning("security log not copied", extra=what)


class FileCopy(_Copy, WatchedFileHandler):
    """Lines in a file that only its owner reads; it may be moved away meanwhile."""

    def _open(self) -> TextIOWrapper:
        def private(path: str, flags: int) -> int:
            return os.open(path, flags, MODE)

        return open(self.baseFilename, "a", encoding="utf-8", opener=private)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        try:
            super().emit(record)
        except OSError:  # The file is opened again before the handler looks for errors.
            self.handleError(record)


class SyslogCopy(_Copy, SysLogHandler):
    """Lines as messages of syslog over UDP, with the severity notice."""

    append_nul = False
    priority_map: ClassVar = {"INFO": "notice"}


def open_copy(where: str) -> logging.Handler | None:
    """Return the handler that takes new lines of the log, or None if no copy is wanted.

    Raises ``SettingsError`` if it cannot take any.
    """
    if not where:
        return None
    try:
        if "://" not in where:
            return FileCopy(where)
        url = urlsplit(where)
        host, port = url.hostname, url.port or SYSLOG_UDP_PORT
    except OSError as error:
        raise SettingsError(f"{HOW}: {where} cannot be written: {error}") from None
    except ValueError:
        raise SettingsError(f"{HOW}, not {where!r}") from None
    if url.scheme != SYSLOG or not host:
        raise SettingsError(f"{HOW}, not {where!r}")
    try:
        handler = SyslogCopy((host, port), SyslogCopy.LOG_AUTHPRIV)
    except OSError as error:
        raise SettingsError(f"{HOW}: {host} cannot be found: {error}") from None
    told = logging.Formatter(HEAD.format(host=socket.gethostname()), "%Y-%m-%dT%H:%M:%S")
    told.converter = time.gmtime
    handler.setFormatter(told)
    return handler
