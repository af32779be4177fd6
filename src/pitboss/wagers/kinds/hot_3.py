"""Hot 3: the first two cards and the dealer's up card total 19, 20 or 21; three sevens best."""

from dataclasses import dataclass

from pitboss.cards import SEVEN, rank, suit
from pitboss.hands import hand_of
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class HotThree(Wager):
    """Three cards of 19 to 21, in any suits; sevens pay alike in one suit or several."""

    kind = "hot_3"
    decided = Stage.DEAL
    reads = ("first", "second", "up")
    categories = ("sevens", "suited_21", "twenty_one", "twenty", "nineteen")
    wins_when = "Your first two cards and the dealer's up card total 19, 20 or 21."

    def classify(self, sight: Sight) -> str:
        """Sort by the total, with an ace as one or eleven."""
        if sight.first is None or sight.second is None or sight.up is None:
            return OPEN
        cards = (sight.first, sight.second, sight.up)
        if {rank(card) for card in cards} == {SEVEN}:
            return "sevens"
        total = hand_of(cards).total
        if total == 21:
            return "suited_21" if len({suit(card) for card in cards}) == 1 else "twenty_one"
        return {20: "twenty", 19: "nineteen"}.get(total, LOSE)
