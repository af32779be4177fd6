"""What is printed into a file or a pipe is never broken, folded or cut; a terminal's lines fit."""

import os
import pty
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from pitboss.rulebook.catalog import rules_of, shipped_clauses
from pitboss.rulebook.words.describe import describe
from tests.cli.commands import MAIN, refused, run, run_process
from tests.cli.test_replay import FAILS, HOLDS, write
from tests.cli.verifying import played
from tests.rulebook.books import CHARITY, charity, write_book

SURROUNDINGS = {
    "narrow": {"COLUMNS": "40", "LINES": "5", "TERM": "xterm"},
    "dumb": {"COLUMNS": "40", "LINES": "5", "TERM": "dumb", "FORCE_COLOR": "1"},
    "one column": {"COLUMNS": "1", "TERM": "xterm", "TTY_COMPATIBLE": "1", "NO_COLOR": "1"},
    "coloured": {"COLUMNS": "40", "TERM": "xterm-256color", "FORCE_COLOR": "1"},
    "wide": {"COLUMNS": "1000", "LINES": "500", "TERM": "xterm"},
    "unknown": {"TERM": "unknown"},
}
"""What shells, editors and build servers say of a terminal that is not there."""
STYLES = re.compile("\x1b\\[[0-9;]*m")

COMMANDS: dict[str, Callable[[Path], tuple[str, ...]]] = {
    "rulebooks": lambda _: ("rulebooks",),
    "rules": lambda folder: ("rules", write_book(folder, CHARITY)),
    "clauses": lambda folder: ("clauses", write_book(folder, CHARITY)),
    "diff": lambda folder: ("diff", write_book(folder, CHARITY), "nz"),
    "odds": lambda _: ("odds", "double_deck", "--lines"),
    "strategy": lambda _: ("strategy", "double_deck", "--costs"),
    "advise": lambda _: ("advise", "nz", "--hand", "8s 8d", "--up", "Th"),
    "simulate": lambda _: ("simulate", "house", "--strategy", "basic", "--dry-run"),
    "replay": lambda folder: ("replay", write(folder, FAILS), "--story"),
    "verify": lambda folder: ("verify", write_log(folder)),
}
"""Commands that print for people, with what they are given."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose path is longer than lines are, with what might be taken for a picture."""
    made = tmp_path / ("a-table-by-the-window-" * 5) / ":spades:-[bold]" / ("the-second-shoe-" * 4)
    made.mkdir(parents=True)
    assert len(str(made)) > 120
    return made


def write_log(folder: Path) -> str:
    """An exported log."""
    path = folder / "t1.log.jsonl"
    path.write_bytes(played("house"))
    return str(path)


def surround(monkeypatch: pytest.MonkeyPatch, surroundings: dict[str, str]) -> None:
    for name in ("COLUMNS", "LINES", "TERM", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)


