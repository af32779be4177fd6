"""What table and house say where they refuse something: at the felt, on the floor, of a chart.

It is read from the source. A sentence is a template: `{1} has {2} in chips`. A language puts it
under the key `why.{1} has {2} in chips`, and the page finds the template that a refusal was made
of.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "pitboss"
REFUSING = ("engine/**/*.py", "rulebook/**/*.py", "server/policy.py")
"""Where players, dealers and supervisors are refused."""
READING = ("charts.py", "server/chart_sheets.py")
"""Where a chart that somebody loads in the page is refused: by an error, not by a value."""
ERRORS = ("ChartError", "Unanswerable")
SPACES_MIN = 2
"""Fewer are names and single words. A place, `{1} {2} insurance`, is not a sentence either."""


def refusal_words() -> Iterator[tuple[str, str]]:
    """Each sentence by its key, once."""
    told: dict[str, str] = {}
    for path in sorted(path for pattern in REFUSING for path in SOURCE.glob(pattern)):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and _refuses(function):
                texts = texts_in(function, spaces_min=SPACES_MIN)
                told |= {f"why.{text}": text for text in texts}
    for name in READING:
        tree = ast.parse((SOURCE / name).read_text(encoding="utf-8"))
        told |= {f"why.{text}": text for text in _raised(tree)}
    yield from told.items()


def _raised(tree: ast.AST) -> Iterator[str]:
    """The sentences of errors."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ERRORS:
            text = _template(node.args[0])
            if text.count(" ") >= SPACES_MIN:
                yield text


def _refuses(function: ast.FunctionDef) -> bool:
    """Whether a function can refuse something: it says so in what it returns."""
    returns = ast.unparse(function.returns) if function.returns else ""
    return "Rejection" in returns or "Refused" in returns


def texts_in(function: ast.AST, *, spaces_min: int) -> Iterator[str]:
    """Its texts, but for what it says of itself."""
    within: set[ast.AST] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            within.add(node.value)
        if isinstance(node, ast.JoinedStr):
            # Its own letters are part of it; what is filled in may be a sentence by itself.
            within |= {part for part in node.values if isinstance(part, ast.Constant)}
        text = "" if node in within else _template(node)
        if text.strip().count(" ") >= spaces_min and "{1} {2}" not in text:
            yield text


def _template(node: ast.AST) -> str:
    """A text with numbered places, or nothing."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.replace("{}", "{1}")
    if not isinstance(node, ast.JoinedStr):
        return ""
    text, place = "", 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
        else:
            place += 1
            text += f"{{{place}}}"
    return text
