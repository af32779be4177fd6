"""What exact odds refuse."""


class OddsError(ValueError):
    """A figure that cannot be computed, and why."""
