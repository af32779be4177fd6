"""Names generated files that are stale, and pages that the menu of the site lacks.

`python -m scripts.generated` makes every generated file in one process, writes nothing, and prints
one sentence for each fault, with what repairs it. `--only SCRIPT...` makes those of some scripts.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from scripts import (
    build_docs,
    build_edges,
    build_options,
    build_par_sheets,
    build_promises,
    build_protocol,
    build_site_pages,
    build_types,
    build_wager_pages,
    languages,
)
from scripts.pages import ROOT

Pages = Iterable[tuple[str, str]]

GENERATORS: dict[str, Callable[[], Pages]] = {
    "build_docs": lambda: ((name, "".join(make())) for name, make in build_docs.made().items()),
    "build_par_sheets": build_par_sheets.sheets,
    "build_promises": lambda: build_promises.pages().items(),
    "build_protocol": lambda: [(build_protocol.PAGE, "".join(build_protocol.page()))],
    "build_site_pages": lambda: build_site_pages.pages().items(),
    "build_options": lambda: [(build_options.FILE, "".join(build_options.lines()))],
    "build_types": lambda: [(build_types.FILE, "".join(build_types.declarations()))],
    "build_wager_pages": lambda: build_wager_pages.pages().items(),
    "languages": languages.event_pages,
}
"""The scripts of `make docs` whose pages depend on the tree alone, and what each writes."""
MENU = re.compile(r"^ +- (?:[^:\n]+: )?(\S+\.md)$", re.MULTILINE)
"""A page in the menu of the site."""


def stale_files(pages: Pages, root: Path = ROOT) -> Iterator[str]:
    """Yield a sentence for each file whose text is not the generated one."""
    for name, text in pages:
        path = root / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            yield f"{name} is stale: run make docs, and commit what it writes"


def menu_faults(root: Path = ROOT) -> Iterator[str]:
    """Yield a sentence for each page without a menu entry, and each entry without a page."""
    menu = (root / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    entries = MENU.findall(menu)
    examples = {path.relative_to(root) for path in (root / "examples").rglob("*")}
    for name in sorted(path.relative_to(root / "docs").as_posix() for path in pages_of(root)):
        if name not in entries:
            yield f"docs/{name} is not in the menu: add it below nav in mkdocs.yml"
    for name in entries:
        page = Path(name)
        shown = {page, page.with_suffix(".ipynb")} & examples
        if not shown and not (root / "docs" / page).is_file():
            yield f"mkdocs.yml names {name}, which is missing: add it, or remove it below nav"


def pages_of(root: Path) -> list[Path]:
    """Return the Markdown pages of the site."""
    return list((root / "docs").rglob("*.md"))


def language_faults() -> Iterator[str]:
    """Yield a sentence for each fault of a language of the page."""
    for path in sorted(languages.FOLDER.glob("*.json")):
        name = path.relative_to(ROOT).as_posix()
        for fault in languages.faults(json.loads(path.read_text(encoding="utf-8"))):
            yield f"{name}: {fault}"


def main() -> int:
    """Print every fault; return 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=GENERATORS, default=list(GENERATORS))
    names = parser.parse_args().only
    faults = [fault for name in names for fault in stale_files(GENERATORS[name]())]
    faults += [*build_edges.stale(), *language_faults(), *menu_faults()]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
