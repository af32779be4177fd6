"""The security log: attempts, their origin and their result.

It is a log in the store like any other, chained and signed by the witness. ``note`` is the one way
in, from any thread. Each kind of refusal gets a limited number of lines an hour, and the rest is
counted by account, so that repeated attempts do not fill the disk.

A copy goes to a file or to the syslog of another machine, out of reach of a person who can write to
the store. It has the chain of its lines, so that it can be compared with the log. If it cannot be
written, the server's own log says so, and no request has to wait.
"""

import logging
import os
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from io import TextIOWrapper
from logging.handlers import SYSLOG_UDP_PORT, SysLogHandler, WatchedFileHandler
from typing import Annotated, ClassVar
from urllib.parse import urlsplit

import msgspec

from pitboss.server.settings import SettingsError
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.port import (
    PAGE_MAX,
    Record,
    Store,
    StoreConflict,
    StoreError,
    TableHeader,
)

SECURITY = "security log"
"""The id of the log; it has no rulebook, and no table can have this id."""
HOUR_MS = 3_600_000
LINES_MAX = 100
"""Lines of one kind of refusal in an hour; further ones are counted by account."""
COUNTED_MAX = 500
"""Accounts with a count of their own; further ones are counted together."""
WAITING_MAX = 2_000
"""Lines that may wait for a store that cannot be written."""
MORE = "more of the kind, counted and not written one by one"
NAME_MAX = 64
TEXT_MAX = 300

log = logging.getLogger("pitboss.security")


class AttemptKind(StrEnum):
    """The kind of an attempt."""

    LOG_IN = "log_in"
    LOG_OUT = "log_out"
    ACCOUNT = "account"
    """A new account, or a guest's name."""
    PASSWORD = "password"
    """A change of a password, or the proof of one."""
    FACTOR = "factor"
    """A second factor, set up or switched off."""
    SESSION = "session"
    """A session that was ended from another device of its person."""
    ROLE = "role"
    """A change of a role."""
    GRANT = "grant"
    """A grant of play money."""
    RIGHT = "right"
    """An act or a page that the client's role does not allow."""
    ADMISSION = "admission"
    """A connection, a socket or a request that was not let in."""
    ERROR = "error"
    """An answer of 500 or above, with its cause."""
    SHOE = "shoe"
    """A sealed shoe was opened, or its key was missing."""


class AttemptResult(StrEnum):
    """The result of an attempt."""

    DONE = "done"
    PROPOSED = "proposed"
    """It waits for a second person."""
    REFUSED = "refused"
    FAILED = "failed"
    """The server could not do it."""


class Attempt(msgspec.Struct, frozen=True, tag_field="event", tag="attempt", omit_defaults=True):
    """A line of the security log."""

    what: AttemptKind
    outcome: AttemptResult
    who: str = ""
    """The account; "" without a log-in, and for a name that does not exist."""
    address: str = ""
    """The address; "" for the server itself, and if several attempts are counted together."""
    text: str = ""
    times: int = 1
    """Number of attempts that the line counts."""
    since_ms: int = 0
    """Time of the first of several attempts."""


class SecurityLine(msgspec.Struct, frozen=True):
    """A line as auditors read it."""

    n: int
    at_ms: int
    chain: str
    what: str
    """One of ``AttemptKind``."""
    outcome: str
    """One of ``AttemptResult``."""
    who: str
    address: str
    text: str
    times: int
    since_ms: int


class SecurityPage(msgspec.Struct, frozen=True):
    """Lines that match, the newest first."""

    lines: tuple[SecurityLine, ...]
    before: int
    """Start of the next page; 0 if the log has been read to its beginning."""


class _Count(msgspec.Struct):
    """The attempts of an account that were not written one by one."""

    since_ms: int
    times: int = 0


_decoder = msgspec.json.Decoder(Attempt)
_LIMITED = (AttemptResult.REFUSED, AttemptResult.FAILED)
_Key = Annotated[tuple[AttemptKind, AttemptResult, str], "what, outcome, who"]


