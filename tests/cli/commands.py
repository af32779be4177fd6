"""What the command tests share: running a command and reading what it prints."""

import json
import subprocess
import sys
from functools import cache
from importlib.resources import files
from typing import Any

from click.testing import CliRunner, Result

from pitboss.cli.main import cli
from tests.patience import COMPILED_S
from tests.published import Schema, assert_published

MAIN = "from pitboss.cli.main import main; main()"
"""What the installed command runs."""


def run(*arguments: str) -> Result:
    """Run a command in this process; what is no error of the input is raised."""
    return CliRunner(catch_exceptions=False).invoke(cli, list(arguments), prog_name="pitboss")


def run_json(*arguments: str, status: int = 0) -> Any:
    """The data that a command prints, which must be all that it prints, by its schema."""
    result = run(*arguments, "--json")
    assert result.exit_code == status, result.stderr
    assert result.stderr == ""
    data = json.loads(result.stdout)
    assert_published(arguments[0], schema_of(arguments[0]), data)
    return data


@cache
def schema_of(command: str) -> Schema:
    """Return the published schema of what a command prints."""
    file = files("pitboss").joinpath("schemas", f"{command}.schema.json")
    schema: Schema = json.loads(file.read_text(encoding="utf-8"))
    return schema


def refused(*arguments: str) -> str:
    """What a command says of bad input: an error, a hint, exit status 2 and nothing else."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    lines = result.stderr.splitlines()
    assert lines[0].startswith("error: ")
    assert lines[-1].startswith("hint: ")
    assert len(lines[-1]) > len("hint: ")
    return result.stderr


def run_process(*arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed command, or a line of Python, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code or MAIN, *arguments],
        capture_output=True,
        text=True,
        timeout=COMPILED_S,
        check=False,
    )
