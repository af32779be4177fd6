"""Rows as data frames and as HTML tables, for notebooks."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from pitboss.errors import package


def to_polars(rows: Iterable[Mapping[str, object]]) -> Any:
    """Return rows as a Polars data frame."""
    return package("polars").DataFrame([dict(row) for row in rows])


def to_pandas(rows: Iterable[Mapping[str, object]]) -> Any:
    """Return rows as a pandas data frame."""
    return package("pandas").DataFrame([dict(row) for row in rows])


def table_html(
    title: str, rows: Iterable[Mapping[str, object]], *, tints: Mapping[str, str] | None = None
) -> str:
    """Return a table for a notebook: caption, head and rows; ``tints`` colours cells by value."""
    listed = [dict(row) for row in rows]
    names = list(listed[0]) if listed else []
    head = "".join(f"<th>{escape(str(name))}</th>" for name in names)
    body = "".join(
        f"<tr>{''.join(_cell(shown(row[name]), tints or {}) for name in names)}</tr>"
        for row in listed
    )
    return (
        f"<table><caption>{escape(title)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cell(text: str, tints: Mapping[str, str]) -> str:
    tint = tints.get(text)
    style = f' style="background:{tint};color:#1d211f"' if tint else ""
    return f"<td{style}>{escape(text)}</td>"


def shown(value: object) -> str:
    """Return a value as a cell shows it: figures with a sign and six decimals."""
    return f"{value:+.6f}" if isinstance(value, float) else str(value)
