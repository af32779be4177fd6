"""A whole shoe that begins with cards in a known order, for pictures."""

from random import Random

from pitboss.cards import parse_cards, rest_of, show_cards
from pitboss.rulebook.rules import Rules


def full_shoe(rules: Rules, cards: str, *, is_first: bool = True) -> str:
    """These cards, and below them the others of as many decks, shuffled.

    Before the first round of a shoe a card is burned at most tables.
    """
    rest = list(rest_of(rules.stack, parse_cards(cards)))
    Random(17).shuffle(rest)
    burned = [rest.pop()] if is_first and rules.shoe.burn != "none" else []
    return f"{show_cards(burned)} {cards} {show_cards(rest)}"
