"""Players: charts from files, the dealer's way, a solved strategy."""

from pathlib import Path

import pytest

from pitboss.cards import parse_card, parse_cards
from pitboss.charts import ACTS, Chart, ChartError
from pitboss.hands import hand_of
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim.players import LikeDealer, basic_chart

ALL = frozenset(ACTS)


@pytest.mark.parametrize(
    "hand, up, without, act",
    [
        ("8s 8d", "Tc", "", "split"),
        ("8s 8d", "Tc", "split", "surrender"),
        ("8s 8d", "Tc", "split surrender", "hit"),
        ("As 7d", "3c", "", "double"),
        ("As 7d", "3c", "double", "stand"),
        ("6s 5d", "6c", "double", "hit"),
        ("Ts Td", "6c", "", "stand"),
        ("5s 5d", "6c", "", "double"),
        ("5s 7d", "2c", "", "hit"),
        ("5s 7d", "4c", "stand", "hit"),
    ],
)
def test_the_shipped_chart(hand: str, up: str, without: str, act: str) -> None:
    cards = hand_of(parse_cards(hand))
    legal = ALL - set(without.split()) - (set() if cards.is_pair_by_value else {"split"})
    assert basic_chart().act(cards, parse_card(up), legal, is_added=False) == act


def test_like_the_dealer() -> None:
    rules = choose(load_rulebook("house"), {})
    player = LikeDealer(rules)
    up = parse_card("6d")
    for text, act in (("Ts 6d", "hit"), ("As 6d", "hit"), ("Ts 7d", "stand"), ("As 7d", "stand")):
        assert player.act(hand_of(parse_cards(text)), up, ALL, is_added=False) == act
    hand = hand_of(parse_cards("Ts 5d"))
    assert player.act(hand, up, frozenset({"stand"}), is_added=False) == "stand"
    assert not player.insures(hand)


@pytest.mark.parametrize(
    "text, fault",
    [
        ("hard = [", "not a TOML file"),
        ("soft_totals = 1", "'soft_totals' is not part"),
        ("hard = 1", "hard is not a table"),
        ('[hard]\n"12" = "S S"', "2 cells"),
        ('[hard]\n"12" = "S S S S S S S S S X"', "'X' is not a play"),
        ('[hard]\n"many" = "S S S S S S S S S S"', "not a total"),
        ('[pairs]\n"K" = "P P P P P P P P P P"', "not a card value"),
    ],
)
def test_a_chart_that_is_none(text: str, fault: str) -> None:
    with pytest.raises(ChartError, match=fault):
        Chart.parse(text, name="my.toml")


def test_a_chart_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text('insurance = true\neven_money = true\n[hard]\n"5-20" = "H H H H H H H H H H"')
    chart = Chart.read(path)
    assert chart.takes_even_money
    assert chart.insures(hand_of(()))
    hard, soft = hand_of(parse_cards("Ts 9d")), hand_of(parse_cards("As 9d"))
    acts = ALL - {"split"}
    assert chart.act(hard, parse_card("6d"), acts, is_added=False) == "hit"
    assert chart.act(soft, parse_card("6d"), acts, is_added=False) == "stand"
    with pytest.raises(ChartError, match="cannot be read"):
        Chart.read(tmp_path / "none.toml")
