"""What holds after every event: money and cards are neither made nor lost."""

from collections import Counter

from pitboss.cards import Card, show_card
from pitboss.engine.state import TableState
from pitboss.engine.state.boxes import undecided
from pitboss.money import METER, Cents, layout, purse


def chips_on_layout(state: TableState) -> Cents:
    """All chips that lie on boxes, lines and side areas, undecided."""
    return layout_chips(state).total()


def layout_chips(state: TableState) -> Counter[str]:
    """The same by account: for each box and player what lies there."""
    chips: Counter[str] = Counter()
    for side in state.sides:
        chips[layout(side.box, side.player)] += side.amount
    for one in state.insured:
        chips[layout(one.box, one.player)] += sum(one.amounts[spot] for spot in undecided(one))
    for box in state.boxes:
        mains = () if box.hands else box.mains
        for player, ante in (*box.antes, *((name, sum(stakes)) for name, stakes in mains)):
            chips[layout(box.number, player)] += ante
        for bet in (bet for played in box.hands for bet in played.bets):
            chips[layout(box.number, bet.player)] += sum(bet.at(spot) for spot in undecided(bet))
    return chips


def chips_by_account(state: TableState) -> Counter[str]:
    """What the table says of every account but those of the house that it does not know."""
    chips = layout_chips(state)
    chips.update({purse(player): held for player, held in state.chips.items()})
    chips[METER] += state.meter
    return chips


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
    copies, counts = state.rules.copies, cards_in_play(state)
    for card, wanted in enumerate(copies):
        if counts[card] != wanted:
            return f"there are {counts[card]} of {show_card(card)} and not {wanted}"
    return ""
