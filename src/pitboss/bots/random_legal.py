"""A bot that takes up any offer it gets: it finds what no careful player would."""

import random

from pitboss.arguments import checked
from pitboss.bots.port import main_of, take_up
from pitboss.engine.declare import Command
from pitboss.engine.offers import Offer
from pitboss.engine.state import BETTING
from pitboss.engine.views import View
from pitboss.money import Cents
from pitboss.rulebook.catalog import Game, as_rules

MORE_WAGERS_P = 0.3
"""Probability of another wager after a main wager."""
STEPS_MAX = 10
"""Chips above the least stake that are put up at most."""


class RandomLegal:
    """Chooses at random among the offers, from a seed.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 6c 7s Kh")
    >>> table.sit("bot", 100)
    >>> RandomLegal("bot", table.rules, seed=1).choose(table.view("bot"))
    PlaceWager(box=3, wager='main', amounts=(950,), by='bot')
    """

    @checked
    def __init__(self, name: str, rules: Game, seed: int) -> None:
        self.name = name
        self._rules = as_rules(rules)
        self._rng = random.Random(seed)

    def choose(self, seen: View) -> Command | None:
        """Return one of the offers at random; extra wagers only now and then."""
        offers = seen.offers
        if seen.phase == BETTING and main_of(seen, self.name) is not None:
            if self._rng.random() > MORE_WAGERS_P:
                return None
        elif seen.phase == BETTING:
            offers = tuple(offer for offer in offers if offer.wager == "main")
        if not offers:
            return None
        offer = self._rng.choice(offers)
        return take_up(offer, seen, self._rules, self._amount(offer))

    def _amount(self, offer: Offer) -> Cents:
        if offer.do == "insure" and self._rng.random() < 0.5:
            return 0
        if offer.only:
            return self._rng.choice(offer.only)
        steps = min(STEPS_MAX, (offer.high - offer.low) // offer.unit)
        return offer.low + offer.unit * self._rng.randint(0, max(0, steps))
