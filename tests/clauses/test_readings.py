"""Every value of a reading is played by a round script."""

import pytest

from pitboss.round_scripts.format import read_script
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.file.readings import shown_readings
from tests.clauses.test_scripts import SCRIPTS


@pytest.mark.parametrize("name", SHIPPED)
def test_every_value_of_a_reading_is_played(name: str) -> None:
    book = load_rulebook(name)
    played: set[tuple[str, str]] = set()
    for script in map(read_script, SCRIPTS):
        if script.rulebook == name:
            rules = choose(book, script.options)
            played |= shown_readings(book.options, rules.options).items()
    values = {
        (option.name, value)
        for option in book.options.values()
        for value in (option.spec.says if option.spec.reading else ())
    }
    assert values <= played, sorted(values - played)
