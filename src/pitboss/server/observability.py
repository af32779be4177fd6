"""Structured logs: one JSON object a line, without secrets."""

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import TextIO

from pitboss.server.admission.buckets import Buckets

LINES_PER_S, LINES_BURST = 1.0, 50.0
"""Limits on lines of one kind, that is, with the same words whatever is filled in."""
KINDS_MAX = 1_000

_OWN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """A record as one line of JSON: time, level, logger, message, and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fields: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        fields.update({k: v for k, v in record.__dict__.items() if k not in _OWN})
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)


class RateLimitFilter(logging.Filter):
    """Limits lines of one kind, so that an attack does not fill the disk.

    The next line that passes has the number of those left out.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now_s = now_s
        self._buckets = Buckets(LINES_PER_S, LINES_BURST, keys_max=KINDS_MAX)
        self._left_out: Counter[tuple[str, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if a line is written."""
        kind = (record.name, str(record.msg)[:100])
        if not self._buckets.take(kind, self._now_s()):
            self._left_out[kind] += 1
            return False
        if left_out := self._left_out.pop(kind, 0):
            record.left_out = left_out
        return True


def log_to(stream: TextIO | None = None, *, level: int = logging.INFO) -> logging.Handler:
    """Send log lines to a stream, stderr by default, and return the handler."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(RateLimitFilter())
    for name in ("pitboss", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.setLevel(level if name == "pitboss" else logging.WARNING)
        logger.propagate = False
    return handler
