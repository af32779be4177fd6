"""The arguments that commands share: a rulebook, its options, and the form of the output."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from pitboss.cli.shared.errors import InputError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pitboss.rulebook.file.load import Rulebook
    from pitboss.rulebook.words.diff import ChosenRulebook

F = TypeVar("F", bound=Callable[..., Any])

TERM = "term"
"""The value of a term, which is set without one."""


def read_settings(
    _ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> dict[str, str]:
    """Return options given as ``name=value`` or as terms like ``H17``; the last of each name."""
    settings: dict[str, str] = {}
    for setting in texts:
        name, equals, value = setting.partition("=")
        if not equals and (term := _term(name)):
            settings[term] = TERM
            continue
        if not equals or not name.strip():
            flag = parameter.opts[0]
            form = "name=a,b" if flag == "--compare" else "name=value, or a term such as H17"
            raise InputError(f"{flag} {setting} does not set anything", f"write {flag} {form}")
        settings[name.strip()] = value.strip()
    return settings


def _term(text: str) -> str:
    """Return the term of a text, however it is written, or ""."""
    from pitboss.rulebook.terms.spellings import spelled

    term = spelled(text)
    return term.term if term else ""


def text_option(flag: str, metavar: str, help_: str) -> Callable[[F], F]:
    """Return an option for a text that may be left out, but not be empty."""
    return click.option(flag, default="", metavar=metavar, callback=_not_empty, help=help_)


def _not_empty(ctx: click.Context, parameter: click.Parameter, text: str) -> str:
    assert parameter.name is not None
    if not text and ctx.get_parameter_source(parameter.name) is not ParameterSource.DEFAULT:
        flag = parameter.opts[0]
        raise InputError(f"{flag} is empty", f"give {flag} {parameter.metavar}, or leave it out")
    return text


def strategy_option(default: str) -> Callable[[F], F]:
    """Return the option for how the player plays."""
    return click.option(
        "--strategy",
        default=default,
        show_default=True,
        metavar="NAME",
        help="best (exact, by cards), total (exact, by totals), basic, dealer, or a chart in a"
        " file.",
    )


def wagers_option(default: str) -> Callable[[F], F]:
    """Return the option for the side wagers to play."""
    return click.option(
        "--wagers",
        default=default,
        show_default=True,
        metavar="NAMES",
        help="Side wagers to play as well: all, none, or names with commas.",
    )


def set_option(flag: str = "--set", name: str = "settings", help_: str = "") -> Callable[[F], F]:
    """Return a repeatable option ``--set name=value``."""
    return click.option(
        flag,
        name,
        multiple=True,
        metavar="NAME=VALUE",
        callback=read_settings,
        shell_complete=complete_setting,
        help=help_ or "Set an option of the table, or a term such as H17; repeatable.",
    )


file_option = partial(click.option, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
"""An option for a file."""

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON for programs, and nothing else."
)


def _trust(ctx: click.Context, _parameter: click.Parameter, is_given: bool) -> None:
    if is_given:
        from pitboss.rulebook.catalog import distrust_kinds, trust_kinds

        trust_kinds()
        ctx.call_on_close(distrust_kinds)


def _know(_ctx: click.Context, _parameter: click.Parameter, paths: tuple[str, ...]) -> None:
    if paths:
        from pitboss.rulebook.catalog import offer_books

        offer_books(paths)


own_books_option = click.option(
    "--rulebook",
    "own_books",
    multiple=True,
    metavar="FILE",
    expose_value=False,
    callback=_know,
    help="A rulebook of your own that the table plays by; repeatable.",
)


trust_option = click.option(
    "--trust-kinds",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_trust,
    help="Run the Python files that your rulebook names as kinds of side wager.",
)


def rulebook_argument(command: F) -> F:
    """Add a rulebook by its name or path, and the option to trust its programs."""
    named = click.argument("rulebook", metavar="RULEBOOK", shell_complete=complete_rulebook)
    return named(trust_option(command))


def complete_rulebook(
    ctx: click.Context, parameter: click.Parameter, begun: str
) -> "list[CompletionItem]":
    """Files, or ids of rulebooks and games that begin so: bash forgets what comes before files."""
    from click.shell_completion import CompletionItem

    from pitboss.rulebook.catalog import SHIPPED, gallery

    del ctx, parameter
    names = [name for name in (*SHIPPED, *gallery()) if name.startswith(begun)]
    return [CompletionItem(begun, type="file"), *map(CompletionItem, names)]


def complete_setting(
    ctx: click.Context, parameter: click.Parameter, begun: str
) -> "list[CompletionItem]":
    """Return the names of the rulebook's options, or the values of an option that is named."""
    from click.shell_completion import CompletionItem

    from pitboss.errors import Error

    del parameter
    # While a value is missing, click has not told the arguments apart yet.
    rulebook = ctx.params.get("rulebook") or next(iter(ctx.args), "")
    try:
        options = open_rulebook(rulebook).options
    except Error:
        return []
    name, equals, value = begun.partition("=")
    if not equals:
        return [CompletionItem(f"{option}=") for option in options if option.startswith(begun)]
    spec = options[name].spec if name in options else None
    texts = [str(listed) for listed in (spec and spec.values) or ()]
    if spec and spec.type == "boolean":
        texts = ["false", "true"]
    return [CompletionItem(f"{name}={text}") for text in texts if text.startswith(value)]


def open_rulebook(name: str) -> "Rulebook":
    """Return the rulebook of an id or a path."""
    from pitboss.rulebook.catalog import load_rulebook

    return load_rulebook(name)


def without_terms(rulebook: "Rulebook", settings: dict[str, str]) -> dict[str, str]:
    """Return the same settings with the options of the rulebook that terms stand for."""
    chosen = {name: value for name, value in settings.items() if value != TERM}
    if len(chosen) == len(settings):
        return chosen
    from pitboss.rulebook.terms.line import settings_of
    from pitboss.rulebook.terms.terms import BY_TERM

    terms = [BY_TERM[name] for name, value in settings.items() if value == TERM]
    return settings_of(rulebook, terms, chosen)


def open_table(name: str, settings: dict[str, str]) -> "ChosenRulebook":
    """Return a rulebook with these options chosen."""
    from pitboss.rulebook.catalog import choose
    from pitboss.rulebook.errors import RulebookError
    from pitboss.rulebook.words.diff import ChosenRulebook

    rulebook = open_rulebook(name)
    try:
        return ChosenRulebook(rulebook, choose(rulebook, without_terms(rulebook, settings)))
    except RulebookError as error:
        # The message names the rulebook as it was given: an id or a path.
        raise RulebookError(name, list(error.problems)) from None
