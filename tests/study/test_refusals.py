"""Bad input to `pitboss study` and `pitboss counts`: one sentence, a hint, exit status 2."""

from pathlib import Path

import numpy as np
import pytest

from tests.cli.commands import refused, run, run_json

SHIPPED = ("study", "double_deck", "--shipped")


@pytest.mark.parametrize(
    "words, told",
    [
        ("--penetration nan", "--penetration"),
        ("--penetration 0", "--penetration"),
        ("--penetration 1", "--penetration"),
        ("--penetration 0.99", "cutting card"),
        ("--spread 0", "to at most 1000"),
        ("--spread nan", "not a spread"),
        ("--spread 12-1", "not a spread"),
        ("--spread 2-12", "not a spread"),
        ("--ramp x", "count:units"),
        ("--ramp 2:1,2:3", "2 is there twice"),
        ("--ramp 0:1,2:-3", "0 to 1000 units"),
        ("--ramp -12:1 --spread 8", "own spread"),
        ("--ramp -12:1 --kelly 0.5 --bankroll 500", "both say what is bet"),
        ("--kelly 0.5 --risk 0.1 --bankroll 500", "both say what is bet"),
        ("--kelly 0.5", "a bankroll"),
        ("--risk 0.05", "a bankroll"),
        ("--levels 3", "a bankroll"),
        ("--goal 100", "a bankroll"),
        ("--risk 1 --bankroll 500", "--risk"),
        ("--risk 1e-300 --bankroll 5", "so small a risk"),
        ("--bankroll nan", "--bankroll"),
        ("--bankroll inf", "--bankroll"),
        ("--bankroll 1e308", "between 0 and 1,000,000,000,000"),
        ("--bankroll -5", "--bankroll"),
        ("--hourly 0", "--hourly"),
        ("--hours nan", "--hours"),
        ("--enter 99", "--enter"),
        ("--enter 2 --leave 5", "does not leave"),
        ("--enter 2 --leave 0", "does not tell how counts move"),
        ("--hands 2", "1 box"),
        ("--missed nan", "--missed"),
        ("--others 2 --others-play nobody.toml", "cannot be read"),
        ("--others-play dealer", "nobody else"),
        ("--count omega_ii", "by halves, hi_lo, ko, zen"),
        ("--rounds 5k", "--rounds says how a study is played"),
        ("--set boxes=2", "--set says how a study is played"),
        ("--plays best", "--plays says how a study is played"),
        ("-o there.npz", "--output says how a study is played"),
        ("--cluster nowhere:1", "--cluster says how a study is played"),
    ],
)
def test_a_study_that_is_asked(words: str, told: str) -> None:
    assert told in refused(*SHIPPED, *words.split()).splitlines()[0]


def test_a_study_that_is_read(tmp_path: Path) -> None:
    path = Path("src/pitboss/study/shipped_studies/double_deck.hi_lo.npz")
    # The name of a file does not matter, and what is in it does.
    named = tmp_path / "double deck.study"
    named.write_bytes((Path(__file__).parents[2] / path).read_bytes())
    assert run_json("study", str(named), "--count", "hi_lo")["rulebook"] == "double_deck"
    assert "by Hi-Lo, not by Zen" in refused("study", str(named), "--count", "zen")
    assert "not a shipped study" in refused("study", str(named), "--shipped")
    np.savez(tmp_path / "other.npz", about=np.array('{"format": 1}'))
    assert "not a study" in refused("study", str(tmp_path / "other.npz"))
    (tmp_path / "cut.npz").write_bytes(named.read_bytes()[:5000])
    assert "not a study" in refused("study", str(tmp_path / "cut.npz"))


def test_a_study_that_is_played() -> None:
    assert "needs a count" in refused("study", "house")
    assert "not a count" in refused("study", "house", "--count", "hilo")
    assert "not a number of rounds" in refused("study", "house", "--count", "hi_lo", "--rounds=0")
    told = refused("study", "house", "--count", "hi_lo", "--plays", "/none")
    assert "cannot be read: there is no such file" in told
    words = ("study", "house", "--count", "hi_lo", "--rounds", "1k")
    assert "not on a GPU" in refused(*words, "--cluster", "tcp://127.0.0.1:1", "--gpu")
    # What is asked is read before anything is played.
    assert "own spread" in refused(*words, "--ramp", "-12:1", "--spread", "8")


@pytest.mark.parametrize(
    "words, told",
    [
        ("house --balanced", "--best"),
        ("house --for-bets 0.5", "--best"),
        ("house --for-bets nan --best 1", "--for-bets"),
        ("house --best 9", "--best"),
        ("house --best 1 --count hi_lo", "searches for a count of its own"),
        ("house --penetration 0.5", "side wagers"),
        ("house --side over_13 --penetration nan", "--penetration"),
        ("house --side over_13 --penetration 2", "--penetration"),
        ("house --side jackpot", "not a side wager of this table"),
        ("nz --side all", "no side wager"),
        ("house --count hilo", "not a count"),
    ],
)
def test_counts(words: str, told: str) -> None:
    assert told in refused("counts", *words.split()).splitlines()[0]


@pytest.mark.parametrize(
    "words, told",
    [
        ("--until-error -1", "--until-error"),
        ("--until-error 0", "--until-error"),
        ("--until-error nan", "--until-error"),
        ("--penetration nan", "--penetration"),
        ("--player-errors nan", "--player-errors"),
        ("--dealer-errors 2", "--dealer-errors"),
        ("--most 4", "--indices"),
        ("--ramp -12:1,2:4", "needs a count"),
        ("--count hi_lo --ramp 2:1,2:3", "twice"),
        ("--rounds 0", "not a number of rounds"),
    ],
)
def test_simulations(words: str, told: str) -> None:
    assert told in refused("simulate", "house", *words.split()).splitlines()[0]


def test_plays_where_both_dealer_cards_are_seen() -> None:
    words = ("double_exposure", "--count", "hi_lo", "--rounds", "1k")
    assert "lie face up" in refused("simulate", *words, "--indices")
    assert "lie face up" in refused("study", *words, "--plays", "best")


def test_bets_for_a_bankroll() -> None:
    words = (*SHIPPED, "--bankroll", "800", "--spread", "1-10")
    careful = run_json(*words, "--risk", "0.05")
    assert careful["risk_of_ruin"] == pytest.approx(0.05, rel=1e-6)
    half = run_json(*words, "--kelly", "0.5")
    assert 1 <= min(bet for _, bet in half["ramp"]) < max(bet for _, bet in half["ramp"]) <= 10
    people = run_json(*words, "--levels", "3")
    bets = [bet for _, bet in people["ramp"]]
    assert bets == sorted(bets)
    assert len(set(bets)) == 3
    assert all(bet == int(bet) for bet in bets)
    trip = run_json(*words, "--goal", "50", "--hours", "40", "--hourly", "80")["risks"]
    assert trip["ruin_before_goal"] < trip["ruin"]
    assert trip["ruin_on_trip"] < trip["ruin"]
    assert 0 < trip["goal_on_trip"] < 1
    shown = run(*words, "--goal", "50", "--hours", "40", "--hourly", "80").stdout
    for told in ("80 rounds", "before 50 wagers are won", "within 40 hours", "certainty"):
        assert told in shown
