"""Writes the pages on the rulebooks and on the Python API; `--check` only says what is stale."""

import inspect
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

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
from scripts.pages import write_pages

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
"""What the pages on the API tell of: page and title, then names by heading."""

HOMES = {
    "pitboss.client.play": "pitboss.client.play.play",
}
"""Names that are a module for Python and a function for its users."""


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
    """Where the text of a rulebook is silent, and what a table does there."""
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
BUILT = "The site that `make site` builds shows signatures, docstrings and examples here.\n"


def api_page(title: str, parts: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """A page whose signatures and docstrings are put in when the site is built."""
    yield f"# {title}\n\n{ABOUT_API if title == 'Python API' else ''}{BUILT}"
    for heading, names in parts.items():
        yield f"\n## {heading}\n"
        for name in names:
            yield f"\n::: {HOMES.get(name, name)}\n"
            label = name.rpartition(".")[2]
            options = [f'heading: "{name}"', f"toc_label: {label}"] if name in HOMES else []
            options += ["members: false"] if inspect.ismodule(named(name)) else []
            if options:
                yield "    options:\n" + "".join(f"      {option}\n" for option in options)


def named(path: str) -> Any:
    """What a name stands for."""
    module, _, name = HOMES.get(path, path).rpartition(".")
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
