"""A bot that bets the least on one box and plays by a strategy."""

from pitboss.arguments import checked
from pitboss.bots.port import hand_in_play, main_of, take_up
from pitboss.cards import HIDDEN, is_ace
from pitboss.engine.declare import Command
from pitboss.engine.offers import Offer
from pitboss.engine.state import BETTING, OFFERING, PLAYING
from pitboss.engine.views import HandView, View
from pitboss.hands import hand_of
from pitboss.money import Cents
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.questions.acts import split_refusal
from pitboss.strategy import Strategy, key_of

STAND_ON = 17
"""Stand on this total and above if the strategy has no answer, as after an unusual split."""

INSTEAD = {
    "double": ("hit", "stand"),
    "double_half": ("hit", "stand"),
    "surrender": ("hit", "stand"),
    "split": ("hit", "stand"),
    "hit": ("stand",),
    "stand": ("hit",),
}
"""Acts to take in place of one that is not offered, for want of chips or at the wrong time."""


class ByStrategy:
    """Plays as the strategy says; without one, like a dealer.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 6c 7s Kh")
    >>> table.sit("bot", 100)
    >>> ByStrategy("bot", table.rules).choose(table.view("bot"))
    PlaceWager(box=1, wager='main', amounts=(500,), by='bot')
    """

    @checked
    def __init__(self, name: str, rules: Game, strategy: Strategy | None = None) -> None:
        self.name = name
        self._rules = as_rules(rules)
        self._strategy = strategy

    def choose(self, seen: View) -> Command | None:
        """Return the next step: one main wager with its ante, then the strategy's play."""
        if seen.phase == BETTING:
            return self._bet(seen)
        if press := _offer(seen, "draw_prize"):
            return take_up(press, seen, self._rules, press.low)
        if seen.phase == OFFERING:
            return self._answer(seen)
        return self._act(seen) if seen.phase == PLAYING and seen.offers else None

    def _bet(self, seen: View) -> Command | None:
        if main_of(seen, self.name) is None:
            offers = [offer for offer in seen.offers if offer.wager == "main"]
            offers.sort(key=lambda offer: (offer.box in seen.boxes, offer.box))
        else:
            offers = [offer for offer in seen.offers if offer.wager == "ante"]
        if not offers:
            return None
        return take_up(offers[0], seen, self._rules, min(offers[0].only, default=offers[0].low))

    def _answer(self, seen: View) -> Command | None:
        strategy = self._strategy
        even = _offer(seen, "take_even_money")
        is_taken = strategy is not None and strategy.takes_even_money and is_ace(seen.dealer[0])
        if even and is_taken:
            return take_up(even, seen, self._rules, 0)
        offer = _offer(seen, "insure")
        if offer is None:
            return self._keep(seen)
        cards = seen.boxes[offer.box].in_order[0].faces
        is_seen = HIDDEN not in cards
        is_insured = strategy is not None and is_seen and key_of(cards) in strategy.insured
        return take_up(offer, seen, self._rules, offer.high if is_insured else 0)

    def _keep(self, seen: View) -> Command | None:
        """Give a hand up before the dealer looks where the strategy says so, or play it."""
        keep, give = _offer(seen, "keep_hand"), _offer(seen, "surrender")
        if keep is None or give is None:
            return None
        hand = hand_of(seen.boxes[keep.box].in_order[0].faces)
        wanted = "stand"
        if self._strategy is not None:
            may_split = split_refusal(self._rules, hand, seen.dealer[0], hands=1) is None
            wanted = self._strategy.act(hand, seen.dealer[0], may_split=may_split)
        return take_up(give if wanted == "surrender" else keep, seen, self._rules, 0)

    def _act(self, seen: View) -> Command:
        shown = hand_in_play(seen)
        assert shown is not None
        wanted = self._wanted(seen, shown)
        for act in (wanted, *INSTEAD[wanted]):
            offer = _offer(seen, act.removesuffix("_half"))
            if offer is not None:
                return take_up(offer, seen, self._rules, _stake(offer, wanted))
        return take_up(seen.offers[0], seen, self._rules, seen.offers[0].high)

    def _wanted(self, seen: View, shown: HandView) -> str:
        if HIDDEN in shown.faces:
            # The cards lie on a real table, where a program cannot lift them.
            return "stand"
        is_split = len(seen.boxes[seen.turn[0]].hands) > 1
        hand = hand_of(shown.faces, is_split=is_split, doubles=_doubles(shown, self.name))
        if self._strategy is not None:
            may_split = _offer(seen, "split") is not None
            try:
                hole = seen.dealer[1] if self._rules.deal.hole_card_up else None
                return self._strategy.act(hand, seen.dealer[0], may_split=may_split, hole=hole)
            except KeyError:
                pass
        return "hit" if hand.total < STAND_ON else "stand"


def _doubles(shown: HandView, player: str) -> int:
    """Number of doubles of a hand, each of which matches the stake before it."""
    bet = shown.bets.get(player)
    if bet is None or not bet.extra:
        return 0
    return max(1, ((bet.stakes[0] + bet.extra[0]) // bet.stakes[0]).bit_length() - 1)


def _offer(seen: View, do: str) -> Offer | None:
    return next((offer for offer in seen.offers if offer.do == do), None)


def _stake(offer: Offer, wanted: str) -> Cents:
    """Return the full stake, or half of it if the strategy says so."""
    if offer.only:
        return min(offer.only) if wanted == "double_half" else max(offer.only)
    half = offer.high // 2 // offer.unit * offer.unit
    return max(offer.low, half) if wanted == "double_half" else offer.high
