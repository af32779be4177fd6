"""What is shown while something takes long."""

import io
import sys

import pytest

from pitboss.cli.shared import output
from tests.patience import wait_until


class Terminal(io.StringIO):
    """A text stream that people look at."""

    def isatty(self) -> bool:
        return True


def look_on(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make the error stream a terminal; not in a fixture, as pytest changes it after those."""
    # A bar takes the place of its text where the terminal is narrow.
    monkeypatch.setenv("COLUMNS", "100")
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    return stream


def test_what_is_quick_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = look_on(monkeypatch)
    with output.spinner("Solving"):
        pass
    assert "Solving" not in terminal.getvalue()


def test_what_takes_long_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = look_on(monkeypatch)
    monkeypatch.setattr(output, "SHOWN_AFTER", 0.01)
    with output.spinner("Solving"):
        wait_until(lambda: "Solving" in terminal.getvalue())


def test_items_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = look_on(monkeypatch)
    assert list(output.progress([1, 2, 3], "Solving tables")) == [1, 2, 3]
    assert "Solving tables" in terminal.getvalue()


def test_a_pipe_sees_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with output.spinner("Solving"):
        assert list(output.progress([1, 2], "Solving tables")) == [1, 2]
    assert stream.getvalue() == ""
