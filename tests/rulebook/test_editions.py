"""Editions of a rulebook: files with dates, picked by a day, and recorded in the log."""

from pathlib import Path

import pytest

import pitboss
from pitboss.rulebook.catalog import edition_on, editions, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.trace import warnings
from tests.cli.commands import refused, run, run_json
from tests.rulebook.books import write_book

CLUB = """\
id = "club"
title = "Club {day}"
extends = "standard"
in_force_from = {date}
earlier = {earlier}

[clauses]
"CL-1" = "The smallest wager is {least}."

[options.min_bet]
default = {least}
clause = "CL-1"
"""


def write_edition(folder: Path, day: str, *, least: int, earlier: str = "[]", name: str) -> str:
    date = day if day.count("-") == 2 else f'"{day}"'
    text = CLUB.format(day=day, date=date, least=least, earlier=earlier)
    return write_book(folder, text, name)


def write_club(folder: Path) -> str:
    """A club's rulebook of 2026, with editions of July 2024 and of a time that is not known."""
    write_edition(folder, "unknown", least=1, name="club-first.toml")
    write_edition(folder, "2024-07", least=2, name="club-2024.toml")
    files = '["club-2024.toml", "club-first.toml"]'
    return write_edition(folder, "2026-01-15", least=3, earlier=files, name="club.toml")


@pytest.mark.parametrize(
    "day, least",
    [
        ("2030", 300),
        ("2026-01-15", 300),
        ("2026-01-14", 200),
        ("2026-01", 200),
        ("2024-07-01", 200),
        ("2024-07", 200),
        ("2024-06-30", 100),
        ("1990", 100),
        ("unknown", 100),
    ],
)
def test_a_day_picks_the_edition_in_force(tmp_path: Path, day: str, least: int) -> None:
    club = write_club(tmp_path)
    assert pitboss.rules(f"{club}@{day}").limits.min_bet == least
    assert edition_on(club, day).in_force_from == load_rulebook(f"{club}@{day}").in_force_from


def test_the_newest_edition_is_taken_without_a_day(tmp_path: Path) -> None:
    club = write_club(tmp_path)
    assert load_rulebook(club).in_force_from == "2026-01-15"
    known = editions(club)
    assert [book.id for book in known] == ["club", "club@2024-07", "club@unknown"]
    assert len({book.digest for book in known}) == 3


def test_a_day_before_every_edition_is_refused() -> None:
    with pytest.raises(RulebookError) as refusal:
        edition_on("pa_free_bet", "2016-08-26")
    assert "no edition of pa_free_bet was in force on 2016-08-26" in str(refusal.value)
    assert load_rulebook("pa_free_bet@2016-08-27").digest == load_rulebook("pa_free_bet").digest


@pytest.mark.parametrize("day", ["2026-01-15", "2027", "unknown"])
def test_earlier_editions_come_in_order(tmp_path: Path, day: str) -> None:
    write_edition(tmp_path, day, least=1, name="old.toml")
    later = "unknown" if day == "unknown" else "2026-01-15"
    club = write_edition(tmp_path, later, least=2, earlier='["old.toml"]', name="new.toml")
    with pytest.raises(RulebookError) as refusal:
        editions(club)
    problem = refusal.value.problems[0]
    assert problem.text == f"old.toml is in force from {day}, which is not before {later}"
    assert problem.line == 5
    assert "which is not before" in refused("check", club)


@pytest.mark.parametrize("file", ["/etc/passwd", "../club.toml", "C:club.toml", "", "club"])
def test_an_earlier_edition_is_a_file_in_the_same_folder(tmp_path: Path, file: str) -> None:
    club = write_edition(tmp_path, "2026", least=1, earlier=f'["{file}"]', name="club.toml")
    with pytest.raises(RulebookError) as refusal:
        load_rulebook(club)
    (problem,) = refusal.value.problems
    assert (problem.line, problem.path) == (5, "earlier.0")
    assert "such as 'club-2024.toml', a file beside this one" in problem.text


@pytest.mark.parametrize(
    "text", ['"next year"', '"2026-13"', '"2026-1-1"', "2026", '"2026-02-30"', '"٢٠٢٦"']
)
def test_another_text_is_no_date(tmp_path: Path, text: str) -> None:
    club = write_book(tmp_path, CLUB.format(day="", date=text, least=1, earlier="[]"))
    with pytest.raises(RulebookError) as refusal:
        load_rulebook(club)
    assert refusal.value.problems[0].path == "in_force_from"
    said = "there is no day" if "02-30" in text else "such as '2026-01-01', '2026' or 'unknown'"
    assert said in str(refusal.value) or "got a whole number" in str(refusal.value)


@pytest.mark.parametrize("day", ["2026-02-30", "2025-02-29", "2026-13-01", "2026-1", "20260101"])
def test_a_name_with_a_day_not_in_the_calendar_is_refused(day: str) -> None:
    with pytest.raises(RulebookError) as refusal:
        load_rulebook(f"nz@{day}")
    (problem,) = refusal.value.problems
    assert (problem.text, problem.hint) == (
        f"there is no day {day}",
        "write it as in nz@2026-01-01",
    )
    assert f"'{day}' is not a day" in refused("rules", "nz", "--as-of", day)
    assert load_rulebook("nz@2024-02-29").id == "nz"


def test_two_days_are_refused() -> None:
    with pytest.raises(RulebookError) as refusal:
        load_rulebook("french_2020@2026@2019")
    assert refusal.value.problems[0].text == "an edition is that of one day"
    said = refused("rules", "french_2020@2026", "--as-of", "2019-06-01")
    assert "french_2020@2026: an edition is that of one day" in said


def test_a_date_is_not_inherited(tmp_path: Path) -> None:
    book = load_rulebook(write_book(tmp_path, 'title = "Ours"\nextends = "pa_free_bet"\n'))
    assert (book.in_force_from, book.earlier, book.edition) == ("unknown", (), "unknown")
    assert load_rulebook("french_2019").in_force_from == "unknown"
    assert load_rulebook("french_2020").earlier == ("french_2019.toml",)


def test_keys_of_older_files_are_read_with_a_sentence(tmp_path: Path) -> None:
    text = 'title = "Ours"\nextends = "standard"\nedition = "second"\nrevision = 4\n'
    book = load_rulebook(write_book(tmp_path, text))
    assert (book.edition, book.revision) == ("second", 4)
    said = list(warnings(book))
    assert [line.split()[0] for line in said if "older files" in line] == ["edition", "revision"]
    assert not [line for line in warnings(load_rulebook("french_2020")) if "older" in line]


def test_commands_take_an_edition() -> None:
    before = run_json("rules", "french_2020", "--as-of", "2019-12-31")
    after = run_json("rules", "french_2020", "--as-of", "2020-01-01")
    assert (before["rulebook"], before["in_force_from"]) == ("french_2020@unknown", "unknown")
    assert (after["rulebook"], after["in_force_from"]) == ("french_2020", "2020")
    assert "In force from 2020; earlier: french_2019.toml." in run("rules", "french_2020").stdout
    compared = run_json("diff", "french_2020@2019-12-31", "french_2020")
    assert [compared[side]["in_force_from"] for side in "ab"] == ["unknown", "2020"]
    assert {row["section"] for row in compared["differences"]} == {"Surrender"}
    assert "'soon' is not a day" in refused("rules", "nz", "--as-of", "soon")
