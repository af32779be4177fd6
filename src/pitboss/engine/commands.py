"""Everything that can be asked of a table. Cards, prizes and names come in with a command."""

from typing import Literal

import msgspec

from pitboss.cards import Card
from pitboss.money import Cents

Stake = Cents | Literal["free"]


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True):
    """What somebody asks for; ``by`` is who, and empty for the staff and the table itself."""

    by: str = ""


class BuyIn(Command, frozen=True, tag="buy_in"):
    """Put chips before a player."""

    player: str
    amount: Cents


class LoadShoe(Command, frozen=True, tag="load_shoe"):
    """Put cards into the shoe in this order, the first to be dealt first."""

    cards: tuple[Card, ...]
    is_shuffle: bool = True
    """A new shoe of all cards; otherwise only the order of the undealt cards is set."""


class PlaceWager(Command, frozen=True, tag="place_wager"):
    """Place a main wager, an ante or a side wager on a box."""

    box: int
    wager: str
    amounts: tuple[Cents, ...]
    """One amount, or one for each dealer hand bet against."""


class WithdrawWager(Command, frozen=True, tag="withdraw_wager"):
    """Take a wager back while betting is open."""

    box: int
    wager: str


class Deal(Command, frozen=True, tag="deal"):
    """Close betting and deal."""


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


AnyCommand = (
    BuyIn | LoadShoe | PlaceWager | WithdrawWager | Deal | Insure | TakeEvenMoney | CloseInsurance
    | Hit | Stand | Double | Split | Surrender | DrawPrize
)  # fmt: skip
