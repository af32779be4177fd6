"""`pitboss schema`: the JSON Schemas of rulebook files and of what commands print."""

import json
from importlib.resources import files

import click

from pitboss.cli.shared.arguments import json_option
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import print_json, print_table
from pitboss.errors import close_to

ENDING = ".schema.json"


def schema_names() -> tuple[str, ...]:
    """The names of all schemas."""
    inside = (file.name for file in files("pitboss").joinpath("schemas").iterdir())
    return tuple(sorted(name.removesuffix(ENDING) for name in inside if name.endswith(ENDING)))


def _complete(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [name for name in schema_names() if name.startswith(begun)]


@click.command(
    epilog="""\b
Examples:
  pitboss schema
  pitboss schema rulebook > rulebook.schema.json
  pitboss schema odds
"""
)
@click.argument("name", required=False, metavar="[NAME]", shell_complete=_complete)
@json_option
def schema(name: str | None, as_json: bool) -> None:
    """Print a JSON Schema.

    NAME is rulebook, for a rulebook file, or a command, for what it prints with --json. Without
    NAME it lists the schemas.
    """
    names = schema_names()
    if name is None:
        heads = [(one, str(_read(one)["title"])) for one in names]
        if as_json:
            print_json([dict(zip(("name", "title"), head, strict=True)) for head in heads])
        else:
            print_table(("id", "schema of"), heads)
        return
    if name not in names:
        meant = close_to(name, names)
        hint = f"did you mean {meant}?" if meant else f"there are {', '.join(names)}"
        raise InputError(f"there is no schema {name!r}", hint)
    print_json(_read(name))


def _read(name: str) -> dict[str, object]:
    text = files("pitboss").joinpath("schemas", f"{name}{ENDING}").read_text(encoding="utf-8")
    read: dict[str, object] = json.loads(text)
    return read
