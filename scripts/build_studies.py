"""Plays the studies that the package brings along: each shipped rulebook by its defaults, by a few
counts, with the plays that are best by each.

`--gpu` plays on a CUDA device; `--missing` leaves those that are there. On one core a study of
100 million rounds takes some seconds, and finding the plays a minute or two.
"""

import argparse
import os
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

from pitboss.odds.game import strategy_of
from pitboss.rulebook.catalog import rules_of
from pitboss.sim.counting import Index
from pitboss.sim.players import ByStrategy
from pitboss.sim.targets.cpu import studied
from pitboss.study.files import ENDING, FOLDER
from pitboss.study.plays import best_plays
from pitboss.study.ramps import best_ramp
from pitboss.study.running import TASK_BLOCKS, Target, play_study, studied_game
from pitboss.study.study import Study

PLACE = Path(__file__).parents[1] / "src" / "pitboss" / "study" / FOLDER
BOOKS = ("double_deck", "house", "nz", "pa_free_bet", "tribal")
COUNTS = ("hi_lo", "ko", "halves", "zen")
GPU_BLOCKS = 1 << 18
SPREAD = 12.0

Plays = tuple[tuple[Index, ...], int | None]


def plays_of(rulebook: str, count: str) -> Plays:
    """The plays that change with the count at a table, and from where on insurance is taken."""
    best = best_plays(rulebook, count)
    return best.indices, best.insurance


def played(
    rulebook: str, count: str, plays: Plays, *, rounds: int, executor: Executor, is_on_gpu: bool
) -> Study:
    """The study of a rulebook by a count."""
    rules = rules_of(rulebook)
    experiment = studied_game(
        rules, count, player=ByStrategy(strategy_of(rules)), plays=plays[0], insurance_at=plays[1]
    )
    target: Target = studied
    if is_on_gpu:
        from pitboss.sim.targets.cuda_study import play  # noqa: PLC0415  Only where there is a device.

        target = play
    blocks = GPU_BLOCKS if is_on_gpu else TASK_BLOCKS
    return play_study(
        experiment, rounds, seed=1, executor=executor, target=target, task_blocks=blocks
    )


def told(study: Study) -> str:
    """A study in one line: how far it can be trusted."""
    game = study.game()
    returns = game.bet(best_ramp(game, spread=SPREAD))
    return (
        f"{study.rounds:,} rounds, {study.about.plays} plays, SCORE at 1 to {SPREAD:g} "
        f"{returns.score:.2f} ± {returns.score_error:.2f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000_000)
    parser.add_argument("--gpu", action="store_true", help="play on a CUDA device")
    parser.add_argument("--no-plays", action="store_true", help="plays never change with the count")
    parser.add_argument("--missing", action="store_true", help="only those that are not there")
    parser.add_argument("--books", nargs="*", default=BOOKS)
    parser.add_argument("--counts", nargs="*", default=COUNTS)
    given = parser.parse_args()
    PLACE.mkdir(exist_ok=True)
    pairs = [(book, count) for book in given.books for count in given.counts]
    if given.missing:
        pairs = [pair for pair in pairs if not (PLACE / f"{'.'.join(pair)}{ENDING}").exists()]
    threads = 1 if given.gpu else os.cpu_count() or 1
    with ProcessPoolExecutor() as solvers, ThreadPoolExecutor(threads) as pool:
        nothing: Plays = ((), None)
        waiting = [None if given.no_plays else solvers.submit(plays_of, *pair) for pair in pairs]
        for pair, plays in zip(pairs, waiting, strict=True):
            began = time.perf_counter()
            study = played(
                *pair, plays.result() if plays else nothing,
                rounds=given.rounds, executor=pool, is_on_gpu=given.gpu,
            ).lean()  # fmt: skip
            path = PLACE / f"{'.'.join(pair)}{ENDING}"
            study.save(path)
            size, seconds = path.stat().st_size, time.perf_counter() - began
            print(f"{path.name}: {told(study)}, {size:,} B, {seconds:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
