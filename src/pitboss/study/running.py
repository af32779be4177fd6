"""Run a study: pass its blocks to workers, and add the sums up as they come."""

import os
from collections.abc import Callable
from concurrent.futures import Executor

from pitboss.errors import SimulationError
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.questions.dealing import cards_behind
from pitboss.rulebook.questions.stakes import insurance_stakes
from pitboss.sim.counting import BUCKETS, Betting, Count, Index, load_count
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import Player, basic_chart
from pitboss.sim.run import in_order, tasks
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Tally, Task
from pitboss.sim.targets.cpu import check_studied, studied, tally_of, width_of
from pitboss.study.game import About
from pitboss.study.study import Study

TASK_BLOCKS = 512
"""Blocks of one task: two million rounds."""
KEPT_BACK = 0.125
"""Share of the shoe that a study leaves behind the cutting card, if the rulebook allows it."""

Target = Callable[[Experiment, Task], Tally]
"""A function that plays a task; any worker can import it."""
Follow = Callable[[int], None]
"""A function that receives the number of rounds played so far."""


def studied_game(
    game: Game,
    count: Count | str,
    *,
    player: Player | None = None,
    boxes: int = 1,
    plays: tuple[Index, ...] = (),
    insurance_at: int | None = None,
    wagers: tuple[str, ...] | None = (),
    player_errors: float = 0.0,
) -> Experiment:
    """Return a study's experiment: one wager every round, dealt as deep as the table allows."""
    rules = as_rules(game)
    counted = load_count(count) if isinstance(count, str) else count
    size = len(rules.stack)
    low, high = cards_behind(rules)
    behind = min(max(low, round(KEPT_BACK * size)), high)
    experiment = Experiment(
        rules,
        player or basic_chart(),
        boxes=boxes,
        penetration=1 - behind / size,
        wagers=wagers,
        betting=Betting(counted, indices=plays, insurance_at=insurance_at),
        player_errors=player_errors,
    )
    check_studied(experiment)
    return experiment


def play_study(
    experiment: Experiment,
    rounds: int,
    *,
    seed: int,
    executor: Executor,
    target: Target = studied,
    task_blocks: int = TASK_BLOCKS,
    workers: int = 0,
    follow: Follow = lambda _rounds: None,
) -> Study:
    """Play a study in tasks for an executor; the result is the same on any number of workers.

    Threads, processes, or a Dask cluster (``client.get_executor()``). ``workers`` says how many
    tasks it works on at once; by default, one for each core here.
    """
    if rounds < 1:
        raise SimulationError(f"a study plays one round or more, not {rounds}")
    sums = tally_of(experiment)
    played = 0
    left = tasks(rounds, seed=seed, blocks=task_blocks)
    at_once = workers or os.cpu_count() or 1
    for task, part in in_order(executor, target, experiment, left, at_once):
        sums = Tally(*(total + more for total, more in zip(sums, part, strict=True)))
        played += task.blocks * task.rounds
        follow(played)
    return study_of(experiment, sums, seed=seed)


def study_of(experiment: Experiment, sums: Tally, *, seed: int) -> Study:
    """Return the study of a kernel's sums."""
    rules, betting = experiment.rules, experiment.betting
    assert betting is not None
    cards = int(experiment.tables.numbers[layout.SIZE])
    grain = experiment.compiled.grain
    errors = experiment.player_errors
    insurance = insurance_stakes(rules, experiment.stake).high / grain
    about = About(
        rulebook=rules.rulebook,
        title=rules.title,
        options={name: str(value) for name, value in sorted(rules.options.items())},
        player=experiment.player.name + (f", {errors:g} of acts by mistake" if errors else ""),
        count=betting.count.name,
        is_true=betting.count.is_true,
        plays=len(betting.hands),
        boxes=experiment.boxes,
        cards=cards,
        behind_min=experiment.behind,
        behind_max=cards_behind(rules)[1],
        cut_first=int(rules.shoe.cut_card_first == "play"),
        width=width_of(experiment),
        unit=experiment.unit / experiment.boxes / grain,
        stake=experiment.unit // experiment.boxes,
        wagers=(
            ("insurance", insurance),
            *((side.wager.name, float(side.stake)) for side in experiment.sides),
        ),
        seed=seed,
    )
    return Study(
        about,
        sums.cells.reshape(cards + 1, BUCKETS, layout.CELL_WIDTH),
        sums.wagers.reshape(cards + 1, BUCKETS, len(about.wagers), layout.SUM_WIDTH),
        sums.moves.reshape(-1, BUCKETS, layout.MOVES, BUCKETS),
        sums.lows.reshape(-1, BUCKETS, BUCKETS),
    )
