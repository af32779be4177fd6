"""Made-up kinds of side wager that look at several things at once, and tables that offer them."""

from dataclasses import dataclass, replace

from pitboss.cards import colour, is_ten, rank, suit
from pitboss.money import Odds
from pitboss.rulebook.file.payoffs import AtOdds
from pitboss.rulebook.rules import Line, Rules, SideWager
from pitboss.wagers.base import LOSE, NO_CARD, OPEN, Sight, Stage, Wager
from pitboss.wagers.kinds.blazing_sevens import BlazingSevens
from pitboss.wagers.kinds.bust_it import BustIt
from pitboss.wagers.kinds.buster import Buster
from pitboss.wagers.kinds.crown_treasure import CrownTreasure
from pitboss.wagers.kinds.dealer_bust import DealerBust
from pitboss.wagers.kinds.hot_3 import HotThree
from pitboss.wagers.kinds.in_between import InBetween
from pitboss.wagers.kinds.lucky_ladies import LuckyLadies
from pitboss.wagers.kinds.lucky_lucky import LuckyLucky
from pitboss.wagers.kinds.perfect_11 import PerfectEleven
from pitboss.wagers.kinds.three_card_poker import ThreeCardPoker


@dataclass(frozen=True)
class RedCard(Wager):
    """A red first card, and the dealer busts or makes 17."""

    kind = "red_card"
    decided = Stage.DEALER
    reads = ("first", "dealer_total")
    categories = ("bust", "seventeen")

    def classify(self, sight: Sight) -> str:
        if sight.first is None:
            return OPEN
        if colour(sight.first) == "black":
            return LOSE
        if sight.dealer_total is None:
            return OPEN
        return {17: "seventeen"}.get(
            sight.dealer_total, "bust" if sight.dealer_total > 21 else LOSE
        )


@dataclass(frozen=True)
class PairAndSuits(Wager):
    """A pair, and the dealer's cards share a suit or a colour."""

    kind = "pair_and_suits"
    decided = Stage.DEALER
    reads = ("first", "second", "dealer_suits")
    categories = ("suited", "coloured")

    def classify(self, sight: Sight) -> str:
        if sight.first is None or sight.second is None:
            return OPEN
        if rank(sight.first) != rank(sight.second):
            return LOSE
        if sight.dealer_suits is None:
            return OPEN
        return sight.dealer_suits if sight.dealer_suits in self.categories else LOSE


@dataclass(frozen=True)
class HighBust(Wager):
    """Under a ten the dealer busts with 24 or more: it tells totals over 21 apart."""

    kind = "high_bust"
    decided = Stage.DEALER
    reads = ("dealer_total", "up")
    categories = ("twenty_six", "high", "other")

    def classify(self, sight: Sight) -> str:
        total = sight.dealer_total
        if total is None or sight.up is None:
            return OPEN
        if total < 24 or not is_ten(sight.up):
            return "other" if total == 22 else LOSE
        return "twenty_six" if total == 26 else "high"


@dataclass(frozen=True)
class ThirdCard(Wager):
    """What the third card was, or that none came, with what the dealer made."""

    kind = "third_card"
    decided = Stage.DEALER
    reads = ("third", "dealer_total", "dealer_suits")
    categories = ("none", "low", "high")

    def classify(self, sight: Sight) -> str:
        if sight.third is None or sight.dealer_total is None or sight.dealer_suits is None:
            return OPEN
        if sight.third == NO_CARD:
            return "none" if sight.dealer_total > 21 else LOSE
        if rank(sight.third) < 6:
            return "low" if sight.dealer_total in (20, 21) else LOSE
        return "high" if sight.dealer_suits == "coloured" else LOSE


@dataclass(frozen=True)
class PairWins(Wager):
    """A pair of first cards, and the main wager wins or is pushed."""

    kind = "pair_wins"
    decided = Stage.ROUND
    reads = ("first", "second", "result")
    categories = ("win", "push")

    def classify(self, sight: Sight) -> str:
        if sight.first is None or sight.second is None or sight.result is None:
            return OPEN
        if rank(sight.first) != rank(sight.second):
            return LOSE
        return sight.result if sight.result in self.categories else LOSE


@dataclass(frozen=True)
class BeatsTwenty(Wager):
    """The main wager wins though the dealer makes 20 or more without a bust, or loses to a 17."""

    kind = "beats_twenty"
    decided = Stage.ROUND
    reads = ("dealer_total", "streak", "result")
    categories = ("beaten", "unlucky")

    def classify(self, sight: Sight) -> str:
        if sight.dealer_total is None or sight.result is None or sight.streak is None:
            return OPEN
        if sight.streak == 1:
            return "beaten" if 20 <= sight.dealer_total <= 21 else LOSE
        return "unlucky" if (sight.dealer_total, sight.result) == (17, "loss") else LOSE


