"""Kinds of side wager in Python files that a rulebook names: programs, run only where trusted."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.file.lines import key_lines, line_of
from pitboss.rulebook.file.reader import Raw
from pitboss.wagers.base import Wager
from pitboss.wagers.registry import add_kind

_LOADED: set[Path] = set()
"""Files that have been run; a kind is made known once."""
_TRUSTED: set[str] = set()
"""Holds ``kinds`` once this process was told to trust the files that rulebooks name."""


def trust_kinds() -> None:
    """Run the files of kinds that rulebooks name, from now on, in this process."""
    _TRUSTED.add("kinds")


def distrust_kinds() -> None:
    """Run none any more; those that are known stay known."""
    _TRUSTED.clear()


def trusts_kinds() -> bool:
    """Whether this process was told to trust them."""
    return bool(_TRUSTED)


def read_kinds(path: Path, raw: Raw, text: str, *, is_trusted: bool) -> None:
    """Make the kinds known that a rulebook file names; the files stand beside it."""
    named = raw.get("kinds", [])
    line = line_of(key_lines(text), "kinds")
    if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
        text = "kinds must list Python files"
        raise RulebookError(str(path), [Problem(text, "kinds", line, hint=_WRITE)])
    if named and not (is_trusted or trusts_kinds()):
        text = f"its kinds of wager are programs that would run: {', '.join(named)}"
        raise RulebookError(str(path), [Problem(text, "kinds", line, hint=_TRUST)])
    for name in named:
        file = (path.parent / name).resolve()
        if file not in _LOADED:
            try:
                _run(file)
            except Exception as error:
                text = f"{name} cannot be run: {type(error).__name__}: {error}"
                raise RulebookError(
                    str(path), [Problem(text, "kinds", line, hint=_WRITE)]
                ) from None
            _LOADED.add(file)


_TRUST = "read them, and if you trust them run it again with --trust-kinds"
_WRITE = "a kind is a class below pitboss.wagers.base.Wager; python -m pydoc pitboss.wagers.base"


def _run(file: Path) -> None:
    """Run a file and make every kind known that it defines."""
    spec = spec_from_file_location(f"own_kinds_{len(_LOADED)}", file)
    if spec is None or spec.loader is None:
        raise ImportError("it is not a Python file")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for item in tuple(vars(module).values()):
        if isinstance(item, type) and issubclass(item, Wager) and item.__module__ == spec.name:
            add_kind(item)
