"""Invariants after every event: money and cards are neither made nor lost."""

from collections import Counter

from pitboss.cards import Card, show_card
from pitboss.engine.state import TableState
from pitboss.engine.state.boxes import undecided
from pitboss.money import METER, Cents, layout, purse


def chips_on_layout(state: TableState) -> Cents:
    """Return the total of undecided chips on boxes, lines and side areas."""
    return layout_chips(state).total()


def layout_chips(state: TableState) -> Counter[str]:
    """Return the undecided chips on the layout by account, one for each box and player."""
    chips: Counter[str] = Counter()
    for side in state.sides:
        chips[layout(side.box, side.player)] += side.amount
    for answer in state.insured:
        open_amounts = [answer.amounts[spot] for spot in undecided(answer)]
        chips[layout(answer.box, answer.player)] += sum(open_amounts)
    for box in state.boxes:
        mains = () if box.hands else box.mains
        for player, ante in (*box.antes, *((name, sum(stakes)) for name, stakes in mains)):
            chips[layout(box.number, player)] += ante
        for bet in (bet for played in box.hands for bet in played.bets):
            chips[layout(box.number, bet.player)] += sum(bet.at(spot) for spot in undecided(bet))
    return chips


def chips_by_account(state: TableState) -> Counter[str]:
    """Return the balance of every account that the table knows: players, layout and meter."""
    chips = layout_chips(state)
    chips.update({purse(player): held for player, held in state.chips.items()})
    chips[METER] += state.meter
    return chips


def cards_in_play(state: TableState) -> Counter[Card]:
    """Count every card in the shoe, on the layout and in the discard rack (NZ-3.3-d)."""
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
    """Return a sentence for the first invariant that fails, or "" if all hold."""
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
