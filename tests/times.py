"""Processor time of the tests by folder, ended processes included: `pytest -p tests.times`."""

import os
from collections import Counter
from collections.abc import Generator

import pytest

BEGAN = pytest.StashKey[float]()
PROPERTY = "cpu_s"


def cpu_s() -> float:
    """Return the processor time of this process and of those that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note the time before a test."""
    item.stash[BEGAN] = cpu_s()
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Put the time of a test into its last report, which workers send on."""
    if call.when == "teardown":
        item.user_properties.append((PROPERTY, cpu_s() - item.stash[BEGAN]))


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
