"""Random legal play: options, wagers and acts drawn from a seed, every step checked."""

import random
from collections import Counter
from typing import NamedTuple

from pitboss.cards import HIDDEN, full_shoe
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.floor.rulings import RefuseCard
from pitboss.engine.insurance import CloseInsurance, Insure, TakeEvenMoney
from pitboss.engine.legal import legal
from pitboss.engine.offers import Offer
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.play.elections import Stake
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.side_wagers.prizes import DeclinePrize, DrawPrize
from pitboss.engine.state import BETTING, SCRIPTED, TableState
from pitboss.engine.state.invariants import broken, layout_chips
from pitboss.engine.state.visibility import may_see_hand
from pitboss.engine.table import open_table, replay, step
from pitboss.engine.views import view
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import book, opening
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.refusals import Rejection
from pitboss.rulebook.rules import Rules

PLAYERS = ("ann", "bob", "cat", "dan")
STEPS_MAX = 400
"""No round takes more commands."""


def random_rules(rng: random.Random) -> Rules:
    """A shipped rulebook with a few options changed, as its clauses allow."""
    book_ = load_rulebook(rng.choice(SHIPPED))
    while True:
        given: dict[str, object] = {}
        for name, option in book_.options.items():
            if rng.random() < 0.3:
                spec = option.spec
                if spec.type == "boolean":
                    given[name] = rng.random() < 0.5
                elif spec.values is not None:
                    given[name] = rng.choice(spec.values)
                elif name == "decks":
                    given[name] = rng.randint(int(spec.min or 1), int(spec.max or 8))
        try:
            return choose(book_, given)
        except RulebookError:
            continue


def pick_amount(rng: random.Random, offer: Offer) -> int:
    """An amount within an offer."""
    if offer.only:
        return rng.choice(offer.only)
    steps = (min(offer.high, offer.low + 40 * offer.unit) - offer.low) // offer.unit
    return offer.low + offer.unit * rng.randint(0, max(0, steps))


def command_of(rng: random.Random, offer: Offer, state: TableState) -> Command:
    """The command that an offer stands for, with a stake that it allows."""
    box, by, hand = offer.box, offer.by, offer.hand
    match offer.do:
        case "place_wager":
            times = 1
            if offer.wager == "main" and state.rules.dealer.hands > 1:
                times = rng.randint(state.rules.dealer.hands_min, state.rules.dealer.hands)
            amount = pick_amount(rng, offer)
            return PlaceWager(by=by, box=box, wager=offer.wager, amounts=(amount,) * times)
        case "insure":
            area = state.box(box)
            assert area is not None
            amount = rng.choice((0, offer.low, offer.high))
            return Insure(by=by, box=box, amounts=(amount,) * len(area.main(by)))
        case "take_even_money":
            return TakeEvenMoney(by=by, box=box)
        case "hit":
            return Hit(by=by, box=box, hand=hand)
        case "stand":
            return Stand(by=by, box=box, hand=hand)
        case "surrender":
            return Surrender(by=by, box=box, hand=hand)
        case "double":
            return _double(rng, offer, state)
        case "split":
            return _split(rng, offer, state)
        case "draw_prize":
            return DrawPrize(by=by, prize=rng.choice((offer.low, offer.high)))
        case "decline_prize":
            return DeclinePrize(by=by)
        case "close_insurance":
            return CloseInsurance()
        case "refuse_card":
            return RefuseCard(by=by, box=box)
        case _:
            return Deal()


def _double(rng: random.Random, offer: Offer, state: TableState) -> Double:
    box = state.box(offer.box)
    assert box is not None
    followers = [bet.player for bet in box.hands[offer.hand - 1].bets if bet.player != offer.by]
    if offer.is_free:
        return Double(by=offer.by, box=offer.box, hand=offer.hand)
    stakes: dict[str, tuple[Stake, ...]] = {
        offer.by: (pick_amount(rng, offer),) * len(box.main(offer.by))
    }
    stakes.update({name: (0,) for name in followers if rng.random() < 0.5})
    return Double(by=offer.by, box=offer.box, hand=offer.hand, stakes=stakes)


def _split(rng: random.Random, offer: Offer, state: TableState) -> Split:
    box = state.box(offer.box)
    assert box is not None
    followers = [bet.player for bet in box.hands[offer.hand - 1].bets if bet.player != offer.by]
    choices = {name: rng.choice(("cover", "first", "second")) for name in followers}
    return Split(by=offer.by, box=offer.box, hand=offer.hand, choices=choices)


class Given(NamedTuple):
    """A command on record: the table before it, and what it led to."""

    before: TableState
    command: Command
    events: tuple[Event, ...]


