"""Values that follow an option cite the clause of the file that set it, and refusals name it."""

from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.hands import hand_of
from pitboss.rulebook.catalog import gallery, load_rulebook, rules_of
from pitboss.rulebook.questions.acts import double_refusal, split_refusal
from pitboss.rulebook.questions.stakes import main_refusal


def test_a_refusal_names_the_note_of_the_game() -> None:
    rules = rules_of("uk_classic")
    refused = double_refusal(rules, hand_of(parse_cards("7s 5h")))
    assert refused is not None
    assert (refused.clause, refused.also) == ("UKC-4", ("STD-double",))
    pair = hand_of(parse_cards("8s 8h"), is_split=True)
    refused = split_refusal(rules, pair, hands=4)
    assert refused is not None
    assert refused.clause == "UKC-5"


def test_with_another_value_the_note_is_not_cited() -> None:
    rules = rules_of("uk_classic", double_on="10_to_11", hole_card=True)
    assert rules.cited("double.totals") == ("STD-double",)
    assert rules.cited("deal.hole_card") == ("STD-hole-card",)
    assert rules.cited("split.hands_max") == ("UKC-5", "STD-split")
    assert rules_of("uk_classic").cited("deal.peek") == ("UKC-3", "STD-hole-card")


@pytest.mark.parametrize("game", gallery())
def test_every_note_of_a_game_is_cited(game: str) -> None:
    """No clause of a game stands there for nothing: a value, an option or `not_said` names it."""
    book, rules = load_rulebook(game), rules_of(game)
    own = {clause for clause in book.clauses if not clause.startswith("STD-")}
    cited = {clause for clauses in rules.cites.values() for clause in clauses}
    assert own <= cited | {left_out.clause for left_out in book.not_said}


def test_amounts_cite_the_note_and_a_whole_option_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'title = "Mine"\nextends = "standard"\n[clauses]\n"M-1" = "At least 10."\n'
        '[options.min_bet]\ndefault = 10\nclause = "M-1"\n'
        '[options.rsa]\ntype = "boolean"\ndefault = true\nclause = "M-1"\ntext = "Aces again."\n',
        encoding="utf-8",
    )
    rules = rules_of(str(path))
    refused = main_refusal(rules, 500)
    assert refused is not None
    assert refused.clause == "M-1"
    assert rules.cited("split.resplit_aces") == ("STD-split-aces",)
