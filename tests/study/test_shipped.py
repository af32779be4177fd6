"""Studies that are shipped: read without a kernel, and what a desk shows of them."""

import subprocess
import sys
from dataclasses import replace
from math import isclose

import pytest

from pitboss import Study, best_ramp
from pitboss.errors import StudyError
from pitboss.study import best_returns, risk, shipped_studies
from pitboss.study.desk import DeskTerms, bets_at, counts_of, figures_of, game_at, growth_of
from pitboss.study.ramps import places_of
from tests.conftest import RULEBOOK_IDS
from tests.test_tidy import ROOT


def test_every_rulebook_has_studies_by_several_counts() -> None:
    for rulebook in RULEBOOK_IDS:
        counts = [count for book, count in shipped_studies() if book == rulebook]
        assert "hi_lo" in counts
        assert len(counts) >= 3
        for count in counts:
            study = Study.shipped(rulebook, count)
            assert study.about.rulebook == rulebook
            assert study.rounds >= 20_000_000
            assert 10 < study.game().rounds_per_shoe < 60
    with pytest.raises(StudyError, match="no study of house by nothing"):
        Study.shipped("house", "nothing")


def test_a_shipped_study_is_read_without_a_compiler() -> None:
    asked = "from pitboss import Study; Study.shipped('house', 'hi_lo').game(); "
    done = subprocess.run(
        [sys.executable, "-c", asked + "import sys; print('numba' in sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "False"


def test_no_answer_where_a_lean_study_has_none() -> None:
    game = Study.shipped("house", "hi_lo").game(penetration=0.75)
    assert game.bet({-12: 4}, enter=2).played < 0.3
    with pytest.raises(StudyError, match="does not tell how counts move"):
        game.bet({-12: 4}, enter=2, leave=0)


def test_many_penetrations_at_once_are_one_after_the_other() -> None:
    study = Study.shipped("double_deck", "hi_lo")
    places = places_of(study)
    together = best_returns(study, places, spread=8, enter=-1)
    for place in (0, len(places) // 2, -1):
        game = study.game(behind=places[place])
        alone = game.bet(best_ramp(game, spread=8, enter=-1))
        assert isclose(alone.score, together[place].score, rel_tol=1e-6)
        assert isclose(alone.bet, together[place].bet, rel_tol=1e-3)
        assert alone.played == pytest.approx(together[place].played)
    deeper = best_returns(study, places, spread=8)
    assert deeper[-1].score > 2 * deeper[0].score > 0


def test_the_least_bet_follows_from_bankroll_and_risk() -> None:
    asked = DeskTerms(penetration=0.7, spread=12, bankroll=20_000, risk=0.05)
    game = game_at(Study.shipped("double_deck", "hi_lo"), asked.penetration)
    ramp, returns = bets_at(game, asked)
    figures = figures_of(returns, asked)
    wager = figures["wager"]
    assert wager is not None
    assert returns.scaled(wager).ruin(20_000) == pytest.approx(0.05)
    assert figures["hour"] == pytest.approx(100 * wager * returns.ev)
    rows = growth_of(returns, asked)
    assert rows[0][1:] == (20_000,) * 5
    assert all(list(row[1:]) == sorted(row[1:]) for row in rows)
    # Half of all players have more than the middle; who has lost it all is among the others.
    own, middle = returns.scaled(wager), rows[-1][3]
    over = risk.ahead(own.ev, own.variance, 50_000, bankroll=20_000, by=middle - 20_000)
    assert over == pytest.approx(0.5)
    assert 0 < 20_000 + 500 * (figures["hour"] or 0) - middle < 500
    assert min(row[1] for row in growth_of(returns, replace(asked, risk=0.4))) == 0
    counted = counts_of(game, ramp)
    assert {row["bet"] for row in counted} >= {1.0, 12.0}
    assert sum(row["share"] for row in counted) == pytest.approx(1, abs=1e-3)


def test_a_game_that_no_bets_win_says_so() -> None:
    asked = DeskTerms(penetration=0.5, spread=1)
    game = game_at(Study.shipped("tribal", "hi_lo"), asked.penetration)
    _, returns = bets_at(game, asked)
    figures = figures_of(returns, asked)
    assert returns.ev < 0
    assert figures["wager"] is None
    assert growth_of(returns, asked) == []


def test_the_page_on_accuracy_has_the_errors_of_the_shipped_studies() -> None:
    errors: dict[bool, list[float]] = {False: [], True: []}
    for rulebook, count in shipped_studies():
        game = Study.shipped(rulebook, count).game()
        returns = game.bet(best_ramp(game, spread=12))
        errors[rulebook == "pa_free_bet"].append(100 * returns.score_error / returns.score)
    page = " ".join((ROOT / "docs" / "concepts" / "accuracy.md").read_text("utf-8").split())
    low, high = (f"{min(each):.2f} to {max(each):.2f} %" for each in errors.values())
    assert f"it is {low}, and {high} for Free Bet" in page
