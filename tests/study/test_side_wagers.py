"""Side wagers by a count: beside every shoe there can be, and what people are told."""

from itertools import combinations, permutations

import numpy as np
import pytest

from pitboss.cards import DECK, VALUES
from pitboss.errors import Error, OddsError, StudyError
from pitboss.odds.shoe import SuitedShoe
from pitboss.odds.side_wagers.chances import OneAct, wager_law, wager_ways
from pitboss.odds.side_wagers.dealer_hand import DEALT, dealt_sight
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.file.payoffs import AtOdds
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import COUNT_LOW, Count, load_count
from pitboss.study.running_counts import CountDistribution
from pitboss.study.side_wagers import SideOdds, side_odds
from tests.cli.commands import refused, run, run_json
from tests.odds.deals import shoe_of_cards


def table(rulebook: str, **options: object) -> Rules:
    return choose(load_rulebook(rulebook), options)


SMALL = [DECK[rank * 4 + suit] for rank in (0, 2, 4, 6, 9) for suit in (0, 1)]
"""Ten cards: aces, threes, fives, sevens and tens."""


@pytest.mark.parametrize("count", ["hi_lo", "zen", "ko", "halves"])
@pytest.mark.parametrize(
    "wager, burned", [("over_13", 0), ("over_13", 1), ("under_13", 0), ("match_dealer", 0)]
)
def test_every_way_that_cards_can_have_been_seen(wager: str, burned: int, count: str) -> None:
    shoe, counted, dealt = shoe_of_cards(SMALL), load_count(count), 4
    odds = side_odds(table("house"), wager, shoe=shoe)
    shares, worths = np.zeros(25), np.zeros(25)
    seen_as = list(combinations(SMALL, dealt - burned))
    for seen in seen_as:
        rest = [card for card in SMALL if card not in seen]
        running = counted.start(0) + sum(counted.tags[VALUES[card] - 1] for card in seen)
        # A card that was burned is as likely any that nobody has seen.
        at = min(max(counted.value(running, len(rest) - burned), -12), 12) - COUNT_LOW
        shares[at] += 1 / len(seen_as)
        worths[at] += worth_of(odds, rest) / len(seen_as)
    ours, ours_worth = np.zeros(25), np.zeros(25)
    places, chances, worth = odds.at(counted, dealt, burned=burned)
    np.add.at(ours, places, chances)
    np.add.at(ours_worth, places, worth)
    assert ours == pytest.approx(shares, abs=1e-10)
    assert ours_worth == pytest.approx(worths, abs=1e-10)


def worth_of(odds: SideOdds, cards: list[int]) -> float:
    """What the wager is worth off the top of these cards, deal by deal."""
    names = [name for name in DEALT if name in odds.wager.kind.reads]
    deals = list(permutations(cards, len(names)))
    lines, kind = odds.wager.lines, odds.wager.kind
    worth = 0.0
    for deal in deals:
        category = kind.classify(dealt_sight(dict(zip(names, deal, strict=True))))
        payoff = lines[category].payoff if category in lines else None
        worth += float(payoff.odds.ratio) if isinstance(payoff, AtOdds) else -1.0
    return worth / len(deals)


def test_the_law_by_values_is_the_law() -> None:
    rules = table("tribal", additional_wager="sevens")
    wager, shoe = rules.wagers["sevens"], SuitedShoe((2,) * 52)
    for play in (OneAct("hit"), OneAct("stand")):
        law = wager_law(rules, wager, shoe, play=play)
        ways = wager_ways(rules, wager, shoe, play=play)
        for name, chance in law.items():
            assert sum(p for (category, _), p in ways.items() if category == name) == chance.p
    pennsylvania = table("pa_free_bet", push_22="a")
    with pytest.raises(OddsError, match="looks at more"):
        side_odds(pennsylvania, "push_22")


