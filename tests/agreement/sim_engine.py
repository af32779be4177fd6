"""The same shoes and decisions through the engine and through a kernel, round by round."""

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from pitboss.cards import VALUES, Card
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.insurance import (
    CloseInsurance,
    Insure,
    KeepHand,
    TakeEvenMoney,
    may_surrender_early,
)
from pitboss.engine.legal import insurance_is_open
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import BETTING, ONLINE, TableState
from pitboss.engine.state.boxes import Box
from pitboss.engine.table import open_table, step
from pitboss.hands import Hand
from pitboss.rulebook.questions.acts import even_money_refusal, insurance_refusal, surrender_refusal
from pitboss.rulebook.questions.stakes import insurance_stakes
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.sim.counting import COUNT_HIGH, COUNT_LOW, acts_by_count
from pitboss.sim.experiment import Experiment
from pitboss.sim.kernels.random import next_word
from pitboss.sim.tables import layout
from pitboss.sim.tables.hand_rules import hand_rules
from pitboss.sim.tables.layout import State
from pitboss.strategy import key_of

PLAYER = "ann"
ROUNDS_MAX = 400


@dataclass(frozen=True)
class AnyActs:
    """A player who does any legal thing, always the same with the same hand."""

    seed: int
    sees_cards: bool = True
    """Whether hands of one total are played otherwise: to ask about each takes seconds a game."""

    @property
    def name(self) -> str:
        return f"any acts {self.seed}"

    @property
    def takes_even_money(self) -> bool:
        return self.seed % 2 == 1

    def _pick(self, text: str) -> int:
        return zlib.crc32(f"{self.seed} {text}".encode())

    def act(
        self,
        hand: Hand,
        up: Card,
        legal: frozenset[str],
        *,
        is_added: bool,
        hole: Card | None = None,
    ) -> str:
        if "split" in legal and self._pick(f"split {min(hand.cards[0] >> 2, 9)}") % 4:
            return "split"
        # What is done with a pair that stays together does not depend on whether it could be split.
        acts = sorted(legal - {"split"})
        # Half of the hands under 14 draw, so that longer hands come up too.
        seen = key_of(hand.cards)
        if not self.sees_cards:
            seen = f"{hand.low} {hand.aces > 0} {len(hand.cards)}"
        if "hit" in legal and hand.total < 14 and self._pick(seen) % 2:
            return "hit"
        shown = (up,) if hole is None else (up, hole)
        faces = sorted(min(card >> 2, 9) for card in shown)
        key = f"{seen} {faces} {is_added} {hand.is_split} {acts}"
        return acts[self._pick(key) % len(acts)]

    def insures(self, hand: Hand) -> bool:
        return self._pick(key_of(hand.cards)) % 3 == 0

    def plain(self) -> object:
        return self.seed


def any_acts_by_total(seed: int) -> AnyActs:
    """Such a player who adds up his cards: for games whose hands are those of others."""
    return AnyActs(seed, sees_cards=False)


class RanOut(Exception):
    """The shoe has no cards left for the round, which the kernel does not count either."""


