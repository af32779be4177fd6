"""What a dealer keys in a world for people without a device, and what is taken back."""

import random

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.betting.placing import RepeatWagers
from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.declare import Command
from pitboss.engine.floor.taking_back import TakeBack
from pitboss.engine.insurance import Insure
from pitboss.engine.offers import Offer
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.state import BETTING
from pitboss.money import is_guest
from pitboss.wire.protocol import Status

GUESTS = ("guest-1", "guest-bob")
CASH = 20_000
"""What a guest buys for, in cents."""
TAKE_BACK_P = 0.15
"""How often what was keyed last is taken back."""


def keyed(rng: random.Random, status: Status, role: str) -> Command | None:
    """Something for a guest, or the taking back of what was keyed last."""
    floor = status.floor
    assert floor is not None
    if floor.take_back is not None and rng.random() < TAKE_BACK_P:
        return TakeBack(reason=rng.choice(("", "mistyped")) if role == "supervisor" else "")
    if role != "dealer":
        return None
    guests = [name for name in floor.players if is_guest(name)]
    if len(guests) < len(GUESTS) and status.phase == BETTING:
        return BuyIn(player=rng.choice(GUESTS), amount=CASH)
    if status.phase == BETTING and rng.random() < 0.1:
        name = rng.choice(guests)
        return rng.choice((RepeatWagers(), CashOut(by=name, amount=floor.players[name] or 1)))
    offers = [offer for name in guests for offer in floor.acting.get(name, ())]
    return _taken(rng, rng.choice(offers)) if offers else None


def _taken(rng: random.Random, offer: Offer) -> Command | None:
    by, box, hand = offer.by, offer.box, offer.hand
    match offer.do:
        case "place_wager":
            amount = rng.choice(offer.only or (offer.low,))
            return PlaceWager(by=by, box=box, wager=offer.wager, amounts=(amount,))
        case "insure":
            return Insure(by=by, box=box, amounts=(rng.choice((0, offer.low)),))
        case "hit" | "stand" | "surrender":
            kinds = {"hit": Hit, "stand": Stand, "surrender": Surrender}
            return kinds[offer.do](by=by, box=box, hand=hand)
        case "double":
            return Double(by=by, box=box, hand=hand)
        case "split":
            return Split(by=by, box=box, hand=hand)
        case _:
            return None
