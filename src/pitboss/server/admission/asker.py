"""The person or program that asks: from where, under which name, and with what claim.

Where somebody comes from. A proxy is believed only where the operator has named it.
"""

import ipaddress
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from pitboss.server.settings import SettingsError


class Rank(IntEnum):
    """Who comes first where there is not enough for all."""

    HOUSE = 0
    """The server itself."""
    SEATED = 1
    """Somebody with chips at a table, or on duty at one."""
    WATCHER = 2
    """Somebody who has logged in."""
    STRANGER = 3


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks."""

    address: str
    account: str = ""
    """Empty for a stranger."""
    rank: Rank = Rank.STRANGER

    @property
    def who(self) -> str:
        """A name for people who read logs."""
        return self.account or "somebody"


THE_HOUSE = Asker("", "", Rank.HOUSE)

ASKER: ContextVar[Asker] = ContextVar("asker", default=THE_HOUSE)
"""Who waits for what is being done; threads that work for somebody know it too."""


HOPS_MAX = 32
"""Addresses that are read of one header."""
PREFIX_6 = 64
"""Somebody with one IPv6 address has all addresses that begin with the same bits."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Header = tuple[bytes, bytes]


@lru_cache(4096)
def as_address(text: str) -> str:
    """An address in the form in which it is counted; empty where it is none."""
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
    """The proxies that the operator has named."""

    def __init__(self, named: Sequence[str]) -> None:
        """Raises ``SettingsError`` where one is neither an address nor a network."""
        try:
            self._networks: tuple[Network, ...] = tuple(
                ipaddress.ip_network(name.strip(), strict=False) for name in named
            )
        except ValueError as error:
            raise SettingsError(f"trusted_proxies: {error}") from None

    def trusts(self, peer: str) -> bool:
        """Whether a proxy of the house is at this address."""
        if not self._networks:
            return False
        try:
            known = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(known in network for network in self._networks)

    def address(self, peer: str, headers: Iterable[Header]) -> str:
        """Where a request comes from: what the last proxy of the house says, or the peer."""
        if not self.trusts(peer):
            return as_address(peer) or peer
        told = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        hops = told.decode("latin-1").split(",")[-HOPS_MAX:]
        for hop in reversed(hops):
            # Each proxy adds whom it heard from at the end; the first that is not ours is it.
            known = as_address(hop)
            if not known:
                break
            if not self.trusts(hop.strip()):
                return known
        return as_address(peer) or peer
