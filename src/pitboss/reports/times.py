"""From when to when: times as people write them."""

from datetime import datetime

from pitboss.errors import Error
from pitboss.reports.findings import Period
from pitboss.reports.zones import zone_of


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
    """A period from one time up to another, which is left out; empty texts leave it open."""
    zone_of(zone)
    period = Period(parse_time(from_text, zone), parse_time(to_text, zone), zone)
    if period.to_ms and period.to_ms <= period.from_ms:
        raise PeriodError("the period ends before it begins")
    return period
