"""Writes the pages on the rulebooks and on the Python API; `--check` only says what is stale."""

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from importlib import import_module
from textwrap import dedent
from typing import Any

import pitboss
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook, shipped_clauses
from pitboss.rulebook.clauses import CLASSES, Clause
from pitboss.rulebook.describe import describe
from pitboss.rulebook.trace import Trace, shipped_traces
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
assert tuple(KEPT_BY) == CLASSES

PARTS: dict[str, tuple[str, ...]] = {
    "The library": tuple(f"pitboss.{name}" for name in pitboss.__all__),
    "What it gives back": (
        "pitboss.library.table.Turn",
        "pitboss.odds.solution.Solution",
        "pitboss.odds.advice.Advice",
        "pitboss.sim.results.Result",
        "pitboss.scripts.play.Verdict",
        "pitboss.rulebook.refusals.Rejection",
        "pitboss.engine.views.View",
        "pitboss.engine.views.TableView",
    ),
    "The engine beneath": (
        "pitboss.engine.table.open_table",
        "pitboss.engine.table.decide",
        "pitboss.engine.declare.evolve",
        "pitboss.engine.views.view",
        "pitboss.engine.legal.legal",
        "pitboss.engine.table.replay",
    ),
    "Simulation": (
        "pitboss.sim.Experiment",
        "pitboss.sim.simulate",
        "pitboss.sim.ByStrategy",
        "pitboss.sim.basic_chart",
        "pitboss.sim.read_chart",
    ),
    "Environments": (
        "pitboss.gym.BlackjackEnv",
        "pitboss.gym.SeatsEnv",
        "pitboss.gym.seats_env",
    ),
    "Conformance kits": (
        "pitboss.testing.check_rulebook.check_rulebook",
        "pitboss.testing.check_wager.check_wager",
        "pitboss.testing.check_store.check_store",
        "pitboss.testing.conformance.Nonconforming",
        "pitboss.wagers.registry.add_kind",
    ),
}
"""What the page on the API tells of, by heading."""


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def rulebook_page(name: str) -> Iterator[str]:
    book = load_rulebook(name)
    clauses = shipped_clauses(name)
    traces = shipped_traces()
    yield f"# {book.title}\n\n{book.about}\n\n"
    yield f"`{name}`, from: {book.source}. [Its options](../reference/options.md), "
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


def rulebooks_index() -> Iterator[str]:
    yield "# The five rulebooks\n\n| rulebook | in short | clauses |\n| --- | --- | --- |\n"
    for name in SHIPPED:
        book = load_rulebook(name)
        count = len(shipped_clauses(name))
        yield f"| [{book.title}]({name}.md) | {cell(book.about)} | {count} |\n"
    total = sum(len(shipped_clauses(name)) for name in SHIPPED)
    yield f"\n{total} clauses in all. `pitboss clauses` lists them on the command line, and "
    yield "`pitboss diff nz tribal` says how two rulebooks differ.\n"


def wagers_index() -> Iterator[str]:
    yield "# Side wagers\n\n"
    yield "A kind sorts what the table shows into lines; a rulebook prices them.\n\n"
    for kind in sorted(wager_kinds()):
        entries = [
            f"{wager.title} ({name})"
            for name in SHIPPED
            for wager in load_rulebook(name).wagers
            if wager.kind == kind
        ]
        yield f"- [{kind}]({kind}.md): {', '.join(entries)}\n"


def api_page() -> Iterator[str]:
    yield "# Python API\n\nThe names under *The library* are public and stay as they are.\n"
    for heading, names in PARTS.items():
        yield f"\n## {heading}\n"
        for path in names:
            yield from api_part(path)


def api_part(path: str) -> Iterator[str]:
    module, _, name = path.rpartition(".")
    item: Any = getattr(import_module(module), name)
    yield f"\n### `{path}`\n\n"
    if inspect.isclass(item):
        yield from class_part(item)
    elif path == "pitboss.rulebook":
        yield from function_part("rulebook", import_module("pitboss.rulebook.catalog").rules_of)
    elif callable(item):
        yield from function_part(name, item)
    elif inspect.ismodule(item):
        yield f"{inspect.getdoc(item)}\n"
    else:
        yield f"```python\n{name} = {item!r}\n```\n"


def function_part(name: str, item: Callable[..., Any]) -> Iterator[str]:
    yield f"```py\n{name}{signature(item)}\n```\n\n{inspect.getdoc(item)}\n"


def class_part(item: type[Any]) -> Iterator[str]:
    yield f"{inspect.getdoc(item)}\n"
    if "__init__" in vars(item) and not issubclass(item, BaseException) and not is_dataclass(item):
        yield f"\n```py\n{item.__name__}{signature(item.__init__)}\n```\n"
    members = {
        name: member
        for name, member in vars(item).items()
        if not name.startswith("_") and (callable(member) or isinstance(member, property))
    }
    fields = [name for name in getattr(item, "__annotations__", {}) if not name.startswith("_")]
    if fields:
        yield f"\nFields: {', '.join(f'`{name}`' for name in fields)}.\n"
    if members:
        yield "\n| | |\n| --- | --- |\n"
    for name, member in members.items():
        told = (inspect.getdoc(member) or "").partition("\n")[0]
        shown = name if isinstance(member, property) or inspect.isclass(member) else f"{name}()"
        yield f"| `{shown}` | {cell(told)} |\n"


def signature(item: Callable[..., Any]) -> str:
    """As the code has it."""
    node = ast.parse(dedent(inspect.getsource(item))).body[0]
    assert isinstance(node, ast.FunctionDef)
    text = f"({ast.unparse(node.args).removeprefix('self, ')})"
    if node.returns and node.name != "__init__":
        text += f" -> {ast.unparse(node.returns)}"
    return re.sub(r"(?<=: |> )'([^']*)'", r"\1", text)


def pages() -> dict[str, str]:
    texts = {f"docs/rulebooks/{name}.md": "".join(rulebook_page(name)) for name in SHIPPED}
    texts["docs/rulebooks/index.md"] = "".join(rulebooks_index())
    texts["docs/wagers/index.md"] = "".join(wagers_index())
    texts["docs/reference/api.md"] = "".join(api_page())
    return texts


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, pages().items()))
