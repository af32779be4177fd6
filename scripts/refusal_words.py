"""Sentences with which table, house and server refuse something: at the felt, on the floor, of an
option, a chart, a password.

It is read from the source. A sentence is a template: `{1} has {2} in chips`. A language puts it
under the key `why.{1} has {2} in chips`, and the page finds the template that a refusal was made
of.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "pitboss"
REFUSING = (
    "engine/**/*.py",
    "rulebook/**/*.py",
    "server/tables/gate.py",
    "server/feed/kept_boxes.py",
    "server/people/identity.py",
)
"""Files whose functions return refusals to players, dealers and supervisors."""
RETURNED = ("Rejection", "Refused")
SAYING = ("weakness",)
"""A function that refuses by a sentence."""
RAISING = (
    *("cards.py", "charts.py", "money.py", "toml_files.py", "odds/**/*.py", "reports/*.py"),
    *("rulebook/options/resolve.py", "rulebook/file/options.py", "server/**/*.py"),
    *(
        "sim/counting.py",
        "sim/experiment.py",
        "sim/run.py",
        "sim/targets/cpu.py",
        "sim/tables/side_wagers.py",
    ),
    *("study/ramps.py", "study/game.py", "study/study.py"),
)
"""Files that refuse a request of the page by an error."""
ERRORS = (
    *("BankrollError", "Busy", "CardError", "ChartError", "Overloaded", "Failed", "IdentityError"),
    *("LobbyError", "MoneyError", "OddsError", "OptionError", "PeriodError", "Problem", "Refused"),
    *("FileError", "Refusal", "TomlError"),
    *("SimulationError", "SiteError", "StudyError", "Unanswerable"),
    "ZoneError",
    *("ClientException", "NotAuthorizedException", "PermissionDeniedException"),
)
TOML = (
    "{1} (at line {2}, column {3})",
    "{1} (at end of document)",
    "Cannot declare {1} twice",
    "Cannot mutate immutable namespace {1}",
    "Cannot overwrite a value",
    "Cannot redefine namespace {1}",
    "Duplicate inline table key {1}",
    "Escaped character is not a Unicode scalar value",
    "Expected '=' after a key in a key/value pair",
    "Expected ']' at the end of a table declaration",
    "Expected ']]' at the end of an array declaration",
    "Expected newline or end of document after a statement",
    "Expected {1}",
    "Found invalid character {1}",
    "Illegal character {1}",
    "Invalid date or datetime",
    "Invalid hex value",
    "Invalid initial character for a key part",
    "Invalid statement",
    "Invalid value",
    "Unclosed array",
    "Unclosed inline table",
    "Unescaped '\\' in a string",
    "Unterminated string",
)
"""Yield the faults that Python's TOML reader reports."""
SPACES_MIN = 2
"""Fewer are names and single words. A place, `{1} {2} insurance`, is not a sentence either."""


def refusal_words() -> Iterator[tuple[str, str]]:
    """Each sentence by its key, once."""
    told = dict.fromkeys([*_returned(), *_raised(), *TOML])
    yield from ((f"why.{text}", text) for text in told)


@cache
def syntax_of(path: Path) -> ast.Module:
    """Return the syntax of a module; it is read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def _trees(patterns: tuple[str, ...]) -> list[ast.Module]:
    paths = sorted({path for pattern in patterns for path in SOURCE.glob(pattern)})
    return [syntax_of(path) for path in paths]


def _returned() -> Iterator[str]:
    """The sentences of functions that return a refusal."""
    for tree in _trees(REFUSING):
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and _refuses(function):
                yield from texts_in(function, spaces_min=SPACES_MIN)


def _raised() -> Iterator[str]:
    """The sentences of errors: written there, or under a name in the function or a module."""
    trees = _trees(RAISING)
    constants = named_values([node for tree in trees for node in tree.body])
    for tree in trees:
        for function in ast.walk(tree):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                named = constants | named_values(ast.walk(function))
                nodes = list(_arguments(function))
                for node in nodes:
                    yield from texts_in(node, spaces_min=SPACES_MIN)
                    names = [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]
                    nodes += [value for name in names for value in named.pop(name, ())]


def _arguments(function: ast.AST) -> Iterator[ast.expr]:
    """Yield the arguments of errors."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ERRORS:
            yield from node.args


def named_values(nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """Yield each value that a name is given."""
    named: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=False))
            for name, given in pairs:
                if isinstance(name, ast.Name):
                    named.setdefault(name.id, []).append(given)
    return named


def _refuses(function: ast.FunctionDef) -> bool:
    """Return True if the return type of a function has refusals."""
    returns = ast.unparse(function.returns) if function.returns else ""
    return function.name in SAYING or any(kind in returns for kind in RETURNED)


def texts_in(function: ast.AST, *, spaces_min: int, is_sentence: bool = True) -> Iterator[str]:
    """Its texts, but for what it says of itself; places side by side are no sentence."""
    within: set[ast.AST] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            within.add(node.value)
        if isinstance(node, ast.JoinedStr):
            # Its own letters are part of it; what is filled in may be a sentence by itself.
            within |= {part for part in node.values if isinstance(part, ast.Constant)}
        text = "" if node in within else _template(node)
        if text.strip().count(" ") >= spaces_min and not (is_sentence and "{1} {2}" in text):
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
