"""Blazing sevens: sevens in the first two cards, and a third as the dealer's up card."""

from dataclasses import dataclass

from pitboss.cards import SEVEN, colour, rank, suit
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class BlazingSevens(Wager):
    """One or two sevens of the player; with a third as up card, better of one colour or suit."""

    kind = "blazing_sevens"
    decided = Stage.DEAL
    reads = ("first", "second", "up")
    categories = ("three_suited", "three_coloured", "three", "two", "one")
    wins_when = "One of your first two cards is a seven; more sevens pay more."

    def classify(self, sight: Sight) -> str:
        """The up card counts only beside two sevens of the player."""
        if sight.first is None or sight.second is None:
            return OPEN
        sevens = [card for card in (sight.first, sight.second) if rank(card) == SEVEN]
        if len(sevens) < 2:
            return "one" if sevens else LOSE
        if sight.up is None:
            return OPEN
        if rank(sight.up) != SEVEN:
            return "two"
        sevens.append(sight.up)
        if len({suit(card) for card in sevens}) == 1:
            return "three_suited"
        return "three_coloured" if len({colour(card) for card in sevens}) == 1 else "three"
