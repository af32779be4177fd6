"""Whole worlds of faults: what was acknowledged is there once, and everybody is served again."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.world.power import lose_power_often
from tests.world.world import COMMANDS, World, play_world

ROOT = Path(__file__).parents[2]
SEEDS = range(1, 13)
MANY_SEEDS = (*range(13, 21), *range(1_000, 2_000))
SHORT = 500
"""Commands of a world in the tests of every change."""
IMAGES = 300
MANY_IMAGES = 10_000


@pytest.mark.parametrize("seed", SEEDS)
def test_a_world_of_faults_holds(seed: int) -> None:
    came = play_world(seed, SHORT)
    assert came.commands >= SHORT
    assert came.acknowledged > SHORT // 10
    assert sum(came.faults.values()) >= 3


def digest_in_a_process_of_its_own(seed: int, hash_seed: str) -> str:
    """What a world comes to, where sets and dictionaries have another order."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "tests.world", "--seed", str(seed), "--commands", "300"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    told, held = done.stdout.splitlines()
    assert held == f"seed {seed}: held"
    return told.split()[-1]


@pytest.mark.parametrize("seed", [3, pytest.param(7, marks=pytest.mark.long)])
def test_one_seed_is_one_world(seed: int) -> None:
    """Byte for byte: every log, and every message in both directions."""
    first, again = (digest_in_a_process_of_its_own(seed, one) for one in ("1", "2"))
    assert first == again
    assert first == play_world(seed, 300).digest


def test_worlds_differ() -> None:
    assert play_world(1, 100).digest != play_world(2, 100).digest


def test_a_world_that_is_over_is_gone() -> None:
    """A thousand worlds in one process need the memory of one."""
    play_world(1, 100)
    lose_power_often(1, 20, every=50)
    assert not [one for one in gc.get_objects() if type(one) is World]


def test_the_power_goes_at_any_write() -> None:
    images = lose_power_often(1, 250, every=5)
    assert images.count > IMAGES
    assert images.acknowledged > 20 * IMAGES


@pytest.mark.long
@pytest.mark.parametrize("seed", MANY_SEEDS)
def test_many_worlds_of_faults_hold(seed: int) -> None:
    came = play_world(seed, COMMANDS, is_thorough=True)
    assert came.commands >= COMMANDS


@pytest.mark.long
def test_the_power_goes_at_every_write_of_many_worlds() -> None:
    """Short worlds: every image is read whole, so a long log would be read ten thousand times."""
    images = 0
    for seed in (*range(8, 15), *range(16, 20)):
        images += lose_power_often(seed, 250).count
    assert images > MANY_IMAGES
