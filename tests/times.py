"""Processor time of the tests by folder, that of the processes they start included:
`pytest -p tests.times`.

Processes that still run are counted too: a browser leaves most of its processes to the system when
it ends, and their time with them. So time is read before anything is torn down, and what ends in a
teardown counts until then.
"""

import os
import time
from collections import Counter
from collections.abc import Generator
from contextlib import suppress

import psutil  # type: ignore[import-untyped]
import pytest

BEGAN = pytest.StashKey[float]()
CALLED = pytest.StashKey[tuple[float, float]]()
"""Time of a test until its teardown, and of this process alone then."""
PROPERTY = "cpu_s"


def cpu_s() -> float:
    """Return the processor time of this process and of all that it started."""
    times = os.times()
    total = times.user + times.system + times.children_user + times.children_system
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            total += sum(process.cpu_times()[:4])
    return total


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note the time before a test."""
    item.stash[BEGAN] = cpu_s()
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Put the time of a test into its last report, which workers send on."""
    if call.when != "teardown":
        item.stash[CALLED] = cpu_s() - item.stash[BEGAN], time.process_time()
    else:
        until, own = item.stash[CALLED]
        item.user_properties.append((PROPERTY, until + time.process_time() - own))


def folder_of(test: str) -> str:
    """Return the folder of a test below `tests`; "" for a file there."""
    return "/".join(test.partition("::")[0].split("/")[1:-1])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the time and the number of tests of each folder, the longest first."""
    seconds, tests = Counter[str](), Counter[str]()
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == PROPERTY and report.when == "teardown":
                    folder = folder_of(report.nodeid)
                    seconds[folder] += value
                    tests[folder] += 1
    total = sum(seconds.values())
    terminalreporter.section("processor time")
    for folder, spent in seconds.most_common():
        share = 100 * spent / total if total else 0
        name = folder or "(top)"
        terminalreporter.write_line(f"{name:20} {spent:7.1f} s {share:5.1f} % {tests[folder]:6}")
    terminalreporter.write_line(f"{'all':20} {total:7.1f} s {100:5.1f} % {tests.total():6}")
