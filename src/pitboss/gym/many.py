"""Many seats at once: a Gymnasium vector environment whose tables are played by one kernel."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss.arguments import Within, checked
from pitboss.errors import GymError
from pitboss.gym.observation import Ints, observation_space
from pitboss.gym.seat import choices_of
from pitboss.gym.table import ROUND, STEPS_MAX, Setup
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.step_layout import Observations, TableBatch, seen_width, step_spec
from pitboss.sim.targets.cpu import kernels

SEAT = "player"
MODES = {
    AutoresetMode.NEXT_STEP: step.NEXT_STEP,
    AutoresetMode.SAME_STEP: step.SAME_STEP,
    AutoresetMode.DISABLED: step.DISABLED,
}

Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]
Info = dict[str, Any]


class ManyBlackjackEnv(VectorEnv[Ints, Ints, Any]):
    """Many tables of any rulebook, one seat at each; actions and observations as at one table.

    ``info["action_mask"]`` has a row for each table. An action that the mask forbids changes
    nothing, and ``info["refused"]`` marks its table.

    >>> env = ManyBlackjackEnv(4, "double_deck")
    >>> observations, info = env.reset(seed=1)
    >>> info["action_mask"].shape[0]
    4
    """

    @checked
    def __init__(
        self,
        num_envs: Annotated[int, Within(1, 10**7)] = 1,
        rulebook: Game = "tribal",
        options: Mapping[str, object] | None = None,
        *,
        bets: Sequence[int] = (1,),
        sides: Sequence[str] = (),
        insurance: bool = False,
        episode: str = ROUND,
        penetration: float = 0.75,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: Annotated[int, Within(1, 2**31)] = STEPS_MAX,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        rules = as_rules(rulebook, options)
        self.setup = Setup(
            rules,
            (SEAT,),
            bets=tuple(bets),
            sides=tuple(sides),
            insurance=insurance,
            episode=episode,
            penetration=penetration,
        )
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.actions = self.setup.actions
        """Name of each action, by number."""
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode}
        self._mode = MODES[mode]
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space(self.setup)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.tables = choices_of(self.setup, steps_max=max_episode_steps)
        spec = step_spec(self.tables)
        self._kernels = kernels(spec)
        width = seen_width(self.tables, spec)
        self.felts, self.outputs = allocate(
            num_envs, len(self.tables.shoe), len(self.actions), width
        )
        self._seed_all(None, np.ones(num_envs, dtype=np.bool_))

    @checked
    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Ints, Info]:
        """Deal from new shoes; a seed gives the first table its stream, the next the one after.

        ``options["reset_mask"]`` picks the tables, as in Gymnasium's own vector environments.
        """
        mask = (options or {}).get("reset_mask")
        mask = np.ones(self.num_envs, dtype=np.bool_) if mask is None else np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            text = f"reset_mask has one truth value for each of {self.num_envs} tables"
            raise GymError(text, place="reset_mask")
        if seed is not None:
            self._seed_all(seed, mask)
        self._kernels["reset_tables"](self.tables, self.felts, self.outputs, mask)
        return self._copied(self.outputs.seen), {"action_mask": self._copied(self.outputs.mask)}

    def step(self, actions: Ints) -> tuple[Ints, Rewards, Flags, Flags, Info]:
        """Take an action at each table."""
        outputs = self.outputs
        try:
            is_whole = np.asarray(actions).dtype.kind in "iu"
            taken = np.ascontiguousarray(actions, dtype=np.int64)
        except (TypeError, ValueError, OverflowError):
            is_whole = False
        if not is_whole:
            raise GymError(
                f"{actions!r:.80} is not a list of actions",
                place="actions",
                hint=f"give {self.num_envs} numbers from 0 to {len(self.actions) - 1}",
            )
        if taken.shape != (self.num_envs,):
            raise GymError(f"give one action for each of {self.num_envs} tables", place="actions")
        self._kernels["step_tables"](self.tables, self.felts, outputs, taken, self._mode)
        info: Info = {"action_mask": self._copied(outputs.mask)}
        if outputs.refused.any():
            info["refused"] = outputs.refused.copy()
        if self._mode == step.SAME_STEP and (over := outputs.ended | outputs.cut).any():
            info["final_obs"], info["_final_obs"] = outputs.final.copy(), over
        shown = (outputs.seen, outputs.rewards, outputs.ended, outputs.cut)
        seen, rewards, ended, cut = (self._copied(array) for array in shown)
        return seen, rewards, ended, cut, info

    def _copied(self, array: Any) -> Any:
        """Return a copy, unless the caller wants none; then the next step overwrites the array."""
        return array.copy() if self.copy else array

    def _seed_all(self, seed: int | Sequence[int | None] | None, mask: Flags) -> None:
        count = self.num_envs
        if seed is None or isinstance(seed, int | np.integer):
            first = secrets.randbits(63) if seed is None else int(seed)
            seeds: list[int | None] = [first + table for table in range(count)]
        else:
            seeds = list(seed)
        if len(seeds) != count:
            raise GymError(f"give one seed for each of {count} tables", place="seed")
        is_seeded = mask & np.array([number is not None for number in seeds])
        words = np.array([(number or 0) % (1 << 64) for number in seeds], dtype=np.uint64)
        self._kernels["seed_tables"](self.tables, self.felts, words, is_seeded)


def allocate(count: int, cards: int, actions: int, width: int) -> tuple[TableBatch, Observations]:
    """Allocate the arrays of this many tables, with observations of this width."""
    felts = TableBatch(
        cards=np.zeros((count, cards), dtype=np.uint8),
        rng=np.zeros((count, 4), dtype=np.uint64),
        at=np.zeros((count, 4), dtype=np.int64),
        table=np.zeros((count, step.TABLE_WIDTH), dtype=np.int64),
    )
    outputs = Observations(
        seen=np.zeros((count, width), dtype=np.int64),
        mask=np.zeros((count, actions), dtype=np.int8),
        rewards=np.zeros(count, dtype=np.float64),
        ended=np.zeros(count, dtype=np.bool_),
        cut=np.zeros(count, dtype=np.bool_),
        refused=np.zeros(count, dtype=np.bool_),
        final=np.zeros((count, width), dtype=np.int64),
    )
    return felts, outputs
