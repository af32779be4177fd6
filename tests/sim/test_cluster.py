"""A Dask cluster gives the figures of one process, even where a worker is killed at work."""

import logging
import os
import signal

import pytest
from distributed import Client, LocalCluster

from pitboss.sim.experiment import BLOCK
from pitboss.sim.run import Run, run_experiment
from tests.cli.commands import run_json
from tests.sim.experiments import basic

ROUNDS = 400 * BLOCK + 9


# What Dask and its network code warn of while a worker dies is not ours.
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_loses_a_worker_and_nothing_else() -> None:
    experiment = basic("tribal", {"max_hands": 4})
    run = Run(experiment, ROUNDS, 5, task_blocks=10)
    killed = 0
    with (
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        for _ in run.play(client.get_executor(), 2):
            if not killed:
                killed = next(iter(client.run(os.getpid).values()))
                assert killed != os.getpid()
                os.kill(killed, signal.SIGKILL)
        words = ("simulate", "tribal", "--strategy", "basic", "--rounds", "20k")
        there = run_json(*words, "--cluster", cluster.scheduler_address)
    assert run.result == run_experiment(experiment, ROUNDS, seed=5)
    here = run_json(*words)
    assert there["player_ev"] == here["player_ev"]
    assert there["experiment"] == here["experiment"]
