"""What options are about: read off the rulebook, and true of what they change."""

import pytest

from pitboss.odds.sheets.effects import game_key
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.options.topics import option_topics


def test_what_some_options_are_about() -> None:
    tribal, nz = option_topics(load_rulebook("tribal")), option_topics(load_rulebook("nz"))
    assert {tribal[name] for name in ("decks", "surrender", "max_hands")} == {"play"}
    assert {tribal[name] for name in ("bonus", "streak_2_pays", "meter")} == {"wagers"}
    assert {tribal[name] for name in ("min_bet", "back_1", "recut_by")} == {"house"}
    assert (nz["ante"], nz["super_sevens_min"], nz["box_max"]) == ("play", "wagers", "house")


@pytest.mark.parametrize("name", SHIPPED)
def test_an_option_that_changes_the_game_is_about_play(name: str) -> None:
    book = load_rulebook(name)
    plain = game_key(choose(book, {}))
    about = option_topics(book)
    for option in book.options.values():
        values = [False, True] if option.spec.type == "boolean" else option.spec.values or []
        for value in values:
            try:
                rules = choose(book, {option.name: value})
            except RulebookError:
                continue
            # A double shoe, or two batches, share the decks: that is how cards come to be dealt.
            is_shared = rules.decks_in_play != rules.options["decks"]
            if game_key(rules) != plain and not is_shared:
                assert about[option.name] == "play", (option.name, value)