def test_effects_are_those_of_a_shoe_without_the_card() -> None:
    odds = side_odds(table("house"), "over_13")
    for value in (1, 4, 10):
        cards = [card for card in DECK if VALUES[card] == value]
        less = [side_odds(odds.rules, "over_13", shoe=odds.shoe.without([c])).ev for c in cards[:4]]
        assert odds.effects[value - 1] == pytest.approx(np.mean(less) - odds.ev, abs=1e-12)


def test_counting_moves_no_money_by_itself() -> None:
    """What is worth more at one count is worth less at another: the mean is that off the top."""
    odds = side_odds(table("nz", super_sevens=True), "super_sevens")
    for count in ("hi_lo", odds.best_count(1)):
        made = odds.by_count(count, round_cards=40)
        assert sum(row.share for row in made.rows) == pytest.approx(1, abs=1e-9)
        assert sum(row.share * row.ev for row in made.rows) == pytest.approx(odds.ev, abs=1e-9)
    sevens, hi_lo = odds.by_count(odds.best_count(1)), odds.by_count("hi_lo")
    assert [tag for tag in odds.best_count(1).tags if tag < 0] == [-12]
    assert (hi_lo.when, hi_lo.hourly()) == ("never", 0)
    assert sevens.when == "from +1 on"
    assert sevens.correlation == pytest.approx(1, abs=1e-3)
    assert 0.05 < sevens.share < 0.09
    assert sevens.hourly() == pytest.approx(100 * sevens.share * sevens.edge)
    assert sevens.hourly() > 2
    assert "from +1 on" in repr(sevens)
    assert sevens._repr_html_().count("<tr>") == len(sevens.rows) + 1
    deeper = odds.by_count(odds.best_count(1), penetration=0.85, round_cards=20)
    assert deeper.hourly() > sevens.hourly()


def test_what_is_seen_leaves_few_left() -> None:
    seen = CountDistribution((4,) * 9 + (16,), load_count("hi_lo").tags, 51)
    chances = dict(zip(seen.running.tolist(), seen.chances(), strict=True))
    assert chances[-1] == pytest.approx(20 / 52)
    assert chances[1] == pytest.approx(20 / 52)
    assert chances[0] == pytest.approx(12 / 52)
    # A ten comes next: the only card left.
    assert dict(zip(seen.running.tolist(), seen.chances([10]), strict=True))[1] == pytest.approx(1)


def test_what_no_count_tells() -> None:
    odds = side_odds(table("house"), "match_dealer")
    assert not odds.effects.any()
    with pytest.raises(StudyError, match="no card that is gone"):
        odds.best_count()
    with pytest.raises(StudyError, match="not a side wager"):
        side_odds(odds.rules, "streak")
    over = side_odds(odds.rules, "over_13")
    with pytest.raises(StudyError, match="level"):
        over.best_count(9)
    with pytest.raises(Error, match=r"penetration = 1\.2 is not below 1"):
        over.by_count("hi_lo", penetration=1.2)
    flat = Count("flat", (1,) * 10, is_true=False, unbalanced_by=52)
    assert over.by_count(flat, round_cards=100).when == "never"


def test_the_command() -> None:
    words = ("counts", "tribal", "--set", "additional_wager=over_under_13", "--side", "over_13")
    hi_lo, best = run_json(*words, "--penetration", "0.75", "--best", "2")
    assert hi_lo["ev"] == best["ev"] == pytest.approx(-0.0655, abs=1e-4)
    assert best["correlation"] > 0.98 > 0.6 > hi_lo["correlation"]
    assert best["hourly"] > 3 * hi_lo["hourly"] > 0
    assert best["tags"] == "A +2, 2 +2, 3 +2, 4 +0, 5 +0, 6 +0, 7 -1, 8 -1, 9 -2, T -2"
    shown = run("counts", "pa_free_bet", "--set", "push_22=a", "--side", "all")
    assert shown.exit_code == 0
    assert "pitboss study --wagers push_22" in shown.stderr
    assert "no side wager" in refused("counts", "double_deck", "--side", "all")
    assert "not a side wager" in refused("counts", "house", "--side", "lucky")
