"""Progressive: aces as the player's first two, three or four cards (T-r-3)."""

from dataclasses import dataclass

from pitboss.cards import colour, is_ace, suit
from pitboss.wagers.base import LOSE, NO_CARD, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class ProgressiveAces(Wager):
    """An unbroken run of aces from the first card on; only its best line counts (T-r-5)."""

    kind = "progressive_aces"
    decided = Stage.HAND
    reads = ("first", "second", "third", "fourth")
    categories = ("four_one_colour", "three_suited", "three", "two_suited", "two")
    wins_when = "Your first two, three or four cards are all aces."

    def classify(self, sight: Sight) -> str:
        """Follow the run of aces; four of both colours pay what their first three do."""
        aces = []
        for card in (sight.first, sight.second, sight.third, sight.fourth):
            if card is None:
                return OPEN
            if card == NO_CARD or not is_ace(card):
                break
            aces.append(card)
        if len(aces) < 2:
            return LOSE
        if len(aces) == 4 and len({colour(ace) for ace in aces}) == 1:
            return "four_one_colour"
        run = aces[:3]
        name = "three" if len(run) == 3 else "two"
        return f"{name}_suited" if len({suit(ace) for ace in run}) == 1 else name
