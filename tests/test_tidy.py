"""The tree keeps the house rules on sizes, names and words."""

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from pitboss.rulebook.catalog import SHIPPED, load_rulebook
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.wagers.registry import wager_kinds

ROOT = Path(__file__).parents[1]

FUNCTION_LINES_MAX = 60
LINE_CHARS_MAX = 100
FILE_BYTES_MAX = 1_000_000
SLIVER_LINES = 60
"""A file with fewer lines below its docstring and one importer is merged, or says why not."""
REASON = re.compile(r"\bApart from .+ because\b")
IMPORT_PATH_MAX = 30
"""Most modules in a line of which each imports the next."""

TRACKED = ("--cached", "--others", "--exclude-standard")
CORE = [f"src/pitboss/{part}" for part in ("engine", "odds", "rulebook", "sim", "wagers")]
GAME = [f"src/pitboss/{part}" for part in ("engine", "odds", "rulebook", "sim", "study")]
"""Packages in which a class name has one meaning."""
KINDS = ROOT / "src" / "pitboss" / "wagers" / "kinds"
GAME_WORDS = {"ante", "even_money", "match_play", "meter", "shoe", "streak", "surrender"}
"""Wagers, acts, payoffs and things on the table that an option is named after."""

BANNED_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "service"}
EMPTY_NAMES = {"found", "_found"}
"""Names that tell only that there is something, not what."""
DECLARED_IN_SCRIPT = re.compile(
    rf"(?:\b(?:const|let|function)\s+[\[{{]?\s*|[(,]\s*)(?:{'|'.join(sorted(EMPTY_NAMES))})\b"
)
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|NotImplementedError)\b")
# Written so that they do not find themselves.
PACKAGE_HOST = re.compile(r"py[p]i\.(?:o[r]g|python)|python[h]osted|--(?:extra-)?index-url[ =]\S+:")
MACHINE_PATH = re.compile(r"(?<![\w.~$)}/-])/(?:work|root|home|Users|opt|mnt)/[\w.-]+")


@cache
def tree() -> tuple[Path, ...]:
    """Every file git tracks or would track."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout: an sdist holds no more than the tree it was made from")
    listed = subprocess.run(
        # Whoever runs the tests need not own the tree.
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", *TRACKED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = sorted({ROOT / name for name in listed.stdout.split("\0") if name})
    return tuple(path for path in paths if path.is_file())


@cache
def text(path: Path) -> str:
    """What a file says; bytes that are not text do not matter here."""
    return path.read_text(encoding="utf-8", errors="replace")


@cache
def syntax(path: Path) -> ast.Module:
    return ast.parse(text(path), filename=str(path))


def python_files(*folders: str) -> list[Path]:
    roots = [ROOT / folder for folder in folders]
    return [
        path
        for path in tree()
        if path.suffix == ".py" and any(path.is_relative_to(root) for root in roots)
    ]


def at(path: Path, line: int | None = None) -> str:
    """A place as `src/pitboss/cards.py:12`."""
    name = path.relative_to(ROOT).as_posix()
    return name if line is None else f"{name}:{line}"


def matches(pattern: re.Pattern[str], paths: list[Path]) -> Iterator[str]:
    for path in paths:
        for number, line in enumerate(text(path).splitlines(), start=1):
            if match := pattern.search(line):
                yield f"{at(path, number)} says {match[0]!r}"


def assert_none(faults: Iterable[str]) -> None:
    """Fail with one fault a line."""
    listed = list(faults)
    assert not listed, "\n".join(["found:", *listed])


def test_the_tree_is_seen() -> None:
    assert ROOT / "pyproject.toml" in tree()
    assert Path(__file__) in python_files("tests")


def test_functions_are_short() -> None:
    long = [
        f"{at(path, node.lineno)} {node.name}"
        for path in python_files("src", "tests")
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno >= FUNCTION_LINES_MAX
    ]
    assert_none(long)


def test_lines_are_short() -> None:
    too_long = re.compile(f".{{{LINE_CHARS_MAX + 1},}}")
    assert_none(matches(too_long, python_files("src", "tests")))


def test_files_are_small() -> None:
    assert_none(at(path) for path in tree() if path.stat().st_size >= FILE_BYTES_MAX)


def test_modules_say_what_they_hold() -> None:
    assert_none(at(path) for path in python_files("src") if not ast.get_docstring(syntax(path)))


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports anywhere, in functions and for types too."""
    return {target for node in ast.walk(syntax(path)) for target in targets_of(node)}


def is_declaration(path: Path) -> bool:
    """Whether a file is a wager kind, a command of the command line, or declares an event."""
    return path.is_relative_to(KINDS) or any(
        bool({"Command", "Event"} & {getattr(base, "id", "") for base in node.bases})
        if isinstance(node, ast.ClassDef)
        else any(".command" in ast.unparse(mark) for mark in node.decorator_list)
        for node in syntax(path).body
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
    )


