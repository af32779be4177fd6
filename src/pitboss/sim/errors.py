"""What cannot be simulated."""

from pitboss.errors import Error


class SimulationError(Error, ValueError):
    """Something that cannot be simulated."""
