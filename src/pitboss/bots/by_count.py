"""A bot that counts the cards it sees, bets by the count, and plays by a strategy."""

from msgspec.structs import replace

from pitboss.arguments import checked
from pitboss.bots.by_strategy import ByStrategy
from pitboss.cards import VALUES, Card
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import Command, Event
from pitboss.engine.insurance import Insure
from pitboss.engine.shoe.drawing import BurnShown, CardDealt, CardTurnedOver
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.views import View
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.sim.counting import Betting
from pitboss.strategy import Strategy


class ByCount:
    """Plays as ``ByStrategy`` does, and bets more when the count is good.

    ``betting`` has the count and the ramp. Tell the bot of every event with ``hear``.

    >>> import pitboss
    >>> from pitboss.sim.counting import Betting, load_count, parse_ramp
    >>> betting = Betting(load_count("hi_lo"), parse_ramp("-12:1 2:4"))
    >>> ByCount("bot", pitboss.rules("nz"), betting).name
    'bot'
    """

    @checked
    def __init__(
        self, name: str, rules: Game, betting: Betting, strategy: Strategy | None = None
    ) -> None:
        self.name = name
        self._rules = as_rules(rules)
        self._betting = betting
        self._inner = ByStrategy(name, self._rules, strategy)
        self._start()

    def hear(self, event: Event) -> None:
        """Count a card as it comes into sight; a shuffle starts the count again."""
        match event:
            case ShoeLoaded(is_shuffle=True):
                self._start()
            case CardDealt(card=card) | HoleCardRevealed(card=card):
                self._see(card)
            case BurnShown(card=card) | CardTurnedOver(card=card):
                self._see(card)

    def count(self, cards_left: int, *, for_bets: bool = False) -> int:
        """Return the count with this many cards unseen, per deck for a true count."""
        running = self._for_bets if for_bets else self._running
        deck = len(self._rules.deck)
        return self._betting.count.value(running, cards_left, for_bets=for_bets, deck=deck)

    def choose(self, seen: View) -> Command | None:
        """Return the next step, betting and insuring by the count."""
        command = self._inner.choose(seen)
        count = self.count(seen.cards_left)
        if isinstance(command, PlaceWager) and command.wager == "main":
            units = self._betting.units(self.count(seen.cards_left, for_bets=True))
            return self._raised(command, units, seen) if units else None
        at = self._betting.insurance_at
        if isinstance(command, Insure) and at is not None:
            offer = next(offer for offer in seen.offers if offer.do == "insure")
            stake = offer.high if count >= at else 0
            return replace(command, amounts=(stake,) * len(command.amounts))
        return command

    def _raised(self, command: PlaceWager, units: int, seen: View) -> PlaceWager:
        """Return this many times the least stake, within what is offered."""
        offer = next(o for o in seen.offers if o.wager == "main" and o.box == command.box)
        least = command.amounts[0]
        most = min(offer.high, seen.chips // len(command.amounts))
        stake = least * max(1, min(units, most // least))
        return replace(command, amounts=(stake,) * len(command.amounts))

    def _start(self) -> None:
        count = self._betting.count
        self._running = count.start(self._rules.decks_in_play)
        self._for_bets = self._running * (count.bet_scale // count.scale)

    def _see(self, card: Card) -> None:
        if card >= 0:
            count = self._betting.count
            self._running += count.tags[VALUES[card] - 1]
            self._for_bets += count.bet_tags[VALUES[card] - 1]
