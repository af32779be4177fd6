"""Everything that can be asked of a table. Cards, prizes and names come in with a command."""

from typing import Annotated, Literal

import msgspec

from pitboss.cards import Card
from pitboss.money import Cents

Stake = Cents | Literal["free"]

WORDS = "^[!-~]{1,64}$"
"""What a player may contribute to the cut: printable, in one piece, so that it is read one way."""


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True):
    """What somebody asks for; ``by`` is who, and empty for the staff and the table itself."""

    by: str = ""


class BuyIn(Command, frozen=True, tag="buy_in"):
    """Put chips before a player."""

    player: str
    amount: Cents


class CashOut(Command, frozen=True, tag="cash_out"):
    """Take chips from before oneself back to the cashier; whoever leaves takes all of them."""

    amount: Cents


class LoadShoe(Command, frozen=True, tag="load_shoe"):
    """Put cards into the shoe in this order, the first to be dealt first."""

    cards: tuple[Card, ...]
    is_shuffle: bool = True
    """A new shoe of all cards. Otherwise the cards are put there for a script or a study, by the
    table itself and by nobody at it."""
    cut: int = 0
    """How many cards from the front the stack is cut; 0 where the order is final."""
    behind: int = -1
    """How many cards lie behind the cutting card; -1 where none is put in."""
    side: int | None = None
    """The compartment of a double shoe, or the batch, that the cards belong to: 0 or 1. Where it
    is not given, the batch whose turn it is."""


class PlaceWager(Command, frozen=True, tag="place_wager"):
    """Place a main wager, an ante or a side wager on a box."""

    box: int
    wager: str
    amounts: tuple[Cents, ...]
    """One amount, or one for each dealer hand bet against."""

    @property
    def where(self) -> str:
        """What a refusal of it points at."""
        return f"{self.box} {self.by} {self.wager}"


class WithdrawWager(Command, frozen=True, tag="withdraw_wager"):
    """Take a wager back while betting is open."""

    box: int
    wager: str


class Deal(Command, frozen=True, tag="deal"):
    """Close betting and deal."""

    drawn_from: int = 0
    """The compartment of a double shoe that the determinant card is drawn from."""
    at_ms: int = 0
    """When: milliseconds since the epoch, for rules on how long cards may stay in use."""


class Insure(Command, frozen=True, tag="insure"):
    """Insure a main wager, or decline with nothing."""

    box: int
    amounts: tuple[Cents, ...]


class TakeEvenMoney(Command, frozen=True, tag="take_even_money"):
    """Have a blackjack paid 1 to 1 at once."""

    box: int


class CloseInsurance(Command, frozen=True, tag="close_insurance"):
    """Close the offer of insurance and even money."""


class Hit(Command, frozen=True, tag="hit"):
    """Draw a card to the hand in play."""

    box: int
    hand: int = 0
    """The hand of the box, from the dealer's left; 0 is the one in play."""


class Stand(Command, frozen=True, tag="stand"):
    """Take no more cards on the hand in play."""

    box: int
    hand: int = 0


class Double(Command, frozen=True, tag="double"):
    """Double the hand in play for one more card."""

    box: int
    hand: int = 0
    stakes: dict[str, tuple[Stake, ...]] = {}
    """By bettor; the full amount for one who is not named. Nothing is a follower's refusal."""


class Split(Command, frozen=True, tag="split"):
    """Split the pair in play into two hands."""

    box: int
    hand: int = 0
    choices: dict[str, str] = {}
    """By bettor: an amount or ``free``, and for followers ``cover``, ``first`` or ``second``."""


class Surrender(Command, frozen=True, tag="surrender"):
    """Give up the hand in play for half of its wager."""

    box: int
    hand: int = 0


class DrawPrize(Command, frozen=True, tag="draw_prize"):
    """Press the prize button for the next winner: the draw comes in from outside."""

    prize: Cents


class RefuseCard(Command, frozen=True, tag="refuse_card"):
    """Refuse a card that was drawn in error and seen: the hand gets no more cards."""

    box: int


class AssignStaff(Command, frozen=True, tag="assign_staff"):
    """Give somebody a role at the table, or end it with an empty role."""

    name: str
    role: str