class SecurityLog:
    """Takes notes from any thread; a thread of its own writes them down."""

    def __init__(
        self,
        store: Store,
        surroundings: Surroundings = REAL,
        copy: logging.Handler | None = None,
    ) -> None:
        self._store = store
        self._copy = copy
        """Takes each line after it was written, as JSON."""
        self._surroundings = surroundings
        self._threads = surroundings.threads(1, "security")
        self._lock = threading.Lock()
        """Protects the lines and counts that wait to be written."""
        self._writing = threading.Lock()
        self._waiting: list[Attempt] = []
        self._counts: dict[_Key, _Count] = {}
        self._lines: Counter[AttemptKind] = Counter()
        """Refusals since the hour began."""
        self._hour_ms = 0
        self._is_due = False
        self._is_created = False
        self._is_closed = False

    def note(
        self,
        what: AttemptKind,
        outcome: AttemptResult,
        *,
        who: str = "",
        address: str = "",
        text: str = "",
    ) -> None:
        """Write down an attempt; never waits for the disk, and never fails.

        ``who`` is an account that exists: what strangers type as a name may be a password.
        """
        now_ms = self._surroundings.wall_ms()
        with self._lock:
            if self._is_closed:
                return
            self._turn(now_ms)
            if outcome in _LIMITED:
                self._lines[what] += 1
                if self._lines[what] > LINES_MAX:
                    self._count((what, outcome, who[:NAME_MAX]), now_ms)
                    return
            line = Attempt(what, outcome, who[:NAME_MAX], address[:NAME_MAX], text[:TEXT_MAX])
            self._waiting.append(line)
            self._ask()

    def turn(self) -> None:
        """Write counts of an hour that is over; called once in a while."""
        with self._lock:
            self._turn(self._surroundings.wall_ms())

    def flush(self) -> None:
        """Write everything that waits, and what has been counted so far; waits for the disk."""
        with self._lock:
            self._turn(self._surroundings.wall_ms(), is_read=True)
        self._write()

    def close(self) -> None:
        """Write what waits, and take no more."""
        self.flush()
        with self._lock:
            self._is_closed = True
        self._threads.shutdown(wait=True)
        if self._copy is not None:
            self._copy.close()

    def _count(self, key: _Key, now_ms: int) -> None:
        if key not in self._counts and len(self._counts) >= COUNTED_MAX:
            key = (*key[:2], "")
        self._counts.setdefault(key, _Count(now_ms)).times += 1

    def _turn(self, now_ms: int, *, is_read: bool = False) -> None:
        """Have counts written and begin an hour when one is over; the counts also for a reader."""
        is_over = not 0 <= now_ms - self._hour_ms < HOUR_MS
        if is_over:
            self._lines.clear()
            self._hour_ms = now_ms
        if is_over or is_read:
            self._waiting += [
                Attempt(*key, text=MORE, times=count.times, since_ms=count.since_ms)
                for key, count in self._counts.items()
            ]
            self._counts.clear()
        if self._waiting:
            self._ask()

    def _ask(self) -> None:
        """Schedule a write, which takes all lines that wait by then."""
        if len(self._waiting) > WAITING_MAX:
            del self._waiting[: len(self._waiting) - WAITING_MAX]
        if not self._is_due:
            self._is_due = True
            with suppress(RuntimeError):  # The process is on its way out.
                self._threads.submit(self._write)

    def _write(self) -> None:
        with self._writing:
            with self._lock:
                lines, self._waiting = self._waiting, []
                self._is_due = False
            if not lines:
                return
            try:
                self._append(lines)
            except StoreError as error:
                log.warning("security log not written", extra={"why": str(error)})
                with self._lock:
                    self._waiting = [*lines, *self._waiting]

    def _append(self, lines: list[Attempt]) -> None:
        self._create()
        now_ms = self._surroundings.wall_ms()
        while True:
            last = self._store.last(SECURITY)
            version = last.version if last else 0
            records = [
                Record(number, now_ms, msgspec.json.encode(line))
                for number, line in enumerate(lines, start=version + 1)
            ]
            with suppress(StoreConflict):  # Another server has written; behind that, then.
                self._store.append(SECURITY, version, records)
                if self._copy is not None:
                    written = self._store.read(SECURITY, version, len(records))
                    for record in written:
                        line = _line(record, _decoder.decode(record.body))
                        self._copy.handle(_copied(line))
                return

    def _create(self) -> None:
        if self._is_created:
            return
        if all(header.table != SECURITY for header in self._store.headers()):
            header = TableHeader(
                SECURITY, "Security log", "", 0, {}, {}, self._surroundings.wall_ms()
            )
            with suppress(StoreConflict):
                self._store.create(header)
        self._is_created = True


def read_security(
    store: Store,
    *,
    before: int = 0,
    limit: int = 100,
    what: str = "",
    who: str = "",
    outcome: str = "",
) -> SecurityPage:
    """Return lines that match, the newest first; reads the store, so call it off the loop."""
    lines: list[SecurityLine] = []
    for record in _records_before(store, before):
        attempt = _decoder.decode(record.body)
        if what not in ("", attempt.what) or who not in ("", attempt.who):
            continue
        if outcome not in ("", attempt.outcome):
            continue
        lines.append(_line(record, attempt))
        if len(lines) >= limit:
            return SecurityPage(tuple(lines), record.version if record.version > 1 else 0)
    return SecurityPage(tuple(lines), 0)


def _copied(line: SecurityLine) -> logging.LogRecord:
    """Return a line as a record for the handler of the copy, with the time of the line."""
    text = msgspec.json.encode(line).decode()
    record = logging.makeLogRecord({"msg": text, "levelno": logging.INFO, "levelname": "INFO"})
    record.created, record.msecs = line.at_ms / 1000, line.at_ms % 1000
    return record


def _line(record: Record, attempt: Attempt) -> SecurityLine:
    fields = msgspec.structs.astuple(attempt)
    return SecurityLine(record.version, record.at_ms, record.chain, *fields)


def _records_before(store: Store, before: int) -> Iterator[Record]:
    last = store.last(SECURITY)
    end = last.version + 1 if last else 1
    end = min(before, end) if before else end
    while end > 1:
        first = max(0, end - 1 - PAGE_MAX)
        page = store.read(SECURITY, first, end - 1 - first)
        yield from reversed(page)
        end = first + 1


MODE = 0o600
SYSLOG = "syslog"
HOW = "security_copy is a file, or syslog://HOST:PORT"
HEAD = "1 %(asctime)s.%(msecs)03d+00:00 {host} pitboss %(process)d security - %(message)s"
"""A message of syslog (RFC 5424) behind its priority."""


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
    formatter = logging.Formatter(HEAD.format(host=socket.gethostname()), "%Y-%m-%dT%H:%M:%S")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    return handler
