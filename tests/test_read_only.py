"""Where nothing can be written: a package that belongs to others, and nobody's home."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import COMPILED_S

PACKAGE = Path(__file__).parents[1] / "src" / "pitboss"
ASKED = ("advise", "nz", "--hand", "Ts 6d", "--up", "9c", "--removed", "5s", "--json")
MAIN = "from pitboss.cli.main import main; main()"
ONE_KERNEL = """
import logging
import numpy as np
logging.basicConfig(level=logging.INFO, format="%(message)s")
from pitboss.odds.solver.kernels import stand_parts
from pitboss.odds.solver.arrays import Standing
whole = np.ones((1, 8))
standing = Standing(whole, whole, np.zeros((1, 2)))
stand_parts(np.arange(1), whole, standing)
assert standing.parts.tolist() == [[7.0, 7.0]]
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in which nobody may write."""
    folder = tmp_path_factory.mktemp("site")
    left_out = shutil.ignore_patterns("__pycache__", "web")
    shutil.copytree(PACKAGE, folder / "pitboss", ignore=left_out)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return folder


def unprivileged() -> tuple[str, ...]:
    """What comes before a command so that the rights of files count for it; root has them all."""
    if os.geteuid():
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("the tests run as root, and there is no setpriv to give its rights up")
    return setpriv, "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"


def asked(
    site: Path, *arguments: str, code: str = MAIN, **env: str
) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
    return subprocess.run(
        [*unprivileged(), sys.executable, "-c", code, *arguments],
        env={**kept, "PYTHONPATH": str(site), "HOME": str(site / "nobody"), **env},
        cwd=site, capture_output=True, text=True, timeout=COMPILED_S, check=False,
    )  # fmt: skip


def test_it_is_really_read_only(site: Path) -> None:
    code = "import pitboss; open(pitboss.__file__.replace('__init__', 'other'), 'w')"
    command = [*unprivileged(), sys.executable, "-c", code]
    tried = subprocess.run(
        command, env={"PYTHONPATH": str(site)}, capture_output=True, text=True, check=False
    )
    assert "PermissionError" in tried.stderr


def test_a_read_only_install_works_and_says_once_that_nothing_is_kept(site: Path) -> None:
    known = asked(site, "odds", "nz", "--json")
    assert (known.returncode, known.stderr) == (0, "")
    assert json.loads(known.stdout)["source"] == "cached"
    told = asked(site, *ASKED)
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["best"] == "hit"
    (line,) = told.stderr.splitlines()
    assert "nothing is kept on disk" in line
    assert "PITBOSS_CACHE" in line


def test_a_folder_of_ones_own_keeps_kernels_and_a_broken_one_is_compiled_anew(
    site: Path, tmp_path: Path
) -> None:
    place = tmp_path / "kept"
    told = []
    for _ in range(3):
        ran = asked(site, code=ONE_KERNEL, PITBOSS_CACHE=str(place))
        assert ran.returncode == 0, ran.stderr
        told.append(ran.stderr)
        (index,) = (place / "kernels").rglob("*.nbi")
        if len(told) == 2:
            index.write_bytes(b"broken")
    for first in (told[0], told[2]):
        assert "compiling stand_parts, once" in first
        assert "stand_parts compiled in " in first
    assert told[1] == ""
    assert "could not be read" in told[2]
    assert not list(site.rglob("__pycache__"))
