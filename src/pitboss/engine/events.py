"""Everything that can have happened at a table. Names are fixed: logs outlive the code."""

from pitboss.cards import Card
from pitboss.engine.event import DEALER, Event
from pitboss.engine.floor_events import FloorEvent
from pitboss.money import Cents

__all__ = ["COUPON", "DEALER", "AnyEvent", "Event"]

COUPON = "match_play"
"""The name under which a match play coupon is placed and settled."""


class ChipsBought(Event, frozen=True, tag="chips_bought"):
    """A player has chips to play with."""

    player: str
    amount: Cents


class ChipsCashed(Event, frozen=True, tag="chips_cashed"):
    """A player took chips from the table; with the last of them, and no wager up, they leave it."""

    player: str
    amount: Cents


class ShoeLoaded(Event, frozen=True, tag="shoe_loaded"):
    """The shoe holds these cards in this order; nobody sees them."""

    cards: tuple[Card, ...]
    is_shuffle: bool
    cut_card: int = -1
    """How many cards lie before the cutting card; -1 where none is in the shoe."""
    side: int = 0
    """The compartment of a double shoe, or the batch, that the cards belong to."""


class WagerPlaced(Event, frozen=True, tag="wager_placed"):
    """Chips lie on a box for a wager."""

    box: int
    player: str
    wager: str
    amounts: tuple[Cents, ...]


class WagerWithdrawn(Event, frozen=True, tag="wager_withdrawn"):
    """A player took a wager back while betting was open."""

    box: int
    player: str
    wager: str
    amounts: tuple[Cents, ...]


class CouponPlaced(Event, frozen=True, tag="coupon_placed"):
    """A match play coupon lies beside a main wager; it is no chip."""

    box: int
    player: str
    amount: Cents
    """What it says on its face."""


class CouponWithdrawn(Event, frozen=True, tag="coupon_withdrawn"):
    """A player took a match play coupon back while betting was open."""

    box: int
    player: str
    amount: Cents


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    """The round has come to its next part."""

    phase: str


class MeterRaised(Event, frozen=True, tag="meter_raised"):
    """The share of the round's progressive wagers went onto the meter."""

    amount: Cents


class CardDealt(Event, frozen=True, tag="card_dealt"):
    """A card left the shoe for a hand; box 0 is the dealer."""

    box: int
    hand: int
    card: Card
    is_up: bool = True


class AnteTaken(Event, frozen=True, tag="ante_taken"):
    """The ante went to the house."""

    box: int
    player: str
    amount: Cents
    clause: str


class InsurancePlaced(Event, frozen=True, tag="insurance_placed"):
    """A player insured a main wager, or declined with nothing."""

    box: int
    player: str
    amounts: tuple[Cents, ...]


class EvenMoneyTaken(Event, frozen=True, tag="even_money_taken"):
    """A player asked to have a blackjack paid 1 to 1 at once."""

    box: int
    player: str


class HoleCardChecked(Event, frozen=True, tag="hole_card_checked"):
    """The dealer looked for a blackjack; nobody learned more than that."""

    is_blackjack: bool


class TurnGiven(Event, frozen=True, tag="turn_given"):
    """A hand may act now."""

    box: int
    hand: int


class HandDoubled(Event, frozen=True, tag="hand_doubled"):
    """Chips or lammers were added to a hand for one more card."""

    box: int
    hand: int
    stakes: tuple[tuple[str, tuple[Cents, ...], Cents], ...]
    """For each bettor: real chips by dealer hand, and the worth of the lammer."""


class HandSplit(Event, frozen=True, tag="hand_split"):
    """A pair became two hands, the new one to the right of the old."""

    box: int
    hand: int
    stays: tuple[str, ...]
    """Bettors whose wager stays on the first hand."""
    moves: tuple[str, ...]
    """Bettors whose wager moved to the new hand."""
    stakes: tuple[tuple[str, tuple[Cents, ...], Cents], ...]
    """Wagers added to the new hand: real chips by dealer hand, and the worth of a lammer."""


class HandFinished(Event, frozen=True, tag="hand_finished"):
    """A hand takes no more acts: it stood, doubled, went over, was given up, or is complete."""

    box: int
    hand: int
    how: str


class HandRemoved(Event, frozen=True, tag="hand_removed"):
    """The cards of a hand that is settled went to the discard rack before the round ended."""

    box: int
    hand: int


class HoleCardRevealed(Event, frozen=True, tag="hole_card_revealed"):
    """The dealer's face-down card was turned over."""

    card: Card


class DealerHandBegan(Event, frozen=True, tag="dealer_hand_began"):
    """The up card starts the dealer's next hand of a multiple-action round."""

    spot: int


class DealerHandEnded(Event, frozen=True, tag="dealer_hand_ended"):
    """The dealer takes no more cards on this hand."""

    spot: int
    total: int


class PrizeDrawn(Event, frozen=True, tag="prize_drawn"):
    """The button was pressed for the side wagers of a box."""

    box: int
    wager: str
    prize: Cents


class WagerSettled(Event, frozen=True, tag="wager_settled"):
    """A wager was decided: the stake left the box, and the player has it back with the net."""

    box: int
    hand: int
    """The hand, for a main wager; 0 otherwise."""
    player: str
    wager: str
    spot: int
    """The dealer hand, from 0, for wagers by dealer hand."""
    result: str
    """``win``, ``loss``, ``push``, ``surrender``, ``void``."""
    stake: Cents
    net: Cents
    clause: str
    pays: str = ""
    line: str = ""
    """The category of a side wager that won."""


class PayoutHeld(Event, frozen=True, tag="payout_held"):
    """A side wager has won, and is paid once the staff has verified it."""

    box: int
    player: str
    wager: str
    stake: Cents
    net: Cents
    clause: str
    pays: str
    line: str


class PayoutChecked(Event, frozen=True, tag="payout_checked"):
    """The staff verified something about the payout that is held first."""

    step: str
    by: str
    clause: str


class SettlementReversed(Event, frozen=True, tag="settlement_reversed"):
    """What a wager of a void round had won or lost went back."""

    box: int
    player: str
    wager: str
    amount: Cents
    """Above zero: to the player; below: from the player."""
    clause: str


class StreakMoved(Event, frozen=True, tag="streak_moved"):
    """A lammer moved: so many hands won in a row."""

    box: int
    player: str
    wins: int


class MeterWon(Event, frozen=True, tag="meter_won"):
    """The meter was paid out and starts again."""

    before: Cents
    """What it showed."""
    meter: Cents
    """What it shows from now on."""


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """All wagers are settled and all cards are in the discard rack, in this order."""

    number: int
    collected: tuple[Card, ...]


AnyEvent = (
    ChipsBought | ChipsCashed | ShoeLoaded | WagerPlaced | WagerWithdrawn | CouponPlaced
    | CouponWithdrawn | PhaseBegan | MeterRaised
    | CardDealt | AnteTaken | InsurancePlaced | EvenMoneyTaken | HoleCardChecked | TurnGiven
    | HandDoubled | HandSplit | HandFinished | HandRemoved | HoleCardRevealed | DealerHandBegan
    | DealerHandEnded | PrizeDrawn | WagerSettled | PayoutHeld | PayoutChecked
    | SettlementReversed | StreakMoved | MeterWon | RoundEnded | FloorEvent
)  # fmt: skip
