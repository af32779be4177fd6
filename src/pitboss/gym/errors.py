"""What an environment refuses: settings and actions that do not fit its table."""

from pitboss.errors import Error


class GymError(Error, ValueError):
    """A setting or an action that an environment does not take."""