def printed(*command: str) -> list[str]:
    """The lines that a command prints for people, without the styles that somebody may force."""
    result = run(*command)
    assert result.exit_code in (0, 1, 3), result.stderr
    return STYLES.sub("", result.stdout).splitlines()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_pipe_gets_the_same_whatever_is_said_of_a_terminal(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = COMMANDS[name](folder)
    surround(monkeypatch, {})
    plain = printed(*command)
    assert plain
    assert not any("…" in line for line in plain)
    for surroundings in ("narrow", "coloured"):
        surround(monkeypatch, SURROUNDINGS[surroundings])
        assert printed(*command) == plain


@pytest.fixture(params=SURROUNDINGS)
def no_terminal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each of those that a pipe must not heed."""
    chosen: str = request.param
    surround(monkeypatch, SURROUNDINGS[chosen])
    return chosen


@pytest.mark.usefixtures("no_terminal")
def test_rules_are_whole(folder: Path) -> None:
    path = write_book(folder, CHARITY)
    lines = [line.strip() for line in printed("rules", path)]
    rulebook = charity(folder)
    assert rulebook.about in lines
    for sentence in describe(rules_of(path)):
        assert f"{sentence.text} [{', '.join(sentence.clauses)}]" in lines
    texts = [option.spec.text for option in rulebook.options.values()]
    assert max(map(len, texts)) > 60
    for text in texts:
        assert any(text in line for line in lines), text


@pytest.mark.usefixtures("no_terminal")
def test_clauses_are_whole(folder: Path) -> None:
    more = '[options.surrender]\ntype = "boolean"\ndefault = true\nclause = "CN-1"\ntext = "On."\n'
    path = write_book(folder, CHARITY + more)
    lines = printed("clauses", path)
    assert any(f"{path} options.surrender" in line for line in lines)
    for clause in shipped_clauses("tribal").values():
        (line,) = [line for line in lines if line.strip().startswith(f"{clause.id} ")]
        assert clause.summary in line


@pytest.mark.usefixtures("no_terminal")
def test_columns_named_by_a_path_are_whole(folder: Path) -> None:
    """The names of the two tables stand above what they differ in."""
    path = write_book(folder, CHARITY)
    lines = printed("diff", path, "nz")
    assert any(line.split() == [path, "nz"] for line in lines)


@pytest.mark.usefixtures("no_terminal")
def test_verdicts_are_whole(folder: Path) -> None:
    path = write(folder, HOLDS)
    assert printed("replay", path) == [f"holds  {path}  It holds", "1 of 1 scripts hold"]
    log = printed("verify", write_log(folder))
    # A heading, a line for each check, and the verdict.
    assert len(log) == len([line for line in log if line.startswith(("ok ", "not made "))]) + 2


@pytest.mark.usefixtures("no_terminal")
def test_an_error_is_one_line_and_a_hint_another(folder: Path) -> None:
    missing = folder / "none.toml"
    for command in (("rules",), ("clauses",), ("odds",), ("simulate",), ("strategy",)):
        first, last = refused(*command, str(missing)).splitlines()
        assert first == f"error: {missing}: there is no such file"
        assert last == "hint: check the path"
    path = write_book(folder, CHARITY)
    first, last = refused("rules", path, "--set", "decks=9").splitlines()
    assert first.startswith(
        f"error: {path}: decks = 9 is not allowed: choose a whole number from 1 to 8, by"
    )
    assert last.startswith(f"hint: pitboss rules {path} lists what may be chosen")
    for command in (("replay",), ("verify",)):
        first, last = refused(*command, str(missing)).splitlines()
        assert str(missing) in first


def test_a_real_pipe_gets_whole_lines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    surround(monkeypatch, SURROUNDINGS["narrow"])
    path = write(folder, HOLDS)
    done = run_process("replay", path)
    assert done.stdout == f"holds  {path}  It holds\n1 of 1 scripts hold\n"
    assert done.stderr == ""


def on_terminal(*arguments: str, columns: int) -> list[str]:
    """The lines that a command prints on a terminal of so many columns."""
    ours, its = pty.openpty()
    ioctl(its, TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, *arguments],
        stdin=subprocess.DEVNULL, stdout=its, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        os.close(its)
        shown = b""
        try:
            while part := os.read(ours, 65_536):
                shown += part
        except OSError:
            # How Linux says that the other side of a terminal is closed.
            pass
        os.close(ours)
        assert process.stderr is not None
        assert process.stderr.read() == b""
    return STYLES.sub("", shown.decode()).splitlines()


def test_a_terminal_gets_lines_that_fit_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    surround(monkeypatch, {"TERM": "xterm"})
    path = write(folder, HOLDS)
    for columns in (40, 100):
        lines = on_terminal("replay", path, "--story", columns=columns)
        assert max(map(len, lines)) <= columns
        assert path.replace("/", "") in "".join(line.strip() for line in lines).replace("/", "")
    # Cells are folded, too, where the words of the options would not fit.
    assert max(map(len, on_terminal("rules", "nz", columns=120))) <= 120
