"""What cannot be simulated."""


class SimulationError(ValueError):
    """Something that cannot be simulated."""
