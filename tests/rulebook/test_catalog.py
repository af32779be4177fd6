"""Finding rulebooks: shipped ones by name, people's own by path."""

from pathlib import Path

import pytest

from pitboss.rulebook.catalog import SHIPPED, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.toml_files import SIZE_MAX
from tests.rulebook.books import CHARITY, problems_of, write_book, write_copy


def test_a_shipped_rulebook_is_read_once() -> None:
    assert load_rulebook("nz") is load_rulebook("nz")


@pytest.mark.parametrize(
    "name, hint",
    [
        ("nzz", "did you mean nz?"),
        ("vegas", "did you mean the game vegas_strip_8d_h17, vegas_strip_8d_s17"),
        ("baccarat", f"there are {', '.join(SHIPPED)}, or give the path of a .toml file"),
        ("x" * 5000, f"there are {', '.join(SHIPPED)}, or give the path of a .toml file"),
    ],
    ids=["close", "game", "far", "long"],
)
def test_an_unknown_name_is_refused_with_a_hint(name: str, hint: str) -> None:
    (problem,) = problems_of(name)
    assert problem.text == "there is no rulebook of that name"
    assert problem.hint.startswith(hint)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    binary, large = tmp_path / "a.toml", tmp_path / "b.toml"
    binary.write_bytes(bytes(range(256)))
    large.write_bytes(b"#" * 10_000_000)
    told = {
        tmp_path / "none.toml": "there is no such file",
        tmp_path: "it is a folder",
        binary: "it is not a text file",
        large: "it is larger than 1,000,000 bytes",
        tmp_path / ("x" * 5000 + ".toml"): "it cannot be read: File name too long",
    }
    for path, text in told.items():
        (problem,) = problems_of(path)
        assert problem.text == text
        assert problem.hint


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    zero = Path("/dev/zero")
    if not zero.exists():
        pytest.skip("there is no file without end here")
    (problem,) = problems_of(zero)
    assert problem.text == f"it is larger than {SIZE_MAX:,} bytes"


def test_a_file_needs_no_suffix(tmp_path: Path) -> None:
    assert load_rulebook(write_book(tmp_path, CHARITY, "charity")).id == "charity"


def test_clauses_beside_a_rulebook_are_read(tmp_path: Path) -> None:
    path = write_copy(tmp_path)
    assert load_rulebook(str(path)).clauses["DD-1"].ref == "Title"


def test_clauses_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    path = write_copy(tmp_path)
    (tmp_path / "clauses.csv").write_text("id,ref\n", encoding="utf-8")
    with pytest.raises(RulebookError, match=r"clauses\.csv: the columns must be id, ref, kind"):
        load_rulebook(str(path))
    (tmp_path / "clauses.csv").write_bytes(b"\xff")
    with pytest.raises(RulebookError, match=r"clauses\.csv: it is not a text file"):
        load_rulebook(str(path))
    (tmp_path / "clauses.csv").unlink()
    assert load_rulebook(str(path)).clauses == {}


def test_a_rulebook_that_is_extended_must_exist(tmp_path: Path) -> None:
    path = write_book(tmp_path, 'title = "A"\nextends = "none.toml"\n')
    with pytest.raises(RulebookError, match=r"none\.toml: there is no such file"):
        load_rulebook(path)
