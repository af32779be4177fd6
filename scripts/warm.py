"""A process that runs tests in forks of itself; apart from `scripts.mutate` because it runs in a
copy of the tree: `python -m scripts.warm` reads a job a line and writes a result a line.

It has imported what the tests need from elsewhere and nothing of pitboss, so that a run of a few
short tests costs a second and sees the file as it is then.
"""

import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, settings

from scripts.covered import Recorder, file_of

IMPORTED = (
    "apsw", "argon2", "click.testing", "coverage", "cryptography.hazmat.primitives.serialization",
    "httpx", "hypothesis.strategies", "jsonschema", "litestar", "msgspec.json", "numba", "numpy",
    "prometheus_client", "psutil", "rich.console", "rich.table", "uvicorn",
    "websockets.sync.client",
)  # fmt: skip
OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:faulthandler", "--tb=no")
NOT_OVER, NO_TESTS = -1, 5
LOOK_S = 0.01
RECORD_SLACK = 2
"""A map is written when its time is up; a test that does not end by twice that leaves none."""


class Job(msgspec.Struct):
    """Tests to run, all of one file if their lines are recorded."""

    tests: list[str]
    limit_s: float
    record: str = ""
    """File of the map to write."""


class Result(msgspec.Struct):
    """The exit status of pytest, and the test that failed."""

    status: int
    failed: str = ""


class Warm:
    """The process, from outside."""

    def __init__(self, root: Path, env: dict[str, str]) -> None:
        command = (sys.executable, "-m", "scripts.warm")
        self._process = subprocess.Popen(
            command, cwd=root, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def run(self, job: Job) -> Result:
        """Run tests in a fork."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(msgspec.json.encode(job) + b"\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._process.stdout.readline(), type=Result)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


class Chosen:
    """A plugin of pytest that runs some tests in their order, and says which one failed.

    The name of a file stands for all of its tests, and that of a function for all of its cases.
    """

    def __init__(self, tests: Sequence[str], out: int) -> None:
        self.order = {test: number for number, test in enumerate(tests)}
        self.out = out

    def pytest_configure(self) -> None:
        """Have hypothesis stop at the first example that fails, and not look for a shorter one."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("first failure", settings.default, phases=phases)
        settings.load_profile("first failure")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Drop the other tests of the files."""
        names = [(test := item.nodeid, test.partition("[")[0], file_of(test)) for item in items]
        numbers = [next((self.order[name] for name in of_item if name in self.order), -1)
                   for of_item in names]  # fmt: skip
        chosen = sorted((number, place) for place, number in enumerate(numbers) if number >= 0)
        items[:] = [items[place] for _, place in chosen]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Send the name of a test that failed."""
        if report.failed:
            os.write(self.out, report.nodeid.encode())

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Send the name of a file that cannot be imported."""
        report = yield
        if report.failed:
            os.write(self.out, collector.nodeid.encode())
        return report


def run_here(job: Job, out: int) -> int:
    """Run the tests of a job in this process."""
    if job.record:
        return Recorder.run(job.tests[0], Path(job.record), job.limit_s)
    files = dict.fromkeys(map(file_of, job.tests))
    return int(pytest.main([*OPTIONS, *files], plugins=[Chosen(job.tests, out)]))


def run_forked(job: Job) -> Result:
    """Run the tests of a job in a fork, which is ended when its time is up."""
    came, out = os.pipe()
    if (child := os.fork()) == 0:
        status = NOT_OVER & 0xFF
        try:
            os.setsid()
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nothing, stream)
            status = run_here(job, out)
        finally:
            os._exit(status)
    os.close(out)
    ends = time.monotonic() + job.limit_s * (RECORD_SLACK if job.record else 1)
    code = None
    while code is None and time.monotonic() < ends:
        ended, code_now = os.waitpid(child, os.WNOHANG)
        code = os.waitstatus_to_exitcode(code_now) if ended else None
        if code is None:
            time.sleep(LOOK_S)
    # Servers that its tests started, and the fork itself if it is not over.
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if code is None:
        os.waitpid(child, 0)
    os.set_blocking(came, False)
    said = b""
    with suppress(BlockingIOError):
        said = os.read(came, 10_000)
    os.close(came)
    return Result(NOT_OVER if code is None else code, said.decode())


def import_all(names: Sequence[str]) -> None:
    """Import what is installed of these."""
    for name in names:
        with suppress(ImportError):
            importlib.import_module(name)


def main() -> None:
    """Run jobs until there are no more."""
    import_all(IMPORTED)
    assert "pitboss" not in sys.modules
    lines: Any = sys.stdin.buffer
    for line in lines:
        result = run_forked(msgspec.json.decode(line, type=Job))
        sys.stdout.buffer.write(msgspec.json.encode(result) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
