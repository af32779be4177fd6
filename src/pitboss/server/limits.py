"""Limits of a server that no house has to set; a test hands in its own."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers that hold for every house, each with its unit."""

    connections_max: int = 4_000
    """Connections that are open at once; fewer if the system gives fewer handles."""
    connections_per_second: int = 20
    """New ones from one address, after a burst."""
    connections_burst: int = 400
    arrivals_per_second: int = 300
    """New connections in all; more wait at the door."""
    header_s: float = 10.0
    """The header of a request has come by then, in however small pieces."""
    body_s: float = 10.0
    unread_s: float = 20.0
    """A client that reads nothing of an answer for this long is cut off."""
    sockets_per_account: int = 20
    requests_per_second: int = 400
    """Requests of all who are not at a table, served in turns by address; more wait."""
    requests_per_account: int = 20
    """A second, of somebody at a table, after a burst; more wait like a stranger's."""
    frames_per_second: int = 10
    """Messages over all sockets of strangers at one address; more are read later."""
    bytes_per_second: int = 8_000_000
    """Sent to one address, after a burst."""
    bytes_burst: int = 64_000_000
    calculations_per_address: int = 4
    """Questions about odds that may wait for one address."""
    guesses_per_hour: int = 20
    """Wrong passwords for one account, from addresses it was never used from."""
    queue_max: int = 256
    """Commands that may wait at one table."""
    outbox_max: int = 256
    """Messages that may wait for one socket."""
    send_timeout_ms: int = 1_500
    """A socket that takes nothing for this long is cut."""
    snapshot_every: int = 500
    """Events between two snapshots of a table."""
    compile_after_s: int = 20
    """Seconds after the start in which kernels are compiled ahead, while nobody asks for anything;
    0: never."""


LIMITS = Limits()
ONCE_SET = ("queue_max", "outbox_max", "send_timeout_ms", "snapshot_every", "compile_after_s")
"""Those that were settings of their own; the others were settings of ``admission``."""
