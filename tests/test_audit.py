"""The audit of dependencies: a known vulnerability fails, and a missing network does not."""

import pytest

from scripts.audit_dependencies import judge


@pytest.mark.parametrize(
    "status, told, expected",
    [
        (0, "No known vulnerabilities found", 0),
        (1, "Found 1 known vulnerability in 1 package\nfoo 1.0 PYSEC-1", 1),
        (1, "requests.exceptions.ConnectionError: Max retries exceeded", 0),
        (124, "timed out", 0),
        (127, "no such file", 0),
        (2, "usage: pip-audit", 1),
    ],
)
def test_what_an_audit_comes_to(status: int, told: str, expected: int) -> None:
    assert judge(status, told)[0] == expected
