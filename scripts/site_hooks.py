"""Brings the examples into the documentation site, with the links between them and the pages."""

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT))

from scripts.notebooks import page as notebook_page  # noqa: E402  mkdocs loads hooks as files

SHOWN = (".md", ".py", ".toml", ".ipynb", ".jsonl")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add every example beside the pages, and each notebook as a page too."""
    for path in sorted((ROOT / "examples").rglob("*")):
        name = path.relative_to(ROOT)
        if path.suffix in SHOWN:
            files.append(File.generated(config, name.as_posix(), abs_src_path=str(path)))
        if path.suffix == ".ipynb":
            text = notebook_page(path)
            files.append(File.generated(config, name.with_suffix(".md").as_posix(), content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """In the site the examples lie in the folder of the pages, and a notebook has a page."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]
    of_examples = page.file.src_uri.startswith("examples/")
    here = r"((?:\.\./)+)docs/" if of_examples else r"\.\./((?:\.\./)*examples/)"
    markdown = re.sub(rf"\]\({here}", r"](\1", markdown)
    return re.sub(r"(?<!Download this notebook\])\(([\w./]+)\.ipynb\)", r"(\1.md)", markdown)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """The first page looks like one."""
    return f'<div class="home">{html}</div>' if page.is_homepage else html
