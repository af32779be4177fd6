"""The notebook among the examples runs from its first cell to its last, and shows what it says."""

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "examples" / "study_a_game.ipynb"
SHOWN = ("_repr_html_", "_repr_svg_")


def shown_by(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does; what its last line comes to."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)


def test_the_notebook_runs() -> None:
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["metadata"]["language_info"]["name"]) == (4, "python")
    names: dict[str, Any] = {}
    drawn = 0
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        # Kept without what it printed, which another machine prints otherwise.
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        made = shown_by("".join(cell["source"]), names)
        assert made is not None, cell["source"]
        told = next((getattr(made, way)() for way in SHOWN if hasattr(made, way)), repr(made))
        assert len(told) > 20
        drawn += "<svg" in told
    assert drawn >= 4
    assert names["returns"].score > 0
    assert names["crowded"].rounds_per_shoe < names["game"].rounds_per_shoe
