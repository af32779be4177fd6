"""Each recipe of CONTRIBUTING.md, followed on a copy of the tree, touches the files it names.

`tests/recipes` has one for each section: the edits to make, and a program that then holds.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
RECIPES = {path.stem: path for path in sorted((ROOT / "tests" / "recipes").glob("*.toml"))}
SECTION = re.compile(r"^### (?P<title>.+)\n(?P<text>(?:(?!^#).*\n)+)", re.MULTILINE)
NAMES = re.compile(r"^an? | of (?:a|the) page$| of a report$")
FILE = re.compile(r"`((?:src|tests|scripts)/[^`]+\.\w+)`")
COPIED = ("src", "tests", "scripts")


def sections() -> dict[str, str]:
    """The text of each recipe in the page, by the name of its file."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    part = page.partition("\n## How to add\n")[2].partition("\n## ")[0] + "\n"
    return {
        NAMES.sub("", section["title"].lower()).replace(" ", "_"): section["text"]
        for section in SECTION.finditer(part)
    }


def copy_tree(to: Path) -> None:
    """A copy of the code, of links to the files: an edit puts a file of its own in place of one."""
    for name in COPIED:
        for folder, _, files in os.walk(ROOT / name):
            here = to / Path(folder).relative_to(ROOT)
            here.mkdir(parents=True)
            for file in files:
                (here / file).symlink_to(Path(folder) / file)


def make_edit(tree: Path, edit: dict[str, str]) -> None:
    """Write a new file, copy one under other ids, or replace a text that is in a file once."""
    path = tree / edit["file"]
    if "text" in edit or "copy" in edit:
        path.parent.mkdir(exist_ok=True)
        text = edit.get("text") or (tree / edit["copy"]).read_text(encoding="utf-8")
        text = text.replace(edit.get("old", ""), edit.get("new", "")) if "old" in edit else text
        path.write_text(text.lstrip("\n"), encoding="utf-8")
        return
    text, old = path.read_text(encoding="utf-8"), edit["old"]
    assert text.count(old) == 1, f"{path} has this {text.count(old)} times:\n{old}"
    path.unlink()
    path.write_text(text.replace(old, edit["new"]), encoding="utf-8")


def follow(recipe: dict[str, Any], tree: Path) -> None:
    """Make the edits of a recipe in a copy of the tree, and run its check there."""
    copy_tree(tree)
    for edit in recipe["edit"]:
        make_edit(tree, edit)
    environment = {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"}
    done = subprocess.run(
        [sys.executable, "-c", recipe["check"]["python"]],
        env=environment,
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_each_section_has_its_recipe() -> None:
    assert set(sections()) == set(RECIPES)


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_followed_works_and_names_its_files(name: str, tmp_path: Path) -> None:
    recipe = tomllib.loads(RECIPES[name].read_text(encoding="utf-8"))
    follow(recipe, tmp_path / "tree")
    edited = {edit["file"] for edit in recipe["edit"]}
    assert set(FILE.findall(sections()[name])) == edited
