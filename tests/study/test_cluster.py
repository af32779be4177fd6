"""A study split over workers: threads, processes or a Dask cluster add up to the same integers."""

import logging
import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from distributed import Client, LocalCluster

from pitboss.sim.counting import parse_plays
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.tables.layout import Tally, Task
from pitboss.sim.targets.cpu import studied
from pitboss.study.running import play_study, studied_game
from pitboss.study.study import PARTS, Study
from tests.cli.commands import run
from tests.study.studies import OPTIONS, PLAYS, table

ROUNDS, SEED = 300_000, 8


def same(one: Study, other: Study) -> bool:
    """Whether two studies have the same number in every column, and say the same of themselves."""
    columns = [(one.columns(part), other.columns(part)) for part in PARTS]
    return one.about == other.about and all(
        np.array_equal(ours[name], theirs[name]) for ours, theirs in columns for name in ours
    )


# What Dask and its network code warn of is not ours.
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_studies_as_one_process_does(tmp_path: Path) -> None:
    plays, insurance = parse_plays(PLAYS)
    experiment = studied_game(table(), "hi_lo", plays=plays, insurance_at=insurance)
    with ThreadPoolExecutor(1) as pool:
        alone = play_study(experiment, ROUNDS, seed=SEED, executor=pool)
    followed: list[int] = []
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        split = play_study(
            experiment, ROUNDS, seed=SEED, executor=client.get_executor(), task_blocks=16,
            workers=2, follow=followed.append,
        )  # fmt: skip
        assert len(followed) > 4, "the rounds were handed out in several tasks"
        plays_file = tmp_path / "plays.toml"
        plays_file.write_text(PLAYS, encoding="utf-8")
        file = tmp_path / "tribal.npz"
        words = [
            "study",
            "tribal",
            "--count",
            "hi_lo",
            "--rounds",
            str(ROUNDS),
            "--seed",
            str(SEED),
        ]
        words += [word for name, value in OPTIONS.items() for word in ("--set", f"{name}={value}")]
        words += ["--plays", str(plays_file), "--cluster", cluster.scheduler_address]
        told = run(*words, "-o", str(file))
    assert told.exit_code == 0, told.stderr
    assert same(split, alone)
    assert same(Study.load(file), alone)


def killed_once(experiment: Experiment, task: Task) -> Tally:
    """Play a task of a study; the worker that gets the second one is killed."""
    if task.first == 2 and os.getpid() != int(os.environ["STUDY_TEST_PARENT"]):
        os.kill(os.getpid(), signal.SIGKILL)
    return studied(experiment, task)


def test_a_study_survives_a_killed_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDY_TEST_PARENT", str(os.getpid()))
    experiment = studied_game(table(), "hi_lo")
    with ThreadPoolExecutor(1) as threads:
        alone = play_study(experiment, 8 * BLOCK, seed=SEED, executor=threads)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        split = play_study(
            experiment, 8 * BLOCK, seed=SEED, executor=pool, target=killed_once, task_blocks=2,
            workers=1,
        )  # fmt: skip
    assert same(split, alone)
