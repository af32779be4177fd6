"""What tests ask of a verdict: every check was made, but for the witness that no test log has."""

from pitboss.proof.checks import FAILED, OK, Check, Report

WITNESS = "witness"
IN_PLAY = ("sealed", "replay", "decisions", "commitments")
"""Not made to the end while a shoe is in play, and sealed."""
HELD_BACK = "versions"
"""Not made to the end if some events are held back."""


def unheld(report: Report, *unmade: str) -> list[Check]:
    """Return the checks that failed or were not made; ``unmade`` and the witness need not be."""
    return [
        check
        for check in report.checks
        if check.status == FAILED or (check.status != OK and check.name not in (WITNESS, *unmade))
    ]


def failed(report: Report) -> list[Check]:
    """Return the checks that failed."""
    return [check for check in report.checks if check.status == FAILED]