@dataclass(frozen=True)
class SpadeRun(Wager):
    """Two rounds won in a row, better when the last one began with a spade; clubs end it."""

    kind = "spade_run"
    decided = Stage.ROUND
    reads = ("first", "streak", "result")
    categories = ("spade", "won")
    stays_up = True

    def classify(self, sight: Sight) -> str:
        if sight.first is None or sight.streak is None or sight.result is None:
            return OPEN
        if sight.result == "loss" or (sight.result == "push" and suit(sight.first) == 3):
            return LOSE
        if sight.streak < 2:
            return OPEN
        return "spade" if suit(sight.first) == 0 else "won"


@dataclass(frozen=True)
class Comeback(Wager):
    """Two or three rounds won in a row, whatever was lost before; only a push loses it."""

    length: int = 2

    kind = "comeback"
    decided = Stage.ROUND
    reads = ("streak", "result")
    categories = ("won",)
    stays_up = True

    def classify(self, sight: Sight) -> str:
        if sight.streak is None or sight.result is None:
            return OPEN
        if sight.result == "push":
            return LOSE
        return "won" if sight.result == "win" and sight.streak >= self.length else OPEN


@dataclass(frozen=True)
class SecondCard(Wager):
    """The dealer's second card has the suit of the first card, or he busts over a black one."""

    kind = "second_card"
    decided = Stage.DEALER
    reads = ("first", "hole", "dealer_total")
    categories = ("suited", "bust")

    def classify(self, sight: Sight) -> str:
        if sight.first is None or sight.hole is None:
            return OPEN
        if suit(sight.first) == suit(sight.hole):
            return "suited"
        if colour(sight.hole) == "red":
            return LOSE
        if sight.dealer_total is None:
            return OPEN
        return "bust" if sight.dealer_total > 21 else LOSE


@dataclass(frozen=True)
class ManyCards(Wager):
    """Who has a blackjack, or how many cards the dealer takes to 21 at most."""

    kind = "many_cards"
    decided = Stage.DEALER
    reads = ("up", "dealer_blackjack", "dealer_cards", "dealer_total", "dealer_suits")
    categories = ("blackjack", "four", "three")

    def classify(self, sight: Sight) -> str:
        if sight.up is None or sight.dealer_total is None or sight.dealer_suits is None:
            return OPEN
        if sight.dealer_blackjack is None or sight.dealer_cards is None:
            return OPEN
        if sight.dealer_blackjack:
            return "blackjack" if sight.dealer_suits == "mixed" else LOSE
        if sight.dealer_total > 21 or sight.dealer_cards < 3:
            return LOSE
        return "three" if sight.dealer_cards == 3 else "four"


ON_THE_DEALER: tuple[Wager, ...] = (RedCard(), PairAndSuits(), HighBust())
"""Kinds that no play of the hand can change."""
ON_HIS_CARDS: tuple[Wager, ...] = (
    SecondCard(), ManyCards(), LuckyLadies(), CrownTreasure(), Buster(), BustIt(), DealerBust(),
)  # fmt: skip
"""Kinds that look at the dealer's second card, at his blackjack or at how many cards he takes."""
ON_THE_DEAL: tuple[Wager, ...] = (
    ThreeCardPoker(), LuckyLucky(), HotThree(), InBetween(), PerfectEleven(), BlazingSevens(),
)  # fmt: skip
"""Shipped kinds that are decided with the deal."""
ON_A_ROUND: tuple[Wager, ...] = (*ON_THE_DEALER, ThirdCard(), PairWins(), BeatsTwenty())
OVER_ROUNDS: tuple[Wager, ...] = (SpadeRun(), Comeback(), Comeback(length=3))


def name_of(kind: Wager) -> str:
    """What the wager is called at the table."""
    return f"{kind.kind}_{kind.length}" if isinstance(kind, Comeback) else kind.kind


def offering(rules: Rules, *kinds: Wager) -> Rules:
    """A table that offers these kinds and no others, each line at another price."""
    return replace(rules, wagers={name_of(kind): side_wager(kind) for kind in kinds})


def side_wager(kind: Wager, *, paid: str = "decided", split: str = "next_card") -> SideWager:
    """A kind with prices and a clause of its own."""
    clause = "X-1"
    return SideWager(
        name=name_of(kind),
        title=type(kind).__name__,
        kind=kind,
        lines={
            name: Line(name, AtOdds(Odds(2 + place, 1)), clause)
            for place, name in enumerate(kind.categories)
        },
        stakes=(100,),
        stake_min=100,
        stake_max=100,
        unit=100,
        up_to_main=False,
        any_box=False,
        alone=(),
        split=split,
        paid=paid,
        clause=clause,
        stakes_clauses=(clause,),
        main_clause=clause,
        alone_clause=clause,
        lose_clause=clause,
        checks=(),
        prizes={},
        prize_list=(),
    )
