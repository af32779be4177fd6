"""A shell completes commands, rulebooks and options: asked as a shell asks, and by bash itself."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import MAIN
from tests.patience import WAIT_S


def offered(line: str) -> list[str]:
    """What is offered for the last word of a line, with its kind."""
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    told = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv[0] = 'pitboss'; {MAIN}"],
        env={**os.environ, **asked, "_PITBOSS_COMPLETE": "bash_complete"},
        capture_output=True, text=True, timeout=WAIT_S, check=False,
    )  # fmt: skip
    assert (told.returncode, told.stderr) == (0, "")
    return told.stdout.split()


@pytest.mark.parametrize(
    "line, items",
    [
        ("pitboss sim", ["plain,simulate"]),
        ("pitboss odds trib", ["file,trib", "plain,tribal"]),
        ("pitboss odds tribal --set max_h", ["plain,max_hands="]),
        ("pitboss odds nz --set decks=8 --set vari", ["plain,variant="]),
        (
            "pitboss strategy tribal --set surrender=",
            ["plain,surrender=false", "plain,surrender=true"],
        ),
        ("pitboss strategy tribal --set shoe=d", ["plain,shoe=double"]),
        ("pitboss strategy none --set max_h", []),
        ("pitboss strategy --set max_h", []),
    ],
)
def test_what_is_offered(line: str, items: list[str]) -> None:
    assert offered(line) == items


def test_bash_completes_a_rulebook(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash on this machine")
    command = tmp_path / "pitboss"
    program = f"import sys; sys.argv[0] = 'pitboss'; {MAIN}"
    command.write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(program)} "$@"\n',
        encoding="utf-8",
    )
    command.chmod(0o755)
    script = """
        eval "$(_PITBOSS_COMPLETE=bash_source pitboss)"
        compopt() { :; }  # It works only while a key is pressed.
        COMP_WORDS=(pitboss odds trib) COMP_CWORD=2
        _pitboss_completion pitboss
        echo "${COMPREPLY[@]}"
    """
    told = subprocess.run(
        [bash, "--norc", "-c", script],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True, text=True, timeout=WAIT_S, check=False,
    )  # fmt: skip
    assert (told.stdout, told.stderr) == ("tribal\n", "")
