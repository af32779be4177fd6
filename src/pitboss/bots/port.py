"""The protocol of a bot, and the command that an offer becomes."""

from typing import Protocol

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.declare import Command
from pitboss.engine.floor.rulings import RefuseCard
from pitboss.engine.insurance import Insure, KeepHand, TakeEvenMoney
from pitboss.engine.offers import Offer
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.play.elections import Stake
from pitboss.engine.side_wagers.prizes import DeclinePrize, DrawPrize
from pitboss.engine.views import HandView, View
from pitboss.money import Cents
from pitboss.rulebook.rules import Rules


class Bot(Protocol):
    """A player without a person: a name, and a choice among what its view offers.

    >>> class Stands:
    ...     name = "ann"
    ...     def choose(self, seen: View) -> Command | None:
    ...         turn = next((offer for offer in seen.offers if offer.do == "stand"), None)
    ...         return Stand(by=self.name, box=turn.box, hand=turn.hand) if turn else None
    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 6c 7s Kh")
    >>> table.sit("ann", 100)
    >>> table.bet("ann", 10)
    >>> table.deal()
    >>> Stands().choose(table.view("ann"))
    Stand(box=1, hand=1, by='ann')
    """

    @property
    def name(self) -> str:
        """The name under which it sits at the table."""

    def choose(self, seen: View) -> Command | None:
        """Return its next command from its view; None to wait."""


def main_of(seen: View, name: str) -> tuple[int, tuple[Cents, ...]] | None:
    """Return the first box on which a player has a main wager, and that wager."""
    for number, box in seen.boxes.items():
        if name in box.mains:
            return number, box.mains[name]
    return None


def hand_in_play(seen: View) -> HandView | None:
    """Return the hand whose turn it is."""
    number, hand = seen.turn
    hands = seen.boxes[number].hands.values() if number in seen.boxes else ()
    return next((held for held in hands if held.number == hand), None)


def take_up(offer: Offer, seen: View, rules: Rules, amount: Cents) -> Command:
    """Return the command that an offer stands for, with this stake if it takes one."""
    by, box, hand = offer.by, offer.box, offer.hand
    match offer.do:
        case "place_wager":
            times = rules.dealer.hands_min if offer.wager == "main" else 1
            return PlaceWager(by=by, box=box, wager=offer.wager, amounts=(amount,) * times)
        case "insure":
            return Insure(by=by, box=box, amounts=(amount,) * len(seen.boxes[box].mains[by]))
        case "take_even_money":
            return TakeEvenMoney(by=by, box=box)
        case "keep_hand":
            return KeepHand(by=by, box=box)
        case "hit":
            return Hit(by=by, box=box, hand=hand)
        case "surrender":
            return Surrender(by=by, box=box, hand=hand)
        case "double":
            stakes: dict[str, tuple[Stake, ...]] = {}
            if not offer.is_free:
                stakes = {by: offer.spots or (amount,)}
            return Double(by=by, box=box, hand=hand, stakes=stakes)
        case "split":
            return Split(by=by, box=box, hand=hand)
        case "refuse_card":
            return RefuseCard(by=by, box=box)
        case "draw_prize":
            return DrawPrize(by=by, prize=amount)
        case "decline_prize":
            return DeclinePrize(by=by, nominee=offer.wager)
        case _:
            assert offer.do == "stand", f"no bot knows {offer.do}"
            return Stand(by=by, box=box, hand=hand)
