"""What an environment refuses: settings and actions that do not fit its table."""

from pitboss.errors import Error


class GymError(Error, ValueError):
    """A setting or an action that an environment does not take."""


def number_of(action: object, actions: int) -> int:
    """The number of an action; refuses what is none."""
    if type(action) is int and 0 <= action < actions:
        return action
    try:
        number = int(action)  # type: ignore[call-overload]
    except (TypeError, ValueError, OverflowError):
        number = -1
    if not 0 <= number < actions:
        raise GymError(
            f"{action!r:.80} is not an action",
            place="action",
            hint=f"give a number from 0 to {actions - 1}: env.actions names them",
        )
    return int(number)
