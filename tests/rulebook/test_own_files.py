"""Rulebook files from outside: their ids, broken and unread options, lines and clauses beside."""

from pathlib import Path

import pytest

from pitboss.proof.log import verify_log
from pitboss.rulebook import catalog
from pitboss.rulebook.catalog import is_own, load_logged, load_rulebook, offer_books, rules_of
from pitboss.rulebook.errors import RulebookError
from pitboss.server.analysis.process import add_rulebooks
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import TableHeader
from pitboss.testing.check_rulebook import check_rulebook
from pitboss.testing.conformance import Nonconforming
from tests.cli.commands import run_json
from tests.rulebook.books import problems_of, texts_of, write_book

BOOK = """\
extends = "standard"
title = "From outside"

[clauses]
"SD-1" = "A clause of this text."
"""


@pytest.fixture(autouse=True)
def _forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_OWN", {})


def write_in(folder: Path, text: str) -> str:
    """Write a rules.toml in a folder of its own and return its path."""
    folder.mkdir()
    return write_book(folder, text, "rules.toml")


def test_two_files_with_one_id_are_refused(tmp_path: Path) -> None:
    paths = [write_in(tmp_path / name, BOOK) for name in ("sd", "macau")]
    with pytest.raises(RulebookError, match=r"the id .rules. is that of .*sd/rules\.toml"):
        add_rulebooks(paths, are_trusted=False)


def test_ids_in_files_tell_two_files_apart(tmp_path: Path) -> None:
    paths = [write_in(tmp_path / name, f'id = "{name}"\n{BOOK}') for name in ("sd", "mo")]
    add_rulebooks(paths, are_trusted=False)
    add_rulebooks(paths, are_trusted=False)
    assert catalog.offered_books()[-2:] == ("sd", "mo")
    assert [load_rulebook(name).id for name in ("sd", "mo")] == ["sd", "mo"]


@pytest.mark.parametrize("taken", ["nz", "pontoon"])
def test_no_file_takes_the_id_of_a_shipped_rulebook(tmp_path: Path, taken: str) -> None:
    with pytest.raises(RulebookError, match=f"the id '{taken}' is that of a rulebook"):
        offer_books([write_book(tmp_path, f'id = "{taken}"\n{BOOK}')])


def test_a_child_does_not_inherit_the_id(tmp_path: Path) -> None:
    write_book(tmp_path, f'id = "sd"\n{BOOK}', "base.toml")
    child = write_book(tmp_path, 'extends = "base.toml"\ntitle = "Child"\n', "child.toml")
    assert load_rulebook(child).id == "child"


@pytest.mark.parametrize("id_", ["a b", "../x", "x" * 41, "a\\u001b[2J"])
def test_an_id_that_no_address_can_have_is_refused(tmp_path: Path, id_: str) -> None:
    (problem,) = problems_of(write_book(tmp_path, f'id = "{id_}"\n{BOOK}'))
    assert "such as 'our-game_2', of letters, digits, - and _" in problem.text


@pytest.mark.parametrize("gone", [["A"], ["2"], ["7"], ["T"], ["T", "J", "Q", "K"]])
def test_decks_without_any_value_are_simulated(tmp_path: Path, gone: list[str]) -> None:
    without = f'[rules.table]\nwithout = {{ value = {gone}, clause = "SD-1" }}\n'
    path = write_book(tmp_path, BOOK + without.replace("'", '"'))
    assert run_json("simulate", path, "--rounds", "20000")["rounds"] == 20_000


@pytest.mark.parametrize(
    "value", ["insurance.pays", "blackjack.pays", "settlement.pays", "blackjack.tie_pays"]
)
def test_a_price_of_nothing_is_refused(tmp_path: Path, value: str) -> None:
    section, _, name = value.partition(".")
    line = f'[rules.{section}]\n{name} = {{ value = "0 to 1", clause = "SD-1" }}\n'
    (text,) = texts_of(write_book(tmp_path, BOOK + line))
    assert f"rules.{value}: a price of 0 pays nothing" in text