def slivers() -> Iterator[Path]:
    """Short modules that one other module imports."""
    imported = {path: imports_of(path) for path in python_files("src")}
    for name, path in modules().items():
        if path.stem in ("__init__", "__main__"):
            continue
        about = text(path).count("\n", 0, text(path).index('"""', 3))
        is_short = len(text(path).splitlines()) - about < SLIVER_LINES
        if is_short and sum(name in names for names in imported.values()) == 1:
            yield path


def test_short_modules_with_one_importer_give_a_reason() -> None:
    assert_none(
        at(path)
        for path in slivers()
        if not is_declaration(path)
        and not REASON.search(" ".join((ast.get_docstring(syntax(path)) or "").split()))
    )


def test_imports_within_functions_and_for_types_are_seen() -> None:
    house, page = ROOT / "src/pitboss/server/http/house.py", ROOT / "src/pitboss/pictures/page.py"
    assert "pitboss.server.analysis.reports" in imports_of(house)
    assert "pitboss.pictures.page" in imports_of(ROOT / "src/pitboss/cli/simulate/shown.py")
    assert "pitboss.cli.rules" not in imports_of(ROOT / "src/pitboss/cli/main.py")
    assert page in set(slivers())


def test_modules_have_telling_names() -> None:
    named = {path: {path.stem, *path.relative_to(ROOT).parts} for path in python_files("src")}
    assert_none(at(path) for path, names in named.items() if names & BANNED_NAMES)


def names_given(node: ast.AST) -> set[str]:
    """What a part of a program names: a variable, a parameter, an attribute, a function."""
    if isinstance(node, ast.Name | ast.Attribute):
        return {node.id if isinstance(node, ast.Name) else node.attr}
    if isinstance(node, ast.arg | ast.keyword):
        return {node.arg or ""}
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.MatchAs | ast.MatchStar):
        return {node.name or ""}
    return set()


def test_variables_have_telling_names() -> None:
    code = python_files("src", "tests", "scripts", "benchmarks", "examples")
    assert_none(
        f"{at(path, getattr(node, 'lineno', None))} names {', '.join(names_given(node))}"
        for path in code
        for node in ast.walk(syntax(path))
        if names_given(node) & EMPTY_NAMES
    )
    assert_none(matches(DECLARED_IN_SCRIPT, [path for path in tree() if path.suffix == ".js"]))


def test_names_that_tell_nothing_are_seen() -> None:
    for line in (
        "found = 1", "for found in x: pass", "def f(found): pass", "lambda found: 1", "x.found",
        "f(found=1)", "def found(): pass", "with f() as found: pass", "(found := 1)",
        "match x:\n case found: pass", "match x:\n case [*found]: pass",
    ):  # fmt: skip
        names = [name for node in ast.walk(ast.parse(line)) for name in names_given(node)]
        assert "found" in names, line
    for line in ("const found = 1;", "let [found, b] = c;", "(found) => 1", "function f(a, found)"):
        assert DECLARED_IN_SCRIPT.search(line), line
    assert not DECLARED_IN_SCRIPT.search('t("rules.found"); // what was found')


def test_class_names_in_core_are_unique() -> None:
    homes: dict[str, list[str]] = {}
    for path in python_files(*GAME):
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(at(path, node.lineno))
    assert len(homes) > 400
    assert_none(f"{name}: {', '.join(lines)}" for name, lines in homes.items() if len(lines) > 1)


def test_nothing_is_unfinished() -> None:
    assert_none(matches(UNFINISHED, python_files("src")))


def test_tests_have_the_limits_of_a_busy_machine() -> None:
    """How long something may take stands in `tests/patience.py`, not where it is waited for."""
    limits = [
        at(path, node.lineno)
        for path in python_files("tests")
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Call) and any(map(is_number, limits_of(node)))
    ]
    assert_none(limits)


