"""Structured logs: one JSON object a line. Secrets are never put into them."""

import json
import logging
import sys
from typing import TextIO

_OWN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """A record as one line of JSON: time, level, who speaks, what, and the fields given."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        told.update({k: v for k, v in record.__dict__.items() if k not in _OWN})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def log_to(stream: TextIO | None = None, *, level: int = logging.INFO) -> logging.Handler:
    """Send what the server says to a stream, stderr by default; gives the handler back."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("pitboss", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.setLevel(level if name == "pitboss" else logging.WARNING)
        logger.propagate = False
    return handler
