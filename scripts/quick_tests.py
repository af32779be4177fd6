"""Run the tests near to what changed, for a while; apart from `scripts.quick` because pytest
rewrites modules that are imported after it.
"""

import argparse
import signal
import sys
import time
from collections.abc import Iterable
from types import FrameType

import pytest

from scripts.changed import base_commit, changed_files, near_tests

GRACE_S = 3.0
"""Time that a running test has after the limit."""
FILES_MAX = 60
"""Most files of tests near to a change that are collected."""
QUIET = ("-q", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist")


class Deadline:
    """A plugin of pytest that leaves tests out once the time is over, and counts them."""

    def __init__(self, end: float) -> None:
        self.end = end
        self.left = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run a test once, however often it is named."""
        items[:] = {item.nodeid: item for item in reversed(items)}.values()
        items.reverse()

    def pytest_collection_finish(self) -> None:
        """Set the alarm for a test that takes too long; what is imported before is never cut."""
        left_s = max(0.0, self.end - time.monotonic())
        signal.setitimer(signal.ITIMER_REAL, left_s + GRACE_S)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        """Leave a test out if the time is over."""
        if time.monotonic() < self.end:
            return None
        self.left += 1
        return True

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the number of tests left out."""
        if self.left:
            terminalreporter.write_line(f"no time for {self.left} tests: make test runs them")


def stop(_signal: int, _frame: FrameType | None) -> None:
    """End the run within a test that takes longer than there is time."""
    pytest.exit("no time for the rest: make test runs them", returncode=0)


def run_tests(tests: Iterable[str], seconds: float) -> int:
    """Run tests in this process for at most this long; return the exit status of pytest."""
    end = time.monotonic() + seconds
    signal.signal(signal.SIGALRM, stop)
    status = pytest.main([*QUIET, "--maxfail=5", *tests], plugins=[Deadline(end)])
    signal.setitimer(signal.ITIMER_REAL, 0)
    return int(status)


def main() -> int:
    """Run the tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float, help="time for the tests")
    parser.add_argument("--base", default=base_commit(), help="the commit to compare with")
    given = parser.parse_args()
    tests = near_tests(changed_files(given.base), FILES_MAX)
    return run_tests(tests, given.seconds) if tests else 0


if __name__ == "__main__":
    sys.exit(main())
