"""Everything sealed in a log is open once it must be."""

from pitboss.proof.checks import OK, Outcome
from pitboss.proof.openings import check_openings


def test_log_without_entries_seals_nothing() -> None:
    said = "everything that was sealed has been opened"
    assert check_openings([]) == Outcome(OK, said, ())
