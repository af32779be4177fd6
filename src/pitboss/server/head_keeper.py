"""Keeps the signed heads of other servers: a second machine that saw how far their logs had come.

A server posts lines; they are kept only where they follow what is kept of their list already and
are signed with the key that the list began with, in one file for each key. Nothing that is kept is
changed or deleted.
"""

import threading
import time
from collections import Counter
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from pitboss.store.port import StoreError
from pitboss.store.witness.outside import Outside, read_outside
from pitboss.store.witness.statements import End, Signed, followed, read_statement

BODY_MAX = 64_000_000
"""No request is longer, in bytes."""
LISTS_MAX = 10_000
"""Lists of all servers together."""
TIMEOUT_S = 10
"""Between two pieces of a request."""
BODY_S = 60.0
"""From the first piece of a body to the last."""
PIECE = 65_536
AT_ONCE, EACH_MAX = 64, 4
"""Requests at once, of all and of one address."""
FILE = "heads"
KEY_SHOWN = 16
"""Characters of a key in the name of its file."""


class HeadKeeper:
    """What is kept, in one file."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._lock = threading.Lock()
        self._ends: dict[str, tuple[End, str]] = {}
        """Of each list: its end, and the key that it is signed with."""
        self._files: dict[str, Outside] = {}
        """By key."""
        for path in sorted(folder.glob(f"{FILE}-*")):
            for signed in read_outside(path):
                self._note(signed)

    def take(self, lines: bytes) -> int:
        """Keep statements that follow what is kept; gives how many are new."""
        sent = [read_statement(line) for line in lines.splitlines()]
        with self._lock:
            new = [one for one in sent if one.statement.number > self._number(one)]
            for writer in dict.fromkeys(one.statement.writer for one in new):
                own = [one for one in new if one.statement.writer == writer]
                end, key = self._ends.get(writer, (None, own[0].statement.key))
                *_, last = followed(own, end)
                if not last.is_by(key):
                    raise StoreError(f"the statements of {writer} are not signed with their key")
            if len(self._ends.keys() | {one.statement.writer for one in new}) > LISTS_MAX:
                raise StoreError(f"{LISTS_MAX} lists are kept, and no more")
            for one in new:
                self._note(one)
                self._file(self._ends[one.statement.writer][1]).write(one.line)
        return len(new)

    def close(self) -> None:
        """Let go of the files."""
        for file in self._files.values():
            file.close()

    def _file(self, key: str) -> Outside:
        """Where the heads of one key are kept."""
        if key not in self._files:
            self._files[key] = Outside(self._folder / f"{FILE}-{key[:KEY_SHOWN]}")
        return self._files[key]

    def _number(self, signed: Signed) -> int:
        kept = self._ends.get(signed.statement.writer)
        return kept[0].number if kept else 0

    def _note(self, signed: Signed) -> None:
        writer = signed.statement.writer
        key = self._ends[writer][1] if writer in self._ends else signed.statement.key
        self._ends[writer] = signed.end, key


class _Listener(ThreadingHTTPServer):
    """Serves a few requests at once, and of one address fewer: each may hold a long body."""

    def __init__(self, place: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(place, handler)
        self._served: Counter[str] = Counter()
        self._counting = threading.Lock()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Begin a request, where there is room for it."""
        with self._counting:
            is_room = self._served.total() < AT_ONCE and self._served[client_address[0]] < EACH_MAX
            if is_room:
                self._served[client_address[0]] += 1
        if is_room:
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a request in its thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._counting:
                self._served -= Counter([client_address[0]])


def head_server(keeper: HeadKeeper, host: str, port: int) -> ThreadingHTTPServer:
    """Listens for statements: ``POST /heads`` with a line for each."""

    class Handler(BaseHTTPRequestHandler):
        timeout = TIMEOUT_S

        def do_POST(self) -> None:
            size = self.headers.get("Content-Length", "")
            if self.path != "/heads" or not size.isdecimal() or int(size) > BODY_MAX:
                self._answer(HTTPStatus.BAD_REQUEST, "POST /heads with statements")
                return
            try:
                kept = keeper.take(self._body(int(size)))
            except TimeoutError:
                self.close_connection = True
                return
            except StoreError as error:
                self._answer(HTTPStatus.CONFLICT, str(error))
                return
            self._answer(HTTPStatus.OK, f"{kept} kept")

        def _body(self, size: int) -> bytes:
            """All of it, in whatever pieces, by the time that there is."""
            ends_s, pieces = time.monotonic() + BODY_S, []
            while size and (piece := self.rfile.read1(min(size, PIECE))):
                if time.monotonic() > ends_s:
                    raise TimeoutError
                size -= len(piece)
                pieces.append(piece)
            return b"".join(pieces)

        def _answer(self, status: HTTPStatus, text: str) -> None:
            body = f"{text}\n".encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/plain; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing: what is kept is the record."""

    return _Listener((host, port), Handler)
