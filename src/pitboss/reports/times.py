"""Times, periods and time zones, as people write them."""

import os
import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitboss.errors import Error
from pitboss.reports.tally import Period

LINK = Path("/etc/localtime")
"""The link that names a machine's zone."""
OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)")


class ZoneError(Error, ValueError):
    """A text that names no time zone."""


def zone_of(name: str) -> tzinfo:
    """Return the zone of a name: ``Pacific/Auckland``, ``UTC``, or an offset such as ``+13:00``."""
    if name == "UTC":
        return UTC
    if offset := OFFSET.fullmatch(name):
        sign, hours, minutes = offset.groups()
        ahead = timedelta(hours=int(hours), minutes=int(minutes))
        if ahead < timedelta(days=1):
            return timezone(-ahead if sign == "-" else ahead)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        text = f"{name!r} is not a time zone: write one like Pacific/Auckland, UTC or +13:00"
        raise ZoneError(text) from None


def checked_zone(name: str) -> str:
    """Return the name of a zone, or that of this machine for an empty text."""
    if not name.strip():
        return local_zone()
    zone_of(name.strip())
    return name.strip()


def local_zone() -> str:
    """Return the name of this machine's zone; today's offset if it has none."""
    linked = str(LINK.resolve()).partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        try:
            if name:
                zone_of(name)
                return "UTC" if name == "Etc/UTC" else name
        except ZoneError:
            continue
    return datetime.now().astimezone().strftime("%z")


def written(at_ms: int, name: str) -> str:
    """Return a time as it is written in reports: ``2026-11-16 22:00:05``."""
    if not at_ms:
        return ""
    return datetime.fromtimestamp(at_ms / 1000, zone_of(name)).strftime("%Y-%m-%d %H:%M:%S")


class PeriodError(Error, ValueError):
    """A text that is not a time, or a period that ends before it begins."""


def parse_time(text: str, zone: str = "UTC") -> int:
    """Read ``2026-11-16``, ``2026-11-16T22:00`` or the same with an offset, else in the zone.

    Gives milliseconds since the epoch, 0 for an empty text.
    """
    if not text.strip():
        return 0
    try:
        when = datetime.fromisoformat(text.strip())
        at = when if when.tzinfo else when.replace(tzinfo=zone_of(zone))
        at_ms = int(at.timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise PeriodError(f"{text!r} is not a time: write 2026-11-16 or 2026-11-16T22:00") from None
    if at_ms < 0:
        raise PeriodError(f"{text!r} lies before 1970")
    return at_ms


def parse_period(from_text: str, to_text: str, zone: str = "UTC") -> Period:
    """Return a period from one time up to another, which is left out; empty texts leave it open."""
    zone_of(zone)
    period = Period(parse_time(from_text, zone), parse_time(to_text, zone), zone)
    if period.to_ms and period.to_ms <= period.from_ms:
        raise PeriodError("the period ends before it begins")
    return period