BROKEN = """
[options.odd_totals]
type = "boolean"
default = false
clause = "SD-1"
text = "Doubles on odd totals."

[rules.double]
totals = { value = [10, 11], clause = "SD-1", cases = [
  { when = { odd_totals = true }, value = [99], clause = "SD-1" },
] }
"""


def test_a_broken_value_of_an_own_option_is_refused(tmp_path: Path) -> None:
    first, *_ = problems_of(write_book(tmp_path, BOOK + BROKEN))
    assert first.text == "with odd_totals = true: rules.double.totals: 99 is not a total: " + (
        "two cards or more have 4 to 21"
    )
    assert first.line == 7


def test_a_leftover_option_is_no_longer_on_offer(tmp_path: Path) -> None:
    own = """
[options.own_rsa]
type = "boolean"
default = false
clause = "SD-1"
text = "Aces split again."

[rules.split]
resplit_aces = { option = "own_rsa", clause = "SD-1" }
"""
    path = write_book(tmp_path, BOOK + own)
    with pytest.raises(RulebookError, match="rsa = true is not allowed"):
        rules_of(path, rsa=True)
    assert rules_of(path, own_rsa=True).split.resplit_aces


def test_an_option_that_nothing_reads_does_not_conform(tmp_path: Path) -> None:
    dead = """
[options.lonely]
type = "boolean"
default = false
clause = "SD-1"
text = "Nothing."
"""
    with pytest.raises(Nonconforming, match=r"options\.lonely decides nothing"):
        check_rulebook(write_book(tmp_path, BOOK + dead), rounds=1)


def test_a_fault_of_an_inherited_option_names_no_line(tmp_path: Path) -> None:
    write_book(tmp_path, BOOK, "base.toml")
    text = """extends = "base.toml"
title = "Child"

[options.min_bet]
default = 5

[[constraints]]
clause = "SD-1"
text = "two decks"
require = { decks = { max = 2 } }
"""
    book = load_rulebook(write_book(tmp_path, text, "child.toml"))
    with pytest.raises(RulebookError) as caught:
        rules_of(str(tmp_path / "child.toml"))
    assert [(p.path, p.line) for p in caught.value.problems] == [("decks", 0)]
    assert book.lines["options.min_bet"] == 4


def test_clauses_are_read_beside_a_file_of_any_name(tmp_path: Path) -> None:
    header = "id,ref,kind,enforce,summary,parameters,ambiguity\n"
    table = tmp_path / "clauses.csv"
    table.write_text(f"{header}SD-2,2,play,engine,Doubles on two cards.,,\n", encoding="utf-8")
    cell = '[rules.double]\ncards = { value = "two", clause = "SD-2" }\n'
    book = load_rulebook(write_book(tmp_path, BOOK + cell, "sd.toml"))
    assert book.clauses["SD-2"].ref == "2"


def test_an_id_that_reads_as_terms_names_its_file_only(tmp_path: Path) -> None:
    path = write_book(tmp_path, f'id = "sd"\n{BOOK}', "dakota.toml")
    assert load_logged("sd", is_own=False).title != "From outside"
    with pytest.raises(RulebookError, match="sd was a custom file, and it is not here"):
        load_logged("sd", is_own=True)
    assert not is_own("sd")
    offer_books([path])
    assert is_own("sd")
    assert not is_own("tribal")
    assert load_logged("sd", is_own=True).title == "From outside"


def test_a_log_of_a_custom_file_is_not_decided_by_terms() -> None:
    store = MemoryStore()
    store.create(TableHeader("t1", "T", "sd", 1, {}, {}, 1, is_own=True))
    (check,) = [c for c in verify_log(export_log(store, "t1")).checks if c.name == "rulebook"]
    assert check.status == "not_made"
    assert "sd was a custom file" in check.text