class BeginProcedure(Command, frozen=True, tag="begin_procedure"):
    """Begin a procedure of the rulebook: opening, shuffle, idle."""

    name: str
    side: int = 0
    """The compartment of a double shoe that is prepared."""


class Perform(Command, frozen=True, tag="perform"):
    """Carry out the step of the procedure that is due."""

    step: str
    cards: tuple[Card, ...] = ()
    """The order of the cards, where the step is the shuffle."""
    position: int = 0
    """Cards from the front for the cut; cards behind for the cutting card; cards counted."""
    at_ms: int = 0


class DeclineCut(Command, frozen=True, tag="decline_cut"):
    """Decline the cut that is offered."""


class ContributeCut(Command, frozen=True, tag="contribute_cut"):
    """Give words from which, with those of the others, the place of the cut is drawn."""

    words: Annotated[str, msgspec.Meta(pattern=WORDS)]


class OrderRecut(Command, frozen=True, tag="order_recut"):
    """Have the stack cut again before a card is dealt."""

    reason: str


class OrderShuffle(Command, frozen=True, tag="order_shuffle"):
    """Have the cards shuffled once the round is over."""

    reason: str


class AskBurn(Command, frozen=True, tag="ask_burn"):
    """Ask to see the burned card."""


class Report(Command, frozen=True, tag="report"):
    """Report that something went wrong; the rulebook's clause says what follows."""

    what: str
    box: int = 0
    hand: int = 0
    player: str = ""
    choice: str = ""
    """Where the clause leaves a choice."""
    card: Card = -1
    """A card that is named, where the clause asks for one."""


class Rebuild(Command, frozen=True, tag="rebuild"):
    """Lay the cards of the round as they should have been dealt."""

    hands: tuple[tuple[int, int, tuple[Card, ...]], ...]
    dealer: tuple[Card, ...]


class Resume(Command, frozen=True, tag="resume"):
    """Let a table that was stopped go on."""


class PermitEntry(Command, frozen=True, tag="permit_entry"):
    """Let somebody bet who had sat out."""

    player: str


class ProposeCorrection(Command, frozen=True, tag="propose_correction"):
    """Ask for a player's chips to be corrected; a second person must agree."""

    player: str
    amount: Cents
    reason: str


class ConfirmCorrection(Command, frozen=True, tag="confirm_correction"):
    """Agree to the correction that somebody else proposed."""


class PostNotice(Command, frozen=True, tag="post_notice"):
    """Give notice of options that will change; no change at all withdraws the notice."""

    changes: dict[str, str] = {}
    """New values by option, as they are written on the command line."""
    minutes: int = 0
    """How long the notice stands; never less than the rulebook asks for."""
    at_ms: int = 0


class ApplyNotice(Command, frozen=True, tag="apply_notice"):
    """Have the change take effect of which notice was given, between rounds."""

    at_ms: int = 0


class AskPlace(Command, frozen=True, tag="ask_place"):
    """Wait for a place at the table, or stop waiting."""

    is_waiting: bool = True


class Signal(Command, frozen=True, tag="signal"):
    """Show a gesture or say a word that stands for an act; the gesture counts for more."""

    box: int
    gesture: str = ""
    voice: str = ""


class EnterCard(Command, frozen=True, tag="enter_card"):
    """Enter a card drawn from a physical shoe, or what the card reader said."""

    card: Card = -1
    has_blackjack: bool | None = None
    """What the card reader said, where that is due."""


AnyCommand = (
    BuyIn | CashOut | LoadShoe | PlaceWager | WithdrawWager | Deal | Insure | TakeEvenMoney
    | CloseInsurance | Hit | Stand | Double | Split | Surrender | DrawPrize | RefuseCard
    | AssignStaff | BeginProcedure | Perform | DeclineCut | ContributeCut | OrderRecut
    | OrderShuffle | AskBurn | Report | Rebuild | AskPlace | Signal | Resume | PermitEntry
    | ProposeCorrection | ConfirmCorrection | EnterCard | PostNotice | ApplyNotice
)  # fmt: skip
