"""A rulebook file is begun with `new`, and `check` says what is left to do in it."""

from pathlib import Path

import pytest

from pitboss.rulebook.catalog import load_rulebook
from pitboss.rulebook.file.extends import clauses_in
from pitboss.rulebook.trace import rulebook_citations
from tests.cli.commands import refused, run, run_json
from tests.rulebook.books import write_book


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("base", ["standard", "tribal", "pontoon"])
def test_a_new_file_plays_as_its_base_by_its_own_clauses(base: str) -> None:
    assert run_json("new", "sd", "--from", base) == {"path": "sd.toml", "id": "sd"}
    assert run_json("diff", base, "sd.toml")["differences"] == []
    book = load_rulebook("sd.toml")
    assert book.id == "sd"
    cited = {clause for clause, _ in rulebook_citations(book)}
    assert {clause for clause in cited if not clause.startswith("SD-")} == set()
    assert run_json("check", "sd.toml", "--rounds", "1")["of_base"] == 0


def test_a_new_file_has_every_value(tmp_path: Path) -> None:
    run_json("new", "sd")
    text = (tmp_path / "sd.toml").read_text(encoding="utf-8")
    assert all(f"\n{path.partition('.')[2]} = " in text.replace("\n# ", "\n")
               for path in load_rulebook("standard").cells)  # fmt: skip
    assert not {clause for clause in clauses_in(load_rulebook("sd.toml").raw) if "STD" in clause}


@pytest.mark.parametrize(
    "arguments, fault",
    [
        (("new", "a b"), "is not an id"),
        (("new", "sd", "--from", "nowhere"), "is not a rulebook to start from"),
    ],
)
def test_a_new_file_needs_an_id_and_a_base(arguments: tuple[str, ...], fault: str) -> None:
    assert fault in refused(*arguments)


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "sd.toml").write_text("mine", encoding="utf-8")
    assert "cannot be written" in refused("new", "sd")
    assert (tmp_path / "sd.toml").read_text(encoding="utf-8") == "mine"


BOOK = """\
extends = "standard"
title = "Dakota"

[clauses]
"SD-1" = "Original wagers only."
"SD-2" = "Nothing cites this."
"SD-3" = "Cards are bought."

[options.dealer_blackjack_takes]
default = "original_only"
clause = "SD-1"

[[not_said]]
clause = "SD-3"
text = "Cards are bought."

[options.lonely]
type = "boolean"
default = false
clause = "SD-1"
text = "Nothing."
"""


def test_check_tells_all_of_it_at_once(tmp_path: Path) -> None:
    path = write_book(tmp_path, BOOK)
    checked = run_json("check", path, "--rounds", "5")
    assert checked["ok"]
    assert checked["faults"] == []
    assert [text.split(";")[0].split(":")[0] for text in checked["warnings"]] == [
        "no value cites the clause SD-2",
        "options.lonely decides nothing",
    ]
    assert checked["not_said"] == [{"clause": "SD-3", "text": "Cards are bought.", "effect": ""}]
    assert 0 < checked["of_base"] < checked["sentences"]
    assert checked["house_edge"] == pytest.approx(0.004029, abs=1e-6)
    shown = run("check", path, "--rounds", "1").stdout
    assert shown.index("Not played here: Cards are bought.") < shown.index("warning:")
    assert "House edge of the game without the rules left out: 0.4029%" in shown


def test_check_ends_with_1_for_a_fault(tmp_path: Path) -> None:
    never = """
[[constraints]]
clause = "SD-1"
text = "aces are not split again"
require = { rsa = { values = [false] } }
"""
    path = write_book(tmp_path, BOOK + never)
    checked = run("check", path)
    assert "fault: options.rsa: true can never be chosen" in checked.stdout
    assert checked.exit_code == 1