@dataclass
class EngineTable:
    """A table of the engine on which one player has all boxes."""

    experiment: Experiment
    state: TableState = field(init=False)
    parts: tuple[tuple[Card, ...], ...] = ()
    """The cards of the shoe, or of each side of a double one."""
    unseen: set[tuple[int, int]] = field(default_factory=set)
    """Sides and places of the shoe whose cards no player has seen."""
    hole: tuple[int, int] = (0, -1)
    """Side and place of the hole card."""
    choices: State = field(default_factory=lambda: np.zeros(4, dtype=np.uint64))
    """The stream by which the kernel draws determinant cards from one side or the other."""
    nets: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = open_table(self.experiment.rules, ONLINE)
        self.send(BuyIn(player=PLAYER, amount=10**12))

    def send(self, command: Command) -> tuple[Event, ...]:
        outcome = step(self.state, command)
        if isinstance(outcome, Rejection) and outcome.code is Code.SHOE_EMPTY:
            raise RanOut
        assert not isinstance(outcome, Rejection), f"{command} was refused: {outcome}"
        self.state, events = outcome
        for event in events:
            if isinstance(event, WagerSettled):
                self.nets[event.wager] = self.nets.get(event.wager, 0) + event.net
        return events

    @property
    def side(self) -> int:
        """The side of a double shoe that is in play; batches follow one another like any shoes."""
        return self.state.prep.side if self.experiment.is_double else 0

    def position(self, side: int) -> int:
        """How many cards of a side have left it."""
        other = self.state.prep.other
        return self.state.position if side == self.side or other is None else other.position

    def load(self, side: int) -> None:
        """Put the cards of a side in; where it is not double, the shoe or the batch that is due."""
        given = side if self.experiment.is_double else None
        self.send(LoadShoe(cards=self.parts[side], behind=self.experiment.behind, side=given))
        self.unseen = {one for one in self.unseen if one[0] != side}
        if self.experiment.rules.shoe.burn == "per_shoe":
            self.unseen.add((side, 0))

    def play_shoe(self, cards: tuple[Card, ...]) -> Iterator[tuple[int, ...]]:
        """Main and insurance result of each round, where the next card lies, side wagers.

        Side by side in a double shoe, where a side that is due begins again with its first card.
        """
        experiment = self.experiment
        size = 52 * experiment.rules.decks_in_play
        self.parts = tuple(cards[place : place + size] for place in range(0, len(cards), size))
        self.choices[:] = 0
        for side in range(len(self.parts)):
            self.load(side)
        for count in range(ROUNDS_MAX):
            self.nets.clear()
            while self.is_shuffle_due(count):
                if not experiment.is_double:
                    return
                self.load(self.state.prep.due_side)
            units = self.bet_units()
            try:
                self.play_round()
            except RanOut:
                self.__post_init__()
                return
            sides = [self.nets.get(side.wager.name, 0) for side in experiment.sides]
            main, insurance = (units * self.nets.get(name, 0) for name in ("main", "insurance"))
            second = int(experiment.tables.numbers[layout.SECOND])
            yield main, insurance, self.state.position + self.side * second, *sides

    def play_round(self) -> None:
        """Bet on every box, deal, and do what the player does."""
        rules = self.experiment.rules
        mains = (self.experiment.stake,) * rules.dealer.hands
        for box in range(1, self.experiment.boxes + 1):
            self.send(PlaceWager(by=PLAYER, box=box, wager="main", amounts=mains))
            self.place_sides(box)
        before = [self.position(side) for side in range(len(self.parts))]
        with np.errstate(over="ignore"):
            drawn_from = int(next_word(self.choices)) & 1 if self.experiment.is_double else 0
        self.send(Deal(drawn_from=drawn_from))
        self.hide_cards(self.side, before[self.side])
        while self.state.phase != BETTING:
            self.send(self.next_command())
        self.unseen.discard(self.hole)

    def hide_cards(self, side: int, place: int) -> None:
        """Note what nobody sees in a round from this place on: a burned card, and the hole card."""
        rules = self.experiment.rules
        if rules.shoe.burn == "per_round":
            self.unseen.add((side, place))
            place += 1
        elif place == 0 and rules.shoe.burn == "per_shoe":
            place = 1
        place += 2 * self.experiment.boxes + 1
        if rules.deal.hole_card:
            self.hole = (side, place)
            self.unseen.add(self.hole)

    def count(self, *sides: int) -> int:
        """The count of all cards of these sides that a player has seen by now."""
        betting = self.experiment.betting
        assert betting is not None
        running = betting.count.start(len(sides) * self.experiment.rules.decks_in_play)
        left = 0
        for side in sides:
            position = self.position(side)
            seen = [
                card
                for place, card in enumerate(self.parts[side][:position])
                if (side, place) not in self.unseen
            ]
            running += sum(betting.count.tags[VALUES[card] - 1] for card in seen)
            left += (
                len(self.parts[side])
                - position
                + (self.hole[0] == side and self.hole in self.unseen)
            )
        count = (
            running * len(self.experiment.rules.deck) // left if betting.count.is_true else running
        )
        return min(max(count, COUNT_LOW), COUNT_HIGH)

    def bet_units(self) -> int:
        """How many wagers the kernel bets; the table has one, and its results grow with it."""
        betting = self.experiment.betting
        return betting.units(self.count(*range(len(self.parts)))) if betting else 1

    def place_sides(self, box: int) -> None:
        """Place the side wagers; those that stay up when none is up any more."""
        rules = self.experiment.rules
        is_up = any(
            side.box == box and side.placed_in <= self.state.round for side in self.state.sides
        )
        for side in self.experiment.sides:
            if rules.wagers[side.wager.name].kind.stays_up and is_up:
                continue
            amounts = (side.stake,)
            command = PlaceWager(by=PLAYER, box=box, wager=side.wager.name, amounts=amounts)
            self.send(command)

    def is_shuffle_due(self, rounds: int) -> bool:
        """Whether the cards are shuffled before the next round, so many having been dealt."""
        prep = self.state.prep
        if self.experiment.is_shuffled_every_round:
            return rounds > 0
        is_first = self.state.position == prep.cut_card and prep.cut_at < 0
        if is_first and self.experiment.rules.shoe.cut_card_first == "shuffle":
            return True
        return prep.last_round >= 0 and self.state.round >= prep.last_round

    def next_command(self) -> Command:
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
        allowed = hand_rules(state.rules, played.hand, self.experiment.stake, state.up)
        may_split = allowed.may_split and len(box.hands) < allowed.split_limit
        legal = allowed.legal if may_split else allowed.legal_unsplit
        if surrender_refusal(state.rules, played.hand, state.up):
            legal -= {"surrender"}
        is_added = not played.bets[0].is_original
        hole = state.dealer.cards[1] if state.rules.deal.hole_card_up else None
        player = self.experiment.player
        act = player.act(played.hand, state.up, legal, is_added=is_added, hole=hole)
        if betting := self.experiment.betting:
            acts = acts_by_count(betting, act, played.hand, state.up, legal)
            act = acts[self.count(self.side) - COUNT_LOW] if len(acts) > 1 else act
        if act == "double_half":
            half = tuple(stake // 2 for stake in box.main(PLAYER))
            return Double(by=PLAYER, box=number, stakes={PLAYER: half})
        kinds: dict[str, type[Hit | Stand | Double | Split | Surrender]] = {
            "hit": Hit, "stand": Stand, "double": Double, "split": Split, "surrender": Surrender,
        }  # fmt: skip
        return kinds[act](by=PLAYER, box=number)

    def answer(self) -> Command:
        """Insure the next box that wants it, or close the offer."""
        state, player = self.state, self.experiment.player
        answered = {answer.box for answer in state.insured}
        for box in state.boxes:
            hand = box.hands[0].hand
            if box.number in answered or not box.hands[0].is_open:
                continue
            if player.takes_even_money and not even_money_refusal(state.rules, hand, state.up):
                return TakeEvenMoney(by=PLAYER, box=box.number)
            if player.insures(hand) and not insurance_refusal(state.rules, hand, state.up):
                amounts = tuple(insurance_stakes(state.rules, m).high for m in box.main(PLAYER))
                return Insure(by=PLAYER, box=box.number, amounts=amounts)
        for box in state.boxes:
            if may_surrender_early(state, box):
                return self.keep_or_not(box)
        return CloseInsurance()

    def keep_or_not(self, box: Box) -> Command:
        """Give a hand up before the dealer looks, or play it."""
        state, hand = self.state, box.hands[0].hand
        legal = hand_rules(state.rules, hand, self.experiment.stake, state.up).legal
        act = self.experiment.player.act(hand, state.up, legal, is_added=False)
        if betting := self.experiment.betting:
            acts = acts_by_count(betting, act, hand, state.up, legal)
            act = acts[self.count(self.side) - COUNT_LOW] if len(acts) > 1 else act
        kind = Surrender if act == "surrender" else KeepHand
        return kind(by=PLAYER, box=box.number)


def shoes(experiment: Experiment, seed: int) -> Iterator[tuple[Card, ...]]:
    """Shuffled shoes without end, of a double one the left side first."""
    rng = random.Random(seed)
    sides = [list(experiment.rules.stack) for _ in range(1 + experiment.is_double)]
    while True:
        for cards in sides:
            rng.shuffle(cards)
        yield tuple(chain(*sides))
