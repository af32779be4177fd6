"""A result as one page of HTML that needs nothing else.

Apart from cli/simulate/shown.py because it loads numpy, which that file needs for pictures only.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import resources

from pitboss.pictures.figure import Figure
from pitboss.pictures.svg import figure_html
from pitboss.sim.results import Result


def result_page(
    title: str,
    about: str,
    result: Result,
    *,
    numbers: Mapping[str, str],
    figures: Iterable[Figure],
) -> str:
    """Return the page: the game in words, its figures by name, the pictures, the wagers."""
    cells = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in numbers.items()
    )
    body = [
        f'<h1>{escape(title)}</h1>\n<p class="soft">{escape(about)}</p>',
        f'<dl class="numbers">{cells}</dl>',
        *map(figure_html, figures),
        _wagers(result),
    ]
    style = (resources.files("pitboss.sim") / "page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: simulation</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _wagers(result: Result) -> str:
    lines = [_row(("wager", "placed", "expectation", "standard error"), "th")]
    for row in result.rows("wagers"):
        figures = (f"{row['placed']:,}", f"{row['ev']:+.6f}", f"{row['standard_error']:.6f}")
        lines.append(_row((row["wager"], *figures), "td"))
    return f'<div class="rows"><h2>Wagers</h2><table>{"".join(lines)}</table></div>'


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
