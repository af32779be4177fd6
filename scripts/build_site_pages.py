"""Writes the pages on the rulebooks and on the Python API; `--check` only says what is stale."""

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import griffe

import pitboss
import pitboss.client
import pitboss.sim
import pitboss.study
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook, shipped_clauses
from pitboss.rulebook.clauses import CLASSES, Clause
from pitboss.rulebook.trace import Trace, shipped_traces
from pitboss.rulebook.words.describe import describe
from pitboss.rulebook.words.silence import silence
from pitboss.wagers.registry import wager_kinds
from scripts.pages import ROOT, write_pages

KEPT_BY = {
    "engine": "the engine, which refuses or settles by it",
    "config": "the options: a table that breaks it cannot be set up",
    "procedure": "the procedures of the staff",
    "display": "what is shown or said at the table",
    "analysis": "the odds, which are checked against it",
    "physical": "people and things alone; a program cannot keep it",
}
assert tuple(KEPT_BY) == tuple(CLASSES)

API: dict[str, dict[str, tuple[str, ...]]] = {
    "api: Python API": {
        "The library": tuple(f"pitboss.{name}" for name in pitboss.__all__),
        "What it gives back": (
            "pitboss.library.table.Turn",
            "pitboss.odds.solution.Solution",
            "pitboss.odds.sheets.par_sheet.ParSheet",
            "pitboss.odds.advice.Advice",
            "pitboss.sim.results.Result",
            "pitboss.round_scripts.play.Verdict",
            "pitboss.library.rounds.PlayedLog",
            "pitboss.library.rounds.LoggedRound",
            "pitboss.library.rounds.Payment",
            "pitboss.rulebook.refusals.Rejection",
            "pitboss.engine.views.View",
            "pitboss.engine.views.TableView",
        ),
    },
    "api-odds: Simulation and studies": {
        "Simulation": tuple(f"pitboss.sim.{name}" for name in pitboss.sim.__all__),
        "Studies": tuple(f"pitboss.study.{name}" for name in pitboss.study.__all__),
    },
    "api-tables: Tables, bots, clients, environments": {
        "The engine beneath": (
            "pitboss.engine.table.open_table",
            "pitboss.engine.table.decide",
            "pitboss.engine.declare.evolve",
            "pitboss.engine.views.view",
            "pitboss.engine.legal.legal",
            "pitboss.engine.table.replay",
        ),
        "Bots": (
            "pitboss.bots.port.Bot",
            "pitboss.bots.by_strategy.ByStrategy",
            "pitboss.bots.by_count.ByCount",
            "pitboss.bots.random_legal.RandomLegal",
        ),
        "Clients of a server": tuple(f"pitboss.client.{name}" for name in pitboss.client.__all__),
        "Environments": (
            "pitboss.gym.BlackjackEnv",
            "pitboss.gym.ManyBlackjackEnv",
            "pitboss.gym.SeatsEnv",
            "pitboss.gym.seats_env",
        ),
    },
    "api-wagers: Side wagers and conformance": {
        "Kinds of side wager": tuple(
            sorted(f"{kind.__module__}.{kind.__name__}" for kind in wager_kinds().values())
        ),
        "A kind of your own": (
            "pitboss.wagers.base.Wager",
            "pitboss.wagers.base.Sight",
            "pitboss.wagers.registry.add_kind",
        ),
        "Conformance kits": (
            "pitboss.testing.check_rulebook.check_rulebook",
            "pitboss.testing.check_wager.check_wager",
            "pitboss.testing.check_store.check_store",
            "pitboss.testing.conformance.Nonconforming",
        ),
    },
}
"""Contents of the API pages: page and title, then names by heading."""


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def rulebook_page(name: str) -> Iterator[str]:
    book = load_rulebook(name)
    clauses = shipped_clauses(name)
    traces = shipped_traces()
    yield f"# {book.title}\n\n{book.about}\n\n"
    yield f"`{name}`, from: {book.source}. [Its options](../reference/options.md), "
    yield f"[where its text is silent]({name}_silence.md), "
    yield f"[its par sheet](../par-sheets/{name}.html), and the rules as data in "
    yield f"`src/pitboss/rulebooks/{name}/`.\n\n"
    yield "## The game in words\n\nThe table as it comes, with no option chosen.\n"
    heading = ""
    for sentence in describe(choose(book, {})):
        if sentence.section != heading:
            heading = sentence.section
            yield f"\n### {heading}\n\n"
        yield f"- {sentence.text} ({', '.join(sentence.clauses)})\n"
    yield f"\n## Every clause\n\n{len(clauses)} clauses. Each is kept by\n\n"
    counts = Counter(clause.cls for clause in clauses.values())
    for cls, words in KEPT_BY.items():
        if counts[cls]:
            yield f"- {words}: {counts[cls]}\n"
    yield "\nand shown by the tests and round scripts named with it.\n"
    for clause in clauses.values():
        yield from clause_part(clause, traces[clause.id])