class RandomTable:
    """A table on which random players play, checked after every command."""

    automations = SCRIPTED
    """What the table does by itself."""

    def __init__(self, seed: int, rules: Rules | None = None) -> None:
        self.rng = random.Random(seed)
        self.start = open_table(rules or random_rules(self.rng), self.automations)
        self.state = self.start
        self.log: list[Event] = []
        self.given: list[Given] = []
        self.books = opening(self.rules.fees.meter)
        self.acts: Counter[str] = Counter()
        for player in PLAYERS:
            self.send(BuyIn(player=player, amount=self.rng.choice((2_000, 50_000, 5_000_000))))

    @property
    def rules(self) -> Rules:
        """Those in force: a supervisor may change them."""
        return self.state.rules

    def send(self, command: Command) -> None:
        """A command that must be accepted."""
        outcome = step(self.state, command)
        assert not isinstance(outcome, Rejection), f"{command} was refused: {outcome}"
        self.took(command, outcome)

    def took(self, command: Command, outcome: tuple[TableState, tuple[Event, ...]]) -> None:
        """A command that was accepted: it is on record with what it led to."""
        before = self.state
        self.state, events = outcome
        self.given.append(Given(before, command, events))
        self.log.extend(events)
        book(self.books, events)
        self.check()

    def check(self) -> None:
        """Money and cards are conserved, and the books agree with the table."""
        state = self.state
        assert broken(state) == ""
        assert faults(self.books) == []
        purses = sum(state.chips.values())
        assert purses == sum(n for a, n in self.books.items() if a.startswith("player "))
        on_boxes = {a: n for a, n in self.books.items() if a.startswith("box ") and n}
        assert on_boxes == {a: n for a, n in layout_chips(state).items() if n}

    def shuffle(self) -> None:
        """A new shoe in an order from the seed."""
        cards = list(full_shoe(self.rules.decks_in_play))
        self.rng.shuffle(cards)
        self.send(LoadShoe(cards=tuple(cards)))

    def play_round(self) -> bool:
        """One round of random legal play; whether anybody could bet."""
        if len(self.state.shoe) - self.state.position < 60 or self.rng.random() < 0.02:
            self.shuffle()
        self.bet()
        if not self.state.boxes:
            self.shuffle()
            self.bet()
        if not self.state.boxes:
            return False
        self.send(Deal())
        for _ in range(STEPS_MAX):
            if self.state.phase == BETTING:
                return True
            self.act()
        raise AssertionError("the round does not end")

    def bet(self) -> None:
        """Place a few of the wagers that are offered."""
        for _ in range(self.rng.randint(1, 6)):
            player = self.rng.choice(PLAYERS)
            offers = [offer for offer in legal(self.state, player) if offer.do == "place_wager"]
            if offers:
                mains = [offer for offer in offers if offer.wager == "main"]
                pool = mains if mains and self.rng.random() < 0.5 else offers
                self.send_offer(self.rng.choice(pool))
        if self.rules.fees.ante and self.rng.random() < 0.7:
            for player in PLAYERS:
                for offer in legal(self.state, player):
                    if offer.wager == "ante":
                        self.send_offer(offer)

    def act(self) -> None:
        """One of the acts that are offered to players or staff."""
        if self.rng.random() < 0.2:
            self.check_refusals()
            self.check_views()
        offers = [offer for name in (*PLAYERS, "") for offer in legal(self.state, name)]
        assert offers, f"nobody may act in {self.state.phase}"
        self.send_offer(self.rng.choice(offers))

    def check_refusals(self) -> None:
        """What is not offered is refused, names a clause, and changes nothing."""
        state = self.state
        for player in PLAYERS:
            offered = {offer.do: offer for offer in legal(state, player)}
            for kind in (Hit, Stand, Double, Split, Surrender):
                command = kind(by=player, box=max(1, state.turn[0]))
                name = kind.__name__.lower()
                outcome = step(state, command)
                if isinstance(outcome, Rejection):
                    assert outcome.clause
                    assert outcome.text
                    has_followers = self.rules.table.bettors_per_box > 1
                    assert name not in offered or has_followers or name == "double", str(outcome)
                else:
                    assert name in offered, f"{command} was not offered"
            if offer := offered.get("double"):
                self.check_stakes(offer)

    def check_stakes(self, offer: Offer) -> None:
        """One chip more than an offer is refused."""
        if offer.is_free or self.rules.dealer.hands > 1:
            return
        most = max(offer.only, default=offer.high) + offer.unit
        command = Double(by=offer.by, box=offer.box, stakes={offer.by: (most,)})
        assert isinstance(step(self.state, command), Rejection)

    def check_views(self) -> None:
        """Nobody sees the hole card, another player's face-down cards, or somebody's offers."""
        state = self.state
        for viewer in (*PLAYERS, "stranger"):
            seen = view(state, viewer)
            assert len(seen.dealer) == len(state.dealer.cards) + state.has_hole
            assert seen.dealer[: len(state.dealer.cards)] == state.dealer.cards
            assert all(card == HIDDEN for card in seen.dealer[len(state.dealer.cards) :])
            assert all(offer.by == viewer for offer in seen.offers)
            for box in state.boxes:
                if may_see_hand(state, box.number, viewer):
                    continue
                shown = seen.boxes[box.number].in_order
                for played, hand in zip(box.hands, shown, strict=True):
                    is_shown = played.hand.is_split or played.how in ("bust", "blackjack")
                    assert is_shown or set(hand.faces[:2]) <= {HIDDEN}

    def send_offer(self, offer: Offer) -> None:
        """Take an offer up; a multiple-action stake may pass what the player can pay."""
        self.acts[f"{self.rules.rulebook} {offer.do}"] += 1
        command = command_of(self.rng, offer, self.state)
        if self.rules.dealer.hands > 1 or self.rules.table.bettors_per_box > 1:
            refused = step(self.state, command)
            if isinstance(refused, Rejection):
                assert refused.code in ("not_enough_chips", "stake_too_large"), str(refused)
                return
        self.send(command)

    def replays(self) -> None:
        """The log alone leads to the same state."""
        assert replay(self.start, self.log) == self.state
