"""The same shoes and decisions through the engine and through a kernel, round by round."""

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.cards import VALUES, Card, full_shoe
from pitboss.engine.commands import (
    AnyCommand,
    BuyIn,
    CloseInsurance,
    Deal,
    Double,
    DrawPrize,
    Hit,
    Insure,
    LoadShoe,
    PlaceWager,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
)
from pitboss.engine.events import AnyEvent, WagerSettled
from pitboss.engine.legal import insurance_is_open, prize_to_draw
from pitboss.engine.state import BETTING, ONLINE, TableState
from pitboss.engine.table import open_table, step
from pitboss.hands import Hand
from pitboss.rulebook.acts import even_money_refused, insurance_refused
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.stakes import insurance_stakes
from pitboss.sim.betting import acts_by_count
from pitboss.sim.experiment import Experiment
from pitboss.sim.facts import facts_of
from pitboss.sim.layout import COUNT_HIGH, COUNT_LOW
from pitboss.strategy import key_of
from pitboss.wagers.base import Stage

PLAYER = "ann"
ROUNDS_MAX = 400


@dataclass(frozen=True)
class AnyActs:
    """A player who does any legal thing, always the same with the same hand."""

    seed: int
    sees_cards: bool = True

    @property
    def name(self) -> str:
        return f"any acts {self.seed}"

    @property
    def takes_even_money(self) -> bool:
        return self.seed % 2 == 1

    def _pick(self, text: str) -> int:
        return zlib.crc32(f"{self.seed} {text}".encode())

    def act(self, hand: Hand, up: Card, legal: frozenset[str], *, is_added: bool) -> str:
        if "split" in legal and self._pick(f"split {min(hand.cards[0] >> 2, 9)}") % 4:
            return "split"
        acts = sorted(legal)
        # Half of the hands under 14 draw, so that longer hands come up too.
        if "hit" in legal and hand.total < 14 and self._pick(key_of(hand.cards)) % 2:
            return "hit"
        key = f"{key_of(hand.cards)} {min(up >> 2, 9)} {is_added} {hand.is_split} {acts}"
        return acts[self._pick(key) % len(acts)]

    def insures(self, hand: Hand) -> bool:
        return self._pick(key_of(hand.cards)) % 3 == 0

    def plain(self) -> object:
        return self.seed


class RanOut(Exception):
    """The shoe has no cards left for the round, which the kernel does not count either."""


