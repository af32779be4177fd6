"""Finds the clauses that tests cite, by reading their source: no test is imported or run."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CLAUSE_ID = re.compile(r"(?<![\w-])(?:T|NZ|PA|H|DD)-[a-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
"""What looks like the id of a shipped clause."""

Citation = tuple[str, str]
"""A clause and the test that cites it."""


def test_citations(root: Path) -> Iterator[Citation]:
    """Each clause that a test under ``root/tests`` is marked with."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        place = path.relative_to(root).as_posix()
        yield from module_citations(path.read_text(encoding="utf-8"), place)


def module_citations(source: str, place: str) -> Iterator[Citation]:
    """The citations of one test module: marks on tests, on classes, on cases, on the module."""
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
        """The clauses marked in expressions, and in the values of the names that they use."""
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
    """The names that the module gives values to, such as lists of cases."""
    names: dict[str, ast.expr] = {}
    for node in module.body:
        if isinstance(node, ast.Assign):
            names |= {item.id: node.value for item in node.targets if isinstance(item, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            names[node.target.id] = node.value
    return names


def _called(node: ast.Call) -> str:
    """The last name of what is called: ``clause`` for ``pytest.mark.clause``."""
    func = node.func
    if isinstance(func, ast.Attribute):
        return func.attr
    return func.id if isinstance(func, ast.Name) else ""


def _text(node: ast.AST) -> str:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if is_text else ""  # type: ignore[attr-defined]


def _ids(call: ast.Call) -> Iterator[str]:
    """The ids among the texts that a marker is given, one or several in a text."""
    for node in ast.walk(call):
        words = _text(node).split()
        if all(CLAUSE_ID.fullmatch(word) for word in words):
            yield from words
