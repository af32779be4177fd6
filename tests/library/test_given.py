"""What public functions take: cards, games, numbers; and how they refuse what they do not."""

import pickle
from pathlib import Path

import pytest

import pitboss
from pitboss import Card, basic_chart
from pitboss.errors import UnknownName, WrongType
from pitboss.gym import BlackjackEnv
from pitboss.odds.solution import removal_effects, solve
from pitboss.sim import Experiment
from pitboss.study.efficiencies import effects_of
from pitboss.study.running import studied_game

BOOK = Path(__file__).parents[2] / "examples" / "rulebooks" / "charity-night.toml"


def test_a_card_prints_compares_and_works_as_a_key() -> None:
    ten = Card("ts")
    assert (str(ten), repr(ten), f"{ten:>3}") == ("Ts", "Card('Ts')", " Ts")
    assert ten == Card("TS") == Card(ten)
    assert Card("As") < Card("2c") < Card("Ks")
    assert {ten: 1}[Card("Ts")] == 1
    assert (ten.rank, ten.suit, ten.value, ten.name) == ("T", "s", 10, "ten of spades")
    assert Card.of(ten.number) is not None
    assert Card.of(ten.number) == ten
    assert pickle.loads(pickle.dumps(ten)) == ten
    assert pitboss.parse_cards("8s 6d") == (Card("8s"), Card("6d"))
    assert str(pitboss.Hand(pitboss.parse_cards("8s 6d"))) == "8s 6d"


@pytest.mark.parametrize(
    "text, hint",
    [
        ("10s", "write Ts"), ("sT", "write Ts"), ("10\u2660", "write Ts"), ("d6", "write 6d"),
        ("K", "name its suit too, as in Ks"), ("Ts,", "write Ts"),
        ("hello", "a ten is T: 'As', 'Td' and '9c' are cards"),
    ],
)  # fmt: skip
def test_what_is_no_card_is_answered_with_what_was_meant(text: str, hint: str) -> None:
    with pytest.raises(pitboss.Error) as refused:
        Card(text)
    assert (refused.value.code, refused.value.place, refused.value.hint) == ("card", text, hint)


@pytest.mark.parametrize("number", [-1, 52, True])
def test_a_number_that_is_no_card(number: int) -> None:
    with pytest.raises(pitboss.Error, match="not the number of a card"):
        Card.of(number)


def test_a_plain_number_is_not_taken_for_a_card() -> None:
    solution = pitboss.solve("double_deck")
    with pytest.raises(pitboss.Error, match="10 is not a card") as refused:
        solution.acts(10, 6, 10)  # type: ignore[arg-type]
    assert refused.value.hint == "write Ts for a card of value 10"
    with pytest.raises(TypeError, match="is not a card"):
        pitboss.advise("double_deck", ["Ts", 20], "6d")  # type: ignore[list-item]
    with pytest.raises(WrongType, match="not a list of cards"):
        pitboss.advise("double_deck", 20, "6d")  # type: ignore[arg-type]
    worth = solution.acts("Ts", Card("6d"), "Tc")
    assert next(iter(worth)) == pitboss.advise("double_deck", "Ts 6d", "Tc").best


def test_one_card_or_a_bust_is_no_hand() -> None:
    with pytest.raises(pitboss.Error, match="'Ts' is not a hand") as refused:
        pitboss.advise("tribal", "Ts", "9c")
    assert refused.value.place == "hand"
    assert "two cards or more" in refused.value.hint
    with pytest.raises(pitboss.Error, match="is a bust: it makes 25"):
        pitboss.advise("tribal", "Ts 6d 9h", "9c")


def test_a_game_is_an_id_a_path_a_line_or_rules() -> None:
    for game, title in (
        ("double_deck", "double_deck"), (str(BOOK), "charity-night"), (BOOK, "charity-night"),
        ("6D H17 DAS", "6D H17 DAS"), (pitboss.rules("nz", decks=8), "nz"),
    ):  # fmt: skip
        assert pitboss.Table(game).rules.rulebook == title
        assert pitboss.rules(game).rulebook == title
        experiment = Experiment(game, basic_chart())
        assert experiment.rules.rulebook == title
        assert studied_game(game, "hi_lo").rules.rulebook == title
        assert effects_of(game).rules.rulebook == title
        assert BlackjackEnv(game).setup.rules.rulebook == title
    with pytest.raises(WrongType, match="these rules have their options already"):
        BlackjackEnv(pitboss.rules("nz"), {"decks": 8})
    with pytest.raises(WrongType, match="these rules have their options already"):
        pitboss.rules(pitboss.rules("nz"), decks=8)
    assert pitboss.solve("double_deck").rules == pitboss.rules("double_deck")
    for wrong in (None, 6, ["nz"], {"rulebook": "nz"}):
        for ask in (
            pitboss.Table, pitboss.solve, lambda game: pitboss.advise(game, "Ts 6d", "9c"),
            lambda game: pitboss.simulate(game, 10), removal_effects,
            pitboss.rules, effects_of, BlackjackEnv,
        ):  # fmt: skip
            with pytest.raises(pitboss.Error, match="is not a game"):
                ask(wrong)  # type: ignore[arg-type]


def test_what_is_no_number_is_refused_with_a_sentence() -> None:
    for rounds in ("many", 1.5, True):
        with pytest.raises(WrongType, match=r"rounds = .* is not a whole number"):
            pitboss.simulate("nz", rounds)  # type: ignore[arg-type]
    with pytest.raises(pitboss.Error, match="rounds = 0 is below 1"):
        pitboss.simulate("nz", 0)
    with pytest.raises(WrongType, match="seed"):
        pitboss.Table("nz", seed="7")  # type: ignore[arg-type]
    with pytest.raises(pitboss.Error, match="seed"):
        pitboss.Table("nz", seed=-1)
    with pytest.raises(WrongType, match="is not a script"):
        pitboss.replay(7)  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="no class of strategies"):
        solve("nz", strategy_class="best")


def test_an_act_that_is_none_is_answered_with_what_was_meant() -> None:
    with pytest.raises(pitboss.Error) as refused:
        pitboss.Table("nz").act("dubble")  # type: ignore[arg-type]
    assert refused.value.hint == "did you mean double?"
