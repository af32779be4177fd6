"""Learn to count and to bet from rounds alone, and compare with the best bets of a study.

First the player learns to play (`learn_to_play.py`). Then he plays whole shoes at one unit, and by
least squares the results teach what each card that has gone is worth: a count of his own. Last he
bets by it, from one unit to twelve. The study has the best bets by Hi-Lo for the solver's basic
play. Both are judged by SCORE, the square of a thousand times win over deviation of a round.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from learn_to_play import ACTS, Values, cells_of, learn
from numpy.typing import NDArray

import pitboss
from pitboss import Study, best_ramp
from pitboss.gym.many import ManyBlackjackEnv
from pitboss.gym.observation import BET, FEATURES, PLAY, SEEN
from pitboss.strategy import NAMES

TABLES = 4096
PENETRATION = 0.75
SPREAD = 12
PHASE = FEATURES.index("phase")
SQUARE = 1.33
"""About the mean square of what one unit wins in a round; the shape of the ramp rests on it."""
SCALES = np.geomspace(10, 20_000, 60)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Bettor:
    """Value of each card gone to the player, and the bets that follow from it."""

    worth: Floats
    """Of a fresh shoe, then of the cards gone by value, aces first, for each card that is left."""
    scale: float = 0.0
    """Units for each unit of advantage; 0: always one unit."""
    spread: int = SPREAD

    def advantages(self, gone: Floats) -> Floats:
        """Expected result of the next round for each unit."""
        expected: Floats = self.worth[0] + gone @ self.worth[1:]
        return expected

    def bets(self, gone: Floats) -> NDArray[np.int64]:
        """Units from 1 to the spread."""
        wanted = np.rint(self.scale * self.advantages(gone))
        return np.clip(wanted, 1, self.spread).astype(np.int64)


def rounds_of(
    rulebook: str, values: Values, bettor: Bettor, rounds: int, *, seed: int
) -> Iterator[tuple[Floats, Floats]]:
    """Play so many rounds: what had gone before each, as the bettor sees it, and what it won."""
    env = ManyBlackjackEnv(
        TABLES, rulebook, bets=tuple(range(1, bettor.spread + 1)), episode="shoe",
        penetration=PENETRATION, autoreset_mode="SameStep", copy=False,
    )  # fmt: skip
    decks = pitboss.rules(rulebook).decks_in_play
    full = 4.0 * decks * np.array([1.0] * 9 + [4.0])
    first_bet = env.actions.index("bet_1")
    seen, info = env.reset(seed=seed)
    before: Any = np.zeros((TABLES, 10))
    gained, has_bet, played = np.zeros(TABLES), np.zeros(TABLES, dtype=np.bool_), 0
    while played < rounds:
        betting = np.flatnonzero(seen[:, PHASE] == BET)
        done = betting[has_bet[betting]]
        if len(done):
            yield before[done], gained[done]
            played += len(done)
        left = full.sum() - seen[betting, SEEN].sum(axis=1, keepdims=True)
        share = full / full.sum()
        # A card more than its share has gone, for each card that is left.
        before[betting] = (seen[betting, SEEN] - (full.sum() - left) * share) / left
        gained[betting], has_bet[betting] = 0.0, True
        acts = np.zeros(TABLES, dtype=np.int64)
        acts[betting] = first_bet + bettor.bets(before[betting]) - 1
        turn = np.flatnonzero(seen[:, PHASE] == PLAY)
        mask = info["action_mask"][turn, :ACTS].astype(np.bool_)
        acts[turn] = values.best(cells_of(seen[turn]), mask)
        seen, rewards, _, _, info = env.step(acts)
        gained += rewards


def learn_bets(rulebook: str, values: Values, rounds: int, *, spread: int = SPREAD) -> Bettor:
    """Fit the values of cards by least squares, and the scale of bets with the highest SCORE."""
    flat = Bettor(np.zeros(11), spread=spread)
    squares, products = np.zeros((11, 11)), np.zeros(11)
    kept: list[Floats] = []
    for gone, gained in rounds_of(rulebook, values, flat, rounds, seed=2):
        rows = np.hstack([np.ones((len(gone), 1)), gone])
        squares += rows.T @ rows
        products += rows.T @ gained
        if len(kept) < 400:
            kept.append(gone)
    worth: Any = np.linalg.lstsq(squares, products, rcond=1e-12)[0]
    sample = np.vstack(kept)

    def di(scale: float) -> float:
        bettor = Bettor(worth, scale, spread)
        bets = bettor.bets(sample)
        won = float((bets * bettor.advantages(sample)).mean())
        return won / float(np.sqrt(SQUARE * (bets**2).mean()))

    return Bettor(worth, max(SCALES, key=di), spread)


def score_of(rulebook: str, values: Values, bettor: Bettor, rounds: int) -> tuple[float, float]:
    """The SCORE of a bettor in rounds that he has not seen, and its error."""
    count, total, square = 0, 0.0, 0.0
    for _, gained in rounds_of(rulebook, values, bettor, rounds, seed=3):
        count += len(gained)
        total += float(gained.sum())
        square += float((gained**2).sum())
    mean = total / count
    deviation = float(np.sqrt(square / count - mean**2))
    di = 1_000 * mean / deviation
    return di**2, 2 * abs(di) * 1_000 / float(np.sqrt(count))


def main() -> None:
    """Learn to play and to bet, and say what that is worth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", default="tribal", choices=pitboss.RULEBOOKS)
    parser.add_argument("--rounds", type=int, default=40_000_000)
    args = parser.parse_args()
    learn(args.rulebook, 1)  # compiles, once for all
    began = time.perf_counter()
    values = learn(args.rulebook, args.rounds // 2)
    bettor = learn_bets(args.rulebook, values, args.rounds)
    print(f"learnt from {args.rounds * 3 // 2:,} rounds in {time.perf_counter() - began:.0f} s")
    tags = " ".join(
        f"{name} {worth:+.2f}" for name, worth in zip(NAMES, bettor.worth[1:], strict=True)
    )
    print(f"what a card that has gone is worth: {tags}")
    score, error = score_of(args.rulebook, values, bettor, args.rounds)
    print(f"bets that were learnt: SCORE {score:.2f} +- {error:.2f}")
    study = Study.play(pitboss.rules(args.rulebook), "hi_lo", rounds=5 * args.rounds)
    game = study.game(penetration=PENETRATION)
    best = game.bet(best_ramp(game, spread=SPREAD))
    print(f"best bets by Hi-Lo:    SCORE {best.score:.2f} +- {best.score_error:.2f}")


if __name__ == "__main__":
    main()
