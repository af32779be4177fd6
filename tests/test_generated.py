"""Generated files are fresh, every page is in the menu, and a fault says what repairs it."""

from pathlib import Path

import pytest

from scripts import build_edges
from scripts.generated import GENERATORS, language_faults, menu_faults, stale_files
from scripts.languages import english, faults
from tests.test_tidy import assert_none


@pytest.mark.parametrize("script", GENERATORS)
def test_generated_files_are_fresh(script: str) -> None:
    assert_none(stale_files(GENERATORS[script]()))


def test_edges_of_readings_are_those_of_the_rules() -> None:
    assert_none(build_edges.stale())


def test_edges_of_other_rules_name_their_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_edges, "SHIPPED", ("nz",))
    (fault,) = build_edges.stale()
    assert "run python -m scripts.build_edges" in fault


def test_every_page_is_in_the_menu() -> None:
    assert_none(menu_faults())


def test_every_language_is_complete() -> None:
    assert_none(language_faults())


def test_stale_file_names_its_command(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("old", encoding="utf-8")
    (tmp_path / "b.md").write_text("new", encoding="utf-8")
    pages = [("a.md", "new"), ("b.md", "new"), ("c.md", "new")]
    assert list(stale_files(pages, tmp_path)) == [
        f"{name} is stale: run make docs, and commit what it writes" for name in ("a.md", "c.md")
    ]


def test_missing_menu_entry_names_the_file_to_change(tmp_path: Path) -> None:
    for page in ("docs/index.md", "docs/guides/new.md", "examples/first.ipynb"):
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / page).touch()
    menu = "nav:\n  - index.md\n  - Tutorials:\n      - examples/first.md\n      - guides/old.md\n"
    (tmp_path / "mkdocs.yml").write_text(f"site_name: a\n\n{menu}", encoding="utf-8")
    assert list(menu_faults(tmp_path)) == [
        "docs/guides/new.md is not in the menu: add it below nav in mkdocs.yml",
        "mkdocs.yml names guides/old.md, which is missing: add it, or remove it below nav",
    ]


def test_missing_sentence_shows_the_english() -> None:
    words: dict[str, object] = dict(english())
    del words["table.deal"]
    words["nobody.asks"] = "Nada."
    assert faults(words) == [
        'table.deal is missing: translate "Deal · {amount}" and add it',
        "nobody.asks is not a key of the page: remove it",
    ]
