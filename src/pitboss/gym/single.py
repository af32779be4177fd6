"""A Gymnasium environment: one seat, discrete actions with masks, any rulebook."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from pitboss.gym.felt import ROUND, Felt, Setup, ShoeEmpty
from pitboss.gym.sight import Ints, mask_of, observation_space, observe
from pitboss.rulebook.given import Game, rules_given

SEAT = "player"


class BlackjackEnv(gymnasium.Env[Ints, int]):
    """One seat at a table of any rulebook.

    The reward is what the step has settled, in units of the smallest main wager. An action that the
    mask forbids changes nothing; ``info["refused"]`` says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's form

    def __init__(
        self,
        rulebook: Game = "tribal",
        options: Mapping[str, object] | None = None,
        *,
        bets: Sequence[int] = (1,),
        insurance: bool = False,
        episode: str = ROUND,
        penetration: float = 0.75,
        render_mode: str | None = None,
    ) -> None:
        rules = rules_given(rulebook, options)
        self.setup = Setup(
            rules,
            (SEAT,),
            bets=tuple(bets),
            insurance=insurance,
            episode=episode,
            penetration=penetration,
        )
        self.felt = Felt(self.setup)
        self.actions = self.setup.actions
        """The name of each action, by number."""
        self.action_space: spaces.Space[Any] = spaces.Discrete(len(self.actions))
        self.observation_space: spaces.Space[Any] = observation_space(self.setup)
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Ints, dict[str, Any]]:
        """Deal from a new shoe.

        If the deal ends the round, the phase is ``over`` and the next step pays.
        """
        super().reset(seed=seed)
        del options
        is_dealt = False
        while not is_dealt:
            try:
                self.felt.open(self.np_random)
                self.felt.go_on()
                is_dealt = True
            except ShoeEmpty:
                continue
        mask = mask_of(self.felt, SEAT)
        return observe(self.felt, SEAT, mask), {"action_mask": mask}

    def step(self, action: int) -> tuple[Ints, float, bool, bool, dict[str, Any]]:
        """Take an action; the episode ends with the round, or with the shoe."""
        felt = self.felt
        info: dict[str, Any] = {}
        is_cut = False
        if not felt.is_over:
            if action in felt.menu(SEAT):
                try:
                    felt.take(SEAT, int(action))
                    self.felt.go_on()
                except ShoeEmpty:
                    is_cut = True
            else:
                info["refused"] = f"{self.actions[int(action)]} is not offered now"
        info["action_mask"] = mask = mask_of(felt, SEAT)
        shown = observe(felt, SEAT, mask)
        return shown, felt.collect(SEAT), felt.is_over and not is_cut, is_cut, info

    def render(self) -> str | None:
        """The hand and the up card in notation."""
        return self.felt.notation() if self.render_mode == "ansi" else None
