"""Errors of the command line: one plain sentence with a hint, and the exit status."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from pitboss.errors import Error, close_to

BAD_INPUT = 2
"""The exit status of every error that the person can put right."""
INTERRUPTED = 130
PATH_MAX = 4096
"""Characters that a path may have. Longer text is not a path and is not read to its end."""
SHORTENED = 100
"""Number of characters that a message repeats of a bad path."""


class InputError(click.ClickException, Error):
    """Something in the input that cannot be used."""

    exit_code = BAD_INPUT

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@contextmanager
def bad_input(hint: str, *kinds: type[Exception]) -> Iterator[None]:
    """Turn errors of these kinds into bad input, with their own hint or else this one."""
    try:
        yield
    except kinds as error:
        raise InputError(str(error), getattr(error, "hint", "") or hint or example()) from None


ANY_HINT = "write pitboss odds nz; pitboss --help lists all"
"""The hint if no command is known."""


def example(option: str = "") -> str:
    """Return a command line of the running command that works, with an option if one shows it."""
    ctx = click.get_current_context(silent=True)
    return _example_of(ctx, option)


def _example_of(ctx: click.Context | None, option: str = "") -> str:
    epilog = (ctx.command.epilog or "") if ctx else ""
    lines = [line.strip() for line in epilog.splitlines() if line.strip().startswith("pitboss ")]
    shown = [line for line in lines if option in line] or lines
    return f"for example: {shown[0]}" if shown else ANY_HINT


def report_error(error: Exception) -> int:
    """Print an error to stderr and return the exit status; raise again if it is our own mistake."""
    if isinstance(error, click.Abort):
        click.echo("error: interrupted", err=True)
        return INTERRUPTED
    explained = _explain(error)
    if explained is None:
        raise error
    from pitboss.cli.shared.output import visible

    message, hint = map(visible, explained)
    click.echo(f"error: {message}", err=True)
    click.echo(f"hint: {hint}", err=True)
    return BAD_INPUT


def _explain(error: Exception) -> tuple[str, str] | None:
    """Return the message and the hint for an error that comes from the input."""
    if isinstance(error, InputError):
        return error.message, error.hint
    if isinstance(error, click.UsageError):
        text = error.format_message()
        if isinstance(error, click.NoSuchOption):
            # click adds its own suggestions, of which one is the hint.
            text = f"no such option {error.option_name!r}"
        return _sentence(text), _usage_hint(error)
    if isinstance(error, click.ClickException):
        return _sentence(error.format_message()), example()
    from pitboss.errors import OddsError

    if isinstance(error, OddsError):
        return str(error), error.hint or example()
    return _explain_missing(error) or _explain_rulebook(error)


def _usage_hint(error: click.UsageError) -> str:
    """Return the option that was meant, the values of an option, or a command line that works."""
    ctx = error.ctx
    if isinstance(error, click.NoSuchOption) and ctx is not None:
        known = [name for item in ctx.command.params for name in item.opts if name[:2] == "--"]
        meant = close_to(error.option_name, known)
        return f"did you mean {meant}?" if meant else _example_of(ctx)
    item = error.param if isinstance(error, click.BadParameter) else None
    if item is not None and isinstance(item.type, click.Choice):
        return f"write one of {', '.join(map(str, item.type.choices))}"
    return _example_of(ctx, item.opts[0] if item and item.opts else "")


def _explain_missing(error: Exception) -> tuple[str, str] | None:
    """Return message and hint for a package that the base install leaves out."""
    from pitboss.errors import EXTRAS, NotInstalled, not_installed

    if isinstance(error, NotInstalled):
        name = error.place
    else:
        name = error.name.partition(".")[0] if isinstance(error, ImportError) and error.name else ""
        if name not in EXTRAS:
            return None
    missing = not_installed(name, "this command")
    return str(missing).partition(":")[0], missing.hint


def _explain_rulebook(error: Exception) -> tuple[str, str] | None:
    # Imported here: an error of this kind has loaded the module already, and others need none.
    from pitboss.cards import CardError
    from pitboss.money import MoneyError
    from pitboss.rulebook.errors import RulebookError

    if isinstance(error, (CardError, MoneyError)):
        return str(error), error.hint or example()
    if not isinstance(error, RulebookError):
        return None
    problems = error.problems
    source = error.source if len(error.source) <= PATH_MAX else f"{error.source[:SHORTENED]}..."
    hints = [problem.hint for problem in problems if problem.hint]
    if len(problems) == 1:
        message = f"{source}: {problems[0]}"
    else:
        lines = "".join(f"\n  {problem}" for problem in problems)
        message = f"{source} has {len(problems)} problems:{lines}"
    if any(problem.clause for problem in problems):
        hints.append(f"pitboss rules {source} lists what may be chosen, and by which clause")
    hints.append("pitboss schema rulebook prints what a rulebook file may hold")
    return message, hints[0]


def _sentence(text: str) -> str:
    """Return a message of click in the form of ours: small letter first, no full stop."""
    return text[:1].lower() + text[1:].rstrip(".")