def clause_part(clause: Clause, trace: Trace) -> Iterator[str]:
    yield f"\n### {clause.id}\n\n"
    yield f"*{clause}; {clause.kind}, kept by {KEPT_BY[clause.cls].partition(',')[0]}.* "
    yield f"{clause.summary}\n"
    if clause.ambiguity:
        yield f"\nWhere the text is unclear: {clause.ambiguity}\n"
    for label, places in (("Kept in", trace.enforced), ("Shown by", trace.tests)):
        if places:
            yield f"\n{label}: " + ", ".join(f"`{place}`" for place in places) + "\n"


def silence_page(name: str) -> Iterator[str]:
    """Yield the page on the unclear clauses of a rulebook, and what a table does about each."""
    book = load_rulebook(name)
    places = silence(book, choose(book, {}))
    yield f"# Where the text is silent: {book.title}\n\n"
    yield "A place that can be read in several ways is a *reading*: an option, chosen with "
    yield "`--set name=value` like the others and kept in the log of its table. A place with one "
    yield "sensible value says what the table does and why. Last come the rules that the program "
    yield f"leaves to people. `pitboss readings {name}` prints this page.\n"
    yield f"\n## {len(places.readings)} readings\n"
    for reading in places.readings:
        spec = reading.option.spec
        yield f"\n### {reading.option.name}\n\n*{', '.join(spec.clauses)}.* {spec.unclear}\n\n"
        for value, text in spec.says.items():
            mark = ", as it comes" if value == reading.value else ""
            yield f"- `{value}`{mark}: {text}\n"
        yield f"\n{spec.why} {reading.moves}\n"
    for title, notes in (
        ("places with one sensible value", places.closed),
        ("rules that the program does not carry out", places.left_out),
    ):
        if notes:
            yield f"\n## {len(notes)} {title}\n\n| clause | what the table does |\n| --- | --- |\n"
            yield from (f"| {note.clause} | {cell(note.text)} |\n" for note in notes)


def rulebooks_index() -> Iterator[str]:
    yield "# The five rulebooks\n\n| rulebook | in short | clauses |\n| --- | --- | --- |\n"
    for name in SHIPPED:
        book = load_rulebook(name)
        count = len(shipped_clauses(name))
        yield f"| [{book.title}]({name}.md) | {cell(book.about)} | {count} |\n"
    total = sum(len(shipped_clauses(name)) for name in SHIPPED)
    yield f"\n{total} clauses in all. `pitboss clauses` lists them on the command line, and "
    yield "`pitboss diff nz tribal` says how two rulebooks differ.\n"


ABOUT_API = """\
Everything under *The library* is public and stable: `import pitboss`, then `pitboss.solve("nz")`.
Wherever a function takes a rulebook, give it an id (`"nz"`), a path to a file, a line of terms
(`"6D H17 DAS"`) or `Rules`. Every error is a `pitboss.Error`.

"""