@dataclass
class EngineTable:
    """A table of the engine on which one player has all boxes."""

    experiment: Experiment
    state: TableState = field(init=False)
    cards: tuple[Card, ...] = ()
    unseen: set[int] = field(default_factory=set)
    """Places of the shoe whose cards no player has seen."""
    hole: int = -1
    """The place of the hole card."""
    nets: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = open_table(self.experiment.rules, ONLINE)
        self.send(BuyIn(player=PLAYER, amount=10**12))

    def send(self, command: AnyCommand) -> tuple[AnyEvent, ...]:
        outcome = step(self.state, command)
        if isinstance(outcome, Rejection) and outcome.code is Code.SHOE_EMPTY:
            raise RanOut
        assert not isinstance(outcome, Rejection), f"{command} was refused: {outcome}"
        self.state, events = outcome
        for event in events:
            if isinstance(event, WagerSettled):
                self.nets[event.wager] = self.nets.get(event.wager, 0) + event.net
        return events

    def play_shoe(self, cards: tuple[Card, ...]) -> Iterator[tuple[int, ...]]:
        """Main and insurance result of each round, where the next card lies, side wagers."""
        rules = self.experiment.rules
        self.cards, self.unseen = cards, {0} if rules.shoe.burn == "per_shoe" else set()
        self.send(LoadShoe(cards=cards, behind=self.experiment.behind))
        mains = (self.experiment.stake,) * rules.dealer.hands
        for _ in range(ROUNDS_MAX):
            self.nets.clear()
            if self.is_shuffle_due():
                return
            for box in range(1, self.experiment.boxes + 1):
                self.send(PlaceWager(by=PLAYER, box=box, wager="main", amounts=mains))
                self.place_sides(box)
            self.hide_cards()
            try:
                self.send(Deal())
                while self.state.phase != BETTING:
                    self.send(self.next_command())
            except RanOut:
                self.__post_init__()
                return
            self.unseen.discard(self.hole)
            names = [side.wager.name for side in self.experiment.sides]
            sides = [self.nets.get(name, 0) for name in names]
            main, insurance = self.nets.get("main", 0), self.nets.get("insurance", 0)
            yield main, insurance, self.state.position, *sides

    def hide_cards(self) -> None:
        """Note what nobody will see in the next round: a burned card, and the hole card."""
        rules, place = self.experiment.rules, self.state.position
        if rules.shoe.burn == "per_round":
            self.unseen.add(place)
            place += 1
        elif place == 0 and rules.shoe.burn == "per_shoe":
            place = 1
        place += 2 * self.experiment.boxes + 1
        if rules.deal.hole_card:
            self.hole = place
            self.unseen.add(place)

    def count(self) -> int:
        """The count of all cards that a player has seen by now."""
        betting = self.experiment.betting
        assert betting is not None
        dealt = range(self.state.position)
        seen = [self.cards[place] for place in dealt if place not in self.unseen]
        running = betting.count.start(self.experiment.rules.decks_in_play)
        running += sum(betting.count.tags[VALUES[card] - 1] for card in seen)
        if not betting.count.is_true:
            return running
        hidden = 1 if self.hole in self.unseen else 0
        return running * 52 // (len(self.cards) - self.state.position + hidden)

    def place_sides(self, box: int) -> None:
        """Place the side wagers; those on streaks when none is up any more."""
        rules = self.experiment.rules
        is_up = any(
            side.box == box and side.placed_in <= self.state.round for side in self.state.sides
        )
        for side in self.experiment.sides:
            if rules.wagers[side.wager.name].kind.decided is Stage.ROUND and is_up:
                continue
            amounts = (side.stake,)
            command = PlaceWager(by=PLAYER, box=box, wager=side.wager.name, amounts=amounts)
            self.send(command)

    def is_shuffle_due(self) -> bool:
        """Whether the cutting card ends the shoe here."""
        prep = self.state.prep
        is_first = self.state.position == prep.cut_card and prep.cut_at < 0
        if is_first and self.experiment.rules.shoe.cut_card_first == "shuffle":
            return True
        return prep.last_round >= 0 and self.state.round >= prep.last_round

    def next_command(self) -> AnyCommand:
        if due := prize_to_draw(self.state):
            # Prize lists of these tests hold one prize, so that nothing is left to chance.
            ((_, ((prize, _),)),) = self.experiment.rules.wagers[due.wager].prize_list
            return DrawPrize(prize=prize)
        if insurance_is_open(self.state):
            return self.answer()
        state = self.state
        number, place = state.turn
        box = state.box(number)
        assert box is not None
        played = box.hands[place - 1]
        facts = facts_of(state.rules, played.hand, self.experiment.stake)
        may_split = facts.may_split and len(box.hands) < facts.split_limit
        legal = facts.legal if may_split else facts.legal_unsplit
        is_added = not played.bets[0].is_original
        act = self.experiment.player.act(played.hand, state.up, legal, is_added=is_added)
        if betting := self.experiment.betting:
            acts = acts_by_count(betting, act, played.hand, state.up, legal)
            count = min(max(self.count(), COUNT_LOW), COUNT_HIGH)
            act = acts[count - COUNT_LOW] if len(acts) > 1 else act
        if act == "double_half":
            half = tuple(stake // 2 for stake in box.main(PLAYER))
            return Double(by=PLAYER, box=number, stakes={PLAYER: half})
        kinds: dict[str, type[Hit | Stand | Double | Split | Surrender]] = {
            "hit": Hit, "stand": Stand, "double": Double, "split": Split, "surrender": Surrender,
        }  # fmt: skip
        return kinds[act](by=PLAYER, box=number)

    def answer(self) -> AnyCommand:
        """Insure the next box that wants it, or close the offer."""
        state, player = self.state, self.experiment.player
        answered = {answer.box for answer in state.insured}
        for box in state.boxes:
            hand = box.hands[0].hand
            if box.number in answered or not box.hands[0].is_open:
                continue
            if player.takes_even_money and not even_money_refused(state.rules, hand, state.up):
                return TakeEvenMoney(by=PLAYER, box=box.number)
            if player.insures(hand) and not insurance_refused(state.rules, hand, state.up):
                amounts = tuple(insurance_stakes(state.rules, m).high for m in box.main(PLAYER))
                return Insure(by=PLAYER, box=box.number, amounts=amounts)
        return CloseInsurance()


def shoes(experiment: Experiment, seed: int) -> Iterator[tuple[Card, ...]]:
    """Shuffled shoes without end."""
    rng = random.Random(seed)
    cards = list(full_shoe(experiment.rules.decks_in_play))
    while True:
        rng.shuffle(cards)
        yield tuple(cards)
