"""Traceability: where each clause is enforced, and which tests and round scripts cite it.

Finds the clauses that tests cite, by reading their source: no test is imported or run.
"""

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from pitboss.rulebook.catalog import SHIPPED, choose, is_packed, load_rulebook, shipped_clauses
from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.file.extends import unread_options
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.terms.line import BASE
from pitboss.rulebook.words.idle import idle_conditions, idle_rows, idle_values

CLAUSE_ID = re.compile(r"(?<![\w-])(?:T|NZ|PA|H|DD)-[a-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
"""Pattern of the id of a shipped clause."""

Citation = tuple[str, str]
"""A clause and the test that cites it."""


def test_citations(root: Path) -> Iterator[Citation]:
    """Yield each clause that a test, or a table of cases, under ``root/tests`` is marked with."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        place = path.relative_to(root).as_posix()
        yield from module_citations(path.read_text(encoding="utf-8"), place)
    for path in sorted((root / "tests" / "clauses").glob("*.toml")):
        for clause in dict.fromkeys(CLAUSE_ID.findall(path.read_text(encoding="utf-8"))):
            yield clause, path.relative_to(root).as_posix()


def module_citations(source: str, place: str) -> Iterator[Citation]:
    """Yield the citations of one test module: marks on tests, classes, cases and the module."""
    try:
        module = ast.parse(source)
    except SyntaxError:
        return
    names = _assigned(module)
    scan = _Module(names, _markers(module))
    everywhere = [names["pytestmark"]] if "pytestmark" in names else []
    yield from scan.citations(module.body, place, everywhere)


@dataclass(frozen=True, slots=True)
class _Module:
    names: dict[str, ast.expr]
    markers: set[str]
    """Functions of the module that mark what they make with clauses that they are given."""

    def citations(
        self, body: list[ast.stmt], place: str, outer: list[ast.expr]
    ) -> Iterator[Citation]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                marks = [*outer, *node.decorator_list]
                yield from self.citations(node.body, f"{place}::{node.name}", marks)
            elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in dict.fromkeys(self.clauses([*outer, *node.decorator_list])):
                    yield clause, f"{place}::{node.name}"

    def clauses(self, roots: list[ast.expr]) -> Iterator[str]:
        """Yield the clauses marked in expressions, and in the values of the names that they use."""
        waiting = list(roots)
        seen: set[str] = set()
        while waiting:
            for node in ast.walk(waiting.pop(0)):
                if isinstance(node, ast.Name) and node.id in self.names and node.id not in seen:
                    seen.add(node.id)
                    waiting.append(self.names[node.id])
                elif isinstance(node, ast.Call):
                    if _called(node) == "clause":
                        yield from (text for text in map(_text, node.args) if text)
                    elif _called(node) in self.markers:
                        yield from _ids(node)


def _markers(module: ast.Module) -> set[str]:
    return {
        node.name
        for node in module.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("test_")
        for part in ast.walk(node)
        if isinstance(part, ast.Call) and _called(part) == "clause"
    }


def _assigned(module: ast.Module) -> dict[str, ast.expr]:
    """Return the names that the module gives values to, such as lists of cases."""
    names: dict[str, ast.expr] = {}
    for node in module.body:
        if isinstance(node, ast.Assign):
            names |= {item.id: node.value for item in node.targets if isinstance(item, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            names[node.target.id] = node.value
    return names


def _called(node: ast.Call) -> str:
    """Return the last name of what is called: ``clause`` for ``pytest.mark.clause``."""
    func = node.func
    if isinstance(func, ast.Attribute):
        return func.attr
    return func.id if isinstance(func, ast.Name) else ""


def _text(node: ast.AST) -> str:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if is_text else ""  # type: ignore[attr-defined]


def _ids(call: ast.Call) -> Iterator[str]:
    """Yield the ids among the texts that a marker is given, one or several in a text."""
    for node in ast.walk(call):
        words = _text(node).split()
        if all(CLAUSE_ID.fullmatch(word) for word in words):
            yield from words


SKIPPED = ("cli/", "rulebook/trace.py", "rulebook/trace.py")
"""Code that speaks of clauses without keeping any."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The places that enforce a clause, and the tests that show it."""

    enforced: tuple[str, ...] = ()
    """Values of rulebooks (``nz/rules.toml options.decks``) and files (``pitboss/hands.py``)."""
    tests: tuple[str, ...] = ()
    """Tests (``tests/test_hands.py::test_totals``) and round scripts."""


Traces = Mapping[str, Trace]


def checkout() -> Path | None:
    """Root of the source tree that this code runs from; None for an installed package."""
    root = Path(__file__).parents[3]
    is_tree = (root / "src" / "pitboss").is_dir() and (root / "tests").is_dir()
    return root if is_tree else None


def traces() -> Traces:
    """Return the traces of every shipped clause, from the source tree or as packaged."""
    root = checkout()
    return live_traces(root) if root else shipped_traces()


def shipped_traces() -> Traces:
    """Return the traces that travel with the package."""
    text = (resources.files("pitboss.rulebooks") / "trace.json").read_text(encoding="utf-8")
    return {
        clause: Trace(tuple(trace["enforced"]), tuple(trace["tests"]))
        for clause, trace in json.loads(text).items()
    }


def live_traces(root: Path) -> Traces:
    """Return the traces as the tree under ``root`` has them now."""
    enforced: dict[str, list[str]] = {}
    for name in SHIPPED:
        for clause, path in rulebook_citations(load_rulebook(name)):
            enforced.setdefault(clause, []).append(f"{name}/rules.toml {path}")
    for clause, place in code_citations(root):
        enforced.setdefault(clause, []).append(place)
    tests: dict[str, list[str]] = {}
    for clause, place in (*test_citations(root), *script_citations(root)):
        tests.setdefault(clause, []).append(place)
    return {
        clause: Trace(_once(enforced.get(clause, ())), _once(tests.get(clause, ())))
        for name in SHIPPED
        for clause in shipped_clauses(name)
    }


def _once(places: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(places))


def unknown_citations(root: Path) -> list[str]:
    """Return every clause id in code, tests or round scripts that no shipped rulebook has."""
    known = {clause for name in SHIPPED for clause in shipped_clauses(name)}
    cited = (*code_citations(root), *test_citations(root), *script_citations(root))
    return [f"{place}: {clause}" for clause, place in cited if clause not in known]


def rulebook_citations(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield each clause that a rulebook's own values cite, with the path of the value."""
    for name, option in rulebook.options.items():
        yield from ((clause, f"options.{name}") for clause in option.spec.clauses)
        if option.spec.notice:
            yield option.spec.notice, f"options.{name}"
    for constraint in rulebook.constraints:
        options = ", ".join(constraint.require)
        yield constraint.clause, f"constraints on {options}"
    for name, cell in rulebook.cells.items():
        for clauses in (cell.clause, *(case.clause for case in cell.cases)):
            yield from ((clause, f"rules.{name}") for clause in _each(clauses))
    for name, cited in rulebook.refusals.items():
        for clause in cited:
            yield clause, f"refusals.{name}"
    for result in rulebook.results:
        yield from ((clause, f"results {result.rows[0]}") for clause in _each(result.clause))
    for wager in rulebook.wagers:
        named = (wager.alone_clause, wager.lose_clause, wager.late_clause)
        more = [clause for clause in named if clause]
        for clauses in (wager.clause, wager.stakes_clause, wager.main_clause, more):
            yield from ((clause, f"wagers.{wager.name}") for clause in _each(clauses))
        for scale in wager.scales:
            for line in scale.lines:
                yield line.clause, f"wagers.{wager.name}.{line.category}"
    for notice in rulebook.notices:
        yield notice.clause, f"notices on a {notice.place}"
    for left_out in rulebook.not_said:
        yield left_out.clause, "not_said"
    yield from _floor_citations(rulebook)


UNCITED = "no value cites the clause"


_ROW_IDLE = "rows before it fit first, or no hands do"


def warnings(rulebook: Rulebook) -> Iterator[str]:
    """Yield what a file leaves without effect: clauses that no value cites, options and values."""
    for key in ("edition", "revision"):
        if key in rulebook.lines:
            yield f"{key} is read from older files: in_force_from and earlier take its place"
    cited = {clause for clause, _ in rulebook_citations(rulebook)}
    for clause in rulebook.clauses:
        if clause in rulebook.own_clauses and clause not in cited:
            yield f"{UNCITED} {clause}; write it as a value, or under [[not_said]]"
    for name in unread_options(rulebook.raw) if "extends" in rulebook.raw else ():
        if f"options.{name}" in rulebook.lines:
            yield f"options.{name} decides nothing: no rule, wager or notice reads it"
    rules, base = choose(rulebook, {}), str(rulebook.raw.get("extends", ""))
    plain = choose(load_rulebook(base if is_packed(base) else BASE), {})
    for path, why in idle_values(rulebook, rules, plain):
        yield f"rules.{path} decides nothing under the value of {why}"
    idle = idle_rows(rules)
    for number, result in enumerate(rulebook.results):
        if f"results.{number}" in rulebook.lines:
            before = (one for one in rulebook.results[:number] if one.when in ({}, result.when))
            again = {row for one in before for row in one.rows}
            for row in (idle | again).intersection(result.rows):
                yield f"results.{number}: '{row}' decides nothing: {_ROW_IDLE}"
    for path, text in idle_conditions(rules):
        if f"rules.{path}" in rulebook.lines:
            yield f"rules.{path}: no hand meets '{text}' under the other rules"


def _floor_citations(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield the clauses behind what the staff does, and behind what goes wrong."""
    for name, irregularity in rulebook.irregularities.items():
        for clause in _each(irregularity.clause):
            yield clause, f"irregularities.{name}"
    checks = {f"wagers.{wager.name}.checks": wager.checks for wager in rulebook.wagers}
    steps = {f"procedures.{name}": list(steps) for name, steps in rulebook.procedures.items()}
    for path, entries in (steps | checks).items():
        for step in entries:
            yield from ((clause, f"{path}.{step.do}") for clause in _each(step.clause))
    for name, signal in rulebook.signals.items():
        yield from ((clause, f"signals.{name}") for clause in _each(signal.clause))
    for name, cited in rulebook.announcements.items():
        for call in cited:
            yield from ((clause, f"announcements.{name}") for clause in _each(call.clause))


def _each(clauses: str | list[str]) -> list[str]:
    return [clauses] if isinstance(clauses, str) else clauses


def code_citations(root: Path) -> Iterator[tuple[str, str]]:
    """Yield each clause that a file of the package names."""
    package = root / "src" / "pitboss"
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if not name.startswith(SKIPPED):
            for clause in CLAUSE_ID.findall(path.read_text(encoding="utf-8")):
                yield clause, f"pitboss/{name}"


def script_citations(root: Path) -> Iterator[tuple[str, str]]:
    """Yield each clause that a round script lists; a script that cannot be read lists none."""
    for folder in ("tests", "examples"):
        for path in sorted((root / folder).rglob("*.round.toml")):
            try:
                clauses = tomllib.loads(path.read_text(encoding="utf-8")).get("clauses", [])
            except ValueError:
                continue
            for clause in clauses if isinstance(clauses, list) else []:
                yield str(clause), path.relative_to(root).as_posix()


def plain_clause(clause: Clause, rulebook: str, trace: Trace) -> dict[str, object]:
    """Return a clause of a rulebook as `pitboss clauses --json` prints it."""
    return {
        "id": clause.id,
        "rulebook": rulebook,
        "ref": clause.ref,
        "class": clause.cls,
        "kind": clause.kind,
        "summary": clause.summary,
        "parameters": clause.parameters,
        "ambiguity": clause.ambiguity,
        "enforced": trace.enforced,
        "tests": trace.tests,
    }


def trace_json(traces: Traces) -> str:
    """Return the traces as the package ships them: a line a clause."""
    lines = (
        f"{json.dumps(clause)}: "
        + json.dumps({"enforced": trace.enforced, "tests": trace.tests}, ensure_ascii=False)
        for clause, trace in traces.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"
