"""Ten rounds for each game of the gallery that renders a text, written from that text."""

from importlib.resources import files

import pytest

from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import play_script
from tests.cli.commands import refused, run_json

Rounds = dict[str, tuple[str, list[str], int | None]]

HOLE: Rounds = {
    "win": ("Ts 9d Th Tc", ["1 stand"], 10),
    "push": ("Ts Td Th Tc", ["1 stand"], 0),
    "loss": ("Ts Td 9h Tc", ["1 stand"], -10),
    "bust": ("Ts 9d 6h 8c Tc", ["1 hit"], -10),
    "dealer busts": ("Ts 6d 9h Tc Td", ["1 stand"], 10),
    "dealer's blackjack": ("Ts Kd 9h Ac", [], -10),
}
"""Rounds that every game with a hole card has: cards from the top, acts, and the net of 10."""
NO_HOLE: Rounds = {
    "win": ("Ts 9d Th Tc", ["1 stand"], 10),
    "push": ("Ts Td Th Tc", ["1 stand"], 0),
    "loss": ("Ts Td 9h Tc", ["1 stand"], -10),
    "bust": ("Ts 9d 6h Tc", ["1 hit"], -10),
    "dealer busts": ("Ts 6d 9h Tc Td", ["1 stand"], 10),
    "dealer's blackjack": ("Ts Kd 9h Ac", ["1 stand"], -10),
}
"""The same where the dealer takes the second card last."""

SCRIPTS: dict[str, Rounds] = {
    "south_dakota": {
        **HOLE,
        "late surrender": ("Ts 9d 6h 8c", ["1 surrender"], -5),
        "split hands surrender": ("8s 6d 8h Tc 8d 3c Th 5c", [
            "1 split", "1.1 split", "1.1 double", "1.2 surrender", "1.3 stand"], None),
        "double": ("5s 6d 6h Tc Td 5c", ["1 double"], 0),
        "split aces get one card": ("As 6d Ah Tc Kd Ks 5c", ["1 split", "! 1.1 hit"], None),
        "not after a hit": ("5s 6d 4h Tc 2d Tc", ["1 hit", "! 1 double @SD-24", "1 stand"], None),
    },
    "macau_regulation": {
        **NO_HOLE,
        "surrender against a ten": ("Ts Td 6h", ["1 surrender"], -5),
        "none against an ace": ("Ts As 6h Th", [
            "! 1 surrender @MOR-surrender", "1 insure ann=0", "1 stand"], -10),
        "even money against a ten": ("Ts Td Ah", ["1 even_money ann"], 10),
        "not after a card": ("Ts 9d 2h 4d", ["1 hit", "! 1 surrender", "1 stand"], None),
    },
    "galaxy": {
        **NO_HOLE,
        "surrender": ("Ts 9d 6h", ["1 surrender"], -5),
        "a double goes back": ("5s Kd 6h 9c Ac", ["1 double"], -10),
        "splits are taken": ("8s Kd 8h Tc 9c Ac", ["1 split", "1.1 stand", "1.2 stand"], -20),
        "both": ("8s Kd 8h 3c Td 9c Ac", ["1 split", "1.1 double", "1.2 stand"], -20),
        "three hands": ("8s Kd 8h 8d 8c Tc 9c Ac", [
            "1 split", "1.1 split", "! 1.1 split @GAL-2", "1.1 stand", "1.2 stand", "1.3 stand"],
            -30),
    },
    "french_2019": {
        **NO_HOLE,
        "given up": ("Ts 9d 6h", ["1 surrender"], -5),
        "insured, not given up": ("Ts As 6h Kd", [
            "! 1 surrender @FR-abandon", "1 insure ann=5", "1 stand"], -10),
        "a double is lost": ("5s Kd 6h 9c Ac", ["1 double"], -20),
        "splits are lost": ("8s Kd 8h Tc 9c Ac", ["1 split", "1.1 stand", "1.2 stand"], -20),
    },
    "french_2020": {
        **NO_HOLE,
        "never given up": ("Ts 9d 6h Td", ["! 1 surrender @FR-none", "1 stand"], -10),
        "not against an ace": ("Ts As 6h 9d", ["! 1 surrender @FR-none", "1 stand"], -10),
        "a double is lost": ("5s Kd 6h 9c Ac", ["1 double"], -20),
        "blackjack": ("As 9d Kh Tc", [], 15),
    },
    "no_splits_of_4_5_10": {
        **HOLE,
        "fours": ("4s 6d 4h Tc Ts Kd", ["! 1 split @NSP-1", "1 stand"], 10),
        "fives": ("5s 6d 5h Tc Ts Kd", ["! 1 split @NSP-1", "1 double"], 20),
        "tens": ("Ks 6d Th Tc Td", ["! 1 split @NSP-1", "1 stand"], 10),
        "eights": ("8s 6d 8h Tc Ts Td Kd", ["1 split", "1.1 stand", "1.2 stand"], 20),
    },
    "no_insurance_no_double": {
        **HOLE,
        "no insurance": ("5s Ad 6h 9c Ts", [
            "! 1 insure ann=5 @NID-1", "! 1 double @NID-2", "1 hit"], 10),
        "no even money": ("As Ad Kh Tc", ["! 1 even_money ann @NID-1"], 0),
        "blackjack": ("As 9d Kh Tc", [], 15),
        "no double after a split": ("8s 6d 8h Tc 3s Td Kd Kc", [
            "1 split", "! 1.1 double @NID-2", "1.1 hit", "1.2 stand"], 20),
    },
    "genting_pontoon": {
        "win": ("Ks 9d Qh Jc", ["1 stand"], 10),
        "push": ("Ks Kd Qh Jc", ["1 stand"], 0),
        "loss": ("Ks Kd 9h Jc", ["1 stand"], -10),
        "blackjack wins at once": ("As Kd Kh", [], 15),
        "21 wins at once": ("5s Kd 6h Kc", ["1 hit"], 10),
        "five cards": ("2s Kd 3h 4c 5d 7s", ["1 hit", "1 hit", "1 hit"], 15),
        "678 mixed": ("6s Kd 7h 8c", ["1 hit"], 15),
        "draws on soft 17": ("Ks 6d 8h Ac 4c", ["1 stand"], -10),
        "no double with an ace": ("As 6d 5h Kc 2d Kd", [
            "! 1 double @GEN-ace", "1 hit", "1 stand"], None),
        "given up against a picture": ("Ks Kd 6h 9c", ["1 surrender"], -5),
    },
    "no_bust_21": {
        "win": ("Ts 9d Th Tc", ["1 stand"], 10),
        "push": ("Ts Td Th Tc", ["1 stand"], 0),
        "loss": ("Ts Td 9h Tc", ["1 stand"], -10),
        "over 21 against 17": ("Ts 9d 6h 8c Tc", ["1 hit"], -10),
        "over 21, the dealer more": ("Ts 6d 6h Tc 6s Td", ["1 hit"], 0),
        "over 21, the dealer as much": ("Ts 6d 6h Tc Td Tc", ["1 hit"], -10),
        "over 21, the dealer less": ("Ts 6d 6h Tc Td 7c", ["1 hit"], -10),
        "a double over 21": ("Ts 6d 2h Tc Td Tc", ["1 double"], None),
        "dealer busts": ("Ts 6d 9h Tc Td", ["1 stand"], 10),
        "dealer's blackjack": ("Ts Kd 9h Ac", [], -10),
    },
    "double_attack": {
        "win": ("Ks 9d Qh Jc", ["1 stand"], 10),
        "push": ("Ks Kd Qh Jc", ["1 stand"], 0),
        "loss": ("Ks Kd 9h Jc", ["1 stand"], -10),
        "bust": ("Ks 9d 6h 8c Jc", ["1 hit"], -10),
        "blackjack at even money": ("As 9d Kh Jc", [], 10),
        "double on three cards": ("3s 6d 4h Jc 4d Ks 5c", ["1 hit", "1 double"], 0),
        "late surrender": ("Ks 9d 6h 8c", ["1 surrender"], -5),
        "dealer's blackjack": ("Ks Kd 9h Ac", [], -10),
        "insurance at 5 to 2": ("Ks Ad 9h Kc", ["1 insure ann=5"], -10),
        "aces are split once": ("As 6d Ah Jc Ad Kd Kc 5c", [
            "1 split", "! 1.1 split @DA-split"], None),
    },
    "switch": {
        **HOLE,
        "blackjack at even money": ("As 9d Kh Tc", [], 10),
        "22 pushes": ("Ts 6d 9h Tc 6s", ["1 stand"], 0),
        "22 pushes a double": ("5s 6d 6h Tc 9s 6c", ["1 double"], 0),
        "23 busts": ("Ts 6d 9h Tc 7s", ["1 stand"], 10),
        "no surrender": ("Ts 9d 6h 8c", ["! 1 surrender @SW-surrender", "1 stand"], -10),
    },
}  # fmt: skip
"""Rounds by game: the cards from the top, the acts, and the net of a main wager of 10 if known."""
ROUNDS = [
    pytest.param(game, *played, id=f"{game}: {title}")
    for game, rounds in SCRIPTS.items()
    for title, played in rounds.items()
]


