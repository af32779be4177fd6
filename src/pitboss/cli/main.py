"""The `pitboss` command: finds a subcommand, runs it, and reports errors in a sentence."""

import sys
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NoReturn

import click

from pitboss import __version__
from pitboss.cli.shared.errors import ANY_HINT, InputError, report_error
from pitboss.errors import close_to

GROUPS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "Play": {
            "serve": "pitboss.cli.house.serve:serve",
            "replay": "pitboss.cli.replay:replay",
        },
        "Read and write rules": {
            "rulebooks": "pitboss.cli.rules:rulebooks",
            "rules": "pitboss.cli.rules:rules",
            "new": "pitboss.cli.authoring:new",
            "check": "pitboss.cli.authoring:check",
            "clauses": "pitboss.cli.clauses:clauses",
            "readings": "pitboss.cli.readings:readings",
            "diff": "pitboss.cli.rules:diff",
            "terms": "pitboss.cli.rules:terms",
            "schema": "pitboss.cli.rules:schema",
        },
        "Price": {
            "odds": "pitboss.cli.odds:odds",
            "strategy": "pitboss.cli.strategy:strategy",
            "advise": "pitboss.cli.advise:advise",
            "simulate": "pitboss.cli.simulate.command:simulate",
        },
        "Study": {
            "study": "pitboss.cli.study.command:study",
            "counts": "pitboss.cli.study.counts:counts",
        },
        "Prove": {
            "verify": "pitboss.cli.verify:verify",
            "case": "pitboss.cli.case:case",
            "witness": "pitboss.cli.house.witness:witness",
        },
        "Run a house": {
            "report": "pitboss.cli.report:report",
            "security": "pitboss.cli.house.security:security",
            "reset-password": "pitboss.cli.house.security:reset_password",
            "repair": "pitboss.cli.house.witness:repair",
            "backup": "pitboss.cli.house.backup:backup",
            "restore": "pitboss.cli.house.backup:restore",
        },
    }
)
"""The commands by what they are for, in the order of the help."""
COMMANDS: Mapping[str, str] = MappingProxyType(
    {name: place for group in GROUPS.values() for name, place in group.items()}
)
"""Every command with the module that holds it, in the order of the help. A module is imported when
its command is called or listed, so what it needs to run it imports then, not before."""


class LazyGroup(click.Group):
    """A group that imports a command's module on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        del ctx
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under the heading of what they are for."""
        width = max(map(len, COMMANDS))
        for title, names in GROUPS.items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(title):
                formatter.write_dl(
                    [
                        (name.ljust(width), command.get_short_help_str(formatter.width - width - 6))
                        for name, command in commands
                        if command is not None
                    ]
                )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name."""
        del ctx
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names; otherwise raise with the closest name."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            meant = close_to(name, tuple(COMMANDS))
            hint = f"did you mean pitboss {meant}?" if meant else ANY_HINT
            raise InputError(f"there is no command {name!r}", hint)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run and leave the process; an error is a sentence on stderr, never a traceback."""
        extra["standalone_mode"] = False
        try:
            status = super().main(*args, **extra)
        except Exception as error:
            status = report_error(error)
        sys.exit(status if isinstance(status, int) else 0)


@click.command(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  pitboss rules nz --set decks=8
  pitboss odds "6D H17 DAS LS"
  pitboss advise nz --hand "Ts 6d" --up 9c
  pitboss serve
""",
)
@click.version_option(__version__, prog_name="pitboss", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play, price and check blackjack by its rulebook.

    RULEBOOK is the id of a shipped rulebook (nz), a game in one line ("6D H17 DAS LS"), or the
    path of a TOML file.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command line; this is the entry point of the installed command."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter shows its number instead.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    cli()
