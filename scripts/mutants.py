"""Small faults in Python and in the page's modules; apart from `scripts.mutate`, which runs them,
because tests make them of texts.
"""

import ast
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

Position = tuple[int, int]

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Pow: ast.Mult,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
SKIPPED = (ast.Assert, ast.Raise, ast.JoinedStr, ast.AnnAssign, ast.arg, ast.Import, ast.ImportFrom)
"""Parts whose mutants tell nothing: texts, types, and checks that hold anyway."""


NEGATED_BELOW = (ast.Compare, ast.BoolOp, ast.UnaryOp)
"""Conditions that have mutants of their own."""


@dataclass(frozen=True, order=True)
class Mutant:
    """A file with one small fault."""

    file: str
    line: int
    before: str
    after: str
    start: int
    """Offsets of the replaced text in the file."""
    end: int
    source: str = ""
    """The line."""

    def applied(self, text: str) -> str:
        """Return the text of the file with the fault."""
        return f"{text[: self.start]}{self.after}{text[self.end :]}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  ->  {self.after}"


def mutants_of_page(files: Sequence[str], root: Path) -> list[Mutant]:
    """Return every mutant of the page's modules, which TypeScript's parser reads."""
    command = ("node", str(root / "scripts" / "mutants.mjs"), *files)
    listed = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout
    return sorted(set(msgspec.json.decode(listed, type=list[Mutant])))


def mutants_of(file: str, text: str) -> list[Mutant]:
    """Return every mutant of a Python file."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    data = text.encode()

    def offset(line: int, column: int) -> int:
        return len(data[: starts[line - 1] + column].decode())

    mutants = []
    for node, after in _changes(ast.parse(text)):
        start = offset(node.lineno, node.col_offset)
        end = offset(node.end_lineno or 0, node.end_col_offset or 0)
        before = text[start:end]
        if after != before:
            line = text.splitlines()[node.lineno - 1].strip()
            mutants.append(Mutant(file, node.lineno, before, after, start, end, line))
    return sorted(set(mutants))


Placed = ast.expr | ast.stmt


def _changes(node: ast.AST) -> Iterator[tuple[Placed, str]]:
    """Yield parts of a module, each with what replaces it."""
    if isinstance(node, SKIPPED) or _is_for_types(node):
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from _changes(node.value)
        return
    if isinstance(node, ast.expr | ast.stmt):
        yield from ((node, after) for after in _replacements(node))
    if isinstance(node, ast.If | ast.While) and not isinstance(node.test, NEGATED_BELOW):
        yield node.test, f"(not ({ast.unparse(node.test)}))"
    for name, value in ast.iter_fields(node):
        if name in ("decorator_list", "returns", "annotation", "bases"):
            continue
        if isinstance(node, ast.ClassDef) and name == "keywords":
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from _changes(part)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def _replacements(node: Placed) -> Iterator[str]:
    """Yield what may stand in place of a part."""
    match node:
        case ast.Compare(left=left, ops=[first, *more], comparators=values):
            kind = COMPARISONS[type(first)]
            yield f"({ast.unparse(ast.Compare(left, [kind(), *more], values))})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            if not any(isinstance(part, ast.Constant | ast.JoinedStr) and not _is_number(part)
                       for part in (left, right)):  # fmt: skip
                yield f"({ast.unparse(ast.BinOp(left, OPERATORS[type(op)](), right))})"
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)):
            yield str(value + 1)
        case ast.Constant(value=float(value)):
            yield repr(value * 2 or 1.0)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Expr(value=ast.Call()):
            yield "pass"
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in NAMES:
            yield ast.unparse(ast.Call(ast.Name(NAMES[name]), args, keywords))
        case ast.Call(func=func, args=[first, second, *more], keywords=keywords):
            if not any(isinstance(part, ast.Starred) for part in (first, second)):
                yield ast.unparse(ast.Call(func, [second, first, *more], keywords))
        case _:
            pass


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)
