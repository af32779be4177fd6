"""The arguments that commands share: a rulebook, its options, and the form of the output."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitboss.cli.errors import InputError

if TYPE_CHECKING:
    from pitboss.rulebook.diff import Side
    from pitboss.rulebook.load import Rulebook

F = TypeVar("F", bound=Callable[..., Any])


def read_settings(
    _ctx: click.Context, parameter: click.Parameter, given: tuple[str, ...]
) -> dict[str, str]:
    """Options given as ``name=value``; the last of a name counts."""
    settings: dict[str, str] = {}
    for setting in given:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            flag = parameter.opts[0]
            raise InputError(f"{flag} {setting} does not set anything", f"write {flag} name=value")
        settings[name.strip()] = value.strip()
    return settings


def set_option(flag: str = "--set", name: str = "settings", help_: str = "") -> Callable[[F], F]:
    """A repeatable ``--set name=value``."""
    return click.option(
        flag,
        name,
        multiple=True,
        metavar="NAME=VALUE",
        callback=read_settings,
        help=help_ or "Set an option of the table; may be repeated.",
    )


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print data for programs, and nothing else."
)

rulebook_argument = click.argument("rulebook", metavar="RULEBOOK")


def open_rulebook(name: str) -> "Rulebook":
    """The rulebook of an id or a path."""
    from pitboss.rulebook.catalog import load_rulebook

    return load_rulebook(name)


def open_table(name: str, settings: dict[str, str]) -> "Side":
    """A rulebook with these options chosen."""
    from pitboss.rulebook.catalog import choose
    from pitboss.rulebook.diff import Side
    from pitboss.rulebook.errors import RulebookError

    rulebook = open_rulebook(name)
    try:
        return Side(rulebook, choose(rulebook, settings))
    except RulebookError as error:
        # What was asked for is named as it was given: an id or a path.
        raise RulebookError(name, list(error.problems)) from None
