"""The table of processor time by folder adds up what tests and their processes took."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_tidy import ROOT
from tests.times import folder_of

SPENDING = """
import subprocess, sys, time

def test_spends():
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass

def test_waits():
    code = "import time\\nwhile time.process_time() < 0.3: pass"
    subprocess.run([sys.executable, "-c", code], check=True)
"""


@pytest.mark.parametrize("workers", [(), ("-p", "xdist.plugin", "-n", "2")])
def test_time_of_a_folder_is_that_of_its_tests_and_processes(
    tmp_path: Path, workers: tuple[str, ...]
) -> None:
    folder = tmp_path / "tests" / "odds"
    folder.mkdir(parents=True)
    (folder / "test_a.py").write_text(SPENDING, encoding="utf-8")
    (tmp_path / "pytest.ini").touch()
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.times", *workers, "tests"],
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    row = re.search(r"^odds +([\d.]+) s 100\.0 % +2$", ran.stdout, re.MULTILINE)
    assert row is not None, ran.stdout
    assert float(row[1]) >= 0.5


def test_folder_is_the_path_below_tests() -> None:
    assert folder_of("tests/web/test_table.py::test_a[x/y]") == "web"
    assert folder_of("tests/test_money.py::test_a") == ""
