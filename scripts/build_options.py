"""Writes the types of all options of the shipped rulebooks; `--check` only says if it is stale."""

import sys
from collections.abc import Iterator
from textwrap import wrap

from pitboss.rulebook.catalog import SHIPPED, gallery, load_rulebook
from pitboss.rulebook.file.schema import OptionSpec
from scripts.pages import write_pages

FILE = "src/pitboss/rulebook/file/option_names.py"
TYPES = {
    "integer": "int",
    "boolean": "bool",
    "amount": "Amount",
    "odds": "str",
    "share": "float",
    "prizes": "Prizes",
}
HEAD = '''\
"""Options of the shipped rulebooks with their types; made by scripts/build_options.py."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from pitboss.money import Amount

Prizes = Mapping[str, Sequence[Sequence[float]]]
"""Pairs of a prize and its weight, for each stake."""


class Options(TypedDict, total=False):
    """The options of any game, for type checkers; each rulebook has some.

    Type checkers find a misspelt option and a value that no rulebook allows.

    >>> import pitboss
    >>> chosen: pitboss.Options = {"decks": 8, "super_sevens": True}
    >>> pitboss.rules("nz", **chosen).table.decks
    8
    """

    # fmt: off
'''


def types_of(specs: list[OptionSpec]) -> str:
    """The type of one option, from its declarations in all rulebooks."""
    choices = [str(v) for spec in specs if spec.type == "choice" for v in spec.values or ()]
    choices += ["off" for spec in specs if spec.may_be_off]
    plain = [TYPES[spec.type] for spec in specs if spec.type != "choice"]
    listed = ", ".join(f'"{choice}"' for choice in dict.fromkeys(choices))
    literal = [f"Literal[{listed}]"] if choices else []
    return " | ".join([*dict.fromkeys(plain), *literal])


def lines() -> Iterator[str]:
    """The text of the file."""
    yield HEAD
    specs: dict[str, list[OptionSpec]] = {}
    for name in (*SHIPPED, *gallery()):
        for option, made in load_rulebook(name).options.items():
            specs.setdefault(option, []).append(made.spec)
    for option in sorted(specs):
        line = f"    {option}: {types_of(specs[option])}"
        yield "\n".join(wrap(line, 98, subsequent_indent=" " * 8)) + "\n"


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, [(FILE, "".join(lines()))]))
