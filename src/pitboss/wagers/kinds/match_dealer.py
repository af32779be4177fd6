"""Match the Dealer: the player's first two cards against the up card (H-wagers-16)."""

from dataclasses import dataclass

from pitboss.cards import rank
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class MatchDealer(Wager):
    """Number of the two cards that match the up card in rank, and in suit as well."""

    kind = "match_dealer"
    decided = Stage.DEAL
    reads = ("first", "second", "up")
    categories = ("two_suited", "suited_and_unsuited", "two_unsuited", "suited", "unsuited")
    wins_when = "One or both of your first two cards match the dealer's up card."

    def classify(self, sight: Sight) -> str:
        """Count suited matches (the same card) and unsuited ones (the same rank)."""
        if sight.first is None or sight.second is None or sight.up is None:
            return OPEN
        up = sight.up
        pair = (sight.first, sight.second)
        suited = sum(card == up for card in pair)
        unsuited = sum(rank(card) == rank(up) and card != up for card in pair)
        names = {
            (2, 0): "two_suited",
            (1, 1): "suited_and_unsuited",
            (0, 2): "two_unsuited",
            (1, 0): "suited",
            (0, 1): "unsuited",
        }
        return names.get((suited, unsuited), LOSE)
