"""Counters and gauges of a server, as Prometheus text."""

import threading
from collections import Counter
from collections.abc import Callable

_HELP = {
    "commands_accepted": "Commands carried out.",
    "commands_refused": "Commands refused.",
    "commands_refused_busy": "Commands refused because too many waited.",
    "commands_refused_fast": "Commands refused because one person sent too many.",
    "commands_broken": "Commands that met a mistake of ours.",
    "events_appended": "Events and notes written to the store.",
    "appends_without_room": "Appends that did not come about because the disk was full.",
    "clock_jumps": "Jumps of the clock on the wall.",
    "tables_stopped": "Tables that stopped because something failed.",
    "sockets_opened": "Sockets accepted.",
    "sockets_refused": "Sockets refused.",
    "sockets_cut": "Sockets cut because their client did not read.",
    "frames_bad": "Frames that could not be read.",
    "shoes_refused": "Messages of electronic shoes with a wrong credential.",
    "logins_failed": "Log-ins with a wrong password or key.",
}


class Metrics:
    """What has been counted since the start; threads may add."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}
        self._times: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}

    def add(self, name: str, count: int = 1) -> None:
        """Count something."""
        assert name in _HELP
        with self._lock:
            self._counts[name] += count

    def time(self, name: str, seconds: float) -> None:
        """Add to the time that something took."""
        with self._lock:
            self._seconds[name] = self._seconds.get(name, 0.0) + seconds
            self._times[name] += 1

    def count(self, name: str) -> int:
        """How often something was counted."""
        return self._counts[name]

    def text(self) -> str:
        """All of it in the text format of Prometheus."""
        lines: list[str] = []
        for name, told in _HELP.items():
            full = f"pitboss_{name}_total"
            lines += [f"# HELP {full} {told}", f"# TYPE {full} counter"]
            lines.append(f"{full} {self._counts[name]}")
        for name, times in sorted(self._times.items()):
            full = f"pitboss_{name}"
            lines += [f"# TYPE {full} summary", f"{full}_sum {self._seconds[name]:.6f}"]
            lines.append(f"{full}_count {times}")
        for name, read in sorted(self.gauges.items()):
            lines += [f"# TYPE pitboss_{name} gauge", f"pitboss_{name} {read():g}"]
        return "\n".join(lines) + "\n"
