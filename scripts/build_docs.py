"""Writes the reference pages, the JSON Schema and the traces; `--check` only says what is stale."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click
import msgspec

from pitboss.cli.main import COMMANDS, cli
from pitboss.engine.declare import (
    Audience,
    Event,
    Role,
    all_commands,
    all_events,
    staff_fields,
    tag_of,
)
from pitboss.engine.floor.irregularities.effects import EFFECTS
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.rulebook.catalog import SHIPPED, load_rulebook
from pitboss.rulebook.clauses import CLASSES, COLUMNS
from pitboss.rulebook.file.json_schema import rulebook_schema, value_schema
from pitboss.rulebook.file.load import MORE_REFUSALS, REFUSALS, Rulebook
from pitboss.rulebook.file.options import show_value
from pitboss.rulebook.file.reader import FORMS
from pitboss.rulebook.file.schema import (
    AnnouncementSpec,
    Case,
    Cell,
    Condition,
    ConstraintSpec,
    Demand,
    IrregularitySpec,
    LineSpec,
    NoticeSpec,
    NotSaidSpec,
    OfferSpec,
    OptionSpec,
    ReadingSpec,
    ResultSpec,
    RulebookFile,
    ScaleSpec,
    SignalSpec,
    StepSpec,
    WagerSpec,
)
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.file.values import field_types
from pitboss.rulebook.trace import live_traces, trace_json
from pitboss.toml_files import SIZE_MAX
from pitboss.wagers.registry import wager_kinds
from scripts.pages import ROOT, prose_of, write_pages
from scripts.terms_page import terms_page

TABLES: dict[str, type[msgspec.Struct]] = {
    "The file": RulebookFile,
    "[options.NAME]": OptionSpec,
    "[readings.NAME]": ReadingSpec,
    "[[constraints]]": ConstraintSpec,
    "require.NAME, in a constraint": Demand,
    "[rules.SECTION.NAME]": Cell,
    "cases, in a value": Case,
    "[[results]]": ResultSpec,
    "[[wagers]]": WagerSpec,
    "[[wagers.scales]]": ScaleSpec,
    "[side_wagers]": OfferSpec,
    "lines, in a scale": LineSpec,
    "[[announcements.NAME]]": AnnouncementSpec,
    "[[notices]]": NoticeSpec,
    "[[not_said]]": NotSaidSpec,
    "[irregularities.NAME]": IrregularitySpec,
    "[[procedures.NAME]]": StepSpec,
    "[signals.NAME]": SignalSpec,
}
"""The tables of a rulebook file as people write them."""

KINDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
}


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of the page; what would end a cell is written so that it does not."""
    names = list(columns)
    lines = [names, ["---"] * len(names), *rows]
    cells = ([cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"


def kind_of(schema: dict[str, Any]) -> str:
    """The kind of a value in words, from its JSON Schema."""
    if "anyOf" in schema:
        kinds = [kind_of(kind) for kind in schema["anyOf"]]
        if set(KINDS.values()) <= set(kinds):
            kinds = ["value", *(kind for kind in kinds if kind not in KINDS.values())]
        return " or ".join(kinds)
    if "enum" in schema:
        return "one of " + ", ".join(f"`{word}`" for word in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("pattern") in FORMS:
        return f"text {FORMS[schema['pattern']]}"
    if "pattern" in schema:
        return "odds, as in `3 to 2`"
    if "$ref" in schema:
        return "table"
    if schema["type"] == "array":
        return f"list of {several(kind_of(schema['items']))}"
    if schema["type"] == "object":
        inner = schema.get("additionalProperties")
        return f"table of {several(kind_of(inner))}" if inner else "table"
    least = f" from {schema['minimum']}" if "minimum" in schema else ""
    most = f" to {schema['maximum']}" if "maximum" in schema else ""
    return f"{KINDS[schema['type']]}{least}{most}"


def several(kind: str) -> str:
    """A kind in the plural, where it is one word or two."""
    if kind.startswith("text such"):
        return kind.replace("text", "texts", 1)
    return f"{kind}s" if kind.endswith(("table", "text", "value", "number")) else kind


def rulebook_page() -> Iterator[str]:
    """The reference of rulebook files."""
    yield (
        "# Rulebook files\n\n"
        f"A rulebook is a TOML file of at most {SIZE_MAX:,} bytes. Every value cites its clause. A "
        "file that `extends` another holds only the differences: tables are merged, a value or an "
        "option with a clause replaces the old one, a wager replaces the one of the same name, and "
        "constraints and notices are added.\n\n"
        "`pitboss schema rulebook` prints this as a JSON Schema for your editor.\n"
    )
    parts = rulebook_schema()["$defs"]
    whole = rulebook_schema()
    for heading, kind in TABLES.items():
        part = whole if kind is RulebookFile else parts[kind.__name__]
        needed = [field.encode_name for field in msgspec.structs.fields(kind) if field.required]
        yield f"\n## {heading}\n\n{kind.__doc__}\n\n"
        rows = (
            (
                f"`{name}`" + (" (needed)" if name in needed else ""),
                kind_of(value),
                value.get("description", ""),
            )
            for name, value in part["properties"].items()
        )
        yield table(("key", "kind", "what it says"), rows)
    yield (
        "\n## clauses.csv\n\nClauses beside a file: a table with these columns, in this order. "
        "What goes wrong, procedures and effects are on [their own page](irregularities.md).\n\n"
    )
    yield table(("column", "what it says"), ((f"`{name}`", text) for name, text in COLUMNS.items()))
    yield "\n"
    yield table(("class", "who keeps it"), ((f"`{name}`", text) for name, text in CLASSES.items()))
    yield "\n## The sections of rules\n\nEvery value must be given, here or in what is extended.\n"
    for name, section in SECTIONS.items():
        yield f"\n### [rules.{name}]\n\n{section.__doc__}\n\n"
        values = {field: value_schema(type_) for field, type_ in field_types(section).items()}
        rows = (
            (f"`{field}`", kind_of(value), value["description"]) for field, value in values.items()
        )
        yield table(("value", "kind", "what it says"), rows)
    yield (
        f"\n## [refusals]\n\nNeeded: {', '.join(f'`{name}`' for name in REFUSALS)}. Where they can "
        f"come up: {', '.join(f'`{name}`' for name in MORE_REFUSALS)}.\n"
        "\n## Kinds of side wager\n\nBest line first; one that an entry does not price loses.\n\n"
    )
    kinds = (
        (
            f"`{name}`",
            ", ".join(f"`{category}`" for category in kind.categories),
            ", ".join(f"`{parameter}`" for parameter in kind.parameters()),
            " ".join(prose_of(kind).split()),
        )
        for name, kind in sorted(wager_kinds().items())
    )
    yield table(("kind", "lines", "parameters", "what it looks at"), kinds)


def options_page() -> Iterator[str]:
    """The reference of the options of the shipped rulebooks."""
    yield (
        "# Options\n\nWhat the operator of a table may choose, with the clause that allows it. Set "
        "one with `--set name=value`. Amounts are in table currency. A *reading* is an option that "
        "exists because the text of a clause is unclear.\n"
    )
    for name in SHIPPED:
        book = load_rulebook(name)
        yield f"\n## {name}\n\n{book.title}. {book.about}\n\n"
        rows = (
            (
                f"`{option.name}`",
                f"`{show_value(option.spec, option.default)}`",
                option.allowed,
                option.spec.clause,
                option.spec.text + (" A reading." if option.spec.reading else ""),
            )
            for option in book.options.values()
        )
        yield table(("option", "default", "allowed", "clause", "what it decides"), rows)


def commands_page() -> Iterator[str]:
    """The reference of the commands: their own help."""
    settings = {**cli.context_settings, "terminal_width": 90, "max_content_width": 90}
    top = click.Context(cli, info_name="pitboss", **settings)
    yield "# Commands\n\nEvery command prints this page with `--help`.\n"
    yield f"\n## pitboss\n\n```\n{cli.get_help(top).rstrip()}\n```\n"
    for name in COMMANDS:
        command = cli.get_command(top, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=top, **settings)
        yield f"\n## pitboss {name}\n\n```\n{command.get_help(context).rstrip()}\n```\n"


def roles_page() -> Iterator[str]:
    """The reference of who may give which command, and who sees what."""
    yield (
        "# Roles\n\nThe table below says who may give which command. `table` is the table itself, "
        "which carries out everything automatic and has no name. Dealers and supervisors with that "
        "role in the house come on duty with `take_table`. Auditors look on with their account. "
        "Anybody with chips "
        "is a player, and anybody else a spectator. A command that a role may give can still be "
        "refused: the procedure says who does a step, only the seated player plays a hand, and the "
        "clause says who may report. A correction of money needs two people.\n\n"
    )
    rows = (
        (
            f"`{kind.__struct_config__.tag}`",
            *("yes" if role in allowed else "" for role in Role),
            (kind.__doc__ or "").split("\n")[0],
        )
        for kind, allowed in [(kind, kind.roles) for kind in all_commands()]
    )
    yield table(("command", *(role.value for role in Role), "what it does"), rows)
    yield (
        "\n## What is withheld\n\nEverybody learns that something happened, but not these "
        "fields. Where the server deals, a card that lies face down is seen by those who bet "
        "on its box, and by nobody of the house; where the dealer keys the cards, by the dealer "
        "and the supervisors on duty too. What is sealed lies encrypted in the "
        "[log](log.md#sealed-fields) until then; once a round has ended all its cards are open to "
        "supervisors and auditors. The staff is who is on duty at the table, and auditors; once a "
        "round has ended, supervisors of the house too. Somebody with a wager up is a player. The "
        "same holds wherever events leave a server: messages, history, scripts, searches and "
        "reports, whose readers are supervisors, auditors and administrators.\n\n"
    )
    withheld = (
        (f"`{tag_of(kind)}`", ", ".join(f"`{name}`" for name in kind.audience.fields),
         seen_by(kind.audience), sealed_until(kind))
        for kind in all_events() if kind.audience.fields
    )  # fmt: skip
    yield table(("event", "what is withheld", "seen by", "sealed until"), withheld)
    yield (
        "\nThese commands hold the same. `cards_awaited` withholds its command only if it is one "
        "of them, or holds cards that nobody may see.\n\n"
    )
    commands = (
        (f"`{tag_of(kind)}`", ", ".join(f"`{name}`" for name in staff_fields(kind)))
        for kind in all_commands() if staff_fields(kind)
    )  # fmt: skip
    yield table(("command", "what is withheld"), commands)


def seen_by(audience: Audience) -> str:
    """Return the viewers of the fields that an event withholds, in words."""
    if audience.is_for_nobody:
        return "nobody"
    return "anyone who sees the card" if audience.is_of_faces else "the staff"


def sealed_until(kind: type[Event]) -> str:
    """Until when the log has a field of an event encrypted, in words."""
    if kind.sealed:
        return "the shoe is over"
    return "its round has ended, where it lies face down" if kind is CardDealt else ""


def irregularities_page() -> Iterator[str]:
    """The reference of what goes wrong, and of procedures, signals and announcements."""
    yield (
        "# What goes wrong, and how things are done\n\nFor each rulebook: the irregularities "
        "that the staff reports and a clause rules on; the procedures of the staff, step by step; "
        "the players' signals; the dealer's calls. If an entry names an option, it applies only to "
        "tables with that option. In a [round script](round-scripts.md) an irregularity is a line "
        "that begins with `dealer` or `supervisor`.\n\n## Effects\n\n"
    )
    effects = sorted(
        {spec.does for name in SHIPPED for spec in load_rulebook(name).irregularities.values()}
    )
    words = ((f"`{does}`", " ".join((EFFECTS[does].__doc__ or "").split())) for does in effects)
    yield table(("effect", "what follows"), words)
    for name in SHIPPED:
        book = load_rulebook(name)
        yield f"\n## {name}\n\n### Irregularities of {name}\n\n"
        rows = (
            (
                f"`{what}`",
                " or ".join(spec.by),
                f"`{spec.does}`",
                cited(spec.clause),
                spec.text + condition(spec.when),
            )
            for what, spec in book.irregularities.items()
        )
        yield table(("name", "by", "effect", "clause", "what went wrong and what follows"), rows)
        yield from habits(name, book)


def habits(name: str, book: Rulebook) -> Iterator[str]:
    """The procedures, signals and announcements of a rulebook."""
    for procedure, steps in book.procedures.items():
        yield f"\n### Procedure of {name}: {procedure}\n\n"
        rows = (
            (
                str(number),
                f"`{step.do}`",
                step.by,
                cited(step.clause),
                step.text + condition(step.when),
            )
            for number, step in enumerate(steps, start=1)
        )
        yield table(("", "step", "by", "clause", "what is done"), rows)
    if book.signals:
        yield f"\n### Signals of {name}\n\n"
        signals = (
            (f"`{word}`", spec.kind, f"`{spec.act}`", cited(spec.clause))
            for word, spec in book.signals.items()
        )
        yield table(("signal", "kind", "act", "clause"), signals)
    yield f"\n### Announcements of {name}\n\n"
    calls = (
        (f"`{call}`", cited(spec.clause) + condition(spec.when))
        for call, specs in book.announcements.items()
        for spec in specs
    )
    yield table(("announcement", "clause"), calls)


def cited(clause: str | list[str]) -> str:
    """Clauses in a cell."""
    return clause if isinstance(clause, str) else ", ".join(clause)


def condition(when: Condition) -> str:
    """The options under which an entry applies, in words; nothing where it always does."""
    parts = []
    for option, value in when.items():
        values = value if isinstance(value, list) else [value]
        words = " or ".join(str(word).lower() for word in values)
        parts.append(f"`{option}` is {words}")
    return f" (where {' and '.join(parts)})" if parts else ""


def made() -> dict[str, Callable[[], Iterable[str]]]:
    """Every file that is made here, by its path."""
    return {
        "docs/reference/rulebook.md": rulebook_page,
        "docs/reference/options.md": options_page,
        "docs/reference/terms.md": terms_page,
        "docs/reference/commands.md": commands_page,
        "docs/reference/roles.md": roles_page,
        "docs/reference/irregularities.md": irregularities_page,
        "src/pitboss/schemas/rulebook.schema.json": lambda: [
            json.dumps(rulebook_schema(), indent=1, ensure_ascii=False) + "\n"
        ],
        "src/pitboss/rulebooks/trace.json": lambda: [trace_json(live_traces(ROOT))],
    }


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, ((name, "".join(make())) for name, make in made().items())))
