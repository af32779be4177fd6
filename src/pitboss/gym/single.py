"""A Gymnasium environment: one seat, discrete actions with masks, any rulebook."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from pitboss.arguments import Seed, check, checked
from pitboss.cards import Card
from pitboss.errors import SimulationError, number_of
from pitboss.gym.observation import Ints, observation_space
from pitboss.gym.seat import AtEngine, AtTables
from pitboss.gym.side_wagers import prize_payoff
from pitboss.gym.table import ROUND, LearnerTable, Setup
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.sim.tables.side_wagers import PRIZE_SCALE

SEAT = "player"


class BlackjackEnv(gymnasium.Env[Ints, int]):
    """One seat at a table of any rulebook.

    The reward is what the step has settled, in units of the smallest main wager. An action that the
    mask forbids changes nothing; ``info["refused"]`` says so.

    ``bets`` are the wagers to choose from, in units; ``sides`` names side wagers. An ``episode`` is
    a ``round`` or a ``shoe``, dealt down to ``penetration``.

    The answers of the rulebook are looked up in tables, as in the vector environment; ``felt`` is
    the engine's table with the same cards after the same actions.

    >>> env = BlackjackEnv("double_deck")
    >>> observation, info = env.reset(seed=1)
    >>> int(env.action_space.n), int(info["action_mask"].sum())
    (5, 2)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's form

    @checked
    def __init__(
        self,
        rulebook: Game = "tribal",
        options: Mapping[str, object] | None = None,
        *,
        bets: Sequence[int] = (1,),
        sides: Sequence[str] = (),
        insurance: bool = False,
        episode: str = ROUND,
        penetration: float = 0.75,
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
        self.actions = self.setup.actions
        """Name of each action, by number."""
        self.action_space: spaces.Space[Any] = spaces.Discrete(len(self.actions))
        self.observation_space: spaces.Space[Any] = observation_space(self.setup)
        self.render_mode = render_mode
        self.seat = seat_of(self.setup)
        """Player of the seat: lookups, or the engine if the game has no tables."""
        self._cards = np.array(rules.stack, dtype=np.int64)
        self._order: list[Card] = self._cards.tolist()
        self._taken: list[tuple[int, list[int]]] = []
        """Actions of the episode, each with the numbers that drew its prizes."""
        wagers = (rules.wagers[name] for name in self.setup.sides)
        self._has_prizes = any(prize_payoff(wager) for wager in wagers)

    def reset(
        self, *, seed: Seed | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Ints, dict[str, Any]]:
        """Deal from a new shoe.

        If the deal ends the round, the phase is ``over`` and the next step pays.
        """
        if seed is not None:
            check("seed", seed, Seed)
        super().reset(seed=seed)
        del options
        self._taken.clear()
        is_dealt = False
        while not is_dealt:
            self._order = self.np_random.permutation(self._cards).tolist()
            is_dealt = self.seat.open(self._order)
        seen, mask = self.seat.seen()
        return seen, {"action_mask": mask}

    def step(self, action: int) -> tuple[Ints, float, bool, bool, dict[str, Any]]:
        """Take an action; the episode ends with the round, or with the shoe."""
        taken = number_of(action, len(self.actions))
        numbers = self._draw_numbers() if self._has_prizes else []
        reward, is_done, is_cut, is_refused = self.seat.take(taken, numbers)
        seen, mask = self.seat.seen()
        info: dict[str, Any] = {"action_mask": mask}
        if is_refused:
            info["refused"] = f"{self.actions[taken]} is not offered now"
        else:
            self._taken.append((taken, numbers))
        return seen, reward, is_done, is_cut, info

    def _draw_numbers(self) -> list[int]:
        """Return a number for each side wager, in case it is paid a drawn prize."""
        drawn: list[int] = self.np_random.integers(PRIZE_SCALE, size=len(self.setup.sides)).tolist()
        return drawn

    @property
    def felt(self) -> LearnerTable:
        """The engine's table in its current state."""
        if isinstance(self.seat, AtEngine):
            return self.seat.felt
        seat = AtEngine(self.setup)
        seat.open(self._order)
        for action, numbers in self._taken:
            seat.take(action, numbers)
        return seat.felt

    def render(self) -> str | None:
        """Return the hand and the up card in notation; None if nothing is rendered."""
        return self.felt.notation() if self.render_mode == "ansi" else None


def seat_of(setup: Setup) -> AtTables | AtEngine:
    """Return the fastest player of a seat that its game allows."""
    try:
        return AtTables(setup)
    except SimulationError:
        return AtEngine(setup)
