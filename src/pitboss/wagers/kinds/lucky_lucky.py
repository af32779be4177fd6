"""Lucky Lucky: the first two cards and the dealer's up card total 19, 20 or 21."""

from dataclasses import dataclass

from pitboss.cards import SEVEN, rank, suit
from pitboss.hands import hand_of
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager

SIX, EIGHT = SEVEN - 1, SEVEN + 1


@dataclass(frozen=True)
class LuckyLucky(Wager):
    """Three cards of 19 to 21; three sevens and six, seven, eight have lines of their own."""

    kind = "lucky_lucky"
    decided = Stage.DEAL
    reads = ("first", "second", "up")
    categories = (
        "sevens_suited", "six_seven_eight_suited", "sevens", "six_seven_eight", "suited_21",
        "twenty_one", "twenty", "nineteen",
    )  # fmt: skip
    wins_when = "Your first two cards and the dealer's up card total 19, 20 or 21."

    def classify(self, sight: Sight) -> str:
        """Sort by ranks, then by the total with an ace as one or eleven."""
        if sight.first is None or sight.second is None or sight.up is None:
            return OPEN
        cards = (sight.first, sight.second, sight.up)
        ranks = sorted(rank(card) for card in cards)
        is_suited = len({suit(card) for card in cards}) == 1
        if ranks == [SEVEN, SEVEN, SEVEN]:
            return "sevens_suited" if is_suited else "sevens"
        if ranks == [SIX, SEVEN, EIGHT]:
            return "six_seven_eight_suited" if is_suited else "six_seven_eight"
        total = hand_of(cards).total
        if total == 21:
            return "suited_21" if is_suited else "twenty_one"
        return {20: "twenty", 19: "nineteen"}.get(total, LOSE)
