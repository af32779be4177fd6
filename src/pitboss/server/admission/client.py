"""The client behind a request: address, account and priority.

A proxy is believed only if the operator has named it.
"""

import ipaddress
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from pitboss.server.settings import SettingsError


class Priority(IntEnum):
    """Order of service when there is not enough for all: the lowest number first."""

    SERVER = 0
    """The server itself."""
    SEATED = 1
    """A player with chips at a table, or a dealer or supervisor on duty."""
    WATCHER = 2
    """A person who is logged in."""
    STRANGER = 3


@dataclass(frozen=True, slots=True)
class Client:
    """The sender of a request."""

    address: str
    account: str = ""
    """Empty for a stranger."""
    priority: Priority = Priority.STRANGER

    @property
    def who(self) -> str:
        """The account for readers of logs."""
        return self.account or "somebody"


SERVER_ITSELF = Client("", "", Priority.SERVER)

CLIENT: ContextVar[Client] = ContextVar("client", default=SERVER_ITSELF)
"""The client that the present work is for; threads that work for a client have it too."""


HOPS_MAX = 32
"""Largest number of addresses read from a header."""
PREFIX_6 = 64
"""Leading bits of an IPv6 address that are counted as one client, who has all the others."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Header = tuple[bytes, bytes]


@lru_cache(4096)
def as_address(text: str) -> str:
    """Return an address in the form in which it is counted, or "" for other text."""
    try:
        known = ipaddress.ip_address(text.strip().removeprefix("[").partition("]")[0])
    except ValueError:
        return ""
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((int(known), PREFIX_6), strict=False))
    return str(known)


class Proxies:
    """The proxies that the operator trusts."""

    def __init__(self, named: Sequence[str]) -> None:
        """Raise ``SettingsError`` if a name is neither an address nor a network."""
        try:
            self._networks: tuple[Network, ...] = tuple(
                ipaddress.ip_network(name.strip(), strict=False) for name in named
            )
        except ValueError as error:
            raise SettingsError(f"trusted_proxies: {error}") from None

    def trusts(self, peer: str) -> bool:
        """Return True if a trusted proxy has this address."""
        if not self._networks:
            return False
        try:
            known = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(known in network for network in self._networks)

    def address(self, peer: str, headers: Iterable[Header]) -> str:
        """Return the client's address: the one that the last trusted proxy reports, or the peer."""
        if not self.trusts(peer):
            return as_address(peer) or peer
        reported = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        hops = reported.decode("latin-1").split(",")[-HOPS_MAX:]
        for hop in reversed(hops):
            # Each proxy appends its peer; the last one that is not a proxy is the client.
            known = as_address(hop)
            if not known:
                break
            if not self.trusts(hop.strip()):
                return known
        return as_address(peer) or peer
