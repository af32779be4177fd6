"""A PettingZoo environment: several seats at one table, each acting in its turn (AEC)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from pitboss.arguments import Seed, Within, checked
from pitboss.errors import GymError, number_of
from pitboss.gym.observation import Ints, mask_of, observation_space, observe
from pitboss.gym.table import ROUND, LearnerTable, Setup, ShoeEmpty
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.sim.tables.side_wagers import PRIZE_SCALE


def seats_env(rulebook: Game = "tribal", **settings: Any) -> AECEnv[str, Ints, int]:
    """Return a table whose seats must act in turn and within their masks, as PettingZoo asks.

    >>> env = seats_env("double_deck", seats=2)
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'seat_1'
    """
    return wrappers.OrderEnforcingWrapper(SeatsEnv(rulebook, **settings))


class SeatsEnv(AECEnv[str, Ints, int]):
    """Several seats at a table of any rulebook; rewards in units of the smallest main wager.

    An episode is a round, or all rounds until the shoe is spent. Then every seat is done.

    >>> env = SeatsEnv("double_deck", seats=2)
    >>> env.possible_agents
    ['seat_1', 'seat_2']
    """

    metadata = {  # noqa: RUF012 - the name and form are PettingZoo's
        "render_modes": ["ansi"],
        "render_fps": 1,
        "name": "pitboss_v0",
        "is_parallelizable": False,
    }

    @checked
    def __init__(
        self,
        rulebook: Game = "tribal",
        options: Mapping[str, object] | None = None,
        *,
        seats: Annotated[int, Within(1, 64)] = 3,
        bets: Sequence[int] = (1,),
        sides: Sequence[str] = (),
        insurance: bool = False,
        episode: str = ROUND,
        penetration: float = 0.75,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        rules = as_rules(rulebook, options)
        names = tuple(self.possible_agents)
        self.setup = Setup(
            rules,
            names,
            bets=tuple(bets),
            sides=tuple(sides),
            insurance=insurance,
            episode=episode,
            penetration=penetration,
        )
        self._rng = np.random.default_rng()
        self.felt = LearnerTable(self.setup, self._number)
        self.actions = self.setup.actions
        """Name of each action, by number."""
        self.action_spaces = {a: spaces.Discrete(len(self.actions)) for a in names}
        self.observation_spaces = {a: observation_space(self.setup) for a in names}
        self.render_mode = render_mode

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, the same for every seat."""
        return self.action_spaces[self._seated(agent)]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space, the same for every seat."""
        return self.observation_spaces[self._seated(agent)]

    def _seated(self, agent: str) -> str:
        if agent not in self.possible_agents:
            hint = f"write one of {', '.join(self.possible_agents)}"
            raise GymError(f"{agent!r:.80} is not a seat", place="agent", hint=hint)
        return agent

    @checked
    def reset(self, seed: Seed | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal from a new shoe until a seat has a decision."""
        del options
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        is_due = False
        while not is_due:
            try:
                self.felt.open(self._rng)
                self.felt.go_on()
                is_due = not self.felt.is_round_over
            except ShoeEmpty:
                continue
        self._give_turn({})

    def observe(self, agent: str) -> Ints:
        """Return the observation of a seat; its mask is empty unless it is its turn."""
        self._seated(agent)
        return observe(self.felt, agent, mask_of(self.felt, agent))

    def step(self, action: int | None) -> None:
        """Take an action for the seat whose turn it is; one not on offer changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        taken = number_of(action, len(self.actions))
        self._cumulative_rewards[agent] = 0.0
        table = self.felt
        is_cut = False
        refused: dict[str, str] = {}
        if taken in table.menu(agent):
            try:
                table.take(agent, taken)
                self.felt.go_on()
            except ShoeEmpty:
                is_cut = True
        else:
            refused[agent] = f"{self.actions[taken]} is not offered now"
        self.rewards = {name: table.collect(name) for name in self.agents}
        self._accumulate_rewards()
        for name in self.agents:
            self.terminations[name] = table.is_round_over and not is_cut
            self.truncations[name] = is_cut
        self._give_turn(refused)

    def render(self) -> str | None:
        """Return every hand and the up card in notation; None if nothing is rendered."""
        return self.felt.notation() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Close the table; there is nothing to release."""

    def _number(self, _wager: str) -> int:
        return int(self._rng.integers(PRIZE_SCALE))

    def _give_turn(self, refused: Mapping[str, str]) -> None:
        self.agent_selection = self.felt.due or self.agents[0]
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": mask_of(self.felt, agent)} for agent in self.agents
        }
        for agent, text in refused.items():
            self.infos[agent]["refused"] = text
