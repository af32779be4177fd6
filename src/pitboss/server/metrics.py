"""Counters and gauges of a server, for Prometheus."""

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Summary,
    disable_created_metrics,
    generate_latest,
)

_COUNTED = {
    "commands_accepted": "Commands carried out.",
    "commands_refused": "Commands refused.",
    "commands_refused_busy": "Commands refused because too many waited.",
    "commands_refused_fast": "Commands refused because one person sent too many.",
    "commands_broken": "Commands that met a mistake of ours.",
    "events_appended": "Events and notes written to the store.",
    "appends_without_room": "Appends that failed because the disk was full.",
    "clock_jumps": "Jumps of the clock on the wall.",
    "tables_stopped": "Tables that stopped because something failed.",
    "admissions_refused": "Requests and log-ins that were not let in.",
    "sockets_opened": "Sockets accepted.",
    "sockets_refused": "Sockets refused.",
    "sockets_cut": "Sockets cut because their client did not read.",
    "frames_bad": "Frames that could not be read.",
    "logins_failed": "Log-ins with a wrong password or key.",
}

# Without the times at which the counters were made.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Counts since the start; threads may add counts."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._counts = {
            name: Counter(f"pitboss_{name}", text, registry=self._registry)
            for name, text in _COUNTED.items()
        }
        text = "Time that appends to the store took."
        self._appends = Summary("pitboss_append_seconds", text, registry=self._registry)

    def add(self, name: str, count: int = 1) -> None:
        """Add to a count."""
        self._counts[name].inc(count)

    def time_append(self, seconds: float) -> None:
        """Add the time that an append to the store took."""
        self._appends.observe(seconds)

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:
        """Add a gauge that is read whenever the metrics are."""
        Gauge(f"pitboss_{name}", text, registry=self._registry).set_function(read)

    def count(self, name: str) -> int:
        """Return a count."""
        return int(self._registry.get_sample_value(f"pitboss_{name}_total") or 0)

    def text(self) -> str:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry).decode()
