"""Gymnasium and PettingZoo environments: any rulebook, any options, every step the engine's.

>>> import gymnasium, pitboss.gym
>>> table = gymnasium.make("pitboss/Blackjack-v0", rulebook="nz", options={"decks": 8})
>>> observation, info = table.reset(seed=1)

Training loops are not here (see ``examples``), nor is the kernel of the vector environment, which
is in ``pitboss.sim``.

Importing this package registers ``pitboss/Blackjack-v0``: one seat, or with ``make_vec`` many
tables played by a compiled kernel. ``seats_env`` makes a table of several seats for PettingZoo.
Both need the extra ``pitboss[rl]``.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.errors import not_installed

try:
    import gymnasium
except ImportError:
    raise not_installed("gymnasium", "pitboss.gym") from None

if TYPE_CHECKING:
    from pitboss.gym.many import ManyBlackjackEnv
    from pitboss.gym.seats import SeatsEnv, seats_env
    from pitboss.gym.single import BlackjackEnv

__all__ = ["ID", "BlackjackEnv", "ManyBlackjackEnv", "SeatsEnv", "register", "seats_env"]

ID = "pitboss/Blackjack-v0"
STEPS_MAX = 10_000
"""Maximum number of steps of an episode, for agents that repeat refused actions."""

_NAMES = {
    "single": ("BlackjackEnv",),
    "many": ("ManyBlackjackEnv",),
    "seats": ("SeatsEnv", "seats_env"),
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names}
"""Module of each public name that is imported when it is first asked for."""


def register() -> None:
    """Register the environment for ``gymnasium.make`` and ``make_vec``, once."""
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="pitboss.gym.single:BlackjackEnv",
            vector_entry_point="pitboss.gym.many:ManyBlackjackEnv",
            max_episode_steps=STEPS_MAX,
        )


if not TYPE_CHECKING:  # So that a type checker finds a misspelt name.

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__


register()
