"""Bad input gets one clear sentence with a hint and exit status 2, from every command."""

from pathlib import Path

import pytest

from tests.cli.commands import refused, run_process
from tests.rulebook.books import CHARITY, write_book, write_copy

COMMANDS = (("rules",), ("clauses",), ("diff", "nz"), ("rules", "--json"))


@pytest.fixture(params=COMMANDS, ids=" ".join)
def command(request: pytest.FixtureRequest) -> tuple[str, ...]:
    chosen: tuple[str, ...] = request.param
    return chosen


def told(command: tuple[str, ...], path: object) -> str:
    """The sentence that is said, with the path taken out."""
    stderr = refused(*command, str(path))
    first, last = stderr.splitlines()
    assert str(path) in first
    assert last
    return first.replace(str(path), "FILE")


def test_missing_file(command: tuple[str, ...], tmp_path: Path) -> None:
    assert told(command, tmp_path / "none.toml") == "error: FILE: there is no such file"


def test_directory(command: tuple[str, ...], tmp_path: Path) -> None:
    assert told(command, tmp_path) == "error: FILE: it is a folder"


def test_binary_file(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\x7fELF\xff\xfe\x00")
    assert told(command, path) == "error: FILE: it is not a text file"


def test_nothing_but_zeros(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(bytes(100))
    assert told(command, path).startswith("error: FILE: it is not valid TOML")


def test_ten_megabytes(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"# padding\n" * 1_000_000)
    assert told(command, path) == "error: FILE: it is larger than 1,000,000 bytes"


def test_broken_toml(command: tuple[str, ...], tmp_path: Path) -> None:
    text = told(command, write_book(tmp_path, 'title = "A"\nrevision = = 1\n'))
    assert text.startswith("error: FILE: it is not valid TOML: ")
    assert "line 2" in text


def test_wrong_type(command: tuple[str, ...], tmp_path: Path) -> None:
    path = write_book(tmp_path, CHARITY.replace('title = "Charity night"', "title = 3"))
    text = told(command, path)
    assert text == "error: FILE: line 1: the file: expected text, got a whole number at title"


def test_a_round_script_is_not_a_rulebook(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "a.round.toml"
    path.write_text('rulebook = "nz"\n[[rounds]]\nwagers = ["1 ann main 10"]\n', encoding="utf-8")
    assert told(command, path) == "error: FILE: it is a round script, not a rulebook"


def test_unknown_rulebook(command: tuple[str, ...]) -> None:
    assert told(command, "vegas") == "error: FILE: there is no rulebook of that name"


def test_several_problems_each_with_its_line(command: tuple[str, ...], tmp_path: Path) -> None:
    path = write_copy(
        tmp_path,
        ("hands_max = { value = 4,", 'hands_max = { value = "four",'),
        ("[options.decks]\ntype", "[options.decks]\ntipe"),
    )
    lines = refused(*command, str(path)).splitlines()
    assert lines[0] == f"error: {path} has 2 problems:"
    assert sum(line.startswith("  line ") for line in lines) == 2


def test_an_empty_file(command: tuple[str, ...], tmp_path: Path) -> None:
    lines = refused(*command, write_book(tmp_path, "")).splitlines()
    assert "it extends no rulebook" in lines[1]
    assert "lacks the key 'title'" in lines[2]


@pytest.mark.parametrize(
    "setting, text",
    [
        ("decks", "--set decks does not set anything"),
        ("=3", "--set =3 does not set anything"),
        ("deks=3", "nz: there is no option deks"),
        (
            "decks=",
            "nz: decks =  is not allowed: choose a whole number from 4 to 8, by NZ 3.3(a)",
        ),
        ("burn=maybe", "nz: burn = maybe is not allowed: choose true or false, by NZ 8.1 [NZ-8.1]"),
    ],
)
def test_options_that_cannot_be_set(setting: str, text: str) -> None:
    assert refused("rules", "nz", "--set", setting).startswith(f"error: {text}")


def test_an_option_of_ones_own_rulebook_is_refused_by_its_path(tmp_path: Path) -> None:
    path = write_book(tmp_path, CHARITY)
    stderr = refused("rules", path, "--set", "decks=9")
    assert stderr.startswith(
        f"error: {path}: decks = 9 is not allowed: choose a whole number from 1 to 8, by"
    )
    assert f"hint: pitboss rules {path} lists" in stderr


def test_a_long_name_is_cut_short() -> None:
    first, _ = refused("rules", "x" * 5000).splitlines()
    assert len(first) < 200


def test_a_process_of_its_own_leaves_with_status_2(tmp_path: Path) -> None:
    result = run_process("rules", str(tmp_path))
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 2
