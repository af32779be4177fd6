"""What a clause demands of a list of prizes: their range, and the edge that they leave."""

from fractions import Fraction

from pitboss.money import parse_amount
from pitboss.rulebook.file.options import DECKS_IN_PLAY, Choices, Prizes
from pitboss.rulebook.file.schema import Demand


def prizes_meet(choices: Choices, value: Prizes, demand: Demand) -> bool:
    """Whether the prizes for one stake keep their range and the house edge its limits."""
    decks = choices[DECKS_IN_PLAY]
    assert isinstance(decks, int)
    cards = 52 * decks
    blackjack_p = Fraction(2 * 4 * decks * 16 * decks, cards * (cards - 1))
    for stake, prizes in value:
        if demand.stake is not None and stake != parse_amount(demand.stake):
            continue
        amounts = [prize for prize, _ in prizes]
        if demand.prize_min is not None and min(amounts) < parse_amount(demand.prize_min):
            return False
        if demand.prize_max is not None and max(amounts) > parse_amount(demand.prize_max):
            return False
        weights = sum(weight for _, weight in prizes)
        mean = Fraction(sum(prize * weight for prize, weight in prizes), weights)
        edge = 1 - blackjack_p * mean / stake
        if demand.edge_min is not None and edge < Fraction(str(demand.edge_min)):
            return False
        if demand.edge_max is not None and edge > Fraction(str(demand.edge_max)):
            return False
    return True
