"""`pitboss readings`: where the text of a rulebook is silent, and what the table does there."""

from typing import TYPE_CHECKING

import click

from pitboss.cli.shared.arguments import (
    json_option,
    open_table,
    rulebook_argument,
    set_option,
)
from pitboss.cli.shared.output import print_heading, print_json, print_text

if TYPE_CHECKING:
    from pitboss.rulebook.words.silence import ChosenReading, Note


@click.command(
    epilog="""\b
Examples:
  pitboss readings nz
  pitboss readings tribal --set surrender=true
  pitboss readings my-rulebook.toml --json
"""
)
@rulebook_argument
@set_option()
@json_option
def readings(rulebook: str, settings: dict[str, str], as_json: bool) -> None:
    """Show where the text is silent or unclear.

    A place that can be read in several ways is a reading: an option, set with --set like the
    others. A place with one sensible value says what the table does and why. Last come the rules
    that the program leaves to people.
    """
    from pitboss.rulebook.words.diff import silence_as_data
    from pitboss.rulebook.words.silence import silence

    table = open_table(rulebook, settings)
    if as_json:
        print_json(silence_as_data(table))
        return
    places = silence(table.rulebook, table.rules)
    print_heading(f"{table.rulebook.title}: where the text is silent")
    for reading in places.readings:
        _print_reading(reading)
    _print_notes("Places with one sensible value", places.closed)
    _print_notes("What the program does not do", places.left_out)
    counts = f"{len(places.readings)} readings, {len(places.closed)} places closed"
    print_text(f"\n{counts}, {len(places.left_out)} rules not carried out.")


def _print_reading(reading: "ChosenReading") -> None:
    spec = reading.option.spec
    print_heading(f"{reading.option.name} = {reading.value} [{', '.join(spec.clauses)}]")
    print_text(spec.unclear, indent=2)
    for value, text in spec.says.items():
        mark = "*" if value == reading.value else "-"
        print_text(f"{mark} {value}: {text}", indent=2)
    print_text(f"Default {reading.plain()['default']}: {spec.why}", indent=2)
    print_text(reading.moves, indent=2)


def _print_notes(title: str, notes: "tuple[Note, ...]") -> None:
    if notes:
        print_heading(title)
    for note in notes:
        print_text(f"{note.text} [{note.clause}]", indent=2)
