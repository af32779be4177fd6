"""What holds after every event: money and cards are neither made nor lost."""

from collections import Counter

from pitboss.cards import Card
from pitboss.engine.boxes import undecided
from pitboss.engine.state import TableState
from pitboss.money import Cents


def chips_on_layout(state: TableState) -> Cents:
    """All chips that lie on boxes, lines and side areas, undecided."""
    total = sum(side.amount for side in state.sides)
    total += sum(one.amounts[spot] for one in state.insured for spot in undecided(one))
    for box in state.boxes:
        total += sum(ante for _, ante in box.antes)
        if not box.hands:
            total += sum(sum(stakes) for _, stakes in box.mains)
        bets = (bet for played in box.hands for bet in played.bets)
        total += sum(bet.at(spot) for bet in bets for spot in undecided(bet))
    return total


def cards_in_play(state: TableState) -> Counter[Card]:
    """Every card, wherever it is: in the shoe, on the layout, in the discard rack (NZ-3.3-d)."""
    cards = Counter(state.shoe[state.position :])
    for pile in (state.discards, state.dealer.cards, state.dealer_cards):
        cards.update(pile)
    if state.has_hole:
        cards[state.hole] += 1
    for box in state.boxes:
        for played in box.hands:
            if not played.is_removed:
                cards.update(played.hand.cards)
    return cards


def broken(state: TableState) -> str:
    """What does not hold in a state, in a sentence; empty where everything does."""
    for player, chips in state.chips.items():
        if chips < 0:
            return f"{player} has less than nothing"
    if not state.automations.cards or not state.shoe:
        return ""
    decks, counts = state.rules.decks_in_play, cards_in_play(state)
    for card in range(52):
        if counts[card] != decks:
            return f"there are {counts[card]} of card {card} in {decks} decks"
    return ""
