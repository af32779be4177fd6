"""Runs the notebooks among the examples, and writes them as pages of the site."""

import ast
import json
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from pprint import pformat
from typing import Any

from scripts.pages import ROOT

EXAMPLES = ROOT / "examples"
WIDTH = 100
"""Characters in a line of output."""


@dataclass(frozen=True)
class Cell:
    """A cell, and what it came to if it is code."""

    is_code: bool
    source: str
    value: Any = None

    @property
    def shown(self) -> str:
        """The value as a notebook shows it: as HTML if it can, else as text."""
        if hasattr(self.value, "_repr_html_"):
            return str(self.value._repr_html_())
        return pformat(self.value, width=WIDTH, sort_dicts=False)

    def markdown(self) -> str:
        """The cell on a page."""
        if not self.is_code:
            return self.source
        if hasattr(self.value, "_repr_html_"):
            told = f'<div class="shown">{self.shown}</div>'
        else:
            told = f"```text\n{self.shown}\n```"
        return f"```python\n{self.source}\n```\n\n{told}"


def run(notebook: Path, names: dict[str, Any]) -> list[Cell]:
    """Every cell in turn; ``names`` has in the end what they have named."""
    cells = []
    with chdir(EXAMPLES):
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
            source, is_code = "".join(cell["source"]), cell["cell_type"] == "code"
            cells.append(Cell(is_code, source, _value(source, names) if is_code else None))
    return cells


def page(notebook: Path) -> str:
    """A notebook in Markdown, with what its cells show when they run."""
    title, *rest = (cell.markdown() for cell in run(notebook, {}))
    download = f"[Download this notebook]({notebook.name}) and open it in Jupyter."
    return "\n\n".join((title, download, *rest)) + "\n"


def _value(source: str, names: dict[str, Any]) -> Any:
    """Return the value of the last line of a cell."""
    *lines, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        raise ValueError(f"the last line shows nothing: {source}")
    exec(compile(ast.Module(lines, []), "a cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "a cell", "eval"), names)
