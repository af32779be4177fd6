"""What newcomers get wrong is answered with one sentence, its place and what to do instead."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss import basic_chart

BINARY = Path(pitboss.__file__).parent / "study" / "shipped_studies" / "house.hi_lo.npz"
LOOSE: Any = pitboss
"""The package as a newcomer calls it, types unchecked."""


def table() -> Any:
    return pitboss.Table("tribal", cards="Ts 6d 5h Td 4c 9s")


def dealt() -> Any:
    played = table()
    played.sit("ann", 100)
    played.bet("ann", 10)
    played.deal()
    return played


def betting(*amounts: object, **more: object) -> None:
    played = table()
    played.sit("ann", 100)
    played.bet("ann", *amounts, **more)


MISTAKES: dict[str, tuple[Callable[[], object], str, str]] = {
    "two cards for one": (lambda: LOOSE.Card("9c 8c"), "card", "several cards: '9c 8c'"),
    "commas": (lambda: LOOSE.parse_cards("Ts,6d"), "card", "several cards: 'Ts 6d'"),
    "no space": (lambda: LOOSE.parse_cards("Ts6d"), "card", "several cards: 'Ts 6d'"),
    "a one": (lambda: LOOSE.Card("1s"), "card", "an ace is As, a ten is Ts"),
    "not a list": (lambda: LOOSE.parse_cards(None), "wrong_type", "write 'Ts 6d'"),
    "no such number": (lambda: LOOSE.parse_cards([99]), "wrong_type", "write it as 'Ts'"),
    "empty rulebook": (lambda: LOOSE.rules(""), "rulebook", "write one of tribal, nz"),
    "empty script": (lambda: LOOSE.replay(""), "script", "give a path, or the script"),
    "three of two": (
        lambda: LOOSE.advise("double_deck", "Ts 6d", "9c", removed="As As As"),
        "card",
        "count the cards",
    ),
    "removed too many": (
        lambda: LOOSE.solve("double_deck", removed="9c 9c 9c"),
        "card",
        "count the cards",
    ),
    "one card and an up card": (
        lambda: LOOSE.solve("double_deck").acts("Ts", "6d"),
        "odds",
        "write acts('Ts 6d', 'Tc')",
    ),
    "a chart of one card": (
        lambda: LOOSE.solve("double_deck").chart().play("Ts", "6d"),
        "chart",
        "give two cards or more",
    ),
    "a bet without chips": (
        lambda: table().bet("ann", 10),
        "unknown",
        "table.sit('ann', 100)",
    ),
    "no rounds": (lambda: LOOSE.simulate("nz", 0), "too_small", "from 1 to"),
    "rounds as text": (lambda: LOOSE.simulate("nz", "1M"), "wrong_type", "from 1 to"),
    "endless": (lambda: LOOSE.simulate("nz", 10**30), "too_large", "from 1 to"),
    "a large seed": (lambda: LOOSE.simulate("nz", 9, seed=2**70), "too_large", "from 0 to"),
    "player by name": (
        lambda: LOOSE.simulate("nz", 9, player="basc"),
        "wrong_type",
        "one of best, total, basic, dealer",
    ),
    "nobody": (lambda: table().sit("", 100), "wrong_type", "'ann'"),
    "a number sits": (lambda: table().sit(5, 100), "wrong_type", "'ann'"),
    "box as text": (lambda: betting(10, box="1"), "wrong_type", "box=1 to box=7"),
    "list of acts": (lambda: dealt().act(["hit"]), "unknown_name", "did you mean hit?"),
    "insures by act": (lambda: dealt().act("insure"), "unknown_name", "table.insure"),
    "acts too early": (lambda: table().act("hit"), "wrong_time", "bet and deal first"),
    "insures nobody": (lambda: dealt().insure("zed"), "unknown_name", "bet and deal first"),
    "sends a word": (lambda: dealt().send("hit"), "wrong_type", "table.act('hit')"),
    "chart of nothing": (lambda: LOOSE.Chart.parse(None), "wrong_type", "Chart.read"),
    "an empty chart": (lambda: LOOSE.Chart.parse(""), "chart", "at least one of hard"),
    "a part misspelt": (lambda: LOOSE.Chart.parse("[hardd]"), "chart", "hard, soft, pairs"),
    "nowhere": (
        lambda: LOOSE.solve("tribal").chart().write("/nowhere/at/all.toml"),
        "chart",
        "check the path",
    ),
    "an empty shoe": (
        lambda: LOOSE.solve("1D", removed=[LOOSE.Card.of(number) for number in range(52)]),
        "odds",
        "leave 4 cards or more",
    ),
    "a sheet of nothing": (
        lambda: LOOSE.par_sheet("1D", removed=[LOOSE.Card.of(number) for number in range(52)]),
        "odds",
        "leave 4 cards or more",
    ),
    "a class for a player": (
        lambda: LOOSE.simulate("nz", 9, player=pitboss.Chart),
        "wrong_type",
        "give a chart",
    ),
    "no hands": (lambda: LOOSE.odds.Situation(hands=0), "too_small", "from 1"),
    "a binary chart": (lambda: LOOSE.Chart.read(BINARY), "chart", "TOML in UTF-8"),
    "a chart from nowhere": (lambda: LOOSE.Chart.read(""), "chart", "check the path"),
    "no such count": (lambda: LOOSE.Study.play("nz", count="hilo"), "simulation", "hi_lo?"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_answered_with_what_to_do(name: str) -> None:
    mistake, code, hint = MISTAKES[name]
    with pytest.raises(pitboss.Error) as told:
        mistake()
    assert told.value.code == code
    assert hint in told.value.hint
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 300


def test_a_view_is_shown_in_a_line() -> None:
    assert repr(dealt().view("ann")) == "<View of round 1, playing: may hit, stand, double>"
    waiting = dealt()
    waiting.sit("bob", 100)
    assert repr(waiting.view("bob")) == "<View of round 1, playing: may nothing>"


def test_a_rulebook_that_extends_none_is_told_which_was_meant(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('title = "Club"\nextends = "huose"\n', encoding="utf-8")
    with pytest.raises(pitboss.RulebookError, match="no rulebook 'huose' to extend") as told:
        pitboss.rules(file)
    assert told.value.hint == "did you mean house?"
    assert "line 2" in str(told.value)


def test_rows_become_data_frames() -> None:
    played = dealt()
    names = ["box", "player", "hand", "cards", "total"]
    assert list(played.to_pandas().columns) == list(played.to_polars().columns) == names
    verdict = pitboss.replay(
        'rulebook = "tribal"\nshoe = "Ts 9d 9s 8c"\n'
        '[[rounds]]\nwagers = ["1 ann main 10"]\nacts = ["1 stand"]\n'
    )
    assert verdict.to_pandas().shape == verdict.to_polars().shape == (1, 2)


def test_what_newcomers_write_first_works() -> None:
    solution = pitboss.solve("double_deck")
    assert solution.acts("Ts 6d", "Tc") == solution.acts("Ts", "6d", "Tc")
    assert solution.chart().play("8s 8d", "Tc") == "split"
    played = dealt()
    assert played.dealer == pitboss.parse_cards("6d")
    played.act("stand")
    assert played.dealer == ()
    named = pitboss.simulate("double_deck", 2_000, player="basic")
    assert named.player_ev == pitboss.simulate("double_deck", 2_000, player=basic_chart()).player_ev


def test_a_chart_of_a_file_plays(tmp_path: Path) -> None:
    path = str(tmp_path / "mine.toml")
    basic_chart().write(path)
    named = pitboss.simulate("double_deck", 2_000, player=path)
    assert named.player_ev == pitboss.simulate("double_deck", 2_000, player="basic").player_ev


def test_a_par_sheet_has_every_wager() -> None:
    sheet = pitboss.par_sheet(pitboss.rules("nz", super_sevens=True))
    assert repr(sheet) == "<ParSheet 'nz': house edge 0.5116%; insurance, super_sevens>"
    assert [row["wager"] for row in sheet.rows()] == ["main", "insurance", "super_sevens"]
    assert sheet.house_edge == pytest.approx(pitboss.solve("nz").house_edge)
    assert len(sheet.to_polars()) == len(sheet.to_pandas()) == 3
    gone = pitboss.par_sheet("nz", removed="5s 5d 5h 5c")
    assert gone.house_edge < sheet.house_edge


def test_any_title_of_a_chart_is_read_back() -> None:
    for title in ('a "quote" \\ and\na line', "tab\tand \x01 and \x7f", "\u2660 \U0001f0a1"):
        chart = pitboss.Chart(title, {"16": ("S",) * 10}, {}, {})
        assert pitboss.Chart.parse(str(chart)) == chart
