"""What the dealer calls out: the words that a rulebook wants heard, with their clause."""

from dataclasses import dataclass

from pitboss.cards import is_ace
from pitboss.engine.dealer import DealerHandEnded
from pitboss.engine.declare import Event
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.turns import TurnGiven
from pitboss.engine.round import HandFinished, PhaseBegan
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.sides.prizes import PrizeDrawn
from pitboss.engine.state import DEALER, DEALING, OFFERING, PLAYING, TableState
from pitboss.hands import show_total
from pitboss.money import show

NAMES = (
    "no_more_bets", "blackjack", "insurance", "player_total", "player_total_after_card",
    "split_total", "dealer_card", "dealer_total", "prize",
)  # fmt: skip
"""What can be announced; a rulebook's ``[announcements]`` gives the clauses of those it wants."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Words to be called out, and the clauses that want them."""

    name: str
    text: str
    clauses: tuple[str, ...]
    box: int = 0
    """The box whose cards it tells of; 0 for what everybody may hear."""


def announcements(state: TableState, event: Event) -> tuple[Announcement, ...]:
    """What is called out with an event; ``state`` is the table after it."""
    if not state.rules.announcements:
        return ()
    amount = event.prize if isinstance(event, PrizeDrawn) else 0
    heard: list[Announcement] = []
    for name, text, box in _said(state, event):
        calls = state.rules.announcements.get(name, ())
        clauses = tuple(clause for call in calls if amount < call.below for clause in call.clauses)
        if clauses:
            heard.append(Announcement(name, text, clauses, box))
    return tuple(heard)


def _said(state: TableState, event: Event) -> list[tuple[str, str, int]]:
    match event:
        case PhaseBegan(phase) if phase == DEALING:
            return [("no_more_bets", "No more bets", 0)]
        case PhaseBegan(phase) if phase == OFFERING and is_ace(state.up):
            return [("insurance", "Insurance", 0)]
        case TurnGiven(box, hand):
            return [("player_total", f"{box}: {_total(state, box, hand)}", box)]
        case CardDealt(box, hand) if state.phase == PLAYING and box != DEALER:
            is_second = len(state.hand(box, hand).hand.cards) == 2
            name = "split_total" if is_second else "player_total_after_card"
            return [(name, f"{box}: {_total(state, box, hand)}", box)]
        case CardDealt(box, _, _, is_up) if box == DEALER and is_up and len(state.dealer.cards) > 1:
            return [("dealer_card", f"Dealer: {show_total(state.dealer)}", 0)]
        case HandFinished(box=box, how="blackjack") if state.rules.blackjack.paid != "in_turn":
            return [("blackjack", f"{box}: blackjack", box)]
        case DealerHandEnded():
            return [("dealer_total", f"Dealer: {show_total(state.dealer)}", 0)]
        case WagerSettled(box=box, wager="main", clause=clause) if (
            state.rules.blackjack.paid == "in_turn"
            and clause == state.rules.clause("blackjack.pays")
        ):
            return [("blackjack", f"{box}: blackjack", 0)]
        case PrizeDrawn(_, _, prize):
            return [("prize", f"Prize: {show(prize)}", 0)]
        case _:
            return []


def _total(state: TableState, box: int, hand: int) -> str:
    return show_total(state.hand(box, hand).hand)
