"""Side wagers: exact probabilities, prices, meters, and agreement with what the engine pays."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from pitboss import odds
from pitboss.cards import Card, CardError, parse_cards
from pitboss.errors import OddsError
from pitboss.hands import Hand
from pitboss.odds.known.records import Results
from pitboss.odds.shoe import SuitedShoe, falling, parse_suited_shoe, shoe_of_decks
from pitboss.odds.side_wagers.chances import (
    Law,
    OneAct,
    depends_on_play,
    streak_law,
    wager_law,
)
from pitboss.odds.side_wagers.insurance import even_money, insurance_odds
from pitboss.odds.side_wagers.prices import by_wager, plain_wager, side_wagers
from pitboss.rulebook.rules import Rules
from pitboss.wagers.base import LOSE
from pitboss.wagers.kinds.streak import Streak
from tests.odds.deals import engine_law, shoe_of_cards, table

ROUNDS = Results(win=0.43, push=0.09, loss=0.48)
DRAWS, STANDS, SPLITS, DOUBLES = map(OneAct, ("hit", "stand", "split", "double"))


def law_of(rules: Rules, wager: str, shoe: SuitedShoe, play: OneAct = STANDS) -> Law:
    return wager_law(rules, rules.wagers[wager], shoe, play=play, results=ROUNDS)


def shares(law: Law) -> dict[str, Fraction]:
    """The categories that can come up."""
    return {name: chance.p for name, chance in law.items() if chance.p}


Options = dict[str, object]


def each(rulebook: str, decks: Iterable[int], **options: object) -> list[tuple[str, Options]]:
    """A table for each number of decks."""
    return [(rulebook, {"decks": count, **options}) for count in decks]


TABLES: list[tuple[str, Options]] = [
    *each("tribal", range(1, 9), additional_wager="over_under_13"),
    *each("tribal", (1, 2, 3, 6, 8), additional_wager="sevens"),
    *each("tribal", (1, 4, 8), progressive=True, streak=True),
    *each("tribal", range(1, 9), bonus=True),
    *each("pa_free_bet", (6, 8), push_22="a"),
    *each("pa_free_bet", (6, 8), push_22="b"),
    ("house", {}),
]
for number in range(1, 5):
    decks = (1, 2, 4, 6, 8) if number < 4 else (1, 2, 4, 6)
    TABLES += each("tribal", decks, additional_wager="same_suit", same_suit_option=number)
for number in range(1, 4):
    TABLES += each("nz", range(4, 9), perfect_pairs=f"scale_{number}", madness_21=True)
for number in range(1, 3):
    TABLES += each("nz", (6, 7, 8), any_pair=f"scale_{number}", super_sevens=True)


@pytest.mark.parametrize("rulebook, options", TABLES)
def test_probabilities_come_to_one_for_every_deck_count_and_scale(
    rulebook: str, options: dict[str, object]
) -> None:
    rules = table(rulebook, **options)
    odds = side_wagers(rules, play=SPLITS, results=ROUNDS)
    assert {one.wager for one in odds} == set(rules.wagers)
    for one in odds:
        assert sum(line.chance for line in one.lines) == 1
        assert all(0 <= line.chance <= 1 for line in one.lines)
        assert [line.name for line in one.lines] == [*rules.wagers[one.wager].lines, LOSE]
        assert one.house_edge == pytest.approx(-sum(line.contribution for line in one.lines))
        is_exact = not depends_on_play(rules.wagers[one.wager])
        assert all((line.exact is not None) for line in one.lines) or not is_exact


DEALT: list[tuple[str, dict[str, object], str, str]] = [
    ("tribal", {"additional_wager": "over_under_13"}, "over_13", "As 6h 7s Td 9c"),
    ("tribal", {"additional_wager": "over_under_13"}, "under_13", "As 6h 7s Td 9c"),
    ("tribal", {"additional_wager": "same_suit"}, "same_suit", "Ks Ks Qs Qh 2s"),
    ("nz", {"perfect_pairs": "scale_1"}, "perfect_pairs", "7s 7s 7h 7c 8d"),
    ("nz", {"any_pair": "scale_2"}, "any_pair", "Ks Kh Td 8d 8d"),
    ("house", {}, "match_dealer", "7s 7s 7s 7h 8c 8d"),
    ("house", {}, "over_13", "As 6h 7s Td 9c"),
    ("house", {}, "under_13", "As 6h 7s Td 9c"),
]


@pytest.mark.parametrize("rulebook, options, wager, cards", DEALT)
def test_the_engine_pays_dealt_wagers_as_often(
    rulebook: str, options: dict[str, object], wager: str, cards: str
) -> None:
    rules = table(rulebook, **options)
    held = parse_cards(cards)
    law = law_of(rules, wager, shoe_of_cards(held))
    assert engine_law(rules, wager, held, STANDS, length=4) == shares(law)
    assert not any(chance.by_play for chance in law.values())


SEVENS = "7s 7s 7s 7h 7d Ac Th"
ACES = "As As As Ac Ac Kh 5d"
PLAYED: list[tuple[str, dict[str, object], str, str]] = [
    ("tribal", {"additional_wager": "sevens"}, "sevens", SEVENS),
    ("nz", {"super_sevens": True}, "super_sevens", SEVENS),
    ("tribal", {"progressive": True}, "progressive", ACES),
    ("tribal", {"progressive": True, "max_hands": 4, "resplit_aces": True}, "progressive", ACES),
]


@pytest.mark.parametrize("play", [DRAWS, STANDS, SPLITS], ids=lambda play: play.name)
@pytest.mark.parametrize("rulebook, options, wager, cards", PLAYED)
def test_the_engine_pays_drawn_wagers_as_often(
    rulebook: str, options: dict[str, object], wager: str, cards: str, play: OneAct
) -> None:
    rules = table(rulebook, **options)
    held = parse_cards(cards)
    strategy = PairsOnly(play.name)
    law = wager_law(rules, rules.wagers[wager], shoe_of_cards(held), play=strategy)
    assert engine_law(rules, wager, held, strategy, length=6) == shares(law)


class PairsOnly:
    """An act for pairs of sevens and aces, and standing with everything else."""

    def __init__(self, name: str) -> None:
        self.name = name

    def act(self, hand: Hand, up: Card) -> str:
        low = hand.low / len(hand.cards)
        return self.name if low in (1, 7) and hand.is_pair_by_rank else "stand"


class HitsLow:
    """Draws below a total: a play under which several cards may come."""

    def __init__(self, total: int) -> None:
        self.total = total

    def act(self, hand: Hand, up: Card) -> str:
        return "hit" if hand.total < self.total else "stand"


@pytest.mark.parametrize("total", [12, 17])
def test_a_third_and_a_fourth_card_may_come_by_hits(total: int) -> None:
    rules = table("tribal", progressive=True)
    held = parse_cards(ACES)
    law = wager_law(rules, rules.wagers["progressive"], shoe_of_cards(held), play=HitsLow(total))
    assert engine_law(rules, "progressive", held, HitsLow(total), length=6) == shares(law)


def test_a_look_at_the_hole_card_ends_a_wager_that_waits_for_a_third_card() -> None:
    # The house looks under an ace; there its sevens would be settled at two where it finds a ten.
    rules = table("tribal", additional_wager="sevens", card_reader="private")
    assert rules.deal.peek
    held = parse_cards("7s 7h 7h Ac Ad Th")
    law = wager_law(rules, rules.wagers["sevens"], shoe_of_cards(held), play=PairsOnly("hit"))
    assert engine_law(rules, "sevens", held, PairsOnly("hit"), length=6) == shares(law)


@pytest.mark.parametrize("total", [0, 12, 17])
def test_the_players_draws_do_not_change_the_dealers_22(total: int) -> None:
    rules = table("pa_free_bet", push_22="a")
    held = parse_cards("6s 6s Ts Tc Th Td 5h")
    law = law_of(rules, "push_22", shoe_of_cards(held))
    assert engine_law(rules, "push_22", held, HitsLow(total), length=7) == shares(law)
    assert set(shares(law)) == {"suited", "coloured", "other", LOSE}


@pytest.mark.clause("T-t-4", "T-t-5", "T-t-7")
@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_a_streak_is_a_run_among_rounds_that_are_not_pushed(length: int) -> None:
    law = streak_law(Streak(length=length), ROUNDS)
    decided = ROUNDS.win / (ROUNDS.win + ROUNDS.loss)
    assert float(law["won"].p) == pytest.approx(decided**length, rel=1e-12)
    assert sum(chance.p for chance in law.values()) == 1


def test_a_streak_that_never_ends_is_not_followed() -> None:
    with pytest.raises(OddsError, match="more than 64 wins"):
        streak_law(Streak(length=100), ROUNDS)


def test_what_hangs_on_play_needs_a_strategy() -> None:
    rules = table("tribal", progressive=True, streak=True)
    shoe = shoe_of_decks(6)
    with pytest.raises(OddsError, match="how the hand is played"):
        wager_law(rules, rules.wagers["progressive"], shoe)
    with pytest.raises(OddsError, match="results of rounds"):
        wager_law(rules, rules.wagers["streak_2"], shoe)


def test_a_shoe_that_may_run_out_is_refused() -> None:
    rules = table("pa_free_bet", push_22="a")
    with pytest.raises(OddsError, match="run out"):
        law_of(rules, "push_22", shoe_of_cards(parse_cards("2s 3s 4s")))


def test_removed_cards_count() -> None:
    rules = table("nz", perfect_pairs="scale_1")
    without = shoe_of_decks(6, parse_cards("7s 7h 8d"))
    law = law_of(rules, "perfect_pairs", without)
    pairs = sum(
        Fraction(count * (count - 1), without.size * (without.size - 1)) for count in without.counts
    )
    assert law["perfect"].p == pairs


@pytest.mark.clause("T-r-3-row1", "T-r-2-s4")
def test_the_meter_at_which_the_progressive_wager_is_fair() -> None:
    rules = table("tribal", progressive=True, meter="252924.12")
    (odds,) = side_wagers(rules, play=SPLITS)
    assert odds.meter is not None
    assert odds.meter.break_even == 252924_12
    assert -1e-6 < odds.house_edge <= 0
    below = table("tribal", progressive=True, meter="252924.11")
    assert side_wagers(below, play=SPLITS)[0].edge > 0
    one_deck = table("tribal", progressive=True, decks=1)
    (odds,) = side_wagers(one_deck, play=SPLITS)
    assert odds.meter is not None
    assert odds.meter.break_even is None


@pytest.mark.clause("NZ-15A.6", "NZ-15A.4-a")
def test_prizes_enter_by_their_mean() -> None:
    to_1 = side_wagers(table("nz", madness_21=True))[0]
    for_1 = side_wagers(table("nz", madness_21=True, madness_pays="for_1"))[0]
    mean = Fraction(52031, 3750)
    blackjack = Fraction(192, 4043)
    assert to_1.edge == 1 - blackjack * (mean + 1)
    assert for_1.edge == 1 - blackjack * mean
    bonus = side_wagers(table("tribal", bonus=True))
    assert [one.stake for one in bonus] == [100, 500]
    for one, mean_prize in zip(bonus, (17825, 89750), strict=True):
        assert one.edge == 1 - blackjack * Fraction(mean_prize, 1000 * (one.stake or 0) // 100)


@pytest.mark.clause("T-i-3", "NZ-9.4")
def test_insurance_and_even_money() -> None:
    odds = insurance_odds(table("nz"))
    assert odds is not None
    assert odds.edge == 1 - 3 * Fraction(96, 311)
    assert "costs 0.038835" in odds.note
    tribal = insurance_odds(table("tribal", decks=1))
    assert tribal is not None
    assert (tribal.edge, tribal.note) == (1 - 3 * Fraction(16, 51), "")
    taken, declined = even_money(table("nz"), shoe_of_decks(6)) or (0, 0)
    assert (taken, declined) == (1, Fraction(3, 2) * (1 - Fraction(95, 309)))
    assert insurance_odds(table("nz"), shoe_of_cards(parse_cards("Ts 9s"))) is None


def test_the_house_may_win_ties_of_blackjacks_for_the_player() -> None:
    rules = table("house", blackjack_policy="guaranteed_even_money")
    offer = even_money(rules, shoe_of_decks(8))
    assert offer is None or offer[1] == 1


def test_json_of_a_wager() -> None:
    rules = table("tribal", bonus=True)
    groups = by_wager(side_wagers(rules))
    plain = plain_wager(groups["bonus"])
    assert plain["wager"] == "bonus"
    outcomes = plain["outcomes"]
    assert isinstance(outcomes, list)
    assert [row["name"] for row in outcomes] == ["blackjack", "lose"]
    assert outcomes[0]["exact"] == "192/4043"
    stakes = plain["stakes"]
    assert isinstance(stakes, list)
    assert [row["stake"] for row in stakes] == [1.0, 5.0]


def test_shoes_as_text() -> None:
    assert (
        parse_suited_shoe("Tx8 7s 7sx2").counts
        == shoe_of_cards(parse_cards("Ts Ts Th Th Td Td Tc Tc 7s 7s 7s")).counts
    )
    assert parse_suited_shoe("ax5").counts[:4] == (2, 1, 1, 1)
    assert shoe_of_decks(2).ranks == (8,) * 13
    for wrong in ("Tx", "Txx", "Tx9999", "1x4", "7sx-1", "Ax700 2x700"):
        with pytest.raises(CardError):
            parse_suited_shoe(wrong)
    for wrong in ("Ax99999999999", f"Ax{'9' * 5000}", "Ax\u00b2", "Ax700 2x700", "Ax"):
        with pytest.raises(CardError, match="1040") as told:
            odds.parse_shoe(wrong)
        assert told.value.hint == ("name fewer cards" if " " in wrong else "write Ax4")
    assert odds.parse_shoe("ax4 Ts").ranks == (4, *[0] * 8, 1, 0, 0, 0)
    assert odds.parse_shoe("Ax1040").size == 1040
    with pytest.raises(CardError, match="the shoe has"):
        shoe_of_decks(1, parse_cards("As As"))
    assert falling(3, 5) == 0
