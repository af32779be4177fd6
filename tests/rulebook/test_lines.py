"""Every key of a TOML file is found on its line."""

import tomllib
from importlib import resources

import pytest

from pitboss.rulebook.catalog import SHIPPED
from pitboss.rulebook.file.reader import key_lines, line_of

TEXT = '''\
title = "A" # = not a key

[options.decks]
default = 6
"max" = 8
[rules.double]
cards = { value = "two", clause = "A-1" }
amount.value = "equal"
[[wagers]]
name = "one"
about = """
name = "no key
[no.table]
"""
[[wagers.scales]]
lines = []
[[wagers.scales]]
lines = []
[[wagers]]   # the second
name = 'two'
[ wagers . scales ]
text = \'\'\'one line\'\'\'
'''

EXPECTED = {
    "title": 1,
    "options.decks": 3,
    "options.decks.default": 4,
    "options.decks.max": 5,
    "rules.double": 6,
    "rules.double.cards": 7,
    "rules.double.amount.value": 8,
    "wagers.0": 9,
    "wagers.0.name": 10,
    "wagers.0.about": 11,
    "wagers.0.scales.0": 15,
    "wagers.0.scales.0.lines": 16,
    "wagers.0.scales.1": 17,
    "wagers.0.scales.1.lines": 18,
    "wagers.1": 19,
    "wagers.1.name": 20,
}


ENTRIES = """\
lines = [
  { name = "first" },
  { name = "second" },
]
more = [
  { name = "third" },
]
"""


def test_keys_have_lines() -> None:
    lines = key_lines(TEXT)
    assert {path: lines.get(path) for path in EXPECTED} == EXPECTED
    assert not [path for path in lines if "no" in path]


def test_entries_of_lists_over_several_lines_are_numbered_from_zero() -> None:
    assert key_lines(ENTRIES) == {"lines": 1, "lines.0": 2, "lines.1": 3, "more": 5, "more.0": 6}


def test_a_path_falls_back_to_what_holds_it() -> None:
    lines = key_lines(TEXT)
    assert line_of(lines, "rules.double.cards.value") == 7
    assert line_of(lines, "rules.double.totals") == 6
    assert line_of(lines, "wagers.1.kind") == 19
    assert line_of(lines, "nowhere.at.all") == 0
    assert line_of(lines, "") == 0


@pytest.mark.parametrize("name", SHIPPED)
def test_every_table_of_the_shipped_rulebooks_is_found(name: str) -> None:
    text = (resources.files("pitboss.rulebooks") / name / "rules.toml").read_text(encoding="utf-8")
    raw, lines = tomllib.loads(text), key_lines(text)
    for part in ("options", "rules", "refusals"):
        for key in raw[part]:
            assert line_of(lines, f"{part}.{key}") > 1
    for part in ("wagers", "constraints", "notices"):
        for number in range(len(raw.get(part, []))):
            assert lines[f"{part}.{number}"] > 1
