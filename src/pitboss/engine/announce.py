"""The dealer's calls: the words that a rulebook requires, with their clause."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import is_ace
from pitboss.engine.dealer import DealerHandEnded
from pitboss.engine.declare import Event
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.turns import TurnGiven
from pitboss.engine.round import HandFinished, PhaseBegan
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.side_wagers.prizes import PrizeDrawn
from pitboss.engine.state import DEALER, DEALER_TURN, DEALING, OFFERING, PLAYING, TableState
from pitboss.engine.words import Saying
from pitboss.hands import Hand
from pitboss.money import show
from pitboss.rulebook.questions.dealing import must_draw

CALLS: Mapping[str, str] = {
    "no_more_bets": "No more bets",
    "insurance": "Insurance",
    "player.hard": "{box}: {total}",
    "player.soft": "{box}: {low} or {total}",
    "player.blackjack": "{box}: blackjack",
    "dealer.hard": "Dealer: {total}",
    "dealer.soft": "Dealer: {low} or {total}",
    "dealer.blackjack": "Dealer: blackjack",
    "prize": "Prize: {prize}",
}
"""The words of each call, by its key."""
CALLED = "call"
"""Prefix of their keys among the words of the page."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Words to call out, and the clauses that require them."""

    name: str
    saying: Saying
    clauses: tuple[str, ...]
    box: int = 0
    """The box whose cards it reveals; 0 if every viewer may hear it."""

    @property
    def text(self) -> str:
        """Return the call in English."""
        values = self.saying.values
        shown = {**values, "prize": show(values["prize"])} if "prize" in values else values
        return CALLS[self.saying.key.removeprefix(f"{CALLED}.")].format(**shown)


def announcements(state: TableState, event: Event) -> tuple[Announcement, ...]:
    """Return the calls that go with an event; ``state`` is the table after it."""
    if not state.rules.announcements:
        return ()
    amount = event.prize if isinstance(event, PrizeDrawn) else 0
    heard: list[Announcement] = []
    for name, saying, box in _said(state, event):
        calls = state.rules.announcements.get(name, ())
        clauses = tuple(clause for call in calls if amount < call.below for clause in call.clauses)
        if clauses:
            heard.append(Announcement(name, saying, clauses, box))
    return tuple(heard)


def _said(state: TableState, event: Event) -> list[tuple[str, Saying, int]]:
    match event:
        case PhaseBegan(phase) if phase == DEALING:
            return [("no_more_bets", _call("no_more_bets"), 0)]
        case PhaseBegan(phase) if phase == OFFERING and is_ace(state.up):
            return [("insurance", _call("insurance"), 0)]
        case TurnGiven(box, hand) if state.hand(box, hand).hand.has_unseen:
            return _passed(state, box) if hand == 1 else []
        case TurnGiven(box, hand):
            own = ("player_total", _total(state, box, hand), box)
            is_first = hand == 1 and not state.hand(box, hand).is_late
            return [*(_passed(state, box) if is_first else ()), own]
        case PhaseBegan(phase) if phase == DEALER_TURN:
            return _passed(state)
        case CardDealt(box, hand) if (
            state.phase == PLAYING and box != DEALER and not state.hand(box, hand).hand.has_unseen
        ):
            is_second = len(state.hand(box, hand).hand.cards) == 2
            name = "split_total" if is_second else "player_total_after_card"
            return [(name, _total(state, box, hand), box)]
        case CardDealt(box, _, _, is_up) if box == DEALER and is_up and len(state.dealer.cards) > 1:
            return [("dealer_card", _of_dealer(state), 0)]
        case HandFinished(box=box, how="blackjack") if (
            state.rules.blackjack.paid != "in_turn" and not _is_called_in_order(state)
        ):
            return [("blackjack", _call("player.blackjack", box=box), box)]
        case DealerHandEnded():
            return [("dealer_total", _of_dealer(state), 0)]
        case WagerSettled(box=box, hand=hand, wager="main", clause=clause) if (
            state.rules.blackjack.paid == "in_turn"
            # The same clause pays every other win (PA-11-a).
            and state.hand(box, hand).how == "blackjack"
            and clause == state.rules.clause("blackjack.pays")
        ):
            return [("blackjack", _call("player.blackjack", box=box), 0)]
        case PrizeDrawn(_, _, prize):
            return [("prize", _call("prize", prize=prize), 0)]
        case _:
            return []


def _call(key: str, **values: int) -> Saying:
    return Saying(f"{CALLED}.{key}", values)


def _of_hand(whose: str, hand: Hand, **values: int) -> Saying:
    """Return the call of a total; both counts if it is soft."""
    if hand.is_blackjack:
        return _call(f"{whose}.blackjack", **values)
    if hand.is_soft:
        return _call(f"{whose}.soft", low=hand.low, total=hand.total, **values)
    return _call(f"{whose}.hard", total=hand.total, **values)


def _of_dealer(state: TableState) -> Saying:
    """Return the call of the dealer's total: one count once the hand takes no more cards."""
    hand = state.dealer
    if hand.is_soft and not hand.is_blackjack and not must_draw(state.rules, hand):
        return _call("dealer.hard", total=hand.total)
    return _of_hand("dealer", hand)


def _is_called_in_order(state: TableState) -> bool:
    """Return True if every player's total is called, from the dealer's left (T-f-6, NZ-8.3-s2)."""
    return "player_total" in state.rules.announcements


def _passed(state: TableState, before: int = 0) -> list[tuple[str, Saying, int]]:
    """Return totals of the boxes without a turn just before one, or at the end."""
    said: list[tuple[str, Saying, int]] = []
    if not _is_called_in_order(state):
        return said
    for box in reversed([box for box in state.boxes if not before or box.number < before]):
        first = box.hands[0]
        is_untouched = len(box.hands) == 1 and len(first.hand.cards) == 2
        if not is_untouched or first.how not in ("blackjack", "complete") or first.is_removed:
            break
        is_named = first.how == "blackjack" and "blackjack" in state.rules.announcements
        if is_named:
            call = ("blackjack", _call("player.blackjack", box=box.number), box.number)
        else:
            call = ("player_total", _total(state, box.number, 1), box.number)
        said.insert(0, call)
    return said


def _total(state: TableState, box: int, hand: int) -> Saying:
    return _of_hand("player", state.hand(box, hand).hand, box=box)
