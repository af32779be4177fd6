"""Writes generated files where they are stale; with `--check` it only names them."""

import argparse
import sys
from collections.abc import Iterable
from inspect import cleandoc
from pathlib import Path

ROOT = Path(__file__).parents[1]


def write_pages(about: str | None, pages: Iterable[tuple[str, str]]) -> int:
    """The exit status of a script that makes these files, named from the root of the tree."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if any is stale")
    return put_pages(pages, is_check=parser.parse_args().check)


def put_pages(pages: Iterable[tuple[str, str]], *, is_check: bool) -> int:
    """Write the files that are stale, or only name them; 1 if any was only named."""
    stale = 0
    for name, text in pages:
        path = ROOT / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if is_check:
            print(f"{name} is stale: run make docs", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    return 1 if is_check and stale else 0


def prose_of(thing: object) -> str:
    """Return a docstring up to its example."""
    return cleandoc(thing.__doc__ or "").partition(">>>")[0].rstrip()
