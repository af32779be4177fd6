"""What holds after every event: money and cards are neither made nor lost."""

from collections import Counter

from pitboss.cards import Card
from pitboss.engine.state import TableState
from pitboss.money import Cents


def chips_on_layout(state: TableState) -> Cents:
    """All chips that lie on boxes, lines and side areas, undecided."""
    total = sum(side.amount for side in state.sides)
    for answer in state.insured:
        total += sum(a for a, is_open in zip(answer.amounts, answer.open, strict=True) if is_open)
    for box in state.boxes:
        total += sum(ante for _, ante in box.antes)
        if not box.hands:
            total += sum(sum(stakes) for _, stakes in box.mains)
        for played in box.hands:
            for bet in played.bets:
                total += sum(bet.at(spot) for spot, is_open in enumerate(bet.open) if is_open)
    return total


def cards_in_play(state: TableState) -> Counter[Card]:
    """Every card, wherever it is: in the shoe, on the layout, in the discard rack (NZ-3.3-d)."""
    cards = Counter(state.shoe[state.position :])
    cards.update(state.discards)
    cards.update(state.dealer.cards)
    cards.update(state.dealer_cards)
    if state.has_hole:
        cards[state.hole] += 1
    for box in state.boxes:
        for played in box.hands:
            if not played.is_removed:
                cards.update(played.hand.cards)
    return cards


def broken(state: TableState) -> str:
    """What does not hold in a state, in a sentence; empty where everything does."""
    poor = [player for player, chips in state.chips.items() if chips < 0]
    if poor:
        return f"{poor[0]} has less than nothing"
    if not state.automations.cards:
        return ""
    decks = state.rules.decks_in_play
    counts = cards_in_play(state)
    if state.shoe and any(counts[card] != decks for card in range(52)):
        wrong = next(card for card in range(52) if counts[card] != decks)
        return f"there are {counts[wrong]} of card {wrong} in {decks} decks"
    return ""
