"""Brings the examples into the documentation site, with the links between them and the pages."""

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
SHOWN = (".md", ".py", ".toml", ".ipynb", ".jsonl")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add every example beside the pages."""
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.suffix in SHOWN:
            name = path.relative_to(ROOT).as_posix()
            files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """In the site, the examples lie in the folder of the pages and not beside it."""
    if page.file.src_uri.startswith("examples/"):
        return re.sub(r"\]\(((?:\.\./)+)docs/", r"](\1", markdown)
    return re.sub(r"\]\(\.\./((?:\.\./)*)examples/", r"](\1examples/", markdown)
