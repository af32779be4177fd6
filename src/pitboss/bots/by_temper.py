"""Bots of different temper: the wagers they like, and a play that they never dare."""

import random

import msgspec
from msgspec.structs import replace

from pitboss.arguments import checked
from pitboss.bots.by_strategy import ByStrategy
from pitboss.bots.port import hand_in_play, main_of, take_up
from pitboss.cards import HIDDEN
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.declare import Command
from pitboss.engine.state import BETTING, PLAYING
from pitboss.engine.views import View
from pitboss.hands import hand_of
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.strategy import Strategy

BIGGEST, MOST = 10, 21
"""The biggest value that a card always has, and the best total."""


class Temper(msgspec.Struct, frozen=True):
    """A way to bet and to play."""

    units: tuple[int, int] = (1, 1)
    """Fewest and most times the least stake that are bet on the main wager."""
    side_p: float = 0.0
    """Probability of a side wager in a round."""
    is_timid: bool = False
    """True if the bot never takes a card that may bust its hand."""


class ByTemper:
    """Plays as ``ByStrategy`` does, with the wagers and the fears of a temper.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 6c 7s Kh")
    >>> table.sit("bot", 100)
    >>> ByTemper("bot", table.rules, Temper(units=(4, 4)), seed=1).choose(table.view("bot"))
    PlaceWager(box=1, wager='main', amounts=(2000,), by='bot')
    """

    @checked
    def __init__(
        self, name: str, rules: Game, temper: Temper, seed: int, strategy: Strategy | None = None
    ) -> None:
        self.name = name
        self._rules = as_rules(rules)
        self._temper = temper
        self._rng = random.Random(seed)
        self._inner = ByStrategy(name, self._rules, strategy)
        self._asked_in = -1
        """Number of the round whose side wagers have been thought about."""

    def choose(self, seen: View) -> Command | None:
        """Return the next step, with the stakes of this temper."""
        if seen.phase == BETTING:
            if main_of(seen, self.name) is None:
                return self._raised(seen)
            return self._inner.choose(seen) or self._side(seen)
        stand = next((offer for offer in seen.offers if offer.do == "stand"), None)
        if seen.phase == PLAYING and stand is not None and self._fears(seen):
            return take_up(stand, seen, self._rules, 0)
        return self._inner.choose(seen)

    def _raised(self, seen: View) -> Command | None:
        """Return the main wager, at as many times the least stake as the bot likes."""
        wanted = self._inner.choose(seen)
        offer = next((one for one in seen.offers if one.wager == "main"), None)
        if not isinstance(wanted, PlaceWager) or offer is None or offer.only:
            return wanted
        least, times = wanted.amounts[0], len(wanted.amounts)
        most = min(offer.high, seen.chips // times)
        units = max(1, min(self._rng.randint(*self._temper.units), most // least))
        return replace(wanted, amounts=(least * units,) * times)

    def _side(self, seen: View) -> Command | None:
        """Return a side wager now and then; the bot thinks about one once a round."""
        offers = [one for one in seen.offers if one.do == "place_wager" and one.wager != "main"]
        if self._asked_in == seen.round or not offers:
            return None
        self._asked_in = seen.round
        if self._rng.random() >= self._temper.side_p:
            return None
        offer = self._rng.choice(offers)
        return take_up(offer, seen, self._rules, min(offer.only, default=offer.low))

    def _fears(self, seen: View) -> bool:
        """Return True if a timid bot stands, because one more card may bust the hand."""
        shown = hand_in_play(seen)
        if not self._temper.is_timid or shown is None or HIDDEN in shown.faces:
            return False
        hand = hand_of(shown.faces)
        return not hand.is_soft and hand.total + BIGGEST > MOST
