"""The command itself: help, version, laziness, errors."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pitboss import __version__
from pitboss.cli.main import COMMANDS, cli
from pitboss.cli.shared.errors import INTERRUPTED, InputError, report_error
from pitboss.money import MoneyError
from tests.cli.commands import MAIN, refused, run, run_process

HEAVY = ("msgspec", "rich", "hypothesis", "numpy", "numba", "pitboss.engine")


def test_help_lists_every_command_with_its_purpose() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in COMMANDS:
        assert f"  {name} " in result.stdout
    assert "Examples:\n    pitboss rules nz --set decks=8\n" in result.stdout


def test_the_purpose_of_every_command_fits_a_terminal_of_80_columns() -> None:
    result = CliRunner().invoke(cli, ["--help"], prog_name="pitboss", terminal_width=80)
    assert "..." not in result.stdout.replace("[ARGS]...", "")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    # The purposes of all groups begin in one column.
    shown = [line[2:] for line in lines if line[2:].split(" ")[0] in COMMANDS]
    assert len(shown) == len(COMMANDS)
    assert len({len(line) - len(line.partition(" ")[2].lstrip()) for line in shown}) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples_and_json(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Usage: pitboss {name}" in result.stdout
    assert f"Examples:\n    pitboss {name}" in result.stdout
    assert "--json" in result.stdout


def test_without_a_command_the_help_is_shown() -> None:
    result = run()
    assert result.exit_code == 0
    assert result.stdout == run("--help").stdout


def test_version() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout == f"pitboss {__version__}\n"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom pitboss.cli.main import cli\n"
        "try:\n    cli(['--help'])\nexcept SystemExit as left:\n    assert not left.code\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    result = run_process(code=code)
    assert result.stderr.strip() == "[]"


@pytest.mark.parametrize("flags", [(), ("rulebooks",), ("rules", "nz")])
def test_the_installed_command_answers(flags: tuple[str, ...]) -> None:
    result = run_process(*flags, "--help")
    assert result.returncode == 0
    assert result.stdout.startswith("Usage: ")
    assert result.stderr == ""


SCRIPT = Path(sys.executable).parent / "pitboss"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(
            (SCRIPT,),
            marks=pytest.mark.skipif(not SCRIPT.exists(), reason="the package is not installed"),
        ),
        (sys.executable, "-m", "pitboss"),
    ],
    ids=["script", "module"],
)
def test_script_and_module_run_the_command(command: tuple[str | Path, ...]) -> None:
    result = subprocess.run(
        [*command, "rules", "nz", "--set", "decks=3"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert result.stdout == ""
    assert "NZ 3.3(a)" in result.stderr


def test_output_that_nobody_reads_to_its_end_is_no_error() -> None:
    command = f"{sys.executable} -c '{MAIN}' clauses | head -n 1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert result.stderr == ""


def test_a_terminal_without_the_letters_is_no_error() -> None:
    result = subprocess.run(
        [sys.executable, "-c", MAIN, "clauses", "--json"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert result.returncode == 0
    assert len(json.loads(result.stdout)) == 904


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("ruls",), "error: there is no command 'ruls'"),
        (("--colour",), "error: no such option '--colour'"),
        (("rules",), "error: missing argument 'RULEBOOK'"),
        (("rules", "nz", "house"), "error: got unexpected extra argument (house)"),
        (("clauses", "--class", "none"), "error: invalid value for '--class'"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(arguments: tuple[str, ...], told: str) -> None:
    stderr = refused(*arguments)
    assert stderr.startswith(told)
    assert len(stderr.splitlines()) == 2


def test_errors_that_commands_raise(capsys: pytest.CaptureFixture[str]) -> None:
    assert report_error(InputError("the file is empty", "write something")) == 2
    assert capsys.readouterr().err == "error: the file is empty\nhint: write something\n"
    assert report_error(MoneyError("'x' is not an amount")) == 2
    assert report_error(click.ClickException("It broke.")) == 2
    assert report_error(click.UsageError("Bad use.")) == 2
    assert "hint: write pitboss odds nz; pitboss --help lists all" in capsys.readouterr().err
    assert report_error(click.Abort()) == INTERRUPTED
    assert capsys.readouterr() == ("", "error: interrupted\n")


def test_our_own_mistakes_are_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        report_error(ZeroDivisionError())


def test_a_command_that_does_not_exist_is_none() -> None:
    assert cli.get_command(click.Context(cli), "nothing") is None


def test_a_command_gives_its_exit_status() -> None:
    code = (
        "import click, pitboss.cli.rules as rules\nfrom pitboss.cli.main import cli\n"
        "rules.rulebooks = click.Command('rulebooks', callback=lambda: 1)\n"
        "cli(['rulebooks'])"
    )
    assert run_process(code=code).returncode == 1
