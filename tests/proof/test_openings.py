"""Everything sealed in a log is open once it must be."""

from pitboss.engine.chips import ChipsBought
from pitboss.proof.checks import OK, Outcome
from pitboss.proof.openings import check_openings, closed_kinds
from pitboss.store.entry import Entry


def test_log_without_entries_seals_nothing() -> None:
    said = "everything that was sealed has been opened"
    assert check_openings([]) == Outcome(OK, said, ())


def test_a_field_that_is_in_no_event_or_command_is_of_no_kind() -> None:
    """Paths come from a log, which anybody may have written."""
    paths = ("command.words", "events[0].player", "words")
    entry = Entry(1, 1, 1, (ChipsBought("ann", 1),), closed=paths)
    assert closed_kinds(entry) == dict.fromkeys(paths, "")