def api_page(title: str, parts: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """A page of signatures and docstrings, in plain Markdown."""
    yield f"# {title}\n\n{ABOUT_API if title == 'Python API' else ''}"
    for number, (heading, names) in enumerate(parts.items()):
        yield f"{'' if number == 0 else chr(10)}## {heading}\n"
        for name in names:
            yield from _part(name, _source(name), level=3)


@cache
def _package() -> Any:
    return griffe.load("pitboss", search_paths=[str(ROOT / "src")], submodules=True)


def _source(path: str) -> Any:
    """The parsed source of a name, wherever it is defined."""
    names = path.split(".")[1:]
    if len(names) == 1 and names[0] in pitboss._HOMES:
        names = [*pitboss._HOMES[names[0]].split("."), names[0]]
    elif len(names) == 2 and hasattr(import_module(f"pitboss.{names[0]}"), "_HOMES"):
        names = [
            names[0],
            *import_module(f"pitboss.{names[0]}")._HOMES[names[1]].split("."),
            names[1],
        ]
    source = _package()
    for name in names:
        source = source.members[name]
    return source.final_target if source.is_alias else source


def _part(name: str, source: Any, level: int) -> Iterator[str]:
    """The heading, signature and docstring of a name, then those of its public members."""
    yield f"\n{'#' * level} {name}\n"
    if source.is_class or source.is_function:
        yield f"\n```\n{_signature(name.rpartition('.')[2], source)}\n```\n"
    elif source.is_attribute and source.annotation is not None:
        yield f"\n```\n{name.rpartition('.')[2]}: {source.annotation}\n```\n"
    if source.docstring is not None:
        yield f"\n{_markdown(source.docstring.value)}\n"
    if source.is_class and level == 3:
        for member, inner in source.members.items():
            if not member.startswith("_") and not inner.is_alias and inner.docstring is not None:
                yield from _part(f"{name.rpartition('.')[2]}.{member}", inner, level + 1)


def _signature(name: str, source: Any) -> str:
    """A signature as the source has it, a line for each parameter if it is long."""
    hidden = ("self", "cls")
    listed, last = [], ""
    for item in source.parameters:
        kind = item.kind.value if item.kind else ""
        if item.name in hidden:
            continue
        if kind != "positional-only" and last == "positional-only":
            listed.append("/")
        if kind == "keyword-only" and last not in ("keyword-only", "variadic positional"):
            listed.append("*")
        stars = {"variadic positional": "*", "variadic keyword": "**"}.get(kind, "")
        hint = f": {item.annotation}" if item.annotation is not None else ""
        default = "" if item.default is None or stars else f" = {item.default}"
        listed.append(f"{stars}{item.name}{hint}{default}")
        last = kind
    result = getattr(source, "returns", None) if source.is_function else None
    end = f" -> {result}" if result is not None else ""
    line = f"{name}({', '.join(listed)}){end}"
    if len(line) <= 100:
        return line
    return f"{name}(\n" + "".join(f"    {part},\n" for part in listed) + f"){end}"


def _markdown(text: str) -> str:
    """A docstring with its examples as blocks of code."""
    blocks = []
    for block in text.strip().replace("```python", "```py").split("\n\n"):
        is_example = block.startswith(">>>")
        blocks.append(f"```pycon\n{block}\n```" if is_example else block)
    return "\n\n".join(blocks)


def named(path: str) -> Any:
    """Return the object of a name."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


def pages() -> dict[str, str]:
    texts = {f"docs/rulebooks/{name}.md": "".join(rulebook_page(name)) for name in SHIPPED}
    for name in SHIPPED:
        texts[f"docs/rulebooks/{name}_silence.md"] = "".join(silence_page(name))
    texts["docs/rulebooks/index.md"] = "".join(rulebooks_index())
    for page, parts in API.items():
        name, _, title = page.partition(": ")
        texts[f"docs/reference/{name}.md"] = "".join(api_page(title, parts))
    return texts


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, pages().items()))