def test_each_game_has_ten_rounds() -> None:
    assert {game for game, rounds in SCRIPTS.items() if len(rounds) < 10} == set()


@pytest.mark.parametrize("game, shoe, acts, net", ROUNDS)
def test_script_written_from_the_text(
    game: str, shoe: str, acts: list[str], net: int | None
) -> None:
    expected = "" if net is None else f'expect = {{ "ann 1 main" = {net} }}'
    listed = ", ".join(f'"{act}"' for act in acts)
    verdict = play_script(
        parse_script(
            f'rulebook = "{game}"\nshoe = "{shoe}"\n[[rounds]]\nwagers = ["1 ann main 10"]\n'
            f"acts = [{listed}]\n{expected}\n"
        )
    )
    assert verdict.failures == ()


def test_a_game_without_exact_odds_is_simulated() -> None:
    refusal = refused("odds", "no_bust_21")
    assert "have no exact value [NB-both, NB-bust]" in refusal
    assert "--strategy basic" in refusal
    assert refused("simulate", "no_bust_21", "--rounds", "1000") == refusal
    played = run_json("simulate", "no_bust_21", "--strategy", "basic", "--rounds", "200000")
    # Two million rounds came to 0.0094, and to -0.0038 where hands over 21 lose.
    assert abs(played["player_ev"] - 0.0094) < 4 * played["standard_error"]
    assert run_json("check", "no_bust_21", "--rounds", "1")["house_edge"] is None


@pytest.mark.parametrize("game", SCRIPTS)
def test_a_file_has_at_most_forty_lines(game: str) -> None:
    text = (files("pitboss.rulebooks") / "gallery" / f"{game}.toml").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
