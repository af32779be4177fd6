"""What exact odds refuse."""

from pitboss.errors import Error


class OddsError(Error, ValueError):
    """A figure that cannot be computed, and why."""
