"""The address at which a phone of the same network opens this server, and its QR code.

A module of its own: the command that serves and the page both ask it.
"""

import socket
from contextlib import suppress
from functools import lru_cache
from io import StringIO
from ipaddress import ip_address

from pitboss.errors import package
from pitboss.server.settings import Settings

ANY_ADDRESS = ("0.0.0.0", "::", "")
ELSEWHERE = ("198.51.100.1", 9)
"""An address for documentation, to which nothing is sent: the system says how it would go there."""


def is_this_machine(host: str) -> bool:
    """Return True if a host, without its port, is a name or address that no phone can open."""
    return host in ("localhost", "127.0.0.1", "::1")


def network_address() -> str:
    """Return the address of this machine in its network, or "" if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        return str(probe.getsockname()[0])
    with suppress(OSError):
        for known in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if not ip_address(known[4][0]).is_loopback:
                return str(known[4][0])
    return ""


def phone_url(settings: Settings) -> str:
    """Return the address of this server for a phone, or "" if only this machine can open it."""
    host = network_address() if settings.host in ANY_ADDRESS else settings.host
    if not host or is_this_machine(host):
        return ""
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


@lru_cache(maxsize=64)
def code_rows(text: str) -> tuple[str, ...]:
    """Return the QR code of a text without its margin: rows of 0 for light and 1 for dark."""
    code = package("segno").make(text, error="m", micro=False)
    return tuple("".join(map(str, row)) for row in code.matrix)


def code_in_terminal(text: str) -> str:
    """Return the QR code of a text in characters of a terminal."""
    written = StringIO()
    package("segno").make(text, error="m", micro=False).terminal(written, border=2, compact=True)
    return written.getvalue()