def limits_of(call: ast.Call) -> Iterator[ast.expr]:
    """What a call gives as the time after which it is not waited any longer."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name in ("timeout", "join", "wait_for", "result"):
        yield from call.args
    yield from (one.value for one in call.keywords if one.arg in ("timeout", "open_timeout"))


def is_number(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float)


def test_only_commands_print() -> None:
    cli = ROOT / "src" / "pitboss" / "cli"
    prints = [
        at(path, node.lineno)
        for path in python_files("src")
        if not path.is_relative_to(cli)
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]
    assert_none(prints)


def test_paths_of_imports_are_short() -> None:
    """No module hangs on a long line of others: siblings take what they share from below."""
    longest: dict[str, list[str]] = {}

    def path_from(name: str) -> list[str]:
        if name not in longest:
            below = max(map(path_from, imported_at_once(name)), key=len, default=[])
            longest[name] = [name, *below]
        return longest[name]

    path = max(map(path_from, modules()), key=len)
    told = f"{len(path)} modules in a line, at most {IMPORT_PATH_MAX}: {' -> '.join(path)}"
    assert len(path) <= IMPORT_PATH_MAX, told


@cache
def modules() -> dict[str, Path]:
    """The modules of the package by their names."""
    source = ROOT / "src"
    return {
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
        for path in python_files("src/pitboss")
    }


def imported_at_once(name: str) -> set[str]:
    """The modules of the package that a module names in its imports as it is imported."""
    return {
        target
        for node in run_at_import(syntax(modules()[name]).body)
        for target in targets_of(node)
        if target in modules() and target != name
    }


def run_at_import(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every part of a module but bodies of functions and what is for type checkers alone."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from run_at_import(node.orelse)
            continue
        yield node
        yield from run_at_import(ast.iter_child_nodes(node))


def targets_of(node: ast.AST) -> Iterator[str]:
    """The modules that an import names: ``from a import b`` is of a.b if that is a module."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = node.module or ""
        for alias in node.names:
            inner = f"{package}.{alias.name}"
            yield inner if inner in modules() else package


def test_imports_of_a_module_are_seen() -> None:
    code = (
        "import pitboss.cards\n"
        "from pitboss.engine import declare, legal\n"
        "if TYPE_CHECKING:\n    import pitboss.money\nelse:\n    import pitboss.hands\n"
        "class A:\n    from pitboss.errors import Error\n"
        "def f():\n    import pitboss.charts\n"
    )
    told = {name for node in run_at_import(ast.parse(code).body) for name in targets_of(node)}
    assert told == {
        "pitboss.cards", "pitboss.engine.declare", "pitboss.engine.legal", "pitboss.hands",
        "pitboss.errors",
    }  # fmt: skip


def test_no_file_names_a_package_host() -> None:
    assert_none(matches(PACKAGE_HOST, list(tree())))


def test_no_file_names_a_path_of_one_machine() -> None:
    assert_none(matches(MACHINE_PATH, list(tree())))


@cache
def kind_names() -> frozenset[str]:
    """The kinds of side wager that the package brings along."""
    return frozenset(path.stem for path in KINDS.glob("[a-z]*.py")) & frozenset(wager_kinds())


@cache
def option_names() -> frozenset[str]:
    """The options of every shipped rulebook."""
    return frozenset(name for book in SHIPPED for name in load_rulebook(book).options)


def words_in(node: ast.AST) -> set[str]:
    """The texts in a part of a program."""
    return {
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


def looked_up(node: ast.AST) -> set[str]:
    """The options that are looked up by name, as in ``rules.options["shoe"]``."""
    if isinstance(node, ast.Subscript):
        held, key = node.value, node.slice
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        held, key = node.func.value, node.args[0]
    else:
        return set()
    name = held.attr if isinstance(held, ast.Attribute) else getattr(held, "id", "")
    return words_in(key) & option_names() if name in ("choices", "options") else set()


def named_in(node: ast.AST) -> set[str]:
    """Kinds and options that a part of a program tells apart by their names."""
    if isinstance(node, ast.Compare | ast.MatchValue):
        return words_in(node) & (kind_names() | option_names()) - (GAME_WORDS - {"streak"})
    return looked_up(node)


def test_the_core_tells_no_kind_or_option_apart_by_its_name() -> None:
    """What differs is an attribute of the kind, or a value of the rulebook."""
    files = [path for path in python_files(*CORE) if not path.is_relative_to(KINDS)]
    assert_none(
        f"{at(path, node.lineno)} names {', '.join(sorted(named_in(node)))}"
        for path in files
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.expr | ast.pattern) and named_in(node)
    )


def test_no_option_is_named_in_the_core_but_those_that_a_value_shares_its_name_with() -> None:
    shared = {name for kind in SECTIONS.values() for name in kind.__struct_fields__}
    options = option_names() - shared - GAME_WORDS
    files = [path for path in python_files(*CORE) if not path.is_relative_to(KINDS)]
    assert_none(
        f"{at(path)} names {', '.join(sorted(words_in(syntax(path)) & options))}"
        for path in files
        if words_in(syntax(path)) & options
    )


def test_names_of_kinds_and_options_are_found() -> None:
    for line, name in (
        ('kind != "streak"', "streak"),
        ('wager.kind.kind in ("progressive_aces", kind)', "progressive_aces"),
        ('choices.get("shoe") == "double"', "shoe"),
        ('rules.options["notice_minutes"]', "notice_minutes"),
        ('choices["decks"]', "decks"),
    ):
        words = {word for node in ast.walk(ast.parse(line)) for word in named_in(node)}
        assert name in words, line
