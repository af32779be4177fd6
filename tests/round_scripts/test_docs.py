"""The scripts in the documentation come out as it says."""

import re
from pathlib import Path

import pytest

from pitboss.round_scripts.format import parse_script, read_script
from pitboss.round_scripts.play import Verdict, play_script
from pitboss.rulebook.catalog import SHIPPED, load_rulebook

DOCS = Path(__file__).parents[2] / "docs"


def play_all(page: str) -> list[Verdict]:
    """Play the whole scripts of a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    scripts = re.findall(r"```toml\n(title.*?)```", text, re.DOTALL)
    assert scripts, f"{page} shows no script"
    return [play_script(parse_script(script, page)) for script in scripts]


def play_first(page: str) -> Verdict:
    """Play the first whole script of a page."""
    return play_all(page)[0]


def test_scripts_of_the_reference() -> None:
    assert [verdict.failures for verdict in play_all("reference/round-scripts.md")] == [()] * 3


def test_script_of_the_argument() -> None:
    """The guide shows a script that fails, and the sentence that it fails with."""
    page = "guides/settle-an-argument.md"
    text = (DOCS / page).read_text(encoding="utf-8")
    failures = play_first(page).failures
    assert failures == ("ann: 10.00, where 0.00 is expected",)
    assert failures[0] in text


def test_the_guide_of_the_floor_runs() -> None:
    """The blocks of the guide are one program, with its own assertions."""
    text = (DOCS / "guides/run-a-supervised-table.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 12
    exec(compile("\n".join(blocks), "run-a-supervised-table.md", "exec"), {})


@pytest.mark.parametrize("name", SHIPPED)
def test_round_scripts_name_every_irregularity(name: str) -> None:
    """The page has each name of the rulebook under who may report it."""
    text = (DOCS / "reference/round-scripts.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| {name} \|(.*)\|(.*)\|(.*)\|$", text, re.MULTILINE)
    assert row
    told = [set(re.findall(r"`(\w+)`", cell)) for cell in row.groups()]
    people = (["dealer", "supervisor"], ["dealer"], ["supervisor"])
    specs = load_rulebook(name).irregularities
    assert told == [{what for what, spec in specs.items() if spec.by == by} for by in people]


def test_the_readme_of_disputes_lists_them_all() -> None:
    """Each with its rulebook, its title and its clauses; each tells its story first."""
    folder = DOCS.parent / "examples" / "disputes"
    text = (folder / "README.md").read_text(encoding="utf-8")
    scripts = sorted(folder.glob("*.round.toml"))
    assert len(scripts) >= 10
    rows = [line for line in text.splitlines() if line.startswith("| [")]
    assert len(rows) == len(scripts)
    for row, path in zip(rows, scripts, strict=True):
        script, name = read_script(path), path.name.removesuffix(".round.toml")
        cells = (f"[{name}]({path.name})", f"`{script.rulebook}`", script.title)
        assert row == f"| {' | '.join(cells)} | {', '.join(script.clauses)} |"
        story = path.read_text(encoding="utf-8").split("title =")[0]
        parts = ("The player says", "The record shows", "The ruling", "The money")
        assert [part for part in parts if f"# {part}: " not in story] == []
        assert any(clause in story for clause in script.clauses)
