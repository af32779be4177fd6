"""Learn from rounds alone at which count a play changes, and compare with the exact index plays.

First the player learns to play (`learn_to_play.py`). Then he plays whole shoes, and on some hands a
coin decides between two plays. What one wins more than the other, fitted as a line over the true
count, is 0 at the count where the play changes.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from learn_to_play import (
    ACTS,
    DOUBLE,
    HANDS,
    HIT,
    PHASE,
    SOFT,
    STAND,
    TABLES,
    TOTAL,
    UP,
    Values,
    cells_of,
    learn,
)
from numpy.typing import NDArray

import pitboss
from pitboss.gym.many import ManyBlackjackEnv
from pitboss.gym.observation import BET, PLAY, SEEN
from pitboss.strategy import NAMES

HI_LO = np.array([-1, 1, 1, 1, 1, 1, 0, 0, 0, -1])
PENETRATION = 0.75
PLAYS = {
    **dict.fromkeys(("16 T", "16 9", "15 T", "13 2", "13 3", "12 2", "12 3", "12 4"), STAND),
    **dict.fromkeys(("11 A", "10 9", "9 2"), DOUBLE),
}
"""Hard hands, with the play that takes the place of a hit as the count rises."""
COUNT_MAX = 8
"""Rounds at a higher count are left out: few, and far from the line."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Crossing:
    """True count at which two plays of a hand are worth the same, with its standard error."""

    count: float
    error: float


def trials(rulebook: str, values: Values, rounds: int, *, seed: int) -> Iterator[Floats]:
    """Yield a row of each hand tried: its number, the true count, 1 or -1 for a hit, the result."""
    env = ManyBlackjackEnv(
        TABLES, rulebook, bets=(1, 2), episode="shoe",
        penetration=PENETRATION, autoreset_mode="SameStep", copy=False,
    )  # fmt: skip
    coin, bet = np.random.default_rng(seed), env.actions.index("bet_1")
    cards = 52 * pitboss.rules(rulebook).decks_in_play
    numbers = np.full(32 * 11, -1)
    for number, hand in enumerate(PLAYS):
        total, up = hand.split()
        numbers[int(total) * 11 + NAMES.index(up) + 1] = number
    play = np.array([*PLAYS.values()])
    tried, count, sign = np.full(TABLES, -1), np.zeros(TABLES), np.zeros(TABLES)
    gained, played = np.zeros(TABLES), 0
    seen, info = env.reset(seed=seed)
    while played < rounds:
        betting = seen[:, PHASE] == BET
        done = betting & (tried >= 0)
        yield np.column_stack([each[done] for each in (tried, count, sign, gained)])
        played += int(betting.sum())
        tried[betting], gained[betting] = -1, 0.0
        acts = np.full(TABLES, bet)
        turn = np.flatnonzero(seen[:, PHASE] == PLAY)
        mask = info["action_mask"][turn, :ACTS].astype(np.bool_)
        acts[turn] = values.best(cells_of(seen[turn]), mask)
        hands = seen[turn]
        numbered = numbers[hands[:, TOTAL] * 11 + hands[:, UP]]
        may = (numbered >= 0) & (hands[:, SOFT] == 0) & (hands[:, HANDS] == 1) & (tried[turn] < 0)
        may &= mask[np.arange(len(turn)), play[numbered]]
        new, tried[turn[may]] = turn[may], numbered[may]
        gone = seen[new, SEEN]
        count[new] = 52 * (gone @ HI_LO) / (cards - gone.sum(axis=1))
        sign[new] = np.where(coin.random(len(new)) < 0.5, 1, -1)
        acts[new] = np.where(sign[new] > 0, play[tried[new]], HIT)
        seen, rewards, _, _, info = env.step(acts)
        gained += rewards


def crossing(rows: Floats) -> Crossing:
    """Fit the difference of two plays as a line over the count, and find where it is 0."""
    _, count, sign, gained = rows[np.abs(rows[:, 1]) < COUNT_MAX].T
    columns = np.column_stack([np.ones(len(count)), count, sign, sign * count])
    inverse = np.linalg.inv(columns.T @ columns)
    fitted: Any = inverse @ columns.T @ gained
    variance = float(((gained - columns @ fitted) ** 2).mean())
    at_zero, slope = fitted[2:]
    toward = np.array([-1 / slope, at_zero / slope**2])
    error = float(np.sqrt(variance * toward @ inverse[2:, 2:] @ toward))
    return Crossing(float(-at_zero / slope), error)


def learn_index_plays(
    rulebook: str, values: Values, rounds: int, *, seed: int = 7
) -> Mapping[str, Crossing]:
    """Return the count at which the play of each hand changes."""
    rows = np.vstack(list(trials(rulebook, values, rounds, seed=seed)))
    return {hand: crossing(rows[rows[:, 0] == n]) for n, hand in enumerate(PLAYS)}


def exact_index_plays(rulebook: str) -> Mapping[str, int]:
    """Return the first whole count at which each play is the best, from exact values."""
    plays = pitboss.indices(rulebook, "hi_lo", penetration=PENETRATION)
    words = {row["hand"]: row["play"].split() for row in plays.rows()}
    return {hand: int(words[hand][1]) for hand in PLAYS}


def main() -> None:
    """Learn to play and to deviate, and print both beside what is exact."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", default="tribal", choices=pitboss.RULEBOOKS)
    parser.add_argument("--rounds", type=int, default=40_000_000)
    args = parser.parse_args()
    learnt = learn_index_plays(args.rulebook, learn(args.rulebook, args.rounds // 8), args.rounds)
    exact = exact_index_plays(args.rulebook)
    print("hand  play     learnt          exact")
    for hand, at in learnt.items():
        name = "stand" if PLAYS[hand] == STAND else "double"
        print(f"{hand:5} {name:7} {at.count:5.1f} +- {at.error:3.1f} {exact[hand]:8}")


if __name__ == "__main__":
    main()
